package evaluate

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// A list of means is the part of an evaluation that it says it is: the same
// summaries, and the runs in the same order.
func TestSummarizeIsPartOfEvaluate(t *testing.T) {
	build := func() *table.Table {
		rng := rand.New(rand.NewPCG(3, 3))
		b := table.NewBuilder()
		for run := range 4 {
			for task := range 40 {
				for trial := range 2 {
					r := table.Record{Attempt: table.Attempt{Benchmark: "b", Run: fmt.Sprint("run", run), Task: fmt.Sprint("t", task), Trial: trial}}
					if rng.IntN(10) > 0 {
						r.Values = append(r.Values, table.Value{Metric: "success", Value: float64(rng.IntN(2))})
					}
					r.Values = append(r.Values, table.Value{Metric: "share", Value: rng.Float64()})
					b.Add(table.Origin{Record: run*100 + task*2 + trial}, r)
				}
			}
		}
		table, err := b.Build("error")
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	plan := result.Plan{Strata: []string{"none"}, Resamples: 500}
	whole, err := Evaluate(build(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	part, err := Summarize(build(), plan, nil, true)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(whole.Summaries, part.Summaries); d != "" {
		t.Errorf("summaries (-Evaluate +Summarize):\n%s", d)
	}
	if d := cmp.Diff(whole.Metrics, part.Metrics); d != "" {
		t.Errorf("metrics (-Evaluate +Summarize):\n%s", d)
	}
	order := func(r result.Ranking) (runs []string) {
		for _, run := range r.Runs {
			runs = append(runs, run.Run)
		}
		return runs
	}
	for _, r := range whole.Rankings {
		if r.Metric == part.Rankings[0].Metric {
			if d := cmp.Diff(order(r), order(part.Rankings[0])); d != "" {
				t.Errorf("order (-Evaluate +Summarize):\n%s", d)
			}
		}
	}
	plain, err := Summarize(build(), plan, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range plain.Summaries {
		if s.Interval == nil || s.Interval.Method == whole.Summaries[i].Interval.Method || *s.Mean != *whole.Summaries[i].Mean {
			t.Errorf("%s of %s without bootstrap: mean %v, interval %+v", s.Metric, s.Run, *s.Mean, s.Interval)
		}
	}
}
