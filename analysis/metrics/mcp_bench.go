package metrics

import (
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// mcpBenchScores are what MCP-Bench's judge gives besides task_fulfillment, which is the
// reward, as logged.
var mcpBenchScores = []struct{ key, asks string }{
	{"grounding", "whether the answer's claims come from the tools' results"},
	{"tool_appropriateness", "whether the tools suit the subtasks"},
	{"parameter_accuracy", "whether the calls' parameters are right and complete"},
	{"dependency_awareness", "whether calls come behind what they depend on"},
	{"parallelism_and_efficiency", "whether independent calls were made together, and none in vain"},
}

// mcpBench is a metric a score. Its own averages leave out tasks without an evaluation, and so
// do these.
func mcpBench() []table.Metric {
	var out []table.Metric
	for _, s := range mcpBenchScores {
		out = append(out, table.Metric{
			Name:    "mcp_bench_" + s.key,
			Doc:     "MCP-Bench's judge, from 1 to 10, on " + s.asks + "; undefined without an evaluation and in other logs.",
			Cite:    "MCP-Bench, arXiv:2508.20453, benchmark/evaluator.py",
			Unit:    "points",
			Scale:   result.Interval,
			Better:  result.Higher,
			Missing: result.Drop,
			Needs:   datasets.Of(datasets.ColReported),
			Score: func(t *datasets.Trajectory) (float64, bool) {
				// A log may have one number of such a name; all of them are the judge's.
				for _, other := range mcpBenchScores {
					if _, ok := t.Reported[other.key]; !ok {
						return 0, false
					}
				}
				return t.Reported[s.key], true
			},
		})
	}
	return out
}
