package compose_test

import (
	"strings"
	"testing"

	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/reports"
	"mcpstats/reports/compose"
	"mcpstats/reports/internal/sample"
	"mcpstats/reports/internal/standard"
)

// TestOrigins: a table or section of a benchmark names it and tells its part
// without it, whatever its ID is made of.
func TestOrigins(t *testing.T) {
	doc := standard.Report(t, sample.Full())
	parts := map[string]bool{}
	for _, b := range doc.Blocks {
		switch b := b.(type) {
		case reports.Table:
			parts[b.Origin.Part] = true
			if !strings.HasPrefix(b.ID, b.Origin.Part) && !strings.HasSuffix(b.Origin.Part, "-modes") {
				t.Errorf("table %s is said to be %q", b.ID, b.Origin.Part)
			}
		case reports.Heading:
			parts[b.Origin.Part] = true
			if b.Level == 1 && b.Origin.Within != (b.Origin.Part == "benchmark") {
				t.Errorf("heading %s is said to be %+v", b.ID, b.Origin)
			}
		}
	}
	for _, want := range []string{"benchmark", "leaderboard-section", "leaderboard", "comparisons", "denominators", "strata", "summaries", "methods", "warnings", "warning-list"} {
		if !parts[want] {
			t.Errorf("nothing is said to be %q: %v", want, parts)
		}
	}
}

// TestScorecard: the task's score is the mean of its attempts, with what the
// policy makes of those without a score.
func TestScorecard(t *testing.T) {
	b := table.NewBuilder()
	for k, score := range []struct {
		run, task string
		trial     int
		value     float64
	}{{"a", "t1", 1, 1}, {"a", "t1", 2, 0}, {"a", "t2", 2, 1}, {"b", "t1", 1, 1}} {
		b.AddScore(table.Origin{Record: k}, result.Score{Benchmark: "x", Run: score.run, Task: score.task, Trial: score.trial, Metric: "success", Value: score.value}, true)
	}
	built, err := b.Build("error")
	if err != nil {
		t.Fatal(err)
	}
	for policy, want := range map[string][2]float64{ // of a at t1 and t2
		"fail": {.5, .5}, // (1+0)/2; (1+nothing)/2
		"best": {.5, 1},  // nothing counts as 1
		"drop": {.5, 1},  // of the one attempt
	} {
		res, err := evaluate.Evaluate(built, result.Plan{Resamples: 100, Missing: policy}, table.Catalog{{
			Name: "success", Doc: "Solved.", Cite: "here", Unit: "share", Better: result.Higher, Scale: result.Binary, Missing: result.Fail, Main: true,
		}})
		if err != nil {
			t.Fatal(err)
		}
		scores, err := built.ByBenchmark(res.Provenance.Plan)
		if err != nil {
			t.Fatal(err)
		}
		cards, _, err := compose.Scorecards(res, scores)
		if err != nil || len(cards) != 1 || cards[0].Trials != 2 || len(cards[0].Tasks) != 2 {
			t.Fatalf("%s: %+v, %v", policy, cards, err)
		}
		c := cards[0]
		a := 0
		if c.Runs[0] != "a" {
			a = 1
		}
		for task, w := range want {
			if got, ok := c.Task(task, a); !ok || got != w {
				t.Errorf("%s: a has %v at task %d, want %v", policy, got, task, w)
			}
		}
		if v, ok := c.Attempt(1, a, 1); !ok || v != 1 {
			t.Errorf("%s: the second attempt at t2 is %v, %v, want 1", policy, v, ok)
		}
		if _, ok := c.Attempt(1, a, 0); ok {
			t.Errorf("%s: the first attempt at t2 has a score", policy)
		}
		if _, ok := c.Task(1, 1-a); ok { // half of what the runs tried: it answers for its own
			t.Errorf("%s: b has a score at t2, which it has not tried", policy)
		}
	}
}
