package formats

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

func TestMCPBenchDamage(t *testing.T) {
	good := `{"task_id": "a", "status": "completed"}`
	for name, test := range map[string]struct {
		text, tasks, says string
		file              bool
	}{
		"truncated":          {`{"task_file": "t", "task_run_results": {"m": [` + good + `, {"task_id": "b`, "a", "ends inside record 2", true},
		"cut between models": {`{"task_file": "t", "task_run_results": {"m": [` + good + `], `, "a", "ends", true},
		"cut behind":         {`{"task_file": "t", "task_run_results": {"m": [` + good + `]}`, "a", "", true},
		"wrong types":        {`{"task_file": "t", "task_run_results": {"m": [{"task_id": "b", "execution_results": 5}, ` + good + `]}}`, "a", "record 1", false},
		"call of a word":     {`{"task_file": "t", "task_run_results": {"m": [{"task_id": "b", "execution_results": ["f"]}, ` + good + `]}}`, "a", "execution_results", false},
		"call of no tool":    {`{"task_file": "t", "task_run_results": {"m": [{"task_id": "b", "execution_results": [{"server": "s"}]}, ` + good + `]}}`, "a", "names no tool", false},
		"no task":            {`{"task_file": "t", "task_run_results": {"m": [{"status": "completed"}, ` + good + `]}}`, "a", `column "task_id"`, false},
		"no list":            {`{"task_file": "t", "task_run_results": {"m": {"tasks": []}}}`, "", "does not hold a list", true},
		"no model":           {`{"task_file": "t", "task_run_results": [` + good + `]}`, "", `column "model_name"`, false},
		"a list":             {`{"task_file": "t", "task_run_results": [{"task_id": "a", "model_name": "m"}]}`, "a", "", false},
		"NaN, no UTF-8":      {"{\"task_file\": \"t\", \"task_run_results\": {\"m\": [{\"task_id\": \"a\", \"error\": \"\xff\", \"evaluation\": {\"task_fulfillment\": NaN}}]}}", "a", "", false},
	} {
		tasks, bad := readAll(t, MCPBench, "x.json", test.text)
		var fe *datasets.FileError
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "" || test.file) ||
			len(bad) > 0 && (!strings.Contains(bad[0].Error(), test.says) || errors.As(bad[0], &fe) != test.file) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
}

// Files of one model are told apart by what their names say, and only then by the time in them.
func TestMCPBenchRuns(t *testing.T) {
	file := func(path, tasks, config string) File {
		return inMemory(path, `{"task_file": "`+tasks+`", "run_metadata": {"config_snapshot": {`+config+`}}, "task_run_results": {"m": [{"task_id": "`+tasks+`"}]}}`)
	}
	for name, test := range map[string]struct {
		files []File
		runs  string
	}{
		"one":       {[]File{file("benchmark_results_20260102_030405_a.json", "t", "")}, "m"},
		"names":     {[]File{file("benchmark_results_20260102_030405_a_2s.json", "t", ""), file("benchmark_results_20260103_030405_b_2s.json", "t", "")}, "m a, m b"},
		"parts":     {[]File{file("benchmark_results_20260102_030405.json", "t", ""), file("benchmark_results_20260103_030405.json", "u", "")}, "m, m"},
		"again":     {[]File{file("benchmark_results_20260102_030405.json", "t", ""), file("benchmark_results_20260103_030405.json", "t", "")}, "m 20260102, m 20260103"},
		"otherwise": {[]File{file("benchmark_results_20260102_030405.json", "t", `"fuzzy": true`), file("benchmark_results_20260103_030405.json", "u", `"fuzzy": false`)}, "m 20260102, m 20260103"},
		"folders":   {[]File{file("a/results.json", "t", ""), file("b/results.json", "t", "")}, "m a, m b"},
	} {
		all, bad := collect(t, MCPBench, test.files, Options{})
		var runs []string
		for _, tr := range all {
			runs = append(runs, tr.Run)
		}
		if got := strings.Join(runs, ", "); got != test.runs || len(bad) > 0 {
			t.Errorf("%s: %q, not %q; %v", name, got, test.runs, bad)
		}
	}
}

// The files' own averages and sums.
func TestWildMCPBench(t *testing.T) {
	all, bad := collect(t, MCPBench, below(t, sharedData(t, "wild", "mcp-bench")), Options{})
	type sums struct {
		tasks         int
		score         string
		calls, failed int
		tokens        int64
	}
	got := map[string]sums{}
	scores := map[string]float64{}
	for _, tr := range all {
		s := got[tr.Run]
		s.tasks++
		s.tokens += tr.PromptTokens.Value + tr.CompletionTokens.Value
		scores[tr.Run] += tr.Reward.Value
		s.score = fmt.Sprintf("%.5f", scores[tr.Run]/float64(s.tasks))
		for _, step := range tr.Steps {
			for _, c := range step.Calls {
				if s.calls++; c.IsError.Value {
					s.failed++
				}
			}
		}
		got[tr.Run] = s
	}
	want := map[string]sums{
		"anthropic/claude-sonnet-4-6 sub_concrete":    {6, "6.96667", 126, 0, 1136583},
		"anthropic/claude-sonnet-4-6 subagents_fuzzy": {6, "5.13333", 97, 1, 968989},
	}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(sums{})); d != "" || len(bad) > 0 {
		t.Error(d, bad)
	}
}
