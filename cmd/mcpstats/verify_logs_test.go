package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPaperAgainstFewRuns: the table of a paper is held against logs with its numbers: of all
// runs, of two, of one. The right table is not accused by the logs, and one changed digit in a
// column that names a metric is refuted, however few the runs.
func TestPaperAgainstFewRuns(t *testing.T) {
	shared, ok := sharedData()
	if !ok {
		t.Skip("the papers and the generator of their logs are not beside this checkout")
	}
	folder := filepath.Join(filepath.Dir(shared), "papers")
	papers, _ := filepath.Glob(filepath.Join(folder, "004_*.txt"))
	python, err := exec.LookPath("python3")
	if err != nil || len(papers) != 1 {
		t.Skip("the paper, or Python to make its logs, is not here")
	}
	dir := t.TempDir()
	if out, err := exec.Command(python, filepath.Join(folder, "make_logs.py"), dir, "livemcpbench").CombinedOutput(); err != nil {
		t.Fatalf("make_logs.py: %v: %s", err, out)
	}
	all, err := os.ReadFile(filepath.Join(dir, "livemcpbench", "agents.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(papers[0])
	if err != nil {
		t.Fatal(err)
	}
	// The printed row of the first run: 20.09 steps.
	const right, wrong = "| 20.09 | 2.71 |", "| 20.90 | 2.71 |"
	if strings.Count(string(text), right) != 1 {
		t.Fatalf("%q stands %d times in the paper", right, strings.Count(string(text), right))
	}
	changed := filepath.Join(dir, "changed.txt")
	if err := os.WriteFile(changed, []byte(strings.Replace(string(text), right, wrong, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, runs := range [][]string{{"Claude-Sonnet-4"}, {"Claude-Sonnet-4", "GPT-4.1"}, nil} {
		logs := filepath.Join(dir, fmt.Sprintf("logs%d.jsonl", len(runs)))
		if err := os.WriteFile(logs, []byte(onlyRuns(string(all), runs)), 0o600); err != nil {
			t.Fatal(err)
		}
		for paper, refuted := range map[string]bool{papers[0]: false, changed: true} {
			var stdout, stderr bytes.Buffer
			run(context.Background(), []string{"verify", paper, "--logs", logs}, strings.NewReader(""), &stdout, &stderr)
			if !strings.Contains(stdout.String(), `"Steps" is steps of the logs`) {
				t.Errorf("%v: the column of steps was not matched:\n%s%s", runs, stdout.String(), stderr.String())
			}
			if got := strings.Contains(stdout.String(), "- 20.90 at "); got != refuted {
				t.Errorf("%v, %s: 20.90 refuted: %v", runs, filepath.Base(paper), got)
			}
			if strings.Contains(stdout.String(), "- 20.09 at ") {
				t.Errorf("%v, %s: 20.09 is right", runs, filepath.Base(paper))
			}
		}
	}
}

// onlyRuns are the lines of the named runs; all where none is named.
func onlyRuns(log string, runs []string) string {
	if runs == nil {
		return log
	}
	var out strings.Builder
	for line := range strings.Lines(log) {
		for _, r := range runs {
			if strings.Contains(line, fmt.Sprintf(`"run":%q`, r)) {
				out.WriteString(line)
			}
		}
	}
	return out.String()
}
