package formats

import (
	"path/filepath"
	"testing"
)

// Each kind by its documented keys, in the spellings and layouts that its authors' programs
// write; and the same records as logs, once they hold a verdict or a conversation.
func TestAsides(t *testing.T) {
	for text, want := range map[string]string{
		`{"instance_id": "a__b-1", "model_patch": "d", "model_name_or_path": "m"}`:                                            "SWE-bench predictions",
		`[{"model_name_or_path": "m", "instance_id": "a__b-1", "model_patch": null}]`:                                         "SWE-bench predictions",
		"{\n \"a__b-1\": {\n  \"instance_id\": \"a__b-1\",\n  \"model_patch\": \"\"\n }\n}":                                   "SWE-bench predictions",
		`{"org": "o", "repo": "r", "number": 5, "fix_patch": "d"}`:                                                            "SWE-bench predictions",
		`{"repo": "a/b", "instance_id": "a__b-1", "base_commit": "c", "patch": "d", "FAIL_TO_PASS": "[]"}`:                    "a SWE-bench task set",
		"instance_id,repo,base_commit,patch,test_patch,problem_statement\na__b-1,a/b,c,d,e,f\n":                               "a SWE-bench task set",
		`[{"id": "1", "method": {"name": "x"}, "llm": {"name": "m"}, "test_normal": {"all": {"task_goal_completion": 8.9}}}]`: "an AppWorld leaderboard",
		`{"id": "simple_0", "question": [[{"role": "user", "content": "q"}]], "function": []}`:                                "BFCL questions",
		`{"id": "simple_0", "ground_truth": [{"f": {"x": [1]}}]}`:                                                             "a list of right answers",
		`[{"api_list": [], "query": "q", "relevant APIs": [], "query_id": 588}]`:                                              "ToolBench queries",
		`{"equal_function_sets": [], "servers": [{"name": "crm", "tools": [{"name": "zap"}]}]}`:                               "a catalog of tools",
		`{"tools": [{"name": "zap", "annotations": {"readOnlyHint": true}}]}`:                                                 "a catalog of tools",
		`{"event_id": "1", "event_type": "start", "task_id": null, "timestamp": "t"}`:                                         "a stream of a harness' events",

		`{"instance_id": "a__b-1", "model_patch": "d", "resolved": true}`:                                 "",
		`{"instance_id": "a__b-1", "problem_statement": "p", "patch": "d", "messages": []}`:               "",
		`{"instance_id": "a__b-1", "test_result": {"git_patch": "d"}, "model_patch": "d", "history": []}`: "",
		`{"id": "1", "ground_truth": "x", "prediction": "y"}`:                                             "",
		`{"tools": [{"name": "zap"}], "task": "1"}`:                                                       "",
		`{"tools": [{"name": "zap"}], "messages": []}`:                                                    "",
		`{"tools": ["zap"], "task": "1", "success": true}`:                                                "",
		`{"task": "1", "run": "a"}`:                                                                       "",
		`{"a": {"b": {"model_patch": "d"}}}`:                                                              "",
		`{"x": 1, "y": {"instance_id": "a", "model_patch": "d"}}`:                                         "",
	} {
		if a, ok := AsideOf(inMemory("x", text)); a.Name != want || ok != (want != "") {
			t.Errorf("%s is taken for %q, not %q", text, a.Name, want)
		}
	}
}

// No log is an aside: every file of every fixture.
func TestLogsAreNoAsides(t *testing.T) {
	for _, format := range All {
		for _, f := range fixture(t, format.Name) {
			if a, ok := AsideOf(f); ok && format.Sniff(f) == Log {
				t.Errorf("%s is taken for %s", f.Path, a.Name)
			}
		}
	}
}

// Real ones, by what their SOURCE.md calls them.
func TestWildAsides(t *testing.T) {
	root := sharedData(t, "wild")
	for path, want := range map[string]string{
		"not-logs/appworld-leaderboard/_leaderboard.json":              "an AppWorld leaderboard",
		"not-logs/coder-predictions/all_preds.jsonl":                   "SWE-bench predictions",
		"not-logs/vexp-task-set/swe-bench-100.jsonl":                   "a SWE-bench task set",
		"mini-swe-agent/preds.json":                                    "SWE-bench predictions",
		"mini-swe-agent/tests/test_data/results.json":                  "SWE-bench predictions",
		"vexp-swe-bench/results/swebench-2026-03-22.jsonl":             "",
		"tau2-reruns/runs/20260531-204930-608103/runtime_events.jsonl": "a stream of a harness' events",
	} {
		if a, _ := AsideOf(onDisk(t, filepath.Join(root, filepath.FromSlash(path)))[0]); a.Name != want {
			t.Errorf("%s is taken for %q, not %q", path, a.Name, want)
		}
	}
}
