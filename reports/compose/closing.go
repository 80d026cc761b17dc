package compose

import (
	"math"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// maxClosingRuns is how many runs of a benchmark a terminal is shown at the end of
// a report; the report has all of them.
const maxClosingRuns = 10

// Closing makes what a terminal shows when a report is written: the head's paragraph and a
// compact ranking a benchmark, on one screen.
func Closing(res *result.Results) (*reports.Document, error) { return closing(res, maxClosingRuns) }

// WholeClosing is Closing with every run.
func WholeClosing(res *result.Results) (*reports.Document, error) { return closing(res, math.MaxInt) }

func closing(res *result.Results, most int) (*reports.Document, error) {
	c, err := newComposer(res)
	if err != nil {
		return nil, err
	}
	said := c.plainSummaries()
	for i, v := range c.views {
		c.para(c.standalone(v, said[i])...)
		if t := c.closingTable(v, most); len(t.Rows) > 1 {
			c.add(t)
		}
	}
	if len(c.views) == 0 {
		c.para(text("The logs hold no attempts that could be read."))
	}
	notes := headNotes(said)
	if n := len(c.res.Warnings); n > 0 {
		notes = append(notes, text(" The report explains %s.", plural(n, "warning")))
		notes[0].Text = strings.TrimSpace(notes[0].Text)
	}
	if len(notes) > 0 {
		c.footnote(notes...)
	}
	return c.doc, nil
}

// closingTable ranks the runs by the primary metric and holds each against the
// first. It is empty where nothing is ranked.
func (c *composer) closingTable(v *view, most int) reports.Table {
	t := reports.Table{ID: c.names.Id("closing", v.slug), Expendable: []string{"difference", "tie_group"}}
	if v.primary == nil || v.ranking == nil || len(v.ranking.Runs) < 2 {
		return t
	}
	// The sentence above has named metric and tasks, and a terminal has 80 columns:
	// estimates stand in one column with their intervals, headings are short.
	t.Columns = []reports.Column{
		{Name: "#", Key: "rank", Kind: reports.Number}, {Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Mean [" + c.level() + " interval]", Key: "mean", Kind: reports.Interval}, {Name: "Ties", Key: "tie_group", Kind: reports.Text},
		{Name: "Against the first", Key: "difference", Kind: reports.Interval}, {Name: "Adj. p", Key: "p_adjusted", Kind: reports.PValue},
	}
	if c.afterCorrection() == "" {
		t.Columns[len(t.Columns)-1].Name = "p"
	}
	first := v.ranking.Runs[0].Run
	sc := v.scale(v.primary.Name)
	for i, r := range v.ranking.Runs {
		if i == most {
			t.Notes = append(t.Notes, "The report has "+plural(len(v.ranking.Runs)-i, "more run")+".")
			break
		}
		var interval, between *result.IntervalEstimate
		if s := v.summary(r.Run, v.primary.Name); s != nil {
			interval = s.Interval
		}
		row := []reports.Cell{rankCell(&r.Rank), c.names.Cell(r.Run), withInterval(sc.Value(r.Mean), sc.Interval(interval)), {Text: r.TieGroup}, {}, {}}
		row[1].Strong = i == 0
		if p := c.compared(v, v.primary.Name, r.Run, first); p != nil && i > 0 {
			between = p.Interval
			row[4], row[5] = withInterval(sc.Difference(p.Difference), sc.DifferenceInterval(between)), reports.PCell(adjustedP(p), c.alpha())
			row[5].Strong = p.Significant
		} else if i > 0 {
			row[4], row[5] = reports.MissingCell(reports.Interval), reports.MissingCell(reports.PValue)
		}
		t.Rows = append(t.Rows, row)
	}
	alignIntervals(t.Rows, 2)
	alignIntervals(t.Rows, 4)
	setAside(&t, "tie_group", func(cell reports.Cell) bool { return cell.Text == "" })
	t.Notes = append(t.Notes, c.closingNotes(v)...)
	return t
}

// withInterval is an estimate with its interval behind it, in one cell.
func withInterval(estimate, interval reports.Cell) reports.Cell {
	if interval.HasValue {
		estimate.Text += " " + interval.Text
	}
	return estimate
}

// alignIntervals pads the intervals within a column of estimates, so that the
// estimates stand under one another.
func alignIntervals(rows [][]reports.Cell, column int) {
	widest := 0
	for _, row := range rows {
		_, interval, _ := strings.Cut(row[column].Text, " ")
		widest = max(widest, len(interval))
	}
	for _, row := range rows {
		estimate, interval, has := strings.Cut(row[column].Text, " ")
		if has {
			row[column].Text = estimate + strings.Repeat(" ", 1+widest-len(interval)) + interval
		}
	}
}

// closingNotes say of which kind the intervals and the p-values are.
func (c *composer) closingNotes(v *view) []string {
	var tests, intervals []string
	for _, r := range v.ranking.Runs {
		if s := v.summary(r.Run, v.primary.Name); s != nil && s.Interval != nil {
			addOnce(&intervals, c.interval(s.Interval.Method))
		}
		if p := c.compared(v, v.primary.Name, r.Run, v.ranking.Runs[0].Run); p != nil && p.P != nil {
			addOnce(&tests, c.method(p.Headline))
		}
	}
	sc := v.scale(v.primary.Name)
	note := capital(sc.InWords())
	if sc.Share {
		note += ", differences in points"
	}
	note += "; means over " + c.taskRange(v, v.primary.Name)
	if len(intervals) > 0 {
		note += "; " + reports.Enumerate(intervals, 3)
	}
	out := []string{note + "."}
	if len(tests) > 0 {
		out = append(out, "p of the difference from the first run, paired by task: "+reports.Enumerate(tests, 3)+c.afterCorrection()+".")
	}
	for _, r := range v.ranking.Runs {
		if r.TieGroup != "" {
			out = append(out, "Ties: no difference is shown between runs that share a letter.")
			break
		}
	}
	v.noteLeftOut(&out)
	return out
}
