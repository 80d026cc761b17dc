package open

import (
	"context"
	"math"
	"path/filepath"
	"testing"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// Logs of real runs, read by a mapping alone, as a stranger to this program would. The numbers
// are those that their authors print, or that count in the raw files, as the SOURCE.md beside
// each says; sums are over the attempts of one run, of all where it is "".
func TestMappingsReadRealLogs(t *testing.T) {
	success := func(x *datasets.Trajectory) float64 { return known(x.Success.Known && x.Success.Value) }
	calls := func(x *datasets.Trajectory) (n float64) {
		for _, s := range x.Steps {
			n += float64(len(s.Calls))
		}
		return n
	}
	attempts := func(*datasets.Trajectory) float64 { return 1 }
	reported := func(name string) func(*datasets.Trajectory) float64 {
		return func(x *datasets.Trajectory) float64 { return x.Reported[name] }
	}
	type sum struct {
		what string
		of   func(*datasets.Trajectory) float64
		run  string
		want float64
		give float64 // what the printed digits leave open
	}
	for _, log := range []struct {
		folder, mapping string
		sums            []sum
	}{
		{"mcpmark", `
files: {records: "runs.{attempt}"}
run: $.model
task: $.task
trial: {column: attempt, values: {run-1: 0, run-2: 1, run-3: 2, run-4: 3}}
success: success
latency_ms: {column: execution_time, unit: s}
prompt_tokens: token_usage.input_tokens
reported: {turns: turn_count, total_tokens: token_usage.total_tokens}
`, []sum{
			{"attempts", attempts, "gpt-5-medium", 120, 0}, {"attempts", attempts, "claude-opus-4-1", 30, 0},
			{"successes", success, "gpt-5-medium", 69, 0}, {"successes", success, "claude-opus-4-1", 10, 0},
			{"turns", reported("turns"), "gpt-5-medium", 1207, 0}, {"turns", reported("turns"), "claude-opus-4-1", 491, 0},
			{"tokens", reported("total_tokens"), "gpt-5-medium", 28_000_677, 0}, {"tokens", reported("total_tokens"), "claude-opus-4-1", 8_295_973, 0},
			{"ms", func(x *datasets.Trajectory) float64 { return x.LatencyMS.Value }, "gpt-5-medium", 37_567_700, 50},
		}},
		{"agentdojo", `
files: {one_per: object}
run: pipeline_name
task: {join: [domain, task_id]}
success: evaluation.utility
reported: {security: evaluation.security}
latency_ms: {column: duration, unit: s}
`, []sum{
			{"utility", success, "gpt-5.6-luna", 9, 0}, {"security", reported("security"), "gpt-5.6-luna", 18, 0},
			{"messages", func(x *datasets.Trajectory) float64 { return float64(len(x.Steps)) }, "", 153, 0}, {"calls", calls, "", 55, 0},
		}},
		{"toolathlon", `
files: {one_per: object, path: "{model}_{name}.json"}
run: model
task: name
success: pass
`, []sum{
			{"attempts", attempts, "claude-4.5-sonnet", 7, 0}, {"attempts", attempts, "deepseek-v3.2-exp", 8, 0},
			{"passes", success, "claude-4.5-sonnet", 5, 0}, {"passes", success, "deepseek-v3.2-exp", 2, 0},
			{"without a verdict", func(x *datasets.Trajectory) float64 { return known(!x.Success.Known) }, "deepseek-v3.2-exp", 1, 0},
			{"calls", calls, "claude-4.5-sonnet", 75, 0}, {"calls", calls, "deepseek-v3.2-exp", 177, 0},
		}},
		{"mcpeval", `
files: {records: task_results, include: task_metrics.json}
run: {path: "{run}/task_metrics.json"}
task: task_id
success: evaluation.strict.success
expected: {list: ground_truth_calls, any_of: tool_name, arguments: tool_parameters}
predicted: {list: prediction_calls, name: tool_name}
reported: {flexible: evaluation.flexible.success, name: evaluation.strict.tool_name_score, overall: evaluation.strict.overall_score}
`, []sum{
			{"attempts", attempts, "gpt-4.1-mini", 62, 0}, {"strict", success, "gpt-4.1-mini", 22, 0}, {"strict", success, "gpt-4.1-nano", 0, 0},
			{"flexible", reported("flexible"), "gpt-4.1-mini", 38, 0}, {"flexible", reported("flexible"), "gpt-4.1-nano", 9, 0},
			{"predicted calls", func(x *datasets.Trajectory) float64 { return float64(len(x.Predicted)) }, "gpt-4.1-mini", 192, 0},
			{"predicted calls", func(x *datasets.Trajectory) float64 { return float64(len(x.Predicted)) }, "gpt-4.1-nano", 147, 0},
			{"expected calls", func(x *datasets.Trajectory) float64 { return float64(len(x.Expected)) }, "gpt-4.1-mini", 149, 0},
			{"name score", reported("name"), "gpt-4.1-mini", .75806 * 62, .000005 * 62}, {"overall score", reported("overall"), "gpt-4.1-nano", .38495 * 62, .000005 * 62},
		}},
		{"mcp-bench", `
files: {records: "task_run_results.{model}"}
run: {path: "benchmark_results_{run}.json"}
task: task_id
latency_ms: {column: execution_time, unit: s}
steps: {list: execution_results, role: {constant: assistant}, calls: {name: tool, server: server, arguments: parameters}}
reported: {fulfillment: evaluation.task_fulfillment, tokens: token_usage.total_tokens}
`, []sum{
			{"attempts", attempts, "20260307_135239_sub_concrete_2s", 6, 0},
			{"fulfillment", reported("fulfillment"), "20260307_135239_sub_concrete_2s", 6.96667 * 6, .000005 * 6}, {"fulfillment", reported("fulfillment"), "20260312_232306_subagents_fuzzy_2s", 5.13333 * 6, .000005 * 6},
			{"calls", calls, "20260307_135239_sub_concrete_2s", 126, 0}, {"calls", calls, "20260312_232306_subagents_fuzzy_2s", 97, 0},
			{"tokens", reported("tokens"), "20260307_135239_sub_concrete_2s", 1_136_583, 0}, {"tokens", reported("tokens"), "20260312_232306_subagents_fuzzy_2s", 968_989, 0},
		}},
		{"promptfoo", `
files: {records: results.results}
run: provider.id
task: testIdx
success: success
latency_ms: latencyMs
cost_usd: {column: cost, unit: usd}
prompt_tokens: response.tokenUsage.prompt
completion_tokens: response.tokenUsage.completion
`, []sum{
			{"attempts", attempts, "openai:chat:gpt-4o-mini", 3, 0}, {"successes", success, "", 2, 0},
			{"ms", func(x *datasets.Trajectory) float64 { return x.LatencyMS.Value }, "", 2339, 0},
			{"USD", func(x *datasets.Trajectory) float64 { return x.CostUSD.Value }, "", 7.05e-06 + 6.75e-06 + 6.9e-06, 1e-12},
			{"prompt tokens", func(x *datasets.Trajectory) float64 { return float64(x.PromptTokens.Value) }, "", 126, 0},
			{"completion tokens", func(x *datasets.Trajectory) float64 { return float64(x.CompletionTokens.Value) }, "", 3, 0},
		}},
	} {
		t.Run(log.folder, func(t *testing.T) {
			m, err := mapping.Parse("map.yaml", []byte(log.mapping))
			if err != nil {
				t.Fatal(err)
			}
			inputs, _, err := Paths(t.Context(), []string{filepath.Join(sharedData(t, "wild"), log.folder)}, Options{Map: m, MaxRecordErrors: -1})
			if err != nil {
				t.Fatal(err)
			}
			got := make([]float64, len(log.sums))
			for _, in := range inputs {
				for x, err := range in.Trajectories(context.Background()) {
					if err != nil {
						t.Fatal(err)
					}
					for i, s := range log.sums {
						if s.run == "" || s.run == x.Run {
							got[i] += s.of(x)
						}
					}
				}
			}
			for i, s := range log.sums {
				if math.Abs(got[i]-s.want) > s.give {
					t.Errorf("%s of %q: %v, SOURCE.md has %v", s.what, s.run, got[i], s.want)
				}
			}
		})
	}
}

// known is 1 for true.
func known(v bool) float64 {
	if v {
		return 1
	}
	return 0
}
