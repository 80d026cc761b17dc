package compose

import (
	"strings"
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/internal/sample"
)

// powerSample is two studies of made-up round numbers.
func powerSample() *result.PowerResults {
	f := func(v float64) *float64 { return &v }
	n := func(v int) *int { return &v }
	return &result.PowerResults{Version: result.Version, Studies: []result.PowerStudy{
		{
			Benchmark: "bench", Metric: "success", A: "a", B: "b", Test: "mcnemar_exact", Alpha: 0.05, Power: 0.8, N: 100, Unit: "share",
			Difference: f(0.1), Source: result.DifferenceObserved, Discordance: f(0.3), PowerAtN: f(0.4), Detectable: f(0.2),
			Needed: []result.Needed{{Power: 0.8, N: n(250)}, {Power: 0.9}}, Curve: []result.PowerAt{{N: 2, Power: 0}, {N: 300, Power: 0.9}},
			Simulated: []result.SimulatedStep{{N: 100, Power: 0.41, SE: 0.005, Runs: 10000}}, Notes: []string{"a remark", "a remark"},
		},
		{Benchmark: "bench", Metric: "plan_f1", A: "a", B: "b", Test: "paired_t", Alpha: 0.05, Power: 0.8, N: 100, Notes: []string{"nothing to plan from"}},
	}}
}

func TestComposePower(t *testing.T) {
	doc, err := Power(powerSample())
	if err != nil {
		t.Fatal(err)
	}
	var prose []string
	var tables []reports.Table
	var figures []reports.Figure
	for _, b := range doc.Blocks {
		switch b := b.(type) {
		case reports.Prose:
			var s strings.Builder
			for _, span := range b.Spans {
				s.WriteString(span.Text)
			}
			prose = append(prose, s.String())
		case reports.Table:
			tables = append(tables, b)
		case reports.Figure:
			figures = append(figures, b)
		}
	}
	want := []string{
		"bench: a against b on success. To see the observed difference of 10.0 points with a power of 80%, the exact McNemar test at .05 needs 250 tasks, where 30.0% of the tasks are discordant." +
			" With 100 tasks its power is 40.0%, and the smallest difference that they show with a power of 80% is 20.0 points.",
		"bench: a against b on plan_f1. Nothing to plan from.",
	}
	if len(prose) != 2 || prose[0] != want[0] || prose[1] != want[1] {
		t.Errorf("prose %q, want %q", prose, want)
	}
	if len(tables) != 2 || len(tables[0].Rows) != 2 || len(tables[1].Rows) != 2 {
		t.Fatalf("tables %+v", tables)
	}
	for _, table := range tables {
		for _, row := range table.Rows {
			if len(row) != len(table.Columns) {
				t.Errorf("table %s: %d cells in %d columns", table.ID, len(row), len(table.Columns))
			}
		}
	}
	if notes := strings.Join(tables[0].Notes, " "); strings.Count(notes, "A remark.") != 1 || !strings.Contains(notes, "share of 10,000 drawn studies") {
		t.Errorf("notes %q", tables[0].Notes)
	}
	if len(figures) != 1 || len(figures[0].Chart.(reports.Lines).Series) != 1 {
		t.Errorf("figures %+v, want one with the study that has a curve", figures)
	}

	res := powerSample()
	res.Version = 99
	if _, err := Power(res); err == nil {
		t.Error("results of an unknown version were composed")
	}
}

// TestDetectableProse: one pair, and several that need differences of several
// sizes.
func TestDetectableProse(t *testing.T) {
	said := func(res *result.Results) string {
		doc, err := report(res)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range doc.Blocks {
			if p, ok := b.(reports.Prose); ok && strings.HasPrefix(p.Spans[0].Text, "Power:") {
				return p.Spans[0].Text
			}
		}
		return ""
	}
	carry := func(res *result.Results, differences ...float64) {
		for i, d := range differences {
			res.Comparisons[i].NTasks = 100
			res.Comparisons[i].Detectable = &result.Detectable{Difference: &d, Power: 0.8, Alpha: 0.05, Test: "mcnemar_exact"}
		}
	}
	if got := said(sample.Two(true)); got != "" {
		t.Errorf("without the numbers it says %q", got)
	}
	two := sample.Two(true)
	carry(two, 0.15)
	if got, want := said(two), "Power: with 100 common tasks, the exact McNemar test at .05 shows a true difference of 15.0 points or more with a probability of 80%. Smaller differences may go unseen."; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	many := sample.Many(3, 3)
	carry(many, 0.15, 0.1, 0.2)
	if got, want := said(many), "at .05 before correction shows a true difference of 10.0 to 20.0 points, by pair, or more"; !strings.Contains(got, want) {
		t.Errorf("it says %q, want %q in it", got, want)
	}
}
