package main

import (
	"archive/zip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mcpstats/analysis/result"
)

// toLabel are names that the log of labelledNames bears, all recognisable, and what they are called.
var toLabel = map[string]string{
	"qq-bench": "The bench", "lab/qq-run-one": "lab/One", "lab/qq-run-two": "lab/Two", "reported.qq_metric": "Grade", "qq_level": "Level", "qq_easy": "Easy", "qq_hard": "Hard",
	"qq-judge": "The judge", "qq_tool": "Search", "qq_mode": "Strayed", "qq-person (labelled)": "Ann",
}

// labelledNames writes a log whose names all contain "qq" and returns its path and the flags that
// label each of them.
func labelledNames(t *testing.T) (path string, flags []string) {
	t.Helper()
	var lines strings.Builder
	for task := range 24 {
		for i, run := range []string{"lab/qq-run-one", "lab/qq-run-two", "lab/three"} {
			success := (task+i)%3 != 0
			line := map[string]any{
				"benchmark": "qq-bench", "run": run, "task": fmt.Sprintf("task-%02d", task), "trial": 0, "success": success, "strata": map[string]string{"qq_level": []string{"qq_easy", "qq_hard"}[task%2]},
				"reported": map[string]float64{"qq_metric": float64(task*(i+1)%7) / 7}, "total_tokens": 900 + task,
				"judgments": []map[string]any{{"judge": "qq-judge", "verdict": float64(task % 2)}, {"judge": "human", "verdict": float64((task + i) % 2), "reference": true}},
				"steps":     []map[string]any{{"role": "assistant", "calls": []map[string]any{{"tool": "qq_tool", "result": "ok"}}}, {"role": "assistant", "content": "done"}},
			}
			if !success {
				line["failure_labels"] = []map[string]any{{"mode": "qq_mode", "source": "labelled", "annotator": "qq-person"}}
			}
			text, err := json.Marshal(line)
			if err != nil {
				t.Fatal(err)
			}
			lines.Write(append(text, '\n'))
		}
	}
	path = filepath.Join(t.TempDir(), "log.jsonl")
	if err := os.WriteFile(path, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, label := range toLabel {
		flags = append(flags, "--label", name+"="+label)
	}
	return path, append(flags, "-q", "--resamples", "200", "--primary", "success", "--also", "reported.qq_metric")
}

// seen is what a reader sees of a file: no address or file's name, no plan to paste, no name of a file's
// part. What the agent called, and the harness's own word for a number, stay as the log has them.
var seen = map[string]func(string) string{
	".html": func(s string) string {
		return drop(strings.ReplaceAll(s, "<wbr>", ""), `(?s)<pre.*?</pre>`, `(?s)<script.*?</script>`, `(?s)<[^>]*>`, `\bcall\s+qq_tool`, `tables/[^ ]*`, `own number qq_ ?metric`)
	},
	".md": func(s string) string {
		return drop(s, "(?s)```.*?```", `\]\([^)]*\)`, `<a id="[^"]*">`, `tables/[^ ]*`, `own number qq_metric`)
	},
	".tex": func(s string) string {
		return drop(strings.ReplaceAll(s, `\allowbreak{}`, ""), `(?m)^%.*$`, `(?m)^\\mbox\{\}~.*$`, `(?s)\\begin\{(verbatim|lstlisting|Verbatim)\}.*?\\end\{(verbatim|lstlisting|Verbatim)\}`,
			`\\(label|ref|hyperref|hypertarget|hyperlink|input|includegraphics)(\[[^\]]*\])?\{[^}]*\}`, `\\url\{[^}]*\}`, `tables/[^ ]*`, `own number qq\\_metric`)
	},
	".svg":  func(s string) string { return drop(s, `(?s)<[^>]*>`) },
	".tikz": func(s string) string { return drop(s, `\\input\{figures/[^}]*\}`) },
}

func drop(s string, patterns ...string) string {
	for _, p := range patterns {
		s = regexp.MustCompile(p).ReplaceAllString(s, " ")
	}
	return s
}

// A label stands everywhere in the place of its name: pages, papers, figures, workbook, terminal. CSV
// has the log's name and the label beside it, results.json the log's names and the labels.
func TestLabelsAreShownEverywhere(t *testing.T) {
	log, flags := labelledNames(t)
	out := filepath.Join(t.TempDir(), "out")
	code, stdout, stderr := invoke(append([]string{"report", log, "-o", out}, flags...)...)
	if code != exitDone {
		t.Fatal(stderr)
	}
	plan := []string{"--plan", filepath.Join(out, "plan.yaml"), "-q"}
	for _, command := range [][]string{{"compare", log}, {"failures", log}, {"agree", log}, {"compare", log, "--all"}} {
		code, printed, stderr := invoke(append(command, plan...)...)
		if code != exitDone {
			t.Fatal(command, stderr)
		}
		stdout += printed
	}
	noneOf(t, "terminal", drop(stdout, `Report: .*`))
	read := 0
	err := filepath.WalkDir(out, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if see := seen[filepath.Ext(path)]; see != nil {
			read++
			noneOf(t, e.Name(), see(string(text)))
		}
		return nil
	})
	if err != nil || read < 20 {
		t.Fatal(err, read)
	}
	noneOf(t, "workbook", drop(workbookTexts(t, filepath.Join(out, "workbook.xlsx")), `(?m)^ +.*$`, `own number qq_metric`)) // the plan is indented
	rows := labelledTable(t, filepath.Join(out, "tables", "leaderboard-the-bench.csv"), filepath.Join(out, "tables", "leaderboard-qq-bench.csv"))
	var pairs []string
	for _, row := range rows {
		pairs = append(pairs, row["run"]+" is "+row["run_label"])
	}
	slices.Sort(pairs)
	if want := []string{"lab/qq-run-one is lab/One", "lab/qq-run-two is lab/Two", "lab/three is lab/three"}; !slices.Equal(pairs, want) {
		t.Errorf("%q, want %q", pairs, want)
	}
	var res result.Results
	text, err := os.ReadFile(filepath.Join(out, "results.json"))
	if err == nil {
		err = json.Unmarshal(text, &res)
	}
	if err != nil || res.Ledger[0].Run != "lab/qq-run-one" || len(res.Provenance.Plan.Labels) != len(toLabel) {
		t.Errorf("%v: %q, %d labels", err, res.Ledger[0].Run, len(res.Provenance.Plan.Labels))
	}
}

// noneOf refuses names that a label stands for.
func noneOf(t *testing.T, where, text string) {
	t.Helper()
	if at := regexp.MustCompile(`.{0,80}qq.{0,60}`).FindAllString(text, 3); at != nil {
		t.Errorf("%s: %q", where, at)
	}
}

// workbookTexts are the texts of a workbook's cells, and those of its charts.
func workbookTexts(t *testing.T, path string) string {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var all strings.Builder
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		for _, cell := range regexp.MustCompile(`<(?:t|v|f|c:v)(?: [^>]*)?>([^<]*)<`).FindAllStringSubmatch(string(text), -1) {
			all.WriteString(cell[1] + "\n")
		}
	}
	return all.String()
}

// labelledTable reads the first of some CSV files that there is.
func labelledTable(t *testing.T, paths ...string) []map[string]string {
	t.Helper()
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			continue
		}
		defer f.Close()
		lines, err := csv.NewReader(f).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var out []map[string]string
		for _, line := range lines[1:] {
			row := map[string]string{}
			for i, field := range line {
				row[lines[0][i]] = field
			}
			out = append(out, row)
		}
		return out
	}
	t.Fatalf("none of %q", paths)
	return nil
}

// A label of nothing, and two names made one, are refused in a line that says what to do.
func TestLabelsThatAreRefused(t *testing.T) {
	log, _ := labelledNames(t)
	for _, c := range []struct {
		flags []string
		want  string
	}{
		{[]string{"--label", "lab/qq-run-on=One"}, `label "lab/qq-run-on": no run, metric, stratum, mode, judge or tool in these results is called so; did you mean the run "lab/qq-run-one"?`},
		{[]string{"--label", "lab/three=lab/qq-run-two"}, `the run "lab/qq-run-two" and the run "lab/three" would both be called "lab/qq-run-two"; give one of them another label`},
		{[]string{"--label", "lab/three"}, `--label "lab/three": expected a name as the log has it, =, and what it is to be called`},
		{[]string{"--label", "lab/three=A", "--label", "lab/three=B"}, `"lab/three" is called both "A" and "B"`},
	} {
		code, _, stderr := invoke(append([]string{"compare", log, "-q"}, c.flags...)...)
		if code != exitUsage || !strings.Contains(stderr, c.want) || strings.Count(strings.TrimSpace(stderr), "\n") != 0 {
			t.Errorf("%q: exit %d: %s", c.flags, code, stderr)
		}
	}
	// Two names may change places.
	if code, _, stderr := invoke("compare", log, "-q", "--label", "lab/qq-run-one=lab/three", "--label", "lab/three=lab/qq-run-one"); code != exitDone {
		t.Error(stderr)
	}
}
