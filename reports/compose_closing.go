package reports

import (
	"strings"

	"mcpstats/analysis"
)

// maxClosingRuns is how many runs of a benchmark a terminal is shown at the end of
// a report; the report has all of them.
const maxClosingRuns = 20

// ComposeClosing makes what a terminal shows when a report is written: a sentence
// of result and a compact ranking a benchmark, and what to be careful about.
func ComposeClosing(res *analysis.Results) (*Document, error) {
	c, err := newComposer(res, Options{})
	if err != nil {
		return nil, err
	}
	for _, v := range c.views {
		found := c.finding(v)
		found[0] = strong(found[0].Text) // there is no section to link to
		if v.name == "" && len(c.views) == 1 {
			found = capitalised(found[2:])
		}
		c.para(found...)
		if t := c.closingTable(v); len(t.Rows) > 1 {
			c.add(t)
		}
	}
	if len(c.views) == 0 {
		c.para(text("The logs hold no attempt that could be read."))
	}
	decisive, more := c.decisive()
	if len(decisive) > 0 {
		c.add(Prose{Tone: Careful, Spans: []Span{strong("Be careful.")}}, List{Items: decisive})
	}
	if more > 0 {
		c.footnote(text("The report explains %s.", moreWarnings(more, len(decisive))))
	}
	return c.doc, nil
}

// closingTable ranks the runs by the primary metric and holds each against the
// first. It is empty where nothing is ranked.
func (c *composer) closingTable(v *view) Table {
	t := Table{ID: c.names.id("closing", v.slug)}
	if v.primary == nil || v.ranking == nil || len(v.ranking.Runs) < 2 {
		return t
	}
	sc := v.scale(v.primary.Name)
	// The caption stands in the leaderboard of the report; here the sentence above
	// has named metric and tasks.
	t.Columns = []Column{
		{"Rank", "rank", Number}, {"Run", "run", Text}, {Visible(v.primary.Name), "mean", sc.kind()}, {c.level() + " interval", "interval", Interval},
		{"Ties", "tie_group", Text}, {strings.TrimSpace("To the first " + inBrackets(sc.differenceUnit())), "difference", sc.differenceKind()},
		{c.level() + " interval", "difference_interval", Interval}, {"p, adjusted", "p_adjusted", PValue},
	}
	if c.afterCorrection() == "" {
		t.Columns[len(t.Columns)-1].Name = "p"
	}
	first := v.ranking.Runs[0].Run
	var tests, intervals []string
	for i, r := range v.ranking.Runs {
		if i == maxClosingRuns {
			t.Notes = append(t.Notes, "The report has "+plural(len(v.ranking.Runs)-i, "more run")+".")
			break
		}
		row := []Cell{rankCell(&r.Rank), c.names.cell(r.Run), sc.value(r.Mean), missingCell(Interval), {Text: r.TieGroup}, {}, {}, {}}
		if s := v.summary(r.Run, v.primary.Name); s != nil {
			row[3] = sc.interval(s.Interval)
			if s.Interval != nil {
				see(&intervals, c.interval(s.Interval.Method))
			}
		}
		row[1].Strong = i == 0
		if i > 0 {
			p := c.compared(v, v.primary.Name, r.Run, first)
			if p == nil {
				row[5], row[6], row[7] = missingCell(sc.differenceKind()), missingCell(Interval), missingCell(PValue)
			} else {
				row[5], row[6], row[7] = sc.difference(p.Difference), sc.differenceInterval(p.Interval), pCell(adjustedP(p), c.alpha())
				if p.P != nil {
					see(&tests, c.method(p.Headline))
				}
				row[7].Strong = p.Significant
			}
		}
		t.Rows = append(t.Rows, row)
	}
	setAside(&t, "tie_group", func(cell Cell) bool { return cell.Text == "" })
	t.Notes = append(t.Notes, c.closingNotes(v, tests, intervals)...)
	return t
}

// closingNotes say of which kind the intervals and the p-values are.
func (c *composer) closingNotes(v *view, tests, intervals []string) []string {
	note := capital(v.scale(v.primary.Name).inWords()) + ", the mean over " + c.taskRange(v, v.primary.Name)
	if len(intervals) > 0 {
		note += "; " + enumerate(intervals, 3)
	}
	note += "."
	out := []string{note}
	if len(tests) > 0 {
		out = append(out, "p of the difference to the first run, paired by task: "+enumerate(tests, 3)+c.afterCorrection()+".")
	}
	for _, r := range v.ranking.Runs {
		if r.TieGroup != "" {
			return append(out, "Ties: between runs that share a letter no difference is shown.")
		}
	}
	return out
}

func inBrackets(unit string) string {
	if unit == "" {
		return ""
	}
	return "(" + Visible(unit) + ")"
}
