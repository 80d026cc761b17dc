package columnar

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// sharedData is a folder of logs of real runs, beside the repository; tests of
// facts about them skip where it is absent.
func sharedData(t testing.TB, folder string) string {
	t.Helper()
	root := os.Getenv("MCPSTATS_SHARED_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "data")
	}
	root = filepath.Join(root, folder)
	if _, err := os.Stat(root); err != nil {
		t.Skipf("no shared data at %s (MCPSTATS_SHARED_DATA names the folder)", root)
	}
	return root
}

// levelFacts are sums over the attempts of one level.
type levelFacts struct {
	N, Needs, Members, Predicted, Ranked int
	Exact                                int // evaluator_exact_match
	Scores, F1                           float64
}

// The expected sums are DuckDB's over the same files (count, sum(len(...)),
// sum(list_sum(ranked_scores)), sum(evaluator_f1)).
func TestETOM(t *testing.T) {
	want := map[string]map[string]levelFacts{
		"bm25.parquet": {
			"L1": {781, 781, 781, 753, 7810, 695, 181959.46353860717, 695},
			"L2": {773, 773, 1178, 636, 7730, 417, 134600.304732507, 459.55411255411303},
			"L3": {327, 937, 937, 900, 3270, 94, 86451.59359127044, 227.38244103713706},
			"L4": {103, 395, 580, 12, 1030, 0, 49331.70893569539, 1.2857142857142858},
			"L5": {91, 0, 0, 9, 908, 82, 8007.596574201235, 82},
		},
		"keyword.parquet": {
			"L1": {781, 781, 781, 743, 7810, 643, 3020.93588473534, 643},
			"L2": {773, 773, 1178, 616, 7730, 354, 2741.3012683213497, 386.2060966810969},
			"L3": {327, 937, 937, 878, 3270, 63, 1312.3913278156003, 188.21069037068972},
			"L4": {103, 395, 580, 25, 1030, 0, 161.5870592637052, 1.4357142857142855},
			"L5": {91, 0, 0, 8, 908, 83, 202.77754005596415, 83},
		},
		"random.parquet": {
			"L1": {781, 781, 781, 628, 7810, 0, 5792.732048428402, 0},
			"L2": {773, 773, 1178, 634, 7730, 0, 5704.3531036329305, 0},
			"L3": {327, 937, 937, 715, 3270, 0, 2409.9388427023387, 0},
			"L4": {103, 395, 580, 385, 1030, 0, 754.9671100461328, 0},
			"L5": {91, 0, 0, 76, 910, 15, 657.4677168858029, 15},
		},
	}
	dir := sharedData(t, "etom")
	for name, levels := range want {
		got := map[string]levelFacts{}
		rows := readAll(t, filepath.Join(dir, name), Options{})
		if len(rows) != 2075 {
			t.Errorf("%s: %d rows, want 2075", name, len(rows))
		}
		for _, x := range rows {
			f := got[x.Strata["level"]]
			f.N++
			f.Needs += len(x.Expected)
			for _, need := range x.Expected {
				f.Members += len(need.AnyOf)
			}
			f.Predicted += len(x.Predicted)
			f.Ranked += len(x.Ranked)
			for _, r := range x.Ranked {
				f.Scores += r.Score
			}
			f.Exact += int(x.Reported["evaluator_exact_match"])
			f.F1 += x.Reported["evaluator_f1"]
			got[x.Strata["level"]] = f
			if x.Expected == nil || x.Predicted == nil || x.Ranked == nil {
				t.Fatalf("%s: task %s: a list is absent", name, x.Task)
			}
			if x.Run+".parquet" != name || x.Benchmark != "etom" || !x.LatencyMS.Known || x.Success.Known {
				t.Fatalf("%s: task %s: %+v", name, x.Task, x)
			}
		}
		near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(a)) })
		if d := cmp.Diff(levels, got, near); d != "" {
			t.Errorf("%s (-DuckDB +here):\n%s", name, d)
		}
	}
}

const terminalBench = `
run: system
task: task
trial: attempt
success: is_resolved
exit: {column: failure_mode, values: {unset: completed, agent_timeout: timeout, test_timeout: harness_error, parse_error: harness_error}}
latency_ms: {from: agent_started_at, to: agent_ended_at}
prompt_tokens: {column: input_tokens, zero: unknown}
benchmark: {constant: terminal-bench}
`

type outcomeFacts struct {
	N, Resolved, Null                          int
	Completed, Timeout, HarnessError           int
	ResolvedAfterTimeout, Tokens, Timed, Pairs int
	Seconds                                    float64
}

// The expected counts are DuckDB's over the same files, by failure_mode and
// is_resolved; seconds are sum(epoch_us(agent_ended_at) - epoch_us(agent_started_at)).
func TestTerminalBench(t *testing.T) {
	want := map[string]outcomeFacts{
		"20250711_openhands_claude-4-sonnet":      {400, 165, 17, 270, 109, 17, 25, 0, 400, 400, 166428.015961},
		"20250825_swe-agent-mini_claude-4-sonnet": {375, 59, 86, 215, 74, 86, 20, 0, 375, 363, 124899.479435},
		"20250902_orchestrator_claude-4-sonnet":   {390, 144, 19, 254, 117, 19, 27, 266, 0, 390, 0},
		"20250906_orchestrator_claude-4.1-opus":   {391, 159, 9, 215, 167, 9, 38, 218, 0, 391, 0},
		"20250923_droid_claude-4-1-opus":          {400, 235, 9, 299, 92, 9, 37, 0, 400, 400, 142264.46296},
		"20250923_droid_claude-4-sonnet":          {400, 202, 11, 303, 86, 11, 24, 0, 400, 400, 139446.049888},
	}
	dir := sharedData(t, "terminal-bench")
	m, err := mapping.Parse("terminal-bench.yaml", []byte(terminalBench))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]outcomeFacts{}
	for run := range want {
		var f outcomeFacts
		type attempt struct {
			task  string
			trial int
		}
		pairs := map[attempt]bool{}
		for _, x := range readAll(t, filepath.Join(dir, run+".parquet"), Options{Map: m}) {
			if x.Run != run || x.Benchmark != "terminal-bench" {
				t.Fatalf("%+v", x)
			}
			f.N++
			pairs[attempt{x.Task, x.Trial}] = true
			count := func(n *int, is bool) {
				if is {
					*n++
				}
			}
			count(&f.Resolved, x.Success.Value)
			count(&f.Null, !x.Success.Known)
			count(&f.Completed, x.Exit == datasets.ExitCompleted)
			count(&f.Timeout, x.Exit == datasets.ExitTimeout)
			count(&f.HarnessError, x.Exit == datasets.ExitHarnessError)
			count(&f.ResolvedAfterTimeout, x.Exit == datasets.ExitTimeout && x.Success.Value)
			count(&f.Tokens, x.PromptTokens.Known)
			count(&f.Timed, x.LatencyMS.Known)
			f.Seconds += x.LatencyMS.Value / 1000
		}
		f.Pairs = len(pairs)
		got[run] = f
	}
	near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) <= 1e-6 })
	if d := cmp.Diff(want, got, near); d != "" {
		t.Errorf("(-DuckDB +here):\n%s", d)
	}
}

// Without a mapping the aliases find the same columns.
func TestTerminalBenchByAlias(t *testing.T) {
	dir := sharedData(t, "terminal-bench")
	f, err := Open(filepath.Join(dir, "20250923_droid_claude-4-sonnet.parquet"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want := map[string]string{"run": "system", "task": "task", "trial": "attempt", "success": "is_resolved", "exit": "failure_mode",
		"latency_ms": "agent_started_at, agent_ended_at", "prompt_tokens": "input_tokens", "completion_tokens": "output_tokens", "date": "agent_started_at"}
	got := map[string]string{}
	for _, taken := range f.Columns() {
		if taken.How != mapping.AsAttribute {
			got[taken.Column] = taken.From
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
