package columnar

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// clone copies what a Trajectory shares with its source.
func clone(x *datasets.Trajectory) datasets.Trajectory {
	t := *x
	t.Strata, t.Reported, t.Attributes = maps.Clone(x.Strata), maps.Clone(x.Reported), maps.Clone(x.Attributes)
	t.Expected = slices.Clone(x.Expected)
	for i, n := range t.Expected {
		t.Expected[i].AnyOf, t.Expected[i].After = slices.Clone(n.AnyOf), slices.Clone(n.After)
	}
	t.Predicted, t.Ranked, t.Available = slices.Clone(x.Predicted), slices.Clone(x.Ranked), slices.Clone(x.Available)
	t.Steps = slices.Clone(x.Steps)
	for i, s := range t.Steps {
		t.Steps[i].Calls = slices.Clone(s.Calls)
		for j := range t.Steps[i].Calls {
			t.Steps[i].Calls[j].Labels = slices.Clone(s.Calls[j].Labels)
		}
	}
	t.Claims, t.Judgments, t.FailureLabels = slices.Clone(x.Claims), slices.Clone(x.Judgments), slices.Clone(x.FailureLabels)
	return t
}

// manyTrajectories are n plausible attempts with texts of the given length.
func manyTrajectories(n, text int) []datasets.Trajectory {
	list := make([]datasets.Trajectory, n)
	for i := range list {
		steps := make([]datasets.Step, 3+i%5)
		for k := range steps {
			steps[k] = datasets.Step{Role: []string{"user", "assistant", "tool"}[k%3], Content: strings.Repeat(fmt.Sprint(i, k), text/4)}
			if k%3 == 1 {
				steps[k].Calls = []datasets.ToolCall{{ID: fmt.Sprint("call", i, k), Server: "s", Tool: fmt.Sprint("tool", (i+k)%7), Arguments: "{}", Result: strings.Repeat("r", text), IsError: datasets.Known(i%9 == 0), LatencyMS: datasets.Known(float64(k))}}
			}
		}
		list[i] = datasets.Trajectory{
			Benchmark: "b", Run: fmt.Sprint("run", i%4), Task: fmt.Sprint("task", i/4), Strata: map[string]string{"level": fmt.Sprint(i % 3), "domain": "d"},
			Success: datasets.Known(i%2 == 0), Reward: datasets.Known(float64(i%10) / 10), Exit: datasets.ExitCompleted,
			Expected:  []datasets.Need{{AnyOf: []string{"s::tool1"}}, {AnyOf: []string{"s::tool2", "s::tool3"}, After: []int{0}}},
			Predicted: []string{"s::tool1"}, Steps: steps, LatencyMS: datasets.Known(float64(i)), Reported: map[string]float64{"f1": 0.5},
		}
	}
	return list
}
