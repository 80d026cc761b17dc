package reports_test

import (
	"fmt"
	"testing"

	"mcpstats/analysis"
	"mcpstats/reports"
)

// TestScorecardOfUnevenRuns: what is missing is filled in up to the run's own
// number of attempts. "one" tries every task once, "two" twice, but t1 once.
func TestScorecardOfUnevenRuns(t *testing.T) {
	b := analysis.NewBuilder()
	record := 0
	for run, outcomes := range map[string][2]string{"one": {"1", "0"}, "two": {"11", "1"}} {
		for task, attempts := range outcomes {
			for trial, solved := range attempts {
				b.AddScore(analysis.Origin{Record: record}, analysis.Score{Benchmark: "x", Run: run, Task: fmt.Sprintf("t%d", task), Trial: trial, Metric: "success", Value: float64(solved - '0')}, true)
				record++
			}
		}
	}
	table, err := b.Build("error")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]map[string][2]float64{ // by policy and run
		"fail": {"one": {1, 0}, "two": {1, .5}},
		"best": {"one": {1, 0}, "two": {1, 1}},
		"drop": {"one": {1, 0}, "two": {1, 1}},
	}
	for policy, runs := range want {
		res, err := analysis.Evaluate(table, analysis.Plan{Resamples: 100, Missing: policy}, analysis.Catalog{{
			Name: "success", Doc: "Solved.", Cite: "here", Unit: "share", Scale: analysis.Binary, Missing: analysis.Fail, Main: true,
		}})
		if err != nil {
			t.Fatal(err)
		}
		cards, err := reports.Scorecards(res, table)
		if err != nil || len(cards) != 1 {
			t.Fatalf("%s: %d cards, %v", policy, len(cards), err)
		}
		for r, run := range cards[0].Runs {
			for task, value := range runs[run] {
				if got, ok := cards[0].Task(task, r); !ok || got != value {
					t.Errorf("%s: %s has %v at t%d, want %v", policy, run, got, task, value)
				}
			}
		}
	}
}
