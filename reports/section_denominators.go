package reports

import (
	"cmp"
	"slices"

	"mcpstats/analysis"
)

// denominatorSection shows where every expected attempt went, and what the
// primary metric would be had the missing ones gone otherwise.
func denominatorSection(c *composer, v *view) error {
	if len(v.ledger) == 0 {
		return nil
	}
	c.heading(2, c.id(v, "denominators-section"), "Denominators")
	c.add(c.ledgerTable(v))
	policies := c.policyNames(v)
	if len(policies) < 2 {
		return nil
	}
	if !c.policiesDiffer(v) {
		c.para(text("Every policy for attempts without an outcome gives the same values: nothing that counts is missing."))
		return nil
	}
	c.use("policy")
	c.add(c.policyTable(v, policies))
	return nil
}

func ledgerColumns() []Column {
	return []Column{
		{"Run", "run", Text}, {"Tasks", "tasks", Integer}, {"Expected", "expected", Integer}, {"Present", "present", Integer},
		{"Missing", "missing", Integer}, {"No verdict", "null_outcome", Integer}, {"Errors", "errors", Integer}, {"Duplicates", "duplicates", Integer},
	}
}

func ledgerCells(n *names, r analysis.LedgerRow) []Cell {
	row := []Cell{n.cell(r.Run), CountCell(r.Tasks), CountCell(r.Expected), CountCell(r.Present)}
	for _, lost := range []int{r.Missing, r.NullOutcome, r.Errors, r.Duplicates} {
		cell := CountCell(lost)
		if lost > 0 {
			cell.Tone = Careful
		}
		row = append(row, cell)
	}
	return row
}

func (c *composer) ledgerTable(v *view) Table {
	t := Table{ID: c.id(v, "denominators"), Columns: ledgerColumns(),
		Caption: "Attempts, in counts. Expected: tasks times the largest number of attempts that any run has at a task. Present attempts may be without a verdict or have ended in an error."}
	for _, r := range v.orderedLedger() {
		t.Rows = append(t.Rows, ledgerCells(c.names, r))
	}
	return t
}

// orderedLedger is the ledger in the order of the runs.
func (v *view) orderedLedger() []analysis.LedgerRow {
	rows := slices.Clone(v.ledger)
	slices.SortStableFunc(rows, func(a, b analysis.LedgerRow) int {
		return cmp.Compare(slices.Index(v.runs, a.Run), slices.Index(v.runs, b.Run))
	})
	return rows
}

// policyNames lists the policies in the ledger, the plan's own first.
func (c *composer) policyNames(v *view) []string {
	var out []string
	for _, r := range v.ledger {
		for _, p := range r.Policies {
			if !slices.Contains(out, p.Policy) {
				out = append(out, p.Policy)
			}
		}
	}
	chosen := c.res.Provenance.Plan.Missing
	slices.SortStableFunc(out, func(a, b string) int {
		switch {
		case a == chosen && b != chosen:
			return -1
		case b == chosen && a != chosen:
			return 1
		}
		return 0
	})
	return out
}

func (c *composer) policiesDiffer(v *view) bool {
	for _, r := range v.ledger {
		for _, p := range r.Policies[min(1, len(r.Policies)):] {
			a, b := r.Policies[0].Mean, p.Mean
			if (a == nil) != (b == nil) || a != nil && *a != *b {
				return true
			}
		}
	}
	return false
}

// policyTable shows the primary metric under every policy. A cell is marked
// where the run's place among the runs would be another than in the first column.
func (c *composer) policyTable(v *view, policies []string) Table {
	metric := ""
	for _, r := range v.ledger {
		for _, p := range r.Policies {
			metric = p.Metric
		}
	}
	sc := v.scale(metric)
	t := Table{ID: c.id(v, "policies"), Columns: []Column{{"Run", "run", Text}}}
	t.Caption = Visible(metric) + " " + sc.inWords() + ", by what an attempt without an outcome counts as; the first column is the one used everywhere else."
	for _, p := range policies {
		t.Columns = append(t.Columns, Column{policyTitle(p), slugKey(p), sc.kind()})
	}
	rows := v.orderedLedger()
	means := make([][]*float64, len(policies))
	for i, p := range policies {
		for _, r := range rows {
			means[i] = append(means[i], policyMean(r, p))
		}
	}
	moved := false
	for k, r := range rows {
		row := []Cell{c.names.cell(r.Run)}
		for i := range policies {
			cell := sc.value(means[i][k])
			if better := v.metric(metric).Better; means[i][k] != nil && means[0][k] != nil && place(means[i], k, better) != place(means[0], k, better) {
				cell.Tone, moved = Careful, true
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	if moved {
		t.Notes = append(t.Notes, "Marked: the run would take another place among the runs.")
	} else if len(rows) > 1 {
		t.Notes = append(t.Notes, "The order of the runs is the same under every policy.")
	}
	return t
}

func policyMean(r analysis.LedgerRow, policy string) *float64 {
	for _, p := range r.Policies {
		if p.Policy == policy {
			return p.Mean
		}
	}
	return nil
}

// place counts the runs that are better than run k.
func place(means []*float64, k int, better string) int {
	n := 0
	for _, m := range means {
		if m != nil && means[k] != nil && (better == "lower" && *m < *means[k] || better != "lower" && *m > *means[k]) {
			n++
		}
	}
	return n
}

func policyTitle(policy string) string {
	switch policy {
	case "fail":
		return "As failed"
	case "drop":
		return "Left out"
	case "worst":
		return "Worst case"
	case "best":
		return "Best case"
	}
	return shortName(policy)
}
