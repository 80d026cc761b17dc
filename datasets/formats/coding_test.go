package formats

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

// calls counts an attempt's calls, all of them or those of one tool.
func calls(t *datasets.Trajectory, tool string) (n int) {
	for _, s := range t.Steps {
		for _, c := range s.Calls {
			if tool == "" || c.Tool == tool {
				n++
			}
		}
	}
	return n
}

func TestSWEAgentDamage(t *testing.T) {
	good := `{"trajectory": [{"action": "ls", "observation": "a"}], "history": [], "info": {"exit_status": "submitted"}}`
	for name, test := range map[string]struct{ text, tasks, says string }{
		"good":          {good, "x", ""},
		"truncated":     {good[:40], "", "ends inside"},
		"wrong types":   {`{"trajectory": {}, "history": []}`, "", "trajectory"},
		"action":        {`{"trajectory": [{"action": 5, "observation": null}], "history": []}`, "", "action"},
		"nothing":       {`{"trajectory": [], "history": []}`, "x", ""},
		"NaN, no UTF-8": {"{\"trajectory\": [{\"action\": \"\xff\", \"observation\": \"\"}], \"history\": [], \"info\": {\"model_stats\": {\"instance_cost\": NaN, \"api_calls\": \"2\"}}}", "x", ""},
		"replay":        {`{"trajectory": [{"action": "ls", "observation": "a"}], "history": [{"role": "assistant", "action": ["ls"], "content": {"x": 1}}], "replay_config": "{"}`, "x", ""},
		"calls alike":   {`{"history": [{"role": "assistant", "tool_calls": [{"id": "1", "function": {"name": "f"}}, {"id": "1", "function": {}}]}, {"role": "tool", "content": null}]}`, "x", ""},
	} {
		tasks, bad := readAll(t, SWEAgent, "run/x.traj", test.text)
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && !strings.Contains(bad[0].Error(), test.says) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
}

func TestMiniSWEAgentDamage(t *testing.T) {
	good := `{"info": {"exit_status": "Submitted"}, "messages": [{"role": "assistant", "content": "x"}], "trajectory_format": "mini-swe-agent-1"}`
	for name, test := range map[string]struct{ text, tasks, says string }{
		"good":          {good, "x", ""},
		"truncated":     {good[:40], "", "ends inside"},
		"wrong types":   {`{"info": [], "messages": []}`, "", "info"},
		"message":       {`[5]`, "", ""},
		"instance":      {`{"info": {}, "messages": [], "instance_id": 7}`, "7", ""},
		"NaN, no UTF-8": {"[{\"role\": \"assistant\", \"content\": \"\xff\", \"extra\": {\"cost\": NaN, \"actions\": 5}}]", "x", ""},
		"return code":   {`[{"role": "assistant", "content": "` + "```bash\\nls\\n```" + `"}, {"role": "user", "content": "<returncode>99999999999999999999</returncode>"}]`, "x", ""},
	} {
		tasks, bad := readAll(t, MiniSWEAgent, "run/x.traj.json", test.text)
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.tasks == "") || len(bad) > 0 && !strings.Contains(bad[0].Error(), test.says) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
}

func TestOpenHandsDamage(t *testing.T) {
	good := `{"instance_id": "a__b-1", "history": [], "test_result": {"git_patch": "d"}, "metadata": {"agent_class": "A"}}`
	for name, test := range map[string]struct{ text, tasks, says string }{
		"truncated":     {good + "\n" + good[:40], "a__b-1", "record 2"},
		"no instance":   {good + "\n" + `{"history": []}`, "a__b-1", "instance_id"},
		"wrong types":   {good + "\n" + `{"instance_id": "c", "history": {}}`, "a__b-1", "history"},
		"event":         {good + "\n" + `{"instance_id": "c", "history": [5]}`, "a__b-1", "history"},
		"circle":        {good + "\n" + `{"instance_id": "c", "history": [{"id": 1, "action": "run", "cause": 1}, {"observation": "run", "cause": 7}, [{"observation": "run"}]]}`, "a__b-1 c", ""},
		"twice":         {good + "\n" + good, "a__b-1 a__b-1", ""},
		"1 and \"1\"":   {`{"instance_id": 1, "history": []}` + "\n" + `{"instance_id": "1", "history": []}`, "1", "number 1"},
		"NaN, no UTF-8": {good + "\n" + "{\"instance_id\": \"c\", \"history\": null, \"metrics\": {\"accumulated_cost\": NaN}, \"error\": \"\xff\"}", "a__b-1 c", ""},
	} {
		tasks, bad := readAll(t, OpenHands, "run/output.jsonl", test.text)
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && !strings.Contains(bad[0].Error(), test.says) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
}

// A report goes to the run that it is named for, or lies nearest to; one that could be two
// runs', or is about other instances, stays a run of its own.
func TestReportsBeside(t *testing.T) {
	traj := func(path string) File {
		return inMemory(path, `{"trajectory": [{"action": "ls", "observation": "a"}], "history": [], "info": {}}`)
	}
	report := func(path, id string) File {
		return inMemory(path, `{"total_instances": 1, "resolved_instances": 1, "resolved_ids": ["`+id+`"], "submitted_ids": ["`+id+`"]}`)
	}
	own := []File{traj("logs/a/x__y-1.traj"), traj("logs/b/x__y-1.traj")}
	for name, test := range map[string]struct {
		report File
		runs   string // with a verdict
	}{
		"by name":         {report("b.day1.json", "x__y-1"), "b"},
		"by folder":       {report("logs/a/eval.json", "x__y-1"), "a"},
		"below":           {report("logs/b/evaluation/eval.json", "x__y-1"), "b"},
		"either":          {report("logs/eval.json", "x__y-1"), ""},
		"other instances": {report("logs/a/eval.json", "x__y-2"), ""},
	} {
		picked := SWEAgent.Beside(own, []File{test.report, inMemory("logs/a/other.json", "[]")})
		if (len(picked) == 1) != (test.runs != "") {
			t.Errorf("%s: %d picked", name, len(picked))
			continue
		}
		all, bad := collect(t, SWEAgent, append(picked, own...), Options{})
		got := ""
		for _, tr := range all {
			if tr.Success.Value {
				got += tr.Run
			}
		}
		if got != test.runs || len(all) != 2 || len(bad) > 0 {
			t.Errorf("%s: %q of %d, %v", name, got, len(all), bad)
		}
	}
	if _, err := SWEAgent.Read([]File{report("a/eval.json", "x__y-1")}, Options{}); err == nil || !strings.Contains(err.Error(), "only reports") {
		t.Error(err)
	}
}

// The actions, costs and tokens that SOURCE.md counts in the raw files.
func TestWildSWEAgent(t *testing.T) {
	root := sharedData(t, "wild", "swe-agent")
	var paths []string
	for _, pattern := range []string{"tests/test_data/trajectories/*/*.traj", "trajectories/demonstrations/*.traj", "trajectories/demonstrations/*/*.traj"} {
		found, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		paths = append(paths, found...)
	}
	all, bad := collect(t, SWEAgent, onDisk(t, paths...), Options{})
	got := map[string]string{}
	for _, tr := range all {
		got[tr.Task] = fmt.Sprintf("%d calls, %.5f USD, %d/%d tokens, %s", calls(&tr, ""), tr.CostUSD.Value, tr.PromptTokens.Value, tr.CompletionTokens.Value, cmp.Or(tr.Exit, "no exit"))
		if tr.Success.Known {
			t.Errorf("%s has a verdict", tr.Task)
		}
	}
	want := map[string]string{
		"pydicom__pydicom-1458":           "12 calls, 1.26719 USD, 122612/1369 tokens, completed",
		"swe-agent__test-repo-i1":         "5 calls, 0.53839 USD, 52861/326 tokens, completed",
		"6e44b9__sweagenttestrepo-1c2844": "5 calls, 0.01952 USD, 7141/243 tokens, completed",
		"humanevalfix-python-0":           "5 calls, 0.00000 USD, 0/0 tokens, completed",
		"function_calling_simple":         "5 calls, 0.00000 USD, 0/0 tokens, no exit",
	}
	if d := diff.Diff(want, got); d != "" || len(bad) > 0 {
		t.Errorf("%v (-want +got):\n%s", bad, d)
	}
}

// 10 and 2 calls of bash, by SOURCE.md.
func TestWildMiniSWEAgent(t *testing.T) {
	paths, _ := filepath.Glob(filepath.Join(sharedData(t, "wild", "mini-swe-agent"), "tests", "test_data", "*.traj.json"))
	all, bad := collect(t, MiniSWEAgent, onDisk(t, paths...), Options{})
	got := map[string]int{}
	for _, tr := range all {
		got[tr.Task] = calls(&tr, "bash")
	}
	if d := diff.Diff(map[string]int{"github_issue": 10, "local": 2}, got); d != "" || len(bad) > 0 {
		t.Errorf("%v (-want +got):\n%s", bad, d)
	}
}

// The actions and tokens of SOURCE.md's table; a cost of 0 with tokens used is not known.
func TestWildOpenHands(t *testing.T) {
	all, bad := collect(t, OpenHands, onDisk(t, filepath.Join(sharedData(t, "wild", "openhands"), "examples", "output.jsonl")), Options{})
	got := map[string]string{}
	for _, tr := range all {
		got[tr.Task] = fmt.Sprintf("run %d, read %d, edit %d, think %d, finish %d of %d, %d/%d tokens, %s", calls(&tr, "run"), calls(&tr, "read"), calls(&tr, "edit"), calls(&tr, "think"), calls(&tr, "finish"), calls(&tr, ""),
			tr.PromptTokens.Value, tr.CompletionTokens.Value, tr.Exit)
		if tr.CostUSD.Known || tr.Success.Known || tr.Run != "CodeActAgent openai/openrouter-llama-4-maverick" {
			t.Errorf("%s: cost %v, success %v, run %q", tr.Task, tr.CostUSD, tr.Success, tr.Run)
		}
	}
	want := map[string]string{
		"ponylang__ponyc-4595": "run 13, read 6, edit 2, think 1, finish 1 of 23, 565158/2558 tokens, completed",
		"ponylang__ponyc-4593": "run 12, read 9, edit 11, think 0, finish 1 of 33, 410169/5156 tokens, completed",
		"ponylang__ponyc-4588": "run 24, read 8, edit 16, think 1, finish 0 of 49, 938015/5627 tokens, max_turns",
	}
	if d := diff.Diff(want, got); d != "" || len(bad) > 0 {
		t.Errorf("%v (-want +got):\n%s", bad, d)
	}
}
