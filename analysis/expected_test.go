package analysis

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestUsualAttempts(t *testing.T) {
	for _, c := range []struct {
		with map[int]int
		want int
	}{
		{nil, 0},
		{map[int]int{1: 80}, 1},
		{map[int]int{1: 79, 2: 1}, 1},        // one retry
		{map[int]int{5: 70, 4: 8, 1: 2}, 5},  // a few are lost
		{map[int]int{2: 10, 3: 10, 1: 9}, 3}, // equally frequent: the larger
		{map[int]int{0: 9, 2: 1}, 2},
	} {
		if got := usualAttempts(c.with); got != c.want {
			t.Errorf("%v: %d, want %d", c.with, got, c.want)
		}
	}
}

// unevenRuns are four runs at four tasks: "four" tries each task four times, "one"
// once, "retry" once and t0 a second time, "gap" twice, but t2 once and t3 never.
func unevenRuns() []Record {
	var out []Record
	for run, attempts := range map[string][4]int{"four": {4, 4, 4, 4}, "one": {1, 1, 1, 1}, "retry": {2, 1, 1, 1}, "gap": {2, 2, 1, 0}} {
		for task, n := range attempts {
			for trial := range n {
				// t0 and t1 are solved at the first attempt, and nothing else is.
				solved := 0.0
				if task < 2 && trial == 0 {
					solved = 1
				}
				out = append(out, attempted(run, fmt.Sprintf("t%d", task), trial, solved))
			}
		}
	}
	return out
}

// What a run lacks is counted by the number of attempts that it was made with. By
// hand: "four" solves 1/4, 1/4, 0, 0; "one" 1, 1, 0, 0; "retry" 1/2, 1, 0, 0; "gap"
// 1/2, 1/2 and 0 of one attempt and one that is missing, and lacks both at t3.
func TestExpectedAttemptsAreTheRunsOwn(t *testing.T) {
	want := []LedgerRow{
		{Benchmark: "bench", Run: "four", Tasks: 4, Expected: 16, Present: 16},
		{Benchmark: "bench", Run: "gap", Tasks: 4, Expected: 8, Present: 5, Missing: 3},
		{Benchmark: "bench", Run: "one", Tasks: 4, Expected: 4, Present: 4},
		{Benchmark: "bench", Run: "retry", Tasks: 4, Expected: 5, Present: 5},
	}
	means := map[string][2]float64{"four": {.125, .125}, "gap": {.25, 1. / 3}, "one": {.5, .5}, "retry": {.375, .375}} // fail, drop
	table := tableOf(t, "error", unevenRuns()...)
	check := func(what string, res *Results, err error, policy int) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, res.Ledger, cmpopts.IgnoreFields(LedgerRow{}, "Policies")); d != "" {
			t.Errorf("%s: ledger (-want +got):\n%s", what, d)
		}
		for run, mean := range means {
			if got := summary(t, res, run, "success"); !near(got.Mean, &mean[policy]) {
				t.Errorf("%s: %s has the mean %v, want %v", what, run, *got.Mean, mean[policy])
			}
		}
		want := "the runs differ in attempts a task: 4 in four, 2 in gap, 1 in one and 1 more; what is missing is counted by each run's own number."
		for _, w := range res.Warnings {
			if w.Code == "unequal_trials" && w.Message == want {
				return
			}
		}
		t.Errorf("%s: no warning %q in %v", what, want, res.Warnings)
	}
	for i, policy := range []string{"fail", "drop"} {
		plan := Plan{Missing: policy, Resamples: 200}
		res, err := Evaluate(table, plan, testCatalog)
		check(policy, res, err, i)
		sums, err := SumTable(table, sumsSettings, testCatalog)
		if err != nil {
			t.Fatal(err)
		}
		if res, err = sums.Evaluate(plan, testCatalog); policy == "fail" {
			// Sums know t3 of "gap" not: its tasks are three.
			means["gap"] = [2]float64{1. / 3, 1. / 3}
		}
		check("sums, "+policy, res, err, i)
		means["gap"] = [2]float64{.25, 1. / 3}
	}
}

// pass^2 is undefined where a run was made with one attempt, instead of failed.
func TestPassOfOneAttempt(t *testing.T) {
	res := evaluate(t, tableOf(t, "error", unevenRuns()...), Plan{Metrics: []string{"pass_hat_1", "pass_hat_2"}})
	for _, s := range res.Summaries {
		if s.Run == "one" && s.Metric == "pass_hat_2" && s.NTasks != 0 {
			t.Errorf("pass^2 over %d tasks of one attempt each", s.NTasks)
		}
	}
	half := .5
	if got := summary(t, res, "one", "pass_hat_1"); !near(got.Mean, &half) {
		t.Errorf("pass^1 %v, want .5", *got.Mean)
	}
}
