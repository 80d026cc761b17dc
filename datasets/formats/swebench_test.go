package formats

import (
	"errors"
	"strings"
	"testing"

	"mcpstats/datasets"
)

// The denominator is what the report states: ids that no list names are attempts
// of unknown outcome, and resolved / total_instances is the printed share.
func TestSWEBenchDenominator(t *testing.T) {
	all, bad := collect(t, SWEBench, []File{inMemory("m.run.json", `{"total_instances": 5, "submitted_instances": 2, "resolved_instances": 1, "resolved_ids": ["b-1"], "unresolved_ids": ["a-1"]}`)}, Options{})
	var got []string
	for _, tr := range all {
		verdict := "?"
		if tr.Success.Known {
			verdict = map[bool]string{true: "+", false: "-"}[tr.Success.Value]
		}
		got = append(got, tr.Task+verdict)
	}
	if strings.Join(got, " ") != "a-1- b-1+ unlisted-1? unlisted-2? unlisted-3?" || len(bad) > 0 {
		t.Error(got, bad)
	}
}

// Submissions of one folder share their instances, those of another do not.
func TestSWEBenchSplits(t *testing.T) {
	all, bad := collect(t, SWEBench, []File{
		inMemory("evaluation/lite/s1/results/results.json", `{"no_generation": ["b-1"], "no_logs": [], "resolved": ["a-1"]}`),
		inMemory("evaluation/lite/s2/results/results.json", `{"no_generation": [], "no_logs": [], "resolved": ["c-1"]}`),
		inMemory("evaluation/verified/s3/results/results.json", `{"no_generation": [], "no_logs": [], "resolved": ["d-1"]}`),
	}, Options{})
	count := map[string]int{}
	for _, tr := range all {
		count[tr.Benchmark+" "+tr.Run]++
		if tr.Success.Value != (tr.Run == map[string]string{"a-1": "s1", "c-1": "s2", "d-1": "s3"}[tr.Task]) || !tr.Success.Known {
			t.Errorf("%+v", tr)
		}
	}
	if count["swe-bench-lite s1"] != 3 || count["swe-bench-lite s2"] != 3 || count["swe-bench-verified s3"] != 1 || len(bad) > 0 {
		t.Error(count, bad)
	}
}

func TestSWEBenchDamage(t *testing.T) {
	for name, test := range map[string]struct{ text, tasks, says string }{
		"truncated":    {`{"total_instances": 1, "resolved_instances": 1, "resolved_ids": ["a`, "", "ends inside"},
		"wrong types":  {`{"total_instances": 1, "resolved_instances": 1, "resolved_ids": "a-1"}`, "", "resolved_ids"},
		"other schema": {`{"schema_version": 7, "total_instances": 1, "resolved_instances": 1, "resolved_ids": ["a-1"]}`, "a-1", ""},
		"id twice":     {`{"total_instances": 1, "resolved_instances": 1, "resolved_ids": ["a-1", "a-1"]}`, "a-1", ""},
		"no UTF-8":     {"{\"total_instances\": NaN, \"resolved_instances\": 1, \"resolved_ids\": [\"a\xff\"]}", "a\uFFFD<FF>", ""},
		"odd resolved": {`{"no_generation": [], "resolved": 5}`, "", "expected a list of instance ids"},
	} {
		tasks, bad := readAll(t, SWEBench, "m.run.json", test.text)
		var re *datasets.RecordError
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && (!strings.Contains(bad[0].Error(), test.says) || !errors.As(bad[0], &re)) {
			t.Errorf("%s: tasks %v, errors %v", name, tasks, bad)
		}
	}
}
