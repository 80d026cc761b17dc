package evaluate

import (
	"fmt"
	"math"
	"testing"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// By hand: plans of 2 needs score .8 and .6, plans of 3 needs .4: the curve falls
// from .7 (n = 2) to .4 (n = 1).
func TestLengthSweep(t *testing.T) {
	var records []table.Record
	for i, f1 := range []float64{.8, .6, .4} {
		r := tabletest.Attempted("a", fmt.Sprint("t", i), 0, -1)
		r.Attempt.PlanLength = 2
		if i == 2 {
			r.Attempt.PlanLength = 3
		}
		r.Values = []table.Value{{Metric: "plan_f1", Value: f1}}
		records = append(records, r)
	}
	res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{})
	if len(res.Sweeps) == 0 || res.Sweeps[0].Axis != "plan_length" {
		t.Fatalf("sweeps %+v, want F1 against plan length", res.Sweeps)
	}
	p := res.Sweeps[0].Lines[0].Points
	if len(p) != 2 || p[0].X != 2 || p[0].NTasks != 2 || math.Abs(p[0].Mean-.7) > 1e-15 || p[1].X != 3 || p[1].Mean != .4 {
		t.Errorf("points %+v", p)
	}
}

// pass@k and pass^k are curves over k, in the order of k.
func TestCutoffSweep(t *testing.T) {
	res := evaluated(t, tabletest.Of(t, "error", twoRuns()...), result.Plan{})
	found := map[string]string{}
	for _, s := range res.Sweeps {
		for _, p := range s.Lines[0].Points {
			found[s.Metric] += fmt.Sprintf("%v:%.3f ", p.X, p.Mean)
		}
	}
	// Run a: c of n = 2 are 2, 1, 0 (see TestPassMetrics).
	if found["pass_at_k"] != "1:0.500 2:0.667 " || found["pass_hat_k"] != "1:0.500 2:0.333 " {
		t.Errorf("curves %v", found)
	}
}

// Runs whose names differ in one parameter's value are one curve.
func TestParameterSweep(t *testing.T) {
	var records []table.Record
	for i, run := range []string{"hybrid alpha=1.0", "hybrid alpha=0.5", "bm25"} {
		records = append(records, tabletest.Attempted(run, "t1", 0, float64(i%2)), tabletest.Attempted(run, "t2", 0, 1))
	}
	res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{})
	if len(res.Sweeps) != 1 || res.Sweeps[0].Axis != "alpha" || len(res.Sweeps[0].Lines) != 1 || len(res.Sweeps[0].Lines[0].Points) != 2 {
		t.Fatalf("sweeps %+v", res.Sweeps)
	}
	if p := res.Sweeps[0].Lines[0].Points; p[0].X != .5 || p[0].Mean != 1 || p[1].Mean != .5 {
		t.Errorf("points %+v", p)
	}
}

// By hand: a costs 10 and solves 1/2, b costs 20 and solves 1/2, c costs 30 and
// solves 1: b is dominated by a.
func TestFrontier(t *testing.T) {
	var records []table.Record
	for k, run := range []string{"a", "b", "c"} {
		for i := range 2 {
			v := float64(i)
			if run == "c" {
				v = 1
			}
			r := tabletest.Attempted(run, fmt.Sprint("t", i), 0, v)
			r.Values = append(r.Values, table.Value{Metric: "latency_ms", Value: float64(10 * (k + 1))})
			records = append(records, r)
		}
	}
	res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{Baseline: "a"})
	got := ""
	for _, p := range res.Frontiers[0].Points {
		got += fmt.Sprint(p.Run, p.OnFrontier, " ", *p.Total, " ")
	}
	if got != "atrue 20 bfalse 40 ctrue 60 " { // two attempts each
		t.Errorf("frontier %s", got)
	}
	// Normalized latency: b 20/10, c 30/10.
	for i, want := range []float64{2, 3} {
		if r := res.Ratios[i]; r.Name != "normalized_latency" || *r.Value != want || r.Baseline != "a" {
			t.Errorf("ratio %+v, want %v", r, want)
		}
	}
}
