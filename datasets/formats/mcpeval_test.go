package formats

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

func TestMCPEvalDamage(t *testing.T) {
	good := `{"task_id": "a", "evaluation": {"strict": {"success": true}}}`
	for name, test := range map[string]struct {
		text, tasks, says string
		file              bool
	}{
		"truncated":      {`{"task_results": [` + good + `, {"task_id": "b`, "a", "ends inside record 2", true},
		"cut behind":     {`{"task_results": [` + good + `]`, "a", "", true},
		"wrong types":    {`{"task_results": [{"task_id": "b", "ground_truth_calls": {}}, ` + good + `], "summary_metrics": {}}`, "a", "record 1", false},
		"no tool":        {`{"task_results": [{"task_id": "b", "prediction_calls": [{"tool_parameters": {}}]}, ` + good + `], "summary_metrics": {}}`, "a", "names no tool", false},
		"no task":        {`{"task_results": [{"evaluation": {}}, ` + good + `], "summary_metrics": {}}`, "a", `column "task_id"`, false},
		"verdict a word": {`{"task_results": [{"task_id": "b", "evaluation": {"strict": {"success": "no"}}}, ` + good + `], "summary_metrics": {}}`, "a", "evaluation", false},
		"NaN, no UTF-8":  {"{\"task_results\": [{\"task_id\": \"a\", \"evaluation\": {\"strict\": {\"success\": null, \"overall_score\": NaN}, \"x\": \"\xff\"}}], \"summary_metrics\": {}}", "a", "", false},
	} {
		tasks, bad := readAll(t, MCPEval, "m/task_metrics.json", test.text)
		var fe *datasets.FileError
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "" || test.file) || len(bad) > 0 && (!strings.Contains(bad[0].Error(), test.says) || errors.As(bad[0], &fe) != test.file) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
	if _, err := MCPEval.Read([]File{inMemory("summary_analysis.json", `{"summary": {}, "parameter_mismatches": {}, "tool_usage": {}}`)}, Options{}); err == nil || !strings.Contains(err.Error(), "only a summary") {
		t.Error(err)
	}
}

// A damaged run of the list leaves its comparison as it is.
func TestMCPEvalKeepsComparisons(t *testing.T) {
	metrics := inMemory("m/task_metrics.json", `{"task_results": [{"task_id": "a", "evaluation": {"strict": {"success": true}}}], "summary_metrics": {}}`)
	list := inMemory("m.json", `[{"task_id": "a", "success": true, "tool_calls": [], "final_response": "", "conversation": 5, "model": "m", "client_type": "openai"}]`)
	all, bad := collect(t, MCPEval, []File{metrics, list}, Options{})
	if len(bad) != 1 || !strings.Contains(bad[0].Error(), "conversation") || len(all) != 1 || !all[0].Success.Value {
		t.Error(all, bad)
	}
}

// The files' own counts of successes, and of calls.
func TestWildMCPEval(t *testing.T) {
	all, bad := collect(t, MCPEval, below(t, sharedData(t, "wild", "mcpeval")), Options{})
	type sums struct{ tasks, strict, flexible, predicted, right int }
	got := map[string]sums{}
	for _, tr := range all {
		s := got[tr.Run]
		s.tasks++
		s.strict += intOf(tr.Success.Value)
		s.flexible += int(tr.Reported["flexible_success"])
		s.right += len(tr.Expected)
		for _, step := range tr.Steps {
			s.predicted += len(step.Calls)
		}
		got[tr.Run] = s
	}
	want := map[string]sums{"gpt-4.1-mini": {62, 22, 38, 192, 149}, "gpt-4.1-nano": {62, 0, 9, 147, 149}}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(sums{})); d != "" || len(bad) > 0 {
		t.Error(d, bad)
	}
}
