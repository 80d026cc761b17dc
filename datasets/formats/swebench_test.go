package formats

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

// The denominator is what was submitted; instances that were not are no failures.
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
	if strings.Join(got, " ") != "a-1- b-1+" || len(bad) > 0 {
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
		"truncated":               {`{"total_instances": 1, "resolved_instances": 1, "resolved_ids": ["a`, "", "ends inside"},
		"wrong types":             {`{"total_instances": 1, "resolved_instances": 1, "resolved_ids": "a-1"}`, "", "resolved_ids"},
		"other schema":            {`{"schema_version": 7, "total_instances": 1, "resolved_instances": 1, "resolved_ids": ["a-1"]}`, "a-1", ""},
		"trailing comma, by hand": {`{"no_generation": ["b,]"], "resolved": ["a-1", ], }`, "a-1 b,]", ""},
		"id twice":                {`{"total_instances": 1, "resolved_instances": 1, "resolved_ids": ["a-1", "a-1"]}`, "a-1", ""},
		"no UTF-8":                {"{\"total_instances\": NaN, \"resolved_instances\": 1, \"resolved_ids\": [\"a\xff\"]}", "a\uFFFD<FF>", ""},
		"odd resolved":            {`{"no_generation": [], "resolved": 5}`, "", "expected a list of instance ids"},
	} {
		tasks, bad := readAll(t, SWEBench, "m.run.json", test.text)
		var re *datasets.RecordError
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && (!strings.Contains(bad[0].Error(), test.says) || !errors.As(bad[0], &re)) {
			t.Errorf("%s: tasks %v, errors %v", name, tasks, bad)
		}
	}
}

// What each kind of file answers for. The sizes of the splits are those of
// swebench.com: Verified 500, Lite 300, Multimodal 517, full 2,294.
func TestSWEBenchPromises(t *testing.T) {
	lists := `{"no_generation": ["b__b-1"], "no_logs": [], "resolved": ["a__a-1"]}`
	byRepo := `{"a/a": {"resolved": 1, "total": 40}, "b/b": {"resolved": 0, "total": 60}}`
	for name, c := range map[string]struct {
		files map[string]string
		want  datasets.Promise
	}{
		"submitted ids":      {map[string]string{"m.run.json": `{"total_instances": 9, "submitted_instances": 2, "resolved_instances": 1, "submitted_ids": ["a-1", "b-1"], "resolved_ids": ["a-1"]}`}, datasets.Promise{Run: "m.run", Tasks: []string{"a-1", "b-1"}, Source: "submitted_ids"}},
		"how many submitted": {map[string]string{"m.run.json": `{"total_instances": 9, "submitted_instances": 2, "resolved_instances": 1, "resolved_ids": ["a-1"]}`}, datasets.Promise{Run: "m.run", NTasks: 2, Source: "submitted_instances"}},
		"verified":           {map[string]string{"evaluation/verified/s/results/results.json": lists}, datasets.Promise{Benchmark: "-verified", Run: "s", NTasks: 500, Source: `the split "verified" in the path`}},
		"lite, elsewhere":    {map[string]string{"SWE-bench_Lite/s/results/results.json": lists}, datasets.Promise{Run: "s", NTasks: 300, Source: `the split "lite" in the path`}},
		"multimodal":         {map[string]string{"x/multimodal/s/results/results.json": lists}, datasets.Promise{Run: "s", NTasks: 517, Source: `the split "multimodal" in the path`}},
		"the full test set":  {map[string]string{"evaluation/test/s/results/results.json": lists}, datasets.Promise{Benchmark: "-test", Run: "s", NTasks: 2294, Source: `the split "test" in the path`}},
		"by repository":      {map[string]string{"x/s/results/results.json": lists, "x/s/results/resolved_by_repo.json": byRepo}, datasets.Promise{Run: "s", NTasks: 100, Source: "the totals of resolved_by_repo.json"}},
		"both":               {map[string]string{"verified/s/results/results.json": lists, "verified/s/results/resolved_by_repo.json": byRepo}, datasets.Promise{Run: "s", NTasks: 500, Source: `the split "verified" in the path, where resolved_by_repo.json counts 100`}},
		"a total":            {map[string]string{"x/s/results/results.json": `{"resolved": ["a-1"], "total_instances": 20}`}, datasets.Promise{Run: "s", NTasks: 20, Source: "total_instances"}},
		"nothing":            {map[string]string{"x/test/s/results/results.json": lists}, datasets.Promise{Run: "s", Open: true, Source: "neither the path nor a total says of how many instances"}},
	} {
		var files []File
		for path, text := range c.files {
			files = append(files, inMemory(path, text))
		}
		for _, f := range files {
			if sniffSWE(f) == No {
				t.Errorf("%s: %s is not recognised", name, f.Path)
			}
		}
		src, err := SWEBench.Read(files, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range src.Trajectories(t.Context()) {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		c.want.Benchmark, c.want.Trials = "swe-bench"+c.want.Benchmark, 1
		if d := cmp.Diff([]datasets.Promise{c.want}, src.(datasets.Promiser).Promises()); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// Two denominators: those submitted are promised, and the other is told with what would take
// it. sb-cli's report names what was completed and resolved, and no failures.
func TestSWEBenchTwoTotals(t *testing.T) {
	report := inMemory("swe-bench_verified__test__day-1.json", `{"total_instances": 500, "submitted_instances": 3, "completed_instances": 2, "resolved_instances": 1,
		"resolved_ids": ["a__b-1"], "completed_ids": ["a__b-1", "a__b-2"], "pending_ids": ["a__b-3"], "submitted_ids": ["a__b-1", "a__b-2", "a__b-3"]}`)
	src, err := SWEBench.Read([]File{report}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]datasets.Maybe[bool]{}
	for tr, err := range src.Trajectories(t.Context()) {
		if err != nil || tr.Run != "day-1" {
			t.Fatal(tr, err)
		}
		got[tr.Task] = tr.Success
	}
	if len(got) != 3 || !got["a__b-1"].Value || !got["a__b-2"].Known || got["a__b-2"].Value || got["a__b-3"].Known {
		t.Error(got)
	}
	notes := src.(datasets.Noter).Notes()
	if p := src.(datasets.Promiser).Promises(); len(p) != 1 || len(p[0].Tasks) != 3 || len(notes) != 1 || !strings.Contains(notes[0].Message, "--tasks 500 counts the other 497") {
		t.Error(p, notes)
	}
	// Damage to one file of several costs that file.
	for name, text := range map[string]string{
		"report":  `{"total_instances": 1, "resolved_instances": 1, "resolved_ids": "a__b-1"}`,
		"details": `{"a__b-1": {"resolved": "yes", "cost": 1}}`,
		"pro":     `{"instance_a__b-1": true, "instance_a__b-2": 5}`,
	} {
		all, bad := collect(t, SWEBench, []File{report, inMemory("sub/"+name+".json", text)}, Options{})
		if len(all) != 3 || len(bad) != 1 || !strings.Contains(bad[0].Error(), name+".json") {
			t.Error(name, len(all), bad)
		}
	}
}

// 73 of 100 submitted, of 500: both figures that its authors' files state.
func TestWildSWEBenchReport(t *testing.T) {
	src, err := SWEBench.Read(below(t, sharedData(t, "wild", "vexp-swe-bench")), Options{})
	if err != nil {
		t.Fatal(err)
	}
	solved := 0
	for tr, err := range src.Trajectories(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if tr.Success.Value {
			solved++
		}
	}
	notes := src.(datasets.Noter).Notes()
	if p := src.(datasets.Promiser).Promises(); solved != 73 || len(p) != 1 || len(p[0].Tasks) != 100 || len(notes) != 1 || !strings.Contains(notes[0].Message, "total_instances is 500") {
		t.Error(solved, p, notes)
	}
}
