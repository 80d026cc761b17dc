package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/metrics"
	"mcpstats/internal/testlength"
)

func TestSplitNames(t *testing.T) {
	for text, want := range map[string][]string{
		"success": {"success"}, "a,b": {"a", "b"}, "judge_success[x, y],reward": {"judge_success[x, y]", "reward"},
		"judge_success[a[1], b]": {"judge_success[a[1], b]"}, `"odd, name",b`: {"odd, name", "b"}, "": nil, ",a,": {"a"},
	} {
		if got := splitNames(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// listedNames are the metrics that `list metrics` prints, families with a member of theirs.
func listedNames() (listed, concrete []string) {
	for _, m := range metrics.All() {
		listed = append(listed, m.Name)
		concrete = append(concrete, strings.Replace(m.Name, "[judge]", "[a judge, v2]", 1))
	}
	for _, m := range evaluate.AttemptMetrics() {
		listed = append(listed, m.Name)
		concrete = append(concrete, strings.TrimSuffix(m.Name, "k")+"2")
	}
	return listed, concrete
}

// TestEveryListedMetricInEveryCommand: what `list metrics` prints can be asked for, and be
// the headline, in every command that takes metrics.
func TestEveryListedMetricInEveryCommand(t *testing.T) {
	dir := t.TempDir()
	listed, concrete := listedNames()
	var rows strings.Builder
	rows.WriteString("run,task,trial,metric,value\n")
	for _, name := range concrete {
		for _, run := range []string{"r1", "r2"} {
			for task := range 4 {
				for trial := range 2 {
					fmt.Fprintf(&rows, "%s,t%d,%d,\"%s\",%d\n", run, task, trial, name, (task+trial+len(run)+int(run[1]))%2)
				}
			}
		}
	}
	scores := filepath.Join(dir, "scores.csv")
	if err := os.WriteFile(scores, []byte(rows.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	for _, run := range []string{"r1", "r2"} {
		for task := range 4 {
			for trial := range 2 {
				v := (task + trial + int(run[1])) % 2
				fmt.Fprintf(&log, `{"run_id": %q, "task_id": "t%d", "trial": %d, "success": %v, "judgments": [{"judge": "a judge, v2", "verdict": %d, "raw": "Status: Success"}, {"judge": "p", "verdict": %d, "reference": true}]}`+"\n", run, task, trial, v == 1, v, v)
			}
		}
	}
	logs := filepath.Join(dir, "log.jsonl")
	if err := os.WriteFile(logs, []byte(log.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	runs := func(want string, args ...string) {
		t.Helper()
		var out, complaint bytes.Buffer
		if code := run(t.Context(), args, strings.NewReader(""), &out, &complaint); code != 0 {
			t.Errorf("%q: exit %d: %s", args, code, complaint.String())
		} else if !strings.Contains(out.String(), want) {
			t.Errorf("%q: %q is not in %s", args, want, out.String())
		}
	}
	few := []string{"--resamples", "100", "-q"}
	for i, name := range concrete {
		runs("", append([]string{"compare", "--scores", scores, "--metrics", name, "--primary", name}, few...)...)
		if listed[i] != name {
			runs("", append([]string{"compare", "--scores", scores, "--metrics", listed[i]}, few...)...)
		}
		for k, command := range [][]string{{"failures", "--primary", name}, {"agree", "--primary", name}, {"power", "r1", "r2"}} {
			if testlength.Long() || i%3 == k { // the sample has every metric, and every command
				runs("", append(append(command, "--scores", scores, "--metrics", name), few...)...)
			}
		}
	}
	runs("", append([]string{"report", "--scores", scores, "--metrics", concrete[2], "--primary", concrete[2], "-o", filepath.Join(dir, "out")}, few...)...)
	for _, name := range []string{"success", "human_success", "judge_success[a judge, v2]", "judge_success_reread[a judge, v2]", "pass_hat_2", "pass_at_1"} {
		runs(name, "score", "-q", "--metrics", name, logs)
		runs(name, "score", "-q", "--summary", "--metrics", name, logs)
		runs(name, append([]string{"compare", "--primary", name, logs}, few...)...)
	}
	for _, family := range []string{"judge_success[judge]", "judge_success", "pass_hat_k"} {
		runs(strings.TrimSuffix(strings.TrimSuffix(family, "k"), "[judge]"), "score", "-q", "--metrics", family, logs)
		runs("", append([]string{"compare", "--metrics", family, logs}, few...)...)
	}
}
