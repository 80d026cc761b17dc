package compose

import (
	"cmp"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// denominatorSection shows where every expected attempt went, and what the primary metric
// would be had the missing ones gone otherwise. The ledger stands wherever the results
// have one; the policies follow only where they give different values, and else a sentence
// says so.
func denominatorSection(c *composer, v *view) error {
	if len(v.ledger) == 0 {
		return nil
	}
	c.heading(2, c.id(v, "denominators-section"), "What was counted")
	ledger := c.ledgerTable(v)
	policies := c.policyNames(v)
	c.inShort(c.shortLedger(v, ledger, policies))
	c.add(ledger)
	if len(policies) < 2 {
		return nil
	}
	if !slices.ContainsFunc(v.ledger, func(r result.LedgerRow) bool {
		return slices.ContainsFunc(r.Policies, func(p result.PolicyScore) bool { return p.Mean != nil })
	}) {
		return nil
	}
	if !c.policiesDiffer(v) {
		c.firstLevel(reports.Prose{Spans: []reports.Span{text("Every policy for attempts without an outcome gives the same values: nothing that counts is missing.")}})
		return nil
	}
	c.use("policy")
	c.add(c.policyTable(v, policies))
	return nil
}

func ledgerColumns() []reports.Column {
	return []reports.Column{
		{Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Tasks", Key: "tasks", Kind: reports.Integer}, {Name: "A task", Key: "trials", Kind: reports.Integer}, {Name: "Promised", Key: "promised", Kind: reports.Integer}, {Name: "By", Key: "promised_by", Kind: reports.Text}, {Name: "Expected", Key: "expected", Kind: reports.Integer}, {Name: "Present", Key: "present", Kind: reports.Integer},
		{Name: "Missing", Key: "missing", Kind: reports.Integer}, {Name: "Surplus", Key: "surplus", Kind: reports.Integer}, {Name: "No verdict", Key: "null_outcome", Kind: reports.Integer}, {Name: "Errors", Key: "errors", Kind: reports.Integer}, {Name: "Duplicates", Key: "duplicates", Kind: reports.Integer},
	}
}

func ledgerCells(n *reports.Names, r result.LedgerRow) []reports.Cell {
	row := []reports.Cell{n.Cell(r.Run), reports.CountCell(r.Tasks), reports.CountCell(r.Trials), reports.CountCell(cmp.Or(r.Promised, r.Expected)), {Text: r.PromisedBy}, reports.CountCell(r.Expected), reports.CountCell(r.Present)}
	for _, lost := range []int{r.Missing, r.Surplus, r.NullOutcome, r.Errors, r.Duplicates} {
		cell := reports.CountCell(lost)
		if lost > 0 {
			cell.Tone = reports.Careful
		}
		row = append(row, cell)
	}
	return row
}

func (c *composer) ledgerTable(v *view) reports.Table {
	t := reports.Table{ID: c.id(v, "denominators"), Columns: ledgerColumns(),
		Caption: "Attempts, in counts. Promised: what a run answers for, tasks times attempts at a task, which equals present + missing - surplus. Attempts that are present may lack a verdict or have ended in an error."}
	for _, r := range v.orderedLedger() {
		t.Rows = append(t.Rows, ledgerCells(c.names, r))
	}
	explainLedger(&t, v.ledger)
	return t
}

// explainLedger says what the promises rest on.
func explainLedger(t *reports.Table, rows []result.LedgerRow) {
	t.Aside = append(t.Aside, "expected") // the name of before, for tables that are read by it
	for _, why := range promisedBy {
		var stated []string
		some := false
		for _, r := range rows {
			if some = some || r.PromisedBy == why.by; r.PromisedBy == why.by && r.Stated != "" && !slices.Contains(stated, r.Stated) {
				stated = append(stated, r.Stated)
			}
		}
		if len(stated) > 0 {
			why.words += ": " + reports.Visible(reports.Enumerate(stated, 3))
		}
		if some {
			t.Notes = append(t.Notes, "By "+why.by+": "+why.words+".")
		}
	}
}

// promisedBy explains where a promise comes from.
var promisedBy = []struct{ by, words string }{
	{result.PromisedByPlan, "as the plan states"},
	{result.PromisedByLog, "as the log states"},
	{result.PromisedByHabit, "the tasks that at least half of the runs attempted, as often as the run itself did at most of them"},
	{result.PromisedBySlice, "the run's own attempts in the slice"},
	{result.PromisedBySubset, "the run's own tasks, because it attempted less than 90% of those that at least half of the runs have"},
}

// orderedLedger is the ledger in the order of the runs.
func (v *view) orderedLedger() []result.LedgerRow {
	rows := slices.Clone(v.ledger)
	slices.SortStableFunc(rows, func(a, b result.LedgerRow) int {
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
func (c *composer) policyTable(v *view, policies []string) reports.Table {
	metric := ""
	for _, r := range v.ledger {
		for _, p := range r.Policies {
			metric = p.Metric
		}
	}
	sc := v.scale(metric)
	rows := v.orderedLedger()
	scores := make([][]*result.PolicyScore, len(policies))
	var intervals []*result.IntervalEstimate
	for i, p := range policies {
		for k := range rows {
			score := cmp.Or(policyScore(&rows[k], metric, p), &result.PolicyScore{})
			scores[i] = append(scores[i], score)
			intervals = append(intervals, score.Interval)
		}
	}
	t := reports.Table{ID: c.id(v, "policies"), Columns: []reports.Column{{Name: "Run", Key: "run", Kind: reports.Text}}}
	t.Caption = c.names.Whole(metric) + " " + sc.InWords() + ", by what an attempt without an outcome counts as; the first column is the one used everywhere else"
	methods := c.intervalMethods(intervals)
	if methods != "" {
		t.Caption += "; " + methods
	}
	t.Caption += "."
	for _, p := range policies {
		t.Columns = append(t.Columns, reports.Column{Name: policyTitle(p), Key: slugKey(p), Kind: sc.Kind()})
		if methods != "" {
			t.Columns = append(t.Columns, reports.Column{Name: policyTitle(p) + ", interval", Key: slugKey(p) + "_interval", Kind: reports.Interval})
		}
	}
	moved := false
	for k, r := range rows {
		row := []reports.Cell{c.names.Cell(r.Run)}
		for i := range policies {
			p := scores[i][k]
			cell := sc.Value(p.Mean)
			if m := v.metric(metric); m.Directed() && p.Mean != nil && scores[0][k].Mean != nil && place(scores[i], k, m.Better) != place(scores[0], k, m.Better) {
				cell.Tone, moved = reports.Careful, true
			}
			row = append(row, cell)
			if methods != "" {
				row = append(row, sc.Interval(p.Interval))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	if methods != "" {
		t.Notes = append(t.Notes, "Worst and best case bound the mean, whatever became of the attempts without an outcome. An interval says how its mean would vary over other tasks.")
	}
	if moved {
		t.Notes = append(t.Notes, "Marked: the run would take a different place among the runs.")
	} else if len(rows) > 1 && v.metric(metric).Directed() {
		t.Notes = append(t.Notes, "The order of the runs is the same under every policy.")
	}
	repeated(&t, policies, scores)
	return t
}

// repeated leaves the policies out of the page that say what one before says.
func repeated(t *reports.Table, policies []string, scores [][]*result.PolicyScore) {
	same := func(a, b *result.PolicyScore) bool {
		return equalPointers(a.Mean, b.Mean) && equalPointers(a.Interval, b.Interval)
	}
	for i, p := range policies {
		for k := range i {
			if slices.EqualFunc(scores[i], scores[k], same) {
				t.Aside = append(t.Aside, slugKey(p), slugKey(p)+"_interval")
				t.Notes = append(t.Notes, policyTitle(p)+": the same as the column "+policyTitle(policies[k])+".")
				break
			}
		}
	}
}

func equalPointers[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

// policyScore is a run's value of a metric under a policy; nil where there is none.
func policyScore(r *result.LedgerRow, metric, policy string) *result.PolicyScore {
	for i := range r.Policies {
		if p := &r.Policies[i]; p.Policy == policy && p.Metric == metric {
			return p
		}
	}
	return nil
}

// place counts the runs that are better than run k.
func place(scores []*result.PolicyScore, k int, better string) int {
	n := 0
	mine := scores[k].Mean
	for _, s := range scores {
		if s.Mean != nil && mine != nil && (better == "lower" && *s.Mean < *mine || better != "lower" && *s.Mean > *mine) {
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
	return reports.ShortName(policy)
}
