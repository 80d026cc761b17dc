package compose

import (
	"strings"
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// TestClaims: the paper with the graver findings stands first, a finding stands in
// the findings and not among the other numbers, a known one is not shouted, and
// the tasks behind a verdict that hangs on a reading are listed once.
func TestClaims(t *testing.T) {
	reread := []result.ClaimCheck{{Check: "recompute", Verdict: "confirmed", Readings: []result.ClaimReading{
		{Benchmark: "b", Run: "r", Metric: "judge_success", Judge: "j", Reading: "stored", Verdict: "confirmed", Computed: "75/95"},
		{Benchmark: "b", Run: "r", Metric: "judge_success", Judge: "j", Reading: "reparsed", Verdict: "refuted", Computed: "67/95", Tasks: []string{"t1", "t2"}},
	}}}
	res := &result.Results{Version: result.Version, Claims: []result.Claim{
		{ID: "a1", Paper: "a", Title: "Paper A", Printed: "1", Verdict: "consistent", Arithmetic: "fits"},
		{ID: "a2", Paper: "a", Title: "Paper A", Printed: "2", Verdict: "confirmed", Checks: reread},
		{ID: "a3", Paper: "a", Title: "Paper A", Printed: "3", Verdict: "confirmed", Checks: reread},
		{ID: "b1", Paper: "b", Title: "Paper B", Printed: "4", Verdict: "unverifiable"},
		{ID: "b2", Paper: "b", Title: "Paper B", Printed: "5", Verdict: "inconsistent", Where: "Table 2", Arithmetic: "2 + 2 = 4", Known: true},
		{ID: "b3", Paper: "b", Title: "Paper B", Printed: "6", Verdict: "depends"},
	}}
	doc, err := Claims(res)
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	tables := map[string]reports.Table{}
	for _, b := range doc.Blocks {
		switch b := b.(type) {
		case reports.Heading:
			order = append(order, b.Text)
		case reports.Table:
			tables[b.ID] = b
		}
	}
	if got := strings.Join(order, ", "); got != "Paper B, Paper A" {
		t.Errorf("papers %s", got)
	}
	first := func(id string) []string {
		var out []string
		for _, row := range tables[id].Rows {
			out = append(out, row[len(row)-1].Text+"/"+row[0].Text)
		}
		return out
	}
	if got := strings.Join(first("claims-b-findings"), " "); got != "b2/Table 2 b3/b3" {
		t.Errorf("findings %s", got)
	}
	if rows := tables["claims-b"].Rows; len(rows) != 1 || rows[0][6].Text != "b1" {
		t.Errorf("other numbers %v", rows)
	}
	if cell := tables["claims-b-findings"].Rows[0][2]; cell.Strong || cell.Text != "inconsistent (known)" {
		t.Errorf("a known finding is shown as %+v", cell)
	}
	if got := len(tables["claims-a-readings"].Rows); got != 4 {
		t.Errorf("%d rows of readings, want two claims of two", got)
	}
	if got := len(tables["claims-a-tasks"].Rows); got != 2 {
		t.Errorf("%d tasks, want each once", got)
	}
	whole, err := report(res)
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, b := range whole.Blocks {
		if table, ok := b.(reports.Table); ok {
			if ids[table.ID] {
				t.Errorf("two tables are called %s", table.ID)
			}
			ids[table.ID] = true
			if table.ID == "claims-b" && len(table.Rows) != 3 {
				t.Errorf("a report lists %d claims of paper B, want all 3", len(table.Rows))
			}
		}
	}
}
