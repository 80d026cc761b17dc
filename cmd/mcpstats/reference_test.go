package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the generated pages of docs/ again")

// references are the pages of docs/ that are made of the declarations, by
// `mcpstats list NAME --output markdown` below a title.
var references = []struct{ list, title, intro string }{
	{"metrics", "Metrics", "Every metric is recomputed from the log. A run's number is the mean over tasks of the task's mean over its attempts."},
	{"tests", "Tests", "All admissible tests of a pair of runs are computed and shown. The headline is chosen by rule from the scale of the data, so that nobody can shop among them."},
	{"methods", "Every method", "Each test, interval, effect size, coefficient and correction that results can name, in plain words, with its source. `--output json` and `csv` also give its title and, of a test, the null hypothesis, what it assumes and the data that it is for. [methods.md](methods.md) says when which of them is used; `mcpstats calc` computes the [statistics](statistics.md) of the column Calc."},
	{"formats", "Formats", "A format is recognised from the content of the files. `mcpstats doctor PATH` says what a log is and how its columns were understood."},
	{"commands", "Commands", "`mcpstats help COMMAND` prints the same in the terminal; `mcpstats man DIR` writes manual pages, `mcpstats completion SHELL` teaches a shell commands, flags and their values."},
	{"statistics", "Statistics of calc", "`mcpstats calc` computes any one of these on given numbers, JSON in and JSON out; `go doc ./analysis/calc` says how a case is written."},
	{"checks", "Checks of published numbers", "What a claims file can ask of a printed number; [claims-file.md](claims-file.md) says how such a file is written, and what the verdicts mean."},
	{"warnings", "Warnings", "A warning has a code, says where it arose, and stands in results.json, in the report, and on stderr of the terminal commands."},
}

func TestReferencePages(t *testing.T) {
	for _, r := range references {
		t.Run(r.list, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if code := run(context.Background(), []string{"list", r.list, "--output", "markdown"}, strings.NewReader(""), &stdout, &stderr); code != exitDone {
				t.Fatalf("exit code %d: %s", code, stderr.String())
			}
			page := "# " + r.title + "\n\n" + r.intro + "\n\nMade by `mcpstats list " + r.list + " --output markdown`.\n\n" + stdout.String()
			if r.list == "formats" {
				page += publishedPage()
			}
			name := r.list
			if name == "methods" { // methods.md says when which is used
				name = "every-method"
			}
			path := filepath.Join("..", "..", "docs", name+".md")
			if *update {
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			have, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if string(have) != page {
				t.Errorf("%s is not what the program lists; write it again with -update", path)
			}
		})
	}
}
