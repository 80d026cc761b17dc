package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// pivotAttempt is one attempt of a random log, as its line says it.
type pivotAttempt struct {
	Run      string             `json:"run"`
	Task     string             `json:"task"`
	Size     string             `json:"size"`
	Strata   map[string]string  `json:"strata"`
	Success  bool               `json:"success"`
	Prompt   int                `json:"prompt_tokens"`
	Reported map[string]float64 `json:"reported"`
}

// Every cell of a pivot is held against a count of its own over the lines of a random log: means
// by two facts of tasks, sums, differences to the best other run, shares, and numbers that the
// harness stored, alone and in a formula.
func TestPivotCellsAgainstALog(t *testing.T) {
	dir := t.TempDir()
	notebook := filepath.Join(dir, "n.md")
	text := "# R\n\n"
	for _, args := range []string{
		`rows=level columns=topic metric=success cells=mean,n`,
		`rows=run columns=level metric=success cells=mean,difference against=best-other`,
		`rows=size columns=metric metrics="prompt_tokens,reported.extra,prompt_tokens * reported.extra" cells=sum,share`,
	} {
		text += "```mcpstats pivot " + args + "\n```\n\n"
	}
	if err := os.WriteFile(notebook, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(r *rapid.T) {
		levels, topics := []string{"L1", "L2"}, []string{"a", "b", "c"}
		tasks := rapid.IntRange(6, 14).Draw(r, "tasks")
		level, topic := make([]string, tasks), make([]string, tasks)
		for i := range tasks {
			level[i], topic[i] = levels[i%2], topics[i/2%3]
			if i > 5 {
				level[i], topic[i] = rapid.SampledFrom(levels).Draw(r, "level"), rapid.SampledFrom(topics).Draw(r, "topic")
			}
		}
		var log []pivotAttempt
		var lines strings.Builder
		for k, run := range []string{"x", "y", "z"} {
			for i := range tasks {
				a := pivotAttempt{Run: run, Task: fmt.Sprint(i), Size: []string{"small", "large", "small"}[k], Strata: map[string]string{"level": level[i], "topic": topic[i]},
					Success: rapid.Bool().Draw(r, "success"), Prompt: rapid.IntRange(1, 900).Draw(r, "prompt"), Reported: map[string]float64{"extra": float64(rapid.IntRange(0, 9).Draw(r, "extra"))}}
				log = append(log, a)
				line, err := json.Marshal(a)
				if err != nil {
					r.Fatal(err)
				}
				lines.Write(append(line, '\n'))
			}
		}
		path, out := filepath.Join(dir, "log.jsonl"), filepath.Join(dir, "out")
		if err := os.WriteFile(path, []byte(lines.String()), 0o600); err != nil {
			r.Fatal(err)
		}
		mustRun(t, "report", path, "--notebook", notebook, "-o", out, "--resamples", "100", "--figures", "stacked")
		mean := func(of func(pivotAttempt) float64, which func(pivotAttempt) bool) (float64, int) {
			sum, n := 0.0, 0
			for _, a := range log {
				if which(a) {
					sum, n = sum+of(a), n+1
				}
			}
			return sum / float64(n), n
		}
		success := func(a pivotAttempt) float64 {
			if a.Success {
				return 1
			}
			return 0
		}

		table := readTable(t, out, "pivot-part-level-topic-success")
		for _, l := range levels {
			for _, p := range topics {
				want, n := mean(success, func(a pivotAttempt) bool { return a.Strata["level"] == l && a.Strata["topic"] == p })
				wantedNumber(r, table, l, p, want)
				wantedNumber(r, table, l, p+"_n", float64(n/3)) // of three runs, each of which has every task
			}
		}

		table = readTable(t, out, "pivot-part-run-level-success")
		for _, l := range levels {
			of := map[string]float64{}
			for _, run := range []string{"x", "y", "z"} {
				of[run], _ = mean(success, func(a pivotAttempt) bool { return a.Run == run && a.Strata["level"] == l })
				wantedNumber(r, table, run, strings.ToLower(l), of[run])
			}
			for run := range of {
				best := math.Inf(-1)
				for other, v := range of {
					if other != run {
						best = max(best, v)
					}
				}
				wantedNumber(r, table, run, strings.ToLower(l)+"_difference", of[run]-best)
			}
		}

		table = readTable(t, out, "pivot-part-size-metric-sum")
		for _, size := range []string{"small", "large"} {
			total := 0.0
			sums := map[string]float64{}
			for name, of := range map[string]func(pivotAttempt) float64{
				"prompt_tokens": func(a pivotAttempt) float64 { return float64(a.Prompt) }, "reported.extra": func(a pivotAttempt) float64 { return a.Reported["extra"] },
				"prompt_tokens_*_reported.extra": func(a pivotAttempt) float64 { return float64(a.Prompt) * a.Reported["extra"] },
			} {
				m, n := mean(of, func(a pivotAttempt) bool { return a.Size == size })
				sums[name] = m * float64(n)
				total += sums[name]
			}
			for name, want := range sums {
				wantedNumber(r, table, size, name, want)
				wantedNumber(r, table, size, name+"_share", want/total)
			}
		}
	})
}

// readTable is a report's table: its cells by the first column and the key of theirs.
func readTable(t *testing.T, report, id string) map[string]map[string]string {
	t.Helper()
	return readTableBy(t, report, id, 0)
}

// readTableBy is such a table by several columns, joined by a blank.
func readTableBy(t *testing.T, report, id string, by ...int) map[string]map[string]string {
	t.Helper()
	f, err := os.Open(filepath.Join(report, "tables", id+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string]string{}
	for _, row := range rows[1:] {
		cells := map[string]string{}
		for k, key := range rows[0] {
			cells[key] = row[k]
		}
		var key []string
		for _, i := range by {
			key = append(key, row[i])
		}
		out[strings.Join(key, " ")] = cells
	}
	return out
}

// wantedNumber compares one number of a table.
func wantedNumber(t interface{ Errorf(string, ...any) }, table map[string]map[string]string, row, column string, want float64) {
	cell, ok := table[row][column]
	got, err := strconv.ParseFloat(cell, 64)
	if !ok || err != nil || math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
		t.Errorf("%s, %s: %q, expected %v; columns %v", row, column, cell, want, slices.Sorted(keysOf(table[row])))
	}
}

func keysOf(m map[string]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// A pivot with more cells than can be read is said in one line, and the rest is made.
func TestPivotTooLarge(t *testing.T) {
	dir := t.TempDir()
	var lines strings.Builder
	for i := range 300 {
		fmt.Fprintf(&lines, `{"run":"x","task":"%d","success":true,"strata":{"one":"a%d","other":"b%d"}}`+"\n", i, i, i)
	}
	path, notebook := filepath.Join(dir, "log.jsonl"), filepath.Join(dir, "n.md")
	text := "# R\n\n```mcpstats pivot rows=one columns=other metric=success\n```\n\n```mcpstats leaderboard\n```\n\n```mcpstats warnings\n```\n"
	for name, content := range map[string]string{path: lines.String(), notebook: text} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(dir, "out")
	mustRun(t, "report", path, "--notebook", notebook, "-o", out, "--resamples", "100", "--figures", "leaderboard")
	report, err := os.ReadFile(filepath.Join(out, "report.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Left out: a table of one by other: these two facts of tasks were not crossed, as they would make 300 by 300 cells", "a table by one and other would have 90000 cells", "leaderboard"} {
		if !strings.Contains(string(report), want) {
			t.Errorf("the report lacks %q:\n%s", want, report)
		}
	}
}
