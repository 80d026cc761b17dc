package formats

import (
	"path/filepath"
	"strings"
	"testing"
)

// Counted in the file: 10 lines, one filter (none), exact_match 0 in each.
func TestLMEvalFacts(t *testing.T) {
	path, err := filepath.Glob(filepath.Join(sharedData(t, "formats", "lm_eval"), "*.jsonl"))
	if err != nil || len(path) != 1 {
		t.Fatal(path, err)
	}
	files := onDisk(t, path...)
	if LMEval.Sniff(files[0]) != Log {
		t.Error("not recognised")
	}
	all, bad := collect(t, LMEval, files, Options{})
	tasks := map[string]bool{}
	for i, tr := range all {
		tasks[tr.Task] = true
		if tr.Benchmark != "math_perturbed_full" || tr.Run != "lm_eval" || tr.Attributes["doc_id"] != string(rune('0'+i)) ||
			!tr.Success.Known || tr.Success.Value || tr.Reported["exact_match"] != 0 || tr.ExpectedAnswer == "" || tr.Response == "" || tr.Strata["level"] == "" {
			t.Errorf("%+v", tr)
		}
	}
	if len(all) != 10 || len(tasks) != 10 || len(bad) > 0 {
		t.Error(len(all), len(tasks), bad)
	}
}

func TestLMEvalDamage(t *testing.T) {
	good := `{"doc_id": 1, "target": "x", "resps": [["x"]], "filter": "none", "metrics": ["acc"], "doc_hash": "h1", "acc": 1}`
	for name, test := range map[string]struct{ text, tasks, says string }{
		"truncated":       {good + "\n" + good[:40], "h1", "record 2"},
		"wrong types":     {`{"doc_id": 1, "target": "x", "resps": [], "metrics": "acc", "doc_hash": "h0"}` + "\n" + good, "h1", "record 1"},
		"no ids":          {`{"target": "x", "resps": []}` + "\n" + good, "h1", `column "doc_hash"`},
		"before doc_hash": {`{"doc_id": 7, "target": "x", "resps": [], "acc": 1}`, "7", ""},
		"twice":           {good + "\n" + good, "h1 h1#2", ""},
		"NaN, no UTF-8":   {"{\"doc_id\": 1, \"target\": \"\xff\", \"resps\": [], \"metrics\": [\"acc\"], \"doc_hash\": \"h\", \"acc\": NaN}", "h", ""},
		"metric is text":  {`{"doc_id": 1, "target": "x", "resps": [], "metrics": ["acc"], "doc_hash": "h", "acc": "good"}`, "h", ""},
	} {
		tasks, bad := readAll(t, LMEval, "m/samples_x.jsonl", test.text)
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && !strings.Contains(bad[0].Error(), test.says) {
			t.Errorf("%s: tasks %v, errors %v", name, tasks, bad)
		}
	}
	totals := inMemory("m/results_2026.json", `{"results": {}, "configs": {}, "versions": {}, "model_name": "m"}`)
	if LMEval.Sniff(totals) != Companion {
		t.Error("totals are not recognised")
	}
	if _, err := LMEval.Read([]File{totals}, Options{}); err == nil || !strings.Contains(err.Error(), "--log_samples") {
		t.Error(err)
	}
}
