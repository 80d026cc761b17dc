package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/internal/testlength"
)

// labelledLine is one attempt of a random log, as its line says it.
type labelledLine struct {
	Run       string          `json:"run"`
	Task      string          `json:"task"`
	Trial     int             `json:"trial"`
	Success   bool            `json:"success"`
	Labels    []givenLabel    `json:"failure_labels,omitempty"`
	Judgments []givenJudgment `json:"judgments,omitempty"`
	Steps     []givenStep     `json:"steps"`
}

type givenLabel struct {
	Mode      string `json:"mode"`
	Source    string `json:"source,omitempty"`
	Annotator string `json:"annotator,omitempty"`
}

type givenJudgment struct {
	Judge     string  `json:"judge"`
	Verdict   float64 `json:"verdict"`
	Reference bool    `json:"reference,omitempty"`
	Error     string  `json:"error,omitempty"`
}

type givenStep struct {
	Role  string      `json:"role"`
	Calls []givenCall `json:"calls"`
}

type givenCall struct {
	Tool   string   `json:"tool"`
	Labels []string `json:"labels,omitempty"`
}

// by is who gave a label, in the words of docs/failure-modes.md: the annotator, with the
// kind of source in brackets where both are stated.
func (l givenLabel) by() string {
	switch {
	case l.Annotator == "":
		return l.Source
	case l.Source == "":
		return l.Annotator
	}
	return l.Annotator + " (" + l.Source + ")"
}

// labelWords are words of which several mean one mode of the taxonomy, differ in case and
// signs alone, or mean none.
var labelWords = []string{"skipped_steps", "missing_tool_calls", "Missing tool calls", "over_confidence", "verification_skipped", "other error", "other_error", "Tool Usage > No tools called", "größer \"x\", y", "zzz"}

// drawLabelled draws a log of three runs.
func drawLabelled(r *rapid.T) []labelledLine {
	sources := []givenLabel{{Source: "pattern"}, {Source: "category"}, {Source: "human", Annotator: "ann"}, {Annotator: "bob"}}
	var out []labelledLine
	tasks, trials := rapid.IntRange(2, 7).Draw(r, "tasks"), rapid.IntRange(1, 2).Draw(r, "trials")
	for _, run := range []string{"x", "y", "z"} {
		for task := range tasks {
			for trial := range trials {
				a := labelledLine{Run: run, Task: fmt.Sprint("t", task), Trial: trial, Success: rapid.Bool().Draw(r, "success")}
				for range rapid.IntRange(0, 4).Draw(r, "labels") {
					l := rapid.SampledFrom(sources).Draw(r, "source")
					l.Mode = rapid.SampledFrom(labelWords).Draw(r, "word")
					a.Labels = append(a.Labels, l)
				}
				for _, judge := range []string{"j", "k"} {
					if rapid.IntRange(0, 5).Draw(r, "judged") > 0 {
						a.Judgments = append(a.Judgments, givenJudgment{Judge: judge, Verdict: float64(rapid.IntRange(0, 1).Draw(r, "verdict")), Error: rapid.SampledFrom([]string{"", "why", "why not"}).Draw(r, "error")})
					}
				}
				if run != "z" && rapid.IntRange(0, 5).Draw(r, "reference") > 0 {
					a.Judgments = append(a.Judgments, givenJudgment{Judge: "human", Reference: true, Verdict: float64(rapid.IntRange(0, 1).Draw(r, "truth"))})
				}
				step := givenStep{Role: "assistant"}
				for range rapid.IntRange(0, 3).Draw(r, "calls") {
					step.Calls = append(step.Calls, givenCall{Tool: rapid.SampledFrom([]string{"find", "send"}).Draw(r, "tool"), Labels: rapid.SliceOfN(rapid.SampledFrom([]string{"hallucinated", "late"}), 0, 2).Draw(r, "on call")})
				}
				a.Steps = []givenStep{step}
				out = append(out, a)
			}
		}
	}
	return out
}

// readRows are the rows of a table, by their columns' names; none where there is no such table.
func readRows(t interface{ Fatal(...any) }, report, pattern string) []map[string]string {
	found, err := filepath.Glob(filepath.Join(report, "tables", pattern+".csv"))
	if err != nil || len(found) > 1 {
		t.Fatal(pattern, found, err)
	}
	if len(found) == 0 {
		return nil
	}
	text, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []map[string]string
	for _, row := range rows[1:] {
		cells := map[string]string{}
		for k, key := range rows[0] {
			cells[key] = row[k]
		}
		out = append(out, cells)
	}
	return out
}

// No label is lost, merged or renamed: for every annotator and run the table has the words
// that the lines hold and no others, with the counts of a naive recount of the lines; so for
// labels of calls, the words of judges' errors, and on how many attempts a judge is right.
func TestLabelsAgainstALog(t *testing.T) {
	dir := t.TempDir()
	notebook := filepath.Join(dir, "n.md")
	if err := os.WriteFile(notebook, []byte("# R\n\n```mcpstats failures\n```\n\n```mcpstats tools\n```\n\n```mcpstats judges\n```\n\n```mcpstats pivot rows=label columns=run cells=count,n\n```\n\n```mcpstats pivot rows=label columns=judge cells=count,n\n```\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	held, failing := 0, false
	rapid.Check(t, func(r *rapid.T) {
		if held == 25 && !failing && !testlength.Long() {
			return // a report a log
		}
		failing = true
		log := drawLabelled(r)
		var lines strings.Builder
		for _, a := range log {
			line, err := json.Marshal(a)
			if err != nil {
				r.Fatal(err)
			}
			lines.Write(append(line, '\n'))
		}
		path, out := filepath.Join(dir, "log.jsonl"), filepath.Join(dir, "out")
		if err := os.RemoveAll(out); err != nil {
			r.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(lines.String()), 0o600); err != nil {
			r.Fatal(err)
		}
		mustRun(t, "report", path, "--notebook", notebook, "-o", out, "--resamples", "100", "--figures", "none", "--primary", "success", "--strata", "none")
		for what, check := range map[string]func(*rapid.T, string, []labelledLine) (got, want map[string]string){
			"labels": labelCounts, "calls": callLabelCounts, "errors": judgeErrorCounts, "bounds": judgeBoundCounts, "attempts": attemptLabels, "pivot": pivotLabelCounts, "verdicts": pivotVerdictCounts,
		} {
			got, want := check(r, out, log)
			for _, key := range slices.Sorted(maps.Keys(want)) {
				if got[key] != want[key] {
					r.Errorf("%s: %s: %q, want %q", what, key, got[key], want[key])
				}
			}
			for key := range got {
				if _, ok := want[key]; !ok {
					r.Errorf("%s: %s: %q, which no line says", what, key, got[key])
				}
			}
		}
		if failing = r.Failed(); !failing {
			held++
		}
	})
}

const allRuns = "all runs"

// scopesOf are the runs that a row counts a line of.
func scopesOf(run string) []string { return []string{run, allRuns} }

// labelCounts: labels given, attempts with the label, attempts that its annotator labelled,
// failed attempts with it, failed attempts.
func labelCounts(r *rapid.T, out string, log []labelledLine) (got, want map[string]string) {
	got, want = map[string]string{}, map[string]string{}
	for _, row := range readRows(r, out, "labels-as-logged-*") {
		got[row["annotator"]+"|"+row["label"]+"|"+row["run"]] = strings.Join([]string{row["given"], row["attempts"], row["labelled"], row["failed"], row["failed_of"]}, " ")
	}
	words, runs := map[string]map[string]bool{}, map[string]map[string]bool{}
	for _, a := range log {
		for _, l := range a.Labels {
			if words[l.by()] == nil {
				words[l.by()], runs[l.by()] = map[string]bool{}, map[string]bool{}
			}
			words[l.by()][l.Mode], runs[l.by()][a.Run] = true, true
		}
	}
	for by := range words {
		scopes := slices.Collect(maps.Keys(runs[by]))
		if len(scopes) > 1 {
			scopes = append(scopes, allRuns)
		}
		for word := range words[by] {
			for _, scope := range scopes {
				var given, attempts, labelled, failed, of int
				for _, a := range log {
					if !runs[by][a.Run] || !slices.Contains(scopesOf(a.Run), scope) {
						continue
					}
					n, any := 0, false
					for _, l := range a.Labels {
						if l.by() == by {
							any = true
							if l.Mode == word {
								n++
							}
						}
					}
					given += n
					for _, c := range []struct {
						is bool
						n  *int
					}{{n > 0, &attempts}, {any, &labelled}, {n > 0 && !a.Success, &failed}, {!a.Success, &of}} {
						if c.is {
							*c.n++
						}
					}
				}
				want[by+"|"+word+"|"+scope] = fmt.Sprint(given, attempts, labelled, failed, of)
			}
		}
	}
	return got, want
}

// namedLabel is a label as a pivot calls it: where several gave labels, with who gave it.
func namedLabel(log []labelledLine, l givenLabel) string {
	for _, a := range log {
		for _, other := range a.Labels {
			if other.by() != l.by() {
				return l.by() + ": " + l.Mode
			}
		}
	}
	return l.Mode
}

// pivotLabelCounts: attempts with a label of those that its annotator labelled, by run and over
// the runs that he labelled.
func pivotLabelCounts(r *rapid.T, out string, log []labelledLine) (got, want map[string]string) {
	got, want = map[string]string{}, map[string]string{}
	for _, row := range readRows(r, out, "pivot-*-label-run-count") {
		for _, run := range []string{"x", "y", "z", "all"} {
			if row[run] != "" {
				got[row["label"]+"|"+run] = row[run] + " of " + row[run+"_n"]
			}
		}
	}
	runs := map[string]bool{} // that somebody labelled: where there is one there is no column for all
	for _, a := range log {
		if len(a.Labels) > 0 {
			runs[a.Run] = true
		}
	}
	for _, a := range log {
		for _, l := range a.Labels {
			labelled := func(scope string, word string) (n int) {
				for _, b := range log {
					if scope != "all" && b.Run != scope {
						continue
					}
					if slices.ContainsFunc(b.Labels, func(m givenLabel) bool { return m.by() == l.by() && (word == "" || m.Mode == word) }) {
						n++
					}
				}
				return n
			}
			for _, scope := range []string{"x", "y", "z", "all"} {
				if scope == "all" && len(runs) == 1 || scope != "all" && labelled(scope, "") == 0 {
					continue
				}
				want[namedLabel(log, l)+"|"+scope] = fmt.Sprint(labelled(scope, l.Mode), " of ", labelled(scope, ""))
			}
		}
	}
	// An annotator who labelled one run has no count over all runs: it is that run's.
	of := map[string]map[string]bool{}
	for _, a := range log {
		for _, l := range a.Labels {
			key := namedLabel(log, l)
			if of[key] == nil {
				of[key] = map[string]bool{}
			}
			for _, b := range log {
				if slices.ContainsFunc(b.Labels, func(m givenLabel) bool { return m.by() == l.by() }) {
					of[key][b.Run] = true
				}
			}
		}
	}
	for key, labelled := range of {
		if len(labelled) == 1 && want[key+"|all"] != "" && got[key+"|all"] == "" {
			r.Errorf("%s was given in one run alone, and has no number over all", key)
		}
	}
	return got, want
}

// pivotVerdictCounts: attempts with a label that a judge failed, of those that he judged.
func pivotVerdictCounts(r *rapid.T, out string, log []labelledLine) (got, want map[string]string) {
	got, want = map[string]string{}, map[string]string{}
	judges := []string{"harness", "human", "j", "k"}
	for _, row := range readRows(r, out, "pivot-*-label-judge-count") {
		for _, judge := range judges {
			if row[judge] != "" {
				got[row["label"]+"|"+judge] = row[judge] + " of " + row[judge+"_n"]
			}
		}
	}
	for _, a := range log {
		for _, l := range a.Labels {
			for _, judge := range judges {
				failed, of := 0, 0
				for _, b := range log {
					if !slices.ContainsFunc(b.Labels, func(m givenLabel) bool { return m.by() == l.by() && m.Mode == l.Mode }) {
						continue
					}
					success, ok, _ := verdictOn(b, judge)
					if judge == "harness" {
						success, ok = b.Success, true
					}
					if ok {
						of++
						if !success {
							failed++
						}
					}
				}
				if of > 0 {
					want[namedLabel(log, l)+"|"+judge] = fmt.Sprint(failed, " of ", of)
				}
			}
		}
	}
	return got, want
}

// attemptLabels: the lines of attempts.csv that are labels have the log's words.
func attemptLabels(r *rapid.T, out string, log []labelledLine) (got, want map[string]string) {
	got, want = map[string]string{}, map[string]string{}
	count := func(in map[string]string, key string) {
		n, _ := strconv.Atoi(in[key])
		in[key] = strconv.Itoa(n + 1)
	}
	for _, row := range readRows(r, out, "attempts") {
		if row["label"] != "" {
			count(got, strings.Join([]string{row["run"], row["task"], row["trial"], row["annotator"], row["label"]}, "|"))
		}
	}
	for _, a := range log {
		for _, l := range a.Labels {
			count(want, strings.Join([]string{a.Run, a.Task, strconv.Itoa(a.Trial), l.by(), l.Mode}, "|"))
		}
	}
	return got, want
}

// callLabelCounts: labelled calls, calls, attempts with one, attempts with any call; a label
// twice at a call counts once, and runs without a labelled call are not there.
func callLabelCounts(r *rapid.T, out string, log []labelledLine) (got, want map[string]string) {
	got, want = map[string]string{}, map[string]string{}
	for _, table := range []string{"call-labels-part", "call-labels-by-tool-part", "call-labels-log", "call-labels-by-tool-log"} {
		for _, row := range readRows(r, out, table) {
			got[row["label"]+"|"+row["run"]+"|"+row["tool"]] = strings.Join([]string{row["count"], row["calls"], row["attempts"], row["attempts_of"]}, " ")
		}
	}
	some := map[string]bool{}
	words := map[string]bool{}
	for _, a := range log {
		for _, c := range a.Steps[0].Calls {
			for _, l := range c.Labels {
				some[a.Run], words[l] = true, true
			}
		}
	}
	scopes := slices.Collect(maps.Keys(some))
	if len(scopes) > 1 {
		scopes = append(scopes, allRuns)
	}
	for word := range words {
		for _, scope := range scopes {
			for _, tool := range []string{"", "find", "send"} {
				if scope == allRuns && tool != "" {
					continue
				}
				var n, of, attempts, attemptsOf int
				for _, a := range log {
					if !some[a.Run] || !slices.Contains(scopesOf(a.Run), scope) {
						continue
					}
					hit, any := false, false
					for _, c := range a.Steps[0].Calls {
						if tool != "" && c.Tool != tool {
							continue
						}
						of++
						any = true
						if slices.Contains(c.Labels, word) {
							n++
							hit = true
						}
					}
					if hit {
						attempts++
					}
					if any {
						attemptsOf++
					}
				}
				if n > 0 {
					want[word+"|"+scope+"|"+tool] = fmt.Sprint(n, of, attempts, attemptsOf)
				}
			}
		}
	}
	return got, want
}

// verdictOn is a judge's verdict on a line.
func verdictOn(a labelledLine, judge string) (success, ok bool, why string) {
	for _, j := range a.Judgments {
		if j.Judge == judge {
			return j.Verdict >= 0.5, true, j.Error
		}
	}
	return false, false, ""
}

// judgeErrorCounts: attempts, labelled disagreements, disagreements.
func judgeErrorCounts(r *rapid.T, out string, log []labelledLine) (got, want map[string]string) {
	got, want = map[string]string{}, map[string]string{}
	for _, row := range readRows(r, out, "judge-errors-*") {
		got[row["judge"]+"|"+row["run"]+"|"+row["error"]] = strings.Join([]string{row["count"], row["labelled"], row["disagreements"]}, " ")
	}
	for _, judge := range []string{"j", "k"} {
		for _, scope := range scopesWithReference(log) {
			counts, labelled, differ := map[string]int{}, 0, 0
			for _, a := range log {
				is, known, _ := verdictOn(a, "human")
				says, judged, why := verdictOn(a, judge)
				if !slices.Contains(scopesOf(a.Run), scope) || !known || !judged || is == says {
					continue
				}
				differ++
				if why != "" {
					labelled++
					counts[why]++
				}
			}
			for why, n := range counts {
				want[judge+"|"+scope+"|"+why] = fmt.Sprint(n, labelled, differ)
			}
		}
	}
	return got, want
}

func scopesWithReference(log []labelledLine) []string {
	var runs []string
	for _, a := range log {
		if _, ok, _ := verdictOn(a, "human"); ok && !slices.Contains(runs, a.Run) {
			runs = append(runs, a.Run)
		}
	}
	if len(runs) > 1 {
		runs = append(runs, allRuns)
	}
	return runs
}

// judgeBoundCounts: attempts that all judged, left out, some judge right, every judge right. A
// judge who judged nothing of a scope is no judge there, and one judge alone has no bound.
func judgeBoundCounts(r *rapid.T, out string, log []labelledLine) (got, want map[string]string) {
	got, want = map[string]string{}, map[string]string{}
	for _, row := range readRows(r, out, "judge-bounds-*") {
		got[row["run"]] = strings.Join([]string{row["n"], row["left_out"], row["some_right"], row["all_right"]}, " ")
	}
	for _, scope := range scopesWithReference(log) {
		var judges []string
		withReference := scopesWithReference(log)
		for _, judge := range []string{"j", "k"} {
			if slices.ContainsFunc(log, func(a labelledLine) bool {
				_, ok, _ := verdictOn(a, judge)
				return ok && slices.Contains(scopesOf(a.Run), scope) && slices.Contains(withReference, a.Run)
			}) {
				judges = append(judges, judge)
			}
		}
		if len(judges) < 2 {
			continue
		}
		var n, left, some, all int
		for _, a := range log {
			is, known, _ := verdictOn(a, "human")
			if !known || !slices.Contains(scopesOf(a.Run), scope) {
				continue
			}
			judged, right := 0, 0
			for _, judge := range judges {
				if says, ok, _ := verdictOn(a, judge); ok {
					judged++
					if says == is {
						right++
					}
				}
			}
			switch {
			case judged < len(judges):
				left++
				continue
			case right == judged:
				all++
			}
			if right > 0 {
				some++
			}
			n++
		}
		want[scope] = fmt.Sprint(n, left, some, all)
	}
	return got, want
}
