package formats

import (
	"errors"
	"strings"
	"testing"

	"mcpstats/datasets"
)

func TestTerminalBenchDamage(t *testing.T) {
	good := `{"trial_name": "a.1-of-2.r", "task_id": "a", "is_resolved": true, "failure_mode": "unset"}`
	for name, test := range map[string]struct {
		text, tasks, says string
		file              bool
	}{
		"truncated":     {`{"id": "r", "results": [` + good + `, {"trial_name": "b`, "a", "ends inside record 2", true},
		"wrong types":   {`{"results": [{"trial_name": "b", "task_id": "b", "is_resolved": "yes"}, ` + good + `], "n_resolved": 1}`, "a", "record 1", false},
		"no task":       {`{"results": [{"trial_name": "b", "is_resolved": true}, ` + good + `], "n_resolved": 1}`, "a", `column "task_id"`, false},
		"no attempt":    {`{"results": [{"trial_name": "b.0-of-2.r", "task_id": "b"}, ` + good + `], "n_resolved": 1}`, "a", `column "trial_name"`, false},
		"twice":         {`{"results": [` + good + "," + good + `], "n_resolved": 1}`, "a a", "", false},
		"NaN, no UTF-8": {"{\"results\": [{\"trial_name\": \"b\xff\", \"task_id\": \"b\", \"is_resolved\": null, \"total_input_tokens\": NaN}], \"n_resolved\": 0}", "b", "", false},
		"unknown mode":  {`{"results": [{"trial_name": "b", "task_id": "b", "is_resolved": true, "failure_mode": "rain", "agent_started_at": "soon"}], "n_resolved": 0}`, "b", "", false},
		"one trial cut": {`{"trial_name": "a.1-of-2.r", "task_id": "a", "is_resolved": tr`, "", "ends inside", false},
	} {
		tasks, bad := readAll(t, TerminalBench, "run/results.json", test.text)
		var fe *datasets.FileError
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") ||
			len(bad) > 0 && (!strings.Contains(bad[0].Error(), test.says) || errors.As(bad[0], &fe) != test.file) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
	if _, err := TerminalBench.Read([]File{inMemory("r/run_metadata.json", `{"run_id": "r", "dataset_name": "d", "agent_name": "a"}`)}, Options{}); err == nil || !strings.Contains(err.Error(), "only metadata") {
		t.Error(err)
	}
}

func TestHarborDamage(t *testing.T) {
	good := `{"task_name": "a", "trial_name": "a__1", "agent_info": {"name": "h"}, "verifier_result": {"rewards": {"reward": 1}}}`
	for name, test := range map[string]struct{ text, tasks, says string }{
		"truncated":     {good[:60], "", "ends inside"},
		"wrong types":   {`{"task_name": "a", "trial_name": "a__1", "agent_info": [], "task_checksum": ""}`, "", `column "agent_info"`},
		"no task":       {`{"task_name": "", "trial_name": "a__1", "agent_info": {}}`, "", `column "task_name"`},
		"NaN, no UTF-8": {"{\"task_name\": \"a\", \"trial_name\": \"\xff\", \"agent_info\": {}, \"verifier_result\": {\"rewards\": {\"reward\": NaN}}}", "a", ""},
	} {
		tasks, bad := readAll(t, Harbor, "job/a__1/result.json", test.text)
		var re *datasets.RecordError
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && (!strings.Contains(bad[0].Error(), test.says) || !errors.As(bad[0], &re)) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
	// A trajectory that cannot be read is an error of its trial, said with its path.
	all, bad := collect(t, Harbor, []File{inMemory("job/a__1/result.json", good), inMemory("job/a__1/agent/trajectory.json", `{"schema_version": "ATIF-v2.0", "agent": {}, "steps": []}`)}, Options{})
	if len(all) != 0 || len(bad) != 1 || !strings.Contains(bad[0].Error(), "ATIF-v2.0") || !strings.Contains(bad[0].Error(), "agent/trajectory.json") {
		t.Error(all, bad)
	}
}

// One agent in two jobs is two runs; rewards between 0 and 1 are grades, and then
// 0 and 1 are grades too.
func TestHarborRuns(t *testing.T) {
	result := func(job, name, reward string) File {
		return inMemory("jobs/"+job+"/"+name+"/result.json", `{"task_name": "a", "trial_name": "`+name+`", "agent_info": {"name": "h"}, "verifier_result": {"rewards": {"reward": `+reward+`}}}`)
	}
	all, bad := collect(t, Harbor, []File{result("j1", "a__z", "1"), result("j1", "a__b", "0"), result("j2", "a__x", "0.5"), result("j2", "a__y", "1")}, Options{})
	var got []string
	for _, tr := range all {
		got = append(got, tr.Run+" "+tr.Attributes["trial_name"]+" "+string(rune('0'+tr.Trial))+map[bool]string{true: " verdict", false: " grade"}[tr.Success.Known])
	}
	if strings.Join(got, ", ") != "h j1 a__b 0 verdict, h j1 a__z 1 verdict, h j2 a__x 0 grade, h j2 a__y 1 grade" || len(bad) > 0 {
		t.Error(got, bad)
	}
}

func TestATIFDamage(t *testing.T) {
	for name, test := range map[string]struct{ text, tasks, says string }{
		"truncated":       {`{"schema_version": "ATIF-v1.7", "agent": {}, "steps": [`, "", "ends inside"},
		"unknown version": {`{"schema_version": "ATIF-v2.0", "agent": {}, "steps": []}`, "", "known is ATIF-v1"},
		"version 1x":      {`{"schema_version": "ATIF-v10", "agent": {}, "steps": []}`, "", "not known"},
		"wrong types":     {`{"schema_version": "ATIF-v1.7", "agent": {}, "steps": {}}`, "", `column "steps"`},
		"tools of words":  {`{"schema_version": "ATIF-v1.7", "agent": {"tool_definitions": [5]}, "steps": []}`, "", "tool_definitions"},
		"NaN, no UTF-8":   {"{\"schema_version\": \"ATIF-v1.7\", \"agent\": {\"name\": \"\xff\"}, \"steps\": [{\"source\": \"agent\", \"message\": \"x\", \"metrics\": {\"cost_usd\": NaN}}]}", "x", ""},
		"calls alike":     {`{"schema_version": "ATIF-v1.7", "agent": {}, "steps": [{"source": "agent", "message": null, "tool_calls": [{"tool_call_id": "1", "function_name": "f"}, {"tool_call_id": "1", "function_name": "g"}], "observation": {"results": [{"source_call_id": "1", "content": null}]}}]}`, "x", ""},
	} {
		tasks, bad := readAll(t, ATIF, "x.json", test.text)
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && !strings.Contains(bad[0].Error(), test.says) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
}
