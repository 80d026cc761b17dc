package formats

import (
	"slices"
	"strings"
	"testing"

	"mcpstats/datasets"
)

// Two attempts at the tasks 1 and "1", as each native format would log them. TASK
// stands for the id.
var twoIDs = map[string]struct{ name, head, record, between, tail string }{
	"livemcpbench":    {"run.json", "[", `{"task_id": TASK, "Question": "q", "messages": [], "response": "r"}`, ",", "]"},
	"tau-bench":       {"run.json", "[", `{"task_id": TASK, "reward": 1.0, "info": {}, "traj": [], "trial": 0}`, ",", "]"},
	"etom":            {"run.json", `{"statistics": {}, "config": {"level": 1, "orchestrator": "o"}, "evaluations": [`, `{"query_id": TASK, "status": "tool_call", "ground_truth_tools": [], "predicted_tools": []}`, ",", "]}"},
	"inspect":         {"log.json", `{"version": 2, "status": "success", "eval": {"task": "t", "model": "m", "task_id": "x"}, "samples": [`, `{"id": TASK, "epoch": 1, "messages": [], "scores": {}}`, ",", "]}"},
	"tau2":            {"run.json", `{"info": {"num_trials": 1, "agent_info": {"llm": "m"}}, "tasks": [], "simulations": [`, `{"id": "x", "task_id": TASK, "trial": 0, "messages": []}`, ",", "]}"},
	"lm-eval":         {"samples_t.jsonl", "", `{"doc_id": TASK, "doc": {}, "target": "a", "resps": [], "filter": "none", "metrics": []}`, "\n", "\n"},
	"bfcl":            {"result/m/BFCL_v4_simple_result.json", "", `{"id": TASK, "result": "r"}`, "\n", "\n"},
	"terminal-bench":  {"run/results.json", `{"results": [`, `{"trial_name": "TRIAL", "task_id": TASK, "is_resolved": true}`, ",", "]}"},
	"pinepaper":       {"run.json", "[", `{"id": TASK, "expectedTools": ["a"], "ranked": ["a"]}`, ",", "]"},
	"complexmcp":      {"run.json", "[", `{"task_id": TASK, "initial_state": {}, "final_state": {}, "goal_state": {}}`, ",", "]"},
	"helm":            {"runs/s/per_instance_stats.json", "[", `{"instance_id": TASK, "train_trial_index": 0, "stats": []}`, ",", "]"},
	"mcpeval":         {"m/task_metrics.json", `{"task_results": [`, `{"task_id": TASK}`, ",", `], "summary_metrics": {}}`},
	"mcp-bench":       {"run.json", `{"task_file": "t", "task_run_results": {"m": [`, `{"task_id": TASK}`, ",", "]}}"},
	"openhands":       {"output.jsonl", "", `{"instance_id": TASK, "history": []}`, "\n", "\n"},
	"every-eval-ever": {"x_samples.jsonl", "", `{"schema_version": "0.3", "evaluation_id": "e", "sample_id": TASK}`, "\n", "\n"},
}

// oneType are the formats in which an id has one type by the format itself, and why.
var oneType = map[string]string{
	"mcp-atlas":  "CSV: every id is text",
	"swe-bench":  "ids stand in lists of strings; another type is refused",
	"harbor":     "task_name is a string; another type is refused",
	"agentdojo":  "names of cases are strings; another type is refused",
	"promptfoo":  "descriptions are strings; variables are texts of a name that is made of them",
	"toolathlon": "task names are strings or a file's name; another type is refused",
	"mcpmark":    "task names are strings; another type is refused",
	"atif":       "names no task: the file's name stands for it",
	"otel":       "attributes are typed and surveyed as the columns of a table",
	"chat":       "custom_id is a string; another type is refused",
	"json":       "surveyed as the columns of a table",
	"jsonl":      "surveyed as the columns of a table",
	"csv":        "every id is text",

	// The file's name stands for the task, or for what it is an attempt at.
	"swe-agent":      "names no task: the file's name stands for it",
	"appworld":       "names no task: a folder's name or a key stands for it",
	"toolbench":      "names no task: the file's name or a key stands for it",
	"mini-swe-agent": "a file is one attempt, and the ids of instances are texts",
}

// The ids 1 and "1" never become one task: schema.md has them as one only where the
// column has one type. Whatever is not told apart is refused by name.
func TestNumbersAndTextsAsIDs(t *testing.T) {
	for _, format := range All {
		c, ok := twoIDs[format.Name]
		if !ok {
			if oneType[format.Name] == "" {
				t.Errorf("%s: nothing says how it tells the ids 1 and \"1\" apart", format.Name)
			}
			continue
		}
		t.Run(format.Name, func(t *testing.T) {
			log := func(ids ...string) []File {
				var list []string
				for i, v := range ids {
					list = append(list, strings.NewReplacer("TASK", v, "TRIAL", "t.1-of-1."+string(rune('a'+i))).Replace(c.record))
				}
				return []File{inMemory(c.name, c.head+strings.Join(list, c.between)+c.tail)}
			}
			for _, one := range [][]string{{"1", "2"}, {`"1"`, `"2"`}, {`"1"`, "2"}, {`"01"`, "1"}} {
				all, bad := collect(t, format, log(one...), Options{})
				if len(all) != 2 || len(bad) != 0 || all[0].Task == all[1].Task {
					t.Errorf("%v: %d attempts at %v, %v", one, len(all), tasks(all), bad)
				}
			}
			for _, two := range [][]string{{"1", `"1"`}, {`"1"`, "1"}} {
				all, bad := collect(t, format, log(two...), Options{})
				if len(all) != 1 || len(bad) != 1 || !strings.Contains(bad[0].Error(), `the number 1 and the text "1"`) || !strings.Contains(bad[0].Error(), c.name) {
					t.Errorf("%v: %d attempts at %v, %v", two, len(all), tasks(all), bad)
				}
			}
		})
	}
}

func tasks(all []datasets.Trajectory) []string {
	var names []string
	for _, t := range all {
		names = append(names, t.Task)
	}
	return names
}

// An attempt of a log of several files says in which of them its record stands, so
// that what is wrong with it can be blamed on the file.
func TestAttemptsNameTheirFile(t *testing.T) {
	for _, format := range All {
		if !format.Joined {
			continue
		}
		files := fixture(t, format.Name)
		all, _ := collect(t, format, files, Options{})
		for _, tr := range all {
			if !slices.ContainsFunc(files, func(f File) bool { return f.Path == tr.Place.File }) {
				t.Errorf("%s: run %q, task %q is said to be of file %q", format.Name, tr.Run, tr.Task, tr.Place.File)
			}
		}
		if len(all) == 0 {
			t.Errorf("%s: no attempts in the fixture", format.Name)
		}
	}
}
