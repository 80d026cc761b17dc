package compose

import (
	"iter"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/frames"
)

// shortLedger is where every attempt went, a line a run, with the score under each policy for
// what has no outcome, where they differ.
func (c *composer) shortLedger(v *view, ledger reports.Table, policies []string) reports.Table {
	order := worstFirst(ledger)
	t := extract(ledger, "What each run promised and what the log has of it, in attempts", []string{"run", "promised", "present", "missing", "null_outcome", "errors"}, order)
	if len(policies) < 2 || !c.policiesDiffer(v) {
		t.Caption += "."
		more(&t, len(ledger.Rows), "run")
		return t
	}
	scores := c.policyTable(v, policies)
	for k, col := range scores.Columns {
		if col.Kind == reports.Text || col.Kind == reports.Interval || slices.Contains(scores.Aside, col.Key) {
			continue
		}
		t.Columns = append(t.Columns, col)
		for i, r := range order {
			cell := scores.Rows[r][k]
			if cell.HasValue {
				cell.Link = scores.ID
			}
			t.Rows[i] = append(t.Rows[i], cell)
		}
	}
	t.Caption += ", and " + c.names.Whole(v.primary.Name) + " by what an attempt without an outcome counts as; all other numbers are of the first of these columns."
	if slices.ContainsFunc(t.Rows, func(row []reports.Cell) bool {
		return slices.ContainsFunc(row[6:], func(cell reports.Cell) bool { return cell.Tone == reports.Careful })
	}) {
		t.Notes = append(t.Notes, "Marked: the run would take a different place among the runs.")
	}
	more(&t, len(ledger.Rows), "run")
	return t
}

// worstFirst are the rows of an extract of the ledger: in its order, and where it has too many
// rows those of the runs that lack most.
func worstFirst(ledger reports.Table) []int {
	all := make([]int, len(ledger.Rows))
	for i := range all {
		all[i] = i
	}
	if len(all) <= mostShortRows {
		return all
	}
	lacks := func(r int) (n float64) {
		for k, col := range ledger.Columns {
			if col.Key == "missing" || col.Key == "null_outcome" {
				n += ledger.Rows[r][k].Value
			}
		}
		return n
	}
	slices.SortStableFunc(all, func(a, b int) int { return int(lacks(b) - lacks(a)) })
	all = all[:mostShortRows]
	slices.Sort(all)
	return all
}

// shortPairs are the pairs that a first reader asks for: each run with the baseline, or where
// there is none each with the next in the ranking and with the first.
func (c *composer) shortPairs(v *view, t reports.Table, f frames.Frame) reports.Table {
	base := c.res.Provenance.Plan.Baseline
	place := func(run string) int { return slices.Index(v.runs, run) }
	var neighbours, others []int
	for i := range f.Len() {
		p := &c.res.Comparisons[f.Count(i, "row")]
		a, b := place(p.A), place(p.B)
		switch low := min(a, b); {
		case base != "" && (p.A == base || p.B == base), base == "" && max(a, b) == low+1:
			neighbours = append(neighbours, i)
		case base == "" && low == 0:
			others = append(others, i)
		}
	}
	rows := append(neighbours, others...)
	rows = rows[:min(len(rows), mostShortRows)]
	what := "neighbours in the ranking, and the first run with the others"
	if base != "" {
		what = "each run with " + c.names.Show(base)
	}
	out := extract(t, "Differences in "+c.names.Whole(v.primary.Name)+", A minus B: "+what+".", []string{"a", "b", "difference", "interval", "p_adjusted", "outcome"}, rows)
	more(&out, len(t.Rows), "pair")
	return out
}

// briefPairs adds a line a run for a terminal: how it differs from the baseline, or where there is
// none from the first in the ranking.
func (c *composer) briefPairs(v *view) error {
	f, err := c.comparisons(v, func(p *result.Comparison) bool { return p.Stratum == nil && p.Metric == v.primary.Name })
	if err != nil || f.Len() == 0 {
		return err
	}
	t := c.closingTable(v, maxClosingRuns)
	t.Expendable = []string{"tie_group", "mean"}
	if c.res.Provenance.Plan.Baseline != "" || len(t.Rows) < 2 {
		t = c.shortPairs(v, c.pairTable(v, f, c.id(v, "comparisons"), ""), f)
		setAside(&t, "b", func(cell reports.Cell) bool { return cell.Text == t.Rows[0][1].Text })
		t.Notes, t.Expendable = nil, []string{"outcome", "interval"}
		v.noteLeftOut(&t.Notes)
	}
	t.Notes = append(t.Notes, "--all shows every pair in every compared metric, "+plural(len(c.headlineOf(v)), "pair")+" by this one.")
	c.add(t)
	return nil
}

// headlineOf lists the comparisons that headline goes through.
func (c *composer) headlineOf(v *view) []*result.Comparison {
	return slices.Collect(iter.Seq[*result.Comparison](c.headline(v)))
}

// groupedWarnings are the warnings by their code, with a count and the first three places.
func (c *composer) groupedWarnings(warnings []result.Warning, of reports.Table) reports.Table {
	const places = 3
	t := reports.Table{ID: of.ID + "-in-short", Extract: of.ID, Caption: "What to know before trusting a number, by kind; those that can change a conclusion are decisive.", Columns: []reports.Column{
		{Name: "Warning", Key: "code", Kind: reports.Text}, {Name: "Times", Key: "count", Kind: reports.Integer}, {Name: "Decisive", Key: "decisive", Kind: reports.Text}, {Name: "What it means", Key: "meaning", Kind: reports.Text}, {Name: "Where", Key: "where", Kind: reports.Text},
	}}
	var codes []string
	by := map[string][]result.Warning{}
	for _, w := range warnings {
		addOnce(&codes, w.Code)
		by[w.Code] = append(by[w.Code], w)
	}
	grave := func(code string) int {
		if slices.ContainsFunc(by[code], func(w result.Warning) bool { return w.Decisive }) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(codes, func(a, b string) int { return grave(a) - grave(b) })
	for _, code := range codes {
		var where []string
		for _, w := range by[code] {
			addOnce(&where, reports.ShortName(result.Renamed(w.Where, c.names.Labels)))
		}
		mark := reports.Yes(grave(code) == 0)
		if grave(code) == 0 {
			mark.Tone = reports.Careful
		}
		count := reports.CountCell(len(by[code]))
		count.Link = of.ID
		t.Rows = append(t.Rows, []reports.Cell{reports.NameCell(code), count, mark, reports.TextCell(meaningOf(code, by[code][0].Message)), reports.TextCell(reports.Enumerate(where, places))})
	}
	return t
}

// meaningOf is what a code means, or the message of a warning whose code is not declared.
func meaningOf(code, message string) string {
	for _, w := range result.WarningCodes {
		if w.Code == code {
			return w.Meaning
		}
	}
	return message
}
