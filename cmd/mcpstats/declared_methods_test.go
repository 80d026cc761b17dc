package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"mcpstats/analysis/result"
)

// TestMethodsInResultsAreDeclared reads results of the examples and of tasks in clusters
// under plans that ask for other methods: whatever they name as a method has a declared
// title, meaning and source, so that no report shows it without.
func TestMethodsInResultsAreDeclared(t *testing.T) {
	if testing.Short() {
		t.Skip("several reports are made")
	}
	dir := t.TempDir()
	logs := filepath.Join(dir, "logs.jsonl")
	text := ""
	for task := range 24 {
		for run := range 4 {
			text += fmt.Sprintf(`{"benchmark":"made up","run":"run-%d","task":"task-%02d","success":%t,"latency_ms":%d,"strata":{"repository":"r%d"}}`+"\n",
				run, task, (task*task+run*task/3+run)%3 > 1, 100+(task*7+run*5)%11, task/4)
		}
	}
	if err := os.WriteFile(logs, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i, args := range [][]string{
		{}, // the embedded examples
		{logs, "--correction", "max-t"},
		{logs, "--correction", "BH", "--margin", "0.1"},
		{logs, "--cluster", "repository", "--correction", "BY"},
		{logs, "--cluster", "repository", "--correction", "max-t"},
	} {
		out := filepath.Join(dir, fmt.Sprint(i))
		drawReport(t, append([]string{"report", "-q", "--resamples", "200", "--figures", "none", "-o", out}, args...)...)
		raw, err := os.ReadFile(filepath.Join(out, "results.json"))
		if err != nil {
			t.Fatal(err)
		}
		var res any
		if err := json.Unmarshal(raw, &res); err != nil {
			t.Fatal(err)
		}
		undeclared(t, fmt.Sprint(args), "", res, seen)
	}
	for _, want := range []string{"method mcnemar_exact", "method cluster_robust_t", "method max_t", "effect cohen_dz", "correction holm"} {
		if !seen[want] {
			t.Errorf("no results have the %s", want)
		}
	}
}

// undeclared walks results and reports each name of a method that is not declared.
func undeclared(t *testing.T, where, key string, x any, seen map[string]bool) {
	switch x := x.(type) {
	case []any:
		for _, v := range x {
			undeclared(t, where, key, v, seen)
		}
	case map[string]any:
		_, interval := x["low"]
		for k, v := range x {
			name, ok := v.(string)
			var kinds []result.MethodKind
			what := k
			switch {
			case !ok || name == "":
				undeclared(t, where, k, v, seen)
				continue
			case k == "correction":
				kinds = []result.MethodKind{result.CorrectionMethod}
			case k == "headline" && x["tests"] != nil || k == "test" || k == "method" && !interval:
				kinds = []result.MethodKind{result.PairedTest, result.OtherTest}
			case k == "method":
				kinds = []result.MethodKind{result.IntervalMethod}
			case k == "name" && key == "effects":
				kinds, what = []result.MethodKind{result.EffectMethod}, "effect"
			default:
				continue
			}
			at := what + " " + name
			if _, declared := result.MethodNamed(name, kinds...); !declared && !seen[at] {
				t.Errorf("%s: the %s %q in %s is not declared in analysis/result", where, what, name, key)
			}
			seen[at] = true
		}
	}
}
