package main

import (
	"math"
	"path/filepath"
	"slices"
	"testing"
)

// What papers print of labels and judges.

// labelsOfAtlas: ranges of categories, average shares of patterns, and one model's modes,
// whose counts of 555 are those nearest to print.
var labelsOfAtlas = []printedCell{
	{"categories over models", "labels-over-runs-", []string{"category", "tool_usage"}, "low", .34, .005},
	{"categories over models", "labels-over-runs-", []string{"category", "tool_usage"}, "high", .52, .005},
	{"categories over models", "labels-over-runs-", []string{"category", "task_understanding"}, "low", .23, .005},
	{"categories over models", "labels-over-runs-", []string{"category", "task_understanding"}, "high", .38, .005},
	{"categories over models", "labels-over-runs-", []string{"category", "response_quality"}, "low", .03, .005},
	{"categories over models", "labels-over-runs-", []string{"category", "response_quality"}, "high", .08, .005},
	{"categories over models", "labels-over-runs-", []string{"category", "logical_error"}, "low", .01, .005},
	{"categories over models", "labels-over-runs-", []string{"category", "logical_error"}, "high", .02, .005},
	{"average share of a pattern", "labels-over-runs-", []string{"pattern", "no_tools_called"}, "mean", .3631, .00005},
	{"average share of a pattern", "labels-over-runs-", []string{"pattern", "partial_task_completion"}, "mean", .2975, .00005},
	{"average share of a pattern", "labels-over-runs-", []string{"pattern", "incorrect_tool_parameters"}, "mean", .1275, .00005},
	{"average share of a pattern", "labels-over-runs-", []string{"pattern", "incorrect_conclusion"}, "mean", .1226, .00005},
	{"one model's failure modes", "labels-mcp-atlas", []string{"pattern", "partial_task_completion", "partial_completion", "task understanding", "GPT-5"}, "failed_share", .3507, .001},
	{"one model's failure modes", "labels-mcp-atlas", []string{"pattern", "no_tools_called", "no_tools_called", "tool use", "GPT-5"}, "failed_share", .2091, .001},
	{"one model's failure modes", "labels-mcp-atlas", []string{"pattern", "incorrect_conclusion", "incorrect_conclusion", "response", "GPT-5"}, "failed_share", .1677, .001},
	{"one model's failure modes", "labels-mcp-atlas", []string{"pattern", "incorrect_tool_parameters", "incorrect_parameters", "tool use", "GPT-5"}, "failed_share", .1503, .001},
	{"one model's failure modes", "labels-mcp-atlas", []string{"pattern", "skipped_steps", "missing_tool_call", "tool use", "GPT-5"}, "failed_share", .0769, .001},
	{"one model's failure modes", "labels-mcp-atlas", []string{"pattern", "missing_tool_calls", "missing_tool_call", "tool use", "GPT-5"}, "failed_share", .0237, .001},
	{"one model's failure modes", "labels-mcp-atlas", []string{"pattern", "misunderstood_task", "misunderstood_task", "task understanding", "GPT-5"}, "failed_share", .0138, .001},
	{"one model's failure modes", "labels-mcp-atlas", []string{"pattern", "insufficient_exploration", "premature_stop", "task understanding", "GPT-5"}, "failed_share", .0079, .001},
	{"a mode that never occurs", "labels-mcp-atlas", []string{"pattern", "", "wrong_tool", "", "GPT-5"}, "failed_share", 0, 0},
	{"a mode that never occurs", "labels-mcp-atlas", []string{"pattern", "", "constraint_violation", "", "GPT-5"}, "failed_share", 0, 0},
}

// labelsOfLive: agreement over both runs that people judged, confusion, votes, the upper
// bound, why judges err, types of errors, hallucinated calls, and the second judge's ranking.
var labelsOfLive = []printedCell{
	{"agreement over both runs", "agreement-pooled-livemcpbench", []string{"all runs", "deepseek-v3", "stored"}, "agreement", .7895, .00005},
	{"agreement over both runs", "agreement-pooled-livemcpbench", []string{"all runs", "deepseek-v3", "stored"}, "n", 190, 0},
	{"agreement, one run", "agreement-livemcpbench", []string{"Claude-Sonnet-4", "deepseek-v3", "stored"}, "agreement", .8105, .00005},
	{"confusion", "confusion-livemcpbench", []string{"Claude-Sonnet-4", "deepseek-v3", "stored", "62", "13", "5", "15"}, "f1", .8732, .00005},
	{"confusion", "confusion-livemcpbench", []string{"Claude-Opus-4", "deepseek-v3", "stored"}, "f1", .8308, .00005},
	{"at least half of the judges", "agreement-livemcpbench", []string{"Claude-Sonnet-4", "vote>=half", "stored"}, "agreement", .7789, .00005},
	{"some judge right", "judge-bounds-", []string{"Claude-Sonnet-4"}, "some_right_share", .9789, .00005},
	{"why the judge errs", "judge-errors-", []string{"deepseek-v3", "all runs", "output_completeness"}, "share", .30, .0005},
	{"why the judge errs", "judge-errors-", []string{"deepseek-v3", "all runs", "hallucinated_completion"}, "share", .45, .0005},
	{"why the judge errs", "judge-errors-", []string{"deepseek-v3", "all runs", "granularity_mismatch"}, "share", .175, .0005},
	{"why the judge errs", "judge-errors-", []string{"deepseek-v3", "all runs", "other"}, "share", .075, .0005},
	{"why the judge errs", "judge-errors-", []string{"deepseek-v3", "all runs", "other"}, "labelled", 40, 0},
	{"why the second judge errs", "judge-errors-", []string{"qwen2.5-72b", "all runs", "output_completeness"}, "share", .333, .0005},
	{"why the second judge errs", "judge-errors-", []string{"qwen2.5-72b", "all runs", "hallucinated_completion"}, "share", .462, .0005},
	{"why the second judge errs", "judge-errors-", []string{"qwen2.5-72b", "all runs", "granularity_mismatch"}, "share", .154, .0005},
	{"why the second judge errs", "judge-errors-", []string{"qwen2.5-72b", "all runs", "other"}, "share", .051, .0005},
	{"types of errors", "labels-livemcpbench", []string{"human", "query_error", "query_mismatch", "retrieval", "all runs"}, "labelled_share", .1333, .00005},
	{"types of errors", "labels-livemcpbench", []string{"human", "retrieve_error", "retrieval_miss", "retrieval", "all runs"}, "labelled_share", .50, .00005},
	{"types of errors", "labels-livemcpbench", []string{"human", "tool_error", "incorrect_parameters", "tool use", "all runs"}, "labelled_share", .1833, .00005},
	{"types of errors", "labels-livemcpbench", []string{"human", "other_error", "error_not_recovered", "tool use", "all runs"}, "labelled_share", .1833, .00005},
	{"hallucinated calls", "call-labels-livemcpbench", []string{"hallucinated", "Claude-Sonnet-4"}, "count", 73, 0},
	{"hallucinated calls", "call-labels-livemcpbench", []string{"hallucinated", "Claude-Sonnet-4"}, "calls", 814, 0},
	{"hallucinations that the judge noticed", "labels-and-verdicts-", []string{"human, hallucination", "tool_use_hallucination", "deepseek-v3", "all runs"}, "failed", 8, 0},
	{"hallucinations that the judge noticed", "labels-and-verdicts-", []string{"human, hallucination", "tool_use_hallucination", "deepseek-v3", "all runs"}, "of", 11, 0},
	{"tau-b of two rankings", "judge-rankings-", []string{"deepseek-v3", "qwen2.5-72b"}, "tau_b", .8837, .00005},
	{"tau-b of two rankings", "judge-rankings-", []string{"deepseek-v3", "qwen2.5-72b"}, "p", .00008, .000005},
	{"second judge", "ranks-", []string{"Claude-Sonnet-4"}, "b", .7789, .00005},
	{"second judge", "ranks-", []string{"Claude-Opus-4"}, "b", .6421, .00005},
	{"second judge", "ranks-", []string{"GPT-5"}, "b", .5158, .00005},
	{"second judge", "ranks-", []string{"Qwen3-235B-A22B"}, "b", .4000, .00005},
	{"second judge", "ranks-", []string{"DeepSeek-R1-0528"}, "b", .3789, .00005},
	{"second judge", "ranks-", []string{"GPT-5-Mini"}, "b", .4000, .00005},
	{"second judge", "ranks-", []string{"GPT-4.1-Mini"}, "b", .3158, .00005},
	{"second judge", "ranks-", []string{"Qwen2.5-72B-Instruct"}, "b", .3895, .00005},
	{"second judge", "ranks-", []string{"DeepSeek-V3-0324"}, "b", .3158, .00005},
	{"second judge", "ranks-", []string{"Gemini-2.5-Pro"}, "b", .2979, .00005},
	{"second judge", "ranks-", []string{"GPT-4.1"}, "b", .2737, .00005},
	{"second judge", "ranks-", []string{"Qwen3-32B"}, "b", .2526, .00005},
	{"second judge", "ranks-", []string{"Gemini-2.5-Pro"}, "b_tasks", 94, 0},
	{"second judge", "ranks-", []string{"DeepSeek-R1-0528"}, "b_rank", 7, 0},
}

// labelsOfKeyPoints: the source of the key points, of which people's give the printed agreement.
var labelsOfKeyPoints = []printedCell{
	{"human key points", "judge-variants-", []string{"deepseek-v3", "Claude-Sonnet-4", "generated key points", "human key points"}, "agreement_b", .8105, .00005},
	{"generated key points", "judge-variants-", []string{"deepseek-v3", "Claude-Sonnet-4", "generated key points", "human key points"}, "only_b", 3, 0},
	{"human key points", "pivot-livemcpbench-key-points-made-up-judge-variant-share", []string{"deepseek-v3"}, "human_key_points", .8105, .00005},
	{"generated key points", "pivot-livemcpbench-key-points-made-up-judge-variant-share", []string{"deepseek-v3"}, "generated_key_points", 74. / 95, 1e-12},
	{"generated key points", "judge-variants-", []string{"gpt-4.1", "Claude-Sonnet-4", "generated key points", "human key points"}, "only_a", 3, 0},
}

// realLive is the public Claude-Sonnet-4 run of LiveMCPBench with people's labels and six judges.
// The paper prints 81.05 for its default judge and 58.95 for the lowest, a confusion of 62, 13, 5
// and 15, 77.89 for the vote and 97.89 where some judge is right (of ten; six give as much).
var realLive = []printedCell{
	{"default judge", "agreement-livemcpbench", []string{realRun, "deepseek_deepseek-chat-v3-0324", "stored"}, "agreement", .8105, .00005},
	{"lowest judge", "agreement-livemcpbench", []string{realRun, "deepseek_deepseek-r1-0528", "stored"}, "agreement", .5895, .00005},
	{"at least half of the judges", "agreement-livemcpbench", []string{realRun, "vote>=half", "stored"}, "agreement", .7789, .00005},
	{"confusion", "confusion-livemcpbench", []string{realRun, "deepseek_deepseek-chat-v3-0324", "stored", "62", "13", "5", "15"}, "f1", .8732, .00005},
	{"some judge right", "judge-bounds-livemcpbench", []string{realRun, "stored"}, "some_right_share", .9789, .00005},
	{"steps", "pivot-livemcpbench-run-metric", []string{realRun}, "steps", 20.09, .005},
	{"tools used", "pivot-livemcpbench-run-metric", []string{realRun}, "distinct_tools", 2.71, .005},
	{"executions", "pivot-livemcpbench-run-metric", []string{realRun}, "executions", 5.59, .005},
	{"retrievals", "pivot-livemcpbench-run-metric", []string{realRun}, "retrievals", 2.98, .005},
	{"success", "pivot-livemcpbench-run-metric", []string{realRun}, "judge_success[deepseek_deepseek-chat-v3-0324]", .7895, .00005},
	{"servers", "catalog-livemcpbench", []string{"servers"}, "all", 70, 0},
	{"tools", "catalog-livemcpbench", []string{"tools"}, "all", 527, 0},
	{"categories", "catalog-livemcpbench", []string{"categories"}, "all", 8, 0},
	{"tasks by domain", "tasks-by-category-livemcpbench", []string{"work"}, "tasks_count", 31, 0},
	{"tasks by domain", "tasks-by-category-livemcpbench", []string{"daily"}, "tasks_count", 15, 0},
	{"tasks by domain", "tasks-by-category-livemcpbench", []string{"entertainment"}, "tasks_count", 14, 0},
	{"tasks by domain", "tasks-by-category-livemcpbench", []string{"financing"}, "tasks_count", 14, 0},
	{"tasks by domain", "tasks-by-category-livemcpbench", []string{"travel"}, "tasks_count", 12, 0},
	{"tasks by domain", "tasks-by-category-livemcpbench", []string{"shopping"}, "tasks_count", 9, 0},
	{"where judge and people disagree", "cases-livemcpbench-disagreement", []string{"success, where the reference says failure"}, "attempts", 13, 0},
	{"where judge and people disagree", "cases-livemcpbench-disagreement", []string{"failure, where the reference says success"}, "attempts", 5, 0},
}

// realETOM is the public run of three retrievers: tasks by level as the paper prints them, and what the
// benchmark's own evaluator says of bm25, whose F1 at level 4 is over the 3 of 103 plans that were produced.
var realETOM = []printedCell{
	{"tasks by level", "tasks-by-level-etom", []string{"L1"}, "tasks_count", 781, 0},
	{"tasks by level", "tasks-by-level-etom", []string{"L2"}, "tasks_count", 773, 0},
	{"tasks by level", "tasks-by-level-etom", []string{"L3"}, "tasks_count", 327, 0},
	{"tasks by level", "tasks-by-level-etom", []string{"L4"}, "tasks_count", 103, 0},
	{"tasks by level", "tasks-by-level-etom", []string{"L5"}, "tasks_count", 91, 0},
	{"exact match", "pivot-etom-run-level-plan-exact-match", []string{"bm25"}, "l1", .8899, .00005},
	{"exact match", "pivot-etom-run-level-plan-exact-match", []string{"bm25"}, "l3", .2875, .00005},
	{"F1 of plans that were produced", "pivot-etom-run-level-plan-f1-produced", []string{"bm25"}, "l4", .4286, .00005},
	{"F1 of all queries", "pivot-etom-run-level-plan-f1", []string{"bm25"}, "l4", .0125, .00005},
}

const realRun = "claude-sonnet-4-20250514_Qwen3-Embedding-0.6B"

// TestPapersOfRealLogs: the printed values in the public logs that they were made from, with a real
// catalog of another shape than the made-up ones.
func TestPapersOfRealLogs(t *testing.T) {
	shared, ok := sharedData()
	if !ok {
		t.Skip("the real logs are not beside this checkout")
	}
	live := filepath.Join(shared, "livemcpbench")
	for _, p := range []paperReport{
		{notebook: "paper-livemcpbench", logs: []string{live}, flags: []string{"--catalog", filepath.Join(live, "tools.json"), "--primary", "judge_success[deepseek_deepseek-chat-v3-0324]"}, cells: realLive},
		{notebook: "paper-msc-bench", logs: []string{filepath.Join(shared, "etom")}, cells: realETOM},
	} {
		out := filepath.Join(t.TempDir(), "report")
		drawReport(t, slices.Concat([]string{"report", "-q", "--resamples", "200", "--figures", "none", "--trajectories", "none", "--notebook", p.notebook, "-o", out}, p.flags, p.logs)...)
		for _, c := range p.cells {
			got, ok := cellOf(t, filepath.Join(out, "tables"), c)
			if !ok || math.Abs(got-c.want) > c.within {
				t.Errorf("%s: %s, row %q, column %s: %v (found: %v), printed %v", c.item, c.table, c.row, c.column, got, ok, c.want)
			}
		}
	}
}
