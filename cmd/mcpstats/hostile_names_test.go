package main

import (
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// hostileNames are what strangers may call a benchmark, a run, a stratum or a task.
var hostileNames = []string{
	"../../escaped", "/tmp/escaped", `..\..\escaped`, "CON", "nul.txt", "a\x00b", strings.Repeat("n", 5000), "$(touch escaped)", "`touch escaped`",
	"a\nb", " ", ".", "..", "-rf", "%s%n", "\u202egnp.exe", "aux", "a:b", "<script>", `\input{/etc/passwd}`,
}

// The names in logs never become paths: all files of a report lie in its directory,
// under names that every system can hold.
func TestHostileNamesAreNoPaths(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a report of a hundred pairs of runs")
	}
	dir := t.TempDir()
	log, err := os.Create(filepath.Join(dir, "log.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := json.NewEncoder(log)
	for i, benchmark := range hostileNames[:6] {
		for j, run := range hostileNames {
			if j%6 > 1 && i > 0 {
				continue
			}
			for k, task := range hostileNames[:5] {
				if err := lines.Encode(map[string]any{"benchmark": benchmark, "run": run, "task": task, "success": (i+j+k)%2 == 0, "difficulty": hostileNames[(k+7)%len(hostileNames)]}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "a", "b", "out")
	var stderr strings.Builder
	if code := run(t.Context(), []string{"report", log.Name(), "-q", "--resamples", "100", "--max-record-errors", "1", "-o", out}, strings.NewReader(""), io.Discard, &stderr); code != exitDone {
		t.Fatal(code, stderr.String())
	}
	plain := regexp.MustCompile(`^[a-z0-9][a-z0-9_.-]{0,100}\.[a-z]{2,7}$`)
	reserved := regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)
	files := 0
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || path == log.Name() {
			return err
		}
		files++
		if !strings.HasPrefix(path, out+string(filepath.Separator)) || !plain.MatchString(e.Name()) || reserved.MatchString(e.Name()) {
			t.Errorf("%q", path)
		}
		return nil
	})
	if err != nil || files < 20 {
		t.Error(files, err)
	}
	for _, path := range []string{"escaped", "/tmp/escaped"} {
		if _, err := os.Lstat(path); err == nil {
			t.Error(path, "is there")
		}
	}
}

// A notebook of a stranger shows results, or is refused with its line. It cannot
// read files, run commands, or work without end: package reports, which executes
// it, may not even import os (TestImports).
func TestHostileNotebooks(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.txt")
	if err := os.WriteFile(secret, []byte("TOP-SECRET-TEXT"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"a file as a table":     "# x\n\n```mcpstats table name=" + secret + "\n```\n",
		"a file as a figure":    "# x\n\n```mcpstats figure name=../../" + filepath.Base(secret) + "\n```\n",
		"an include":            "# x\n\n{{include \"" + secret + "\"}}\n\n{{file " + secret + "}}\n",
		"a template":            "# x\n\n{{range .}}{{.}}{{end}}\n\n{{template \"x\"}}\n\n{{printf \"%s\" .}}\n",
		"a command":             "# x\n\n{{exec \"touch escaped\"}}\n\n$(touch escaped) `touch escaped`\n",
		"code to be run":        "# x\n\n```sh\ntouch escaped\n```\n\n```python\nopen('" + secret + "').read()\n```\n",
		"a picture of the disk": "# x\n\n![x](file://" + secret + ")\n\n<img src=\"file://" + secret + "\">\n\n<script>1</script>\n",
		"TeX that reads":        "# x\n\n\\input{" + secret + "} \\write18{touch escaped}\n",
		"a loop of YAML":        "---\na: &a [*a, *a]\nb: &b [*a, *a]\nc: [*b, *b]\n---\n# x\n",
		"a plan that reads":     "---\nbaseline: " + secret + "\nmap: " + secret + "\nclaims: " + secret + "\n---\n# x\n",
		"ten thousand of one":   "# x\n\n" + strings.Repeat("{{runs}} {{tasks}}\n", 10_000),
	} {
		t.Run(name, func(t *testing.T) {
			notebook := filepath.Join(t.TempDir(), "mine.md")
			if err := os.WriteFile(notebook, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			out := filepath.Join(t.TempDir(), "out")
			var stderr strings.Builder
			code := run(t.Context(), []string{"report", "--example", "tau-bench", "-q", "--resamples", "100", "--notebook", notebook, "-o", out}, strings.NewReader(""), io.Discard, &stderr)
			if code == exitUsage && strings.Contains(stderr.String(), "mine.md:") {
				return
			}
			if code != exitDone {
				t.Fatal(code, stderr.String())
			}
			for _, file := range []string{"report.md", "report.html", "report.tex", "report.ipynb", "results.json"} {
				b, err := os.ReadFile(filepath.Join(out, file))
				if err != nil {
					t.Fatal(err)
				}
				s := string(b)
				if strings.Contains(s, "TOP-SECRET-TEXT") {
					t.Errorf("%s has the text of a file", file)
				}
				if file == "report.tex" && strings.Contains(s, `\write18{`) || file == "report.html" && (strings.Contains(s, `src="file:`) || strings.Contains(s, "<script>1")) {
					t.Errorf("%s: a piece of the notebook is live", file)
				}
			}
		})
	}
	if _, err := os.Lstat("escaped"); err == nil {
		t.Error("a command was run")
	}
}

// A log without a record beside others is told; alone it cannot be reported.
func TestEmptyLog(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.csv": "run,task,success\na,1,1\nb,1,0\n", "empty.csv": "run,task,success\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(t.TempDir(), "out")
	if code := run(t.Context(), []string{"report", dir, "-q", "-o", out}, strings.NewReader(""), io.Discard, io.Discard); code != exitDone {
		t.Fatal(code)
	}
	b, err := os.ReadFile(filepath.Join(out, "results.json"))
	if err != nil || !strings.Contains(string(b), "holds no attempt") {
		t.Error(err, "the empty log is not told")
	}
	var stderr strings.Builder
	if code := run(t.Context(), []string{"report", filepath.Join(dir, "empty.csv"), "-q", "-o", out}, strings.NewReader(""), io.Discard, &stderr); code != exitUnusable || !strings.Contains(stderr.String(), "empty.csv: holds no attempt") {
		t.Error(code, stderr.String())
	}
}
