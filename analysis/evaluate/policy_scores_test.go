package evaluate

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// Five tasks attempted once: 1 1 0 0 and one without an outcome. Counted as a
// failure it is 2 of 5, left out 2 of 4, as a success 3 of 5. Wilson's 95% bounds
// are of its formula in double, with the normal quantile of Python's statistics.
func TestPolicyIntervalsOfSingleAttempts(t *testing.T) {
	var records []table.Record
	for i, v := range []float64{1, 1, 0, 0, -1} {
		records = append(records, tabletest.Attempted("a", fmt.Sprint("t", i), 0, v))
	}
	res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{})
	want := map[string]struct {
		n         int
		low, high float64
	}{
		"fail":  {5, 0.11762077423264794, 0.769275718723987},
		"drop":  {4, 0.15003898915214958, 0.8499610108478504},
		"worst": {5, 0.11762077423264794, 0.769275718723987},
		"best":  {5, 0.23072428127601297, 0.8823792257673521},
	}
	if n := len(res.Ledger[0].Policies); n != len(want) {
		t.Fatalf("%d policies, want %d", n, len(want))
	}
	for _, p := range res.Ledger[0].Policies {
		w := want[p.Policy]
		switch {
		case p.Interval == nil || p.Interval.Method != "wilson":
			t.Errorf("%s: interval %v, want Wilson's", p.Policy, p.Interval)
		case p.N != w.n || p.NTasks != w.n || math.Abs(float64(p.Interval.Low)-w.low) > 1e-12 || math.Abs(float64(p.Interval.High)-w.high) > 1e-12:
			t.Errorf("%s: %d attempts, %d tasks, %v to %v; want %d, %v to %v", p.Policy, p.N, p.NTasks, p.Interval.Low, p.Interval.High, w.n, w.low, w.high)
		}
	}
}

// Whatever policy a plan states, the ledger gives every run under every policy the
// mean and the interval, to the last bit, of the summary of a plan that states it.
func TestPolicyIntervalsAreThoseOfThePlan(t *testing.T) {
	for _, c := range []struct {
		name   string
		trials int
		change func(*table.Record)
		method string
	}{
		{"single attempts", 1, func(*table.Record) {}, "wilson"},
		{"several attempts", 3, func(*table.Record) {}, "bca"},
		{"clusters", 2, func(r *table.Record) { r.Attempt.Cluster = "c" + r.Attempt.Task[:2] }, "cluster_robust_t"},
		{"a run that lacks whole tasks", 2, func(r *table.Record) {
			if r.Attempt.Run == "b" && r.Attempt.Task < "t3" {
				r.Values = nil
			}
		}, "bca"},
	} {
		t.Run(c.name, func(t *testing.T) {
			records := tabletest.ManyRuns(c.trials)
			for i := range records {
				c.change(&records[i])
			}
			table := tabletest.Of(t, "error", records...)
			type key struct{ run, policy string }
			stated := map[key]result.Summary{}
			results := map[string]*result.Results{}
			for _, policy := range result.Policies {
				res, err := Evaluate(table, result.Plan{Missing: policy, Resamples: 500}, tabletest.ShareCatalog)
				if err != nil {
					t.Fatal(err)
				}
				results[policy] = res
				for _, run := range []string{"a", "b", "c"} {
					stated[key{run, policy}] = summary(t, res, run, "success")
				}
			}
			for by, res := range results {
				for _, row := range res.Ledger {
					for _, p := range row.Policies {
						s := stated[key{row.Run, p.Policy}]
						want := result.PolicyScore{Metric: "success", Policy: p.Policy, N: s.NAttempts, NTasks: s.NTasks, Mean: s.Mean, Interval: s.Interval, Notes: s.Notes}
						if d := cmp.Diff(want, p); d != "" {
							t.Errorf("plan %s, run %s under %s (-summary +ledger):\n%s", by, row.Run, p.Policy, d)
						}
						if p.Interval == nil || p.Interval.Method != c.method {
							t.Errorf("plan %s, run %s under %s: interval %v, want one of %s", by, row.Run, p.Policy, p.Interval, c.method)
						}
					}
				}
			}
		})
	}
}
