package table_test

import (
	"math"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/metrics"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// family emits two values, the first one NaN.
func family() table.Metric {
	return table.Metric{Name: "family[x]", Each: func(_ *datasets.Trajectory, emit func(string, float64)) {
		emit("family[nan]", math.NaN())
		emit("family[a]", 2)
	}}
}

func constant(name string, value float64, ok bool) table.Metric {
	return table.Metric{Name: name, Score: func(*datasets.Trajectory) (float64, bool) { return value, ok }}
}

func TestScoreTrajectory(t *testing.T) {
	tr := &datasets.Trajectory{
		Benchmark: "b", Run: "r", Task: "t", Trial: 3, Cluster: "c", DatasetVersion: "v", TaskHash: "h",
		Strata: map[string]string{"level": "L1", "split": "test"}, Exit: datasets.ExitTimeout, Error: "late",
		FailureLabels: []datasets.FailureLabel{{Mode: "timeout", Source: "harness"}},
		Reported:      map[string]float64{"z": 1, "a": 2, "m": math.NaN()},
	}
	got := table.ScoreTrajectory(tr, []table.Metric{
		constant("second", 1, true), constant("no", 5, false), family(), constant("nan", math.NaN(), true), constant("first", 0, true),
	})
	want := table.Record{
		Attempt: table.Attempt{
			Benchmark: "b", Run: "r", Task: "t", Trial: 3, Cluster: "c", Version: "v", Hash: "h",
			Strata: map[string]string{"level": "L1", "split": "test"}, Exit: datasets.ExitTimeout, Errored: true, PlanLength: -1,
			Labels: []datasets.FailureLabel{{Mode: "timeout", Source: "harness"}},
		},
		Values:   []table.Value{{Metric: "second", Value: 1}, {Metric: "family[a]", Value: 2}, {Metric: "first", Value: 0}},
		Reported: []table.Value{{Metric: "a", Value: 2}, {Metric: "z", Value: 1}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A reader may overwrite the memory behind its strings once the next trajectory
// is asked for; the record must not change.
func TestScoreTrajectoryKeepsCopies(t *testing.T) {
	memory := []byte("xxxxx")
	shared := unsafe.String(&memory[0], len(memory))
	tr := &datasets.Trajectory{
		Benchmark: shared, Run: shared, Task: shared, Cluster: shared, DatasetVersion: shared, TaskHash: shared,
		Exit: datasets.Exit(shared), Strata: map[string]string{shared: shared}, Reported: map[string]float64{shared: 1},
		FailureLabels: []datasets.FailureLabel{{Mode: shared, Source: shared}},
		Judgments:     []datasets.Judgment{{Judge: shared, Verdict: datasets.Known(1.0)}},
	}
	got := table.ScoreTrajectory(tr, metrics.All())
	copy(memory, "yyyyy")
	want := table.Record{
		Attempt: table.Attempt{
			Benchmark: "xxxxx", Run: "xxxxx", Task: "xxxxx", Cluster: "xxxxx", Version: "xxxxx", Hash: "xxxxx",
			Exit: "xxxxx", Strata: map[string]string{"xxxxx": "xxxxx"}, PlanLength: -1, Labels: []datasets.FailureLabel{{Mode: "xxxxx", Source: "xxxxx"}},
		},
		Values:   []table.Value{{Metric: "judge_success[xxxxx]", Value: 1}},
		Reported: []table.Value{{Metric: "xxxxx", Value: 1}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// attempt is the size of those of a large log: a plan of three needs, nine
// messages, six calls.
func attempt() *datasets.Trajectory {
	t := &datasets.Trajectory{
		Benchmark: "synthetic", Run: "run_03", Task: "task_0012345", Trial: 2,
		Strata:  map[string]string{"level": "L3", "domain": "retail"},
		Success: datasets.Known(true), Reward: datasets.Known(0.75), Exit: datasets.ExitCompleted,
		LatencyMS: datasets.Known(1234.5), CostUSD: datasets.Known(0.02),
		PromptTokens: datasets.Known[int64](1000), CompletionTokens: datasets.Known[int64](100),
		Expected: []datasets.Need{
			{AnyOf: []string{"server1::tool1"}}, {AnyOf: []string{"server2::tool2", "server3::tool3"}, After: []int{0}},
			{AnyOf: []string{"server4::tool4"}, After: []int{1}},
		},
		Predicted: []string{"server1::tool1", "server3::tool3", "server5::tool5"},
	}
	for range 3 {
		t.Steps = append(t.Steps, datasets.Step{Role: "user"}, datasets.Step{Role: "assistant", Calls: []datasets.ToolCall{
			{ID: "call_1", Server: "server1", Tool: "tool1", Arguments: `{"q":"1"}`},
			{ID: "call_2", Server: "server3", Tool: "tool3", Arguments: `{"q":"2"}`, IsError: datasets.Known(true)},
		}}, datasets.Step{Role: "tool"})
	}
	return t
}

func BenchmarkScoreTrajectory(b *testing.B) {
	calls, err := metrics.Select([]string{"success", "reward", "latency_ms", "cost_usd", "total_tokens", "tool_calls", "tool_error_rate"})
	if err != nil {
		b.Fatal(err)
	}
	for _, list := range []struct {
		name    string
		metrics []table.Metric
	}{{"all", metrics.All()}, {"scalars_and_calls", calls}} {
		b.Run(list.name, func(b *testing.B) {
			t := attempt()
			b.ReportAllocs()
			for b.Loop() {
				table.ScoreTrajectory(t, list.metrics)
			}
		})
	}
}
