package evaluate

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"mcpstats/analysis/evaluate/judges"
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/evaluate/warnings"
	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

func codes(res *result.Results) []string {
	var out []string
	for _, w := range res.Warnings {
		out = append(out, w.Code)
	}
	return out
}

// Every code that the source gives a warning is declared, once, with what to do.
func TestWarningCodesAreDeclared(t *testing.T) {
	declared := map[string]bool{}
	for _, w := range result.WarningCodes {
		if declared[w.Code] || w.Meaning == "" || w.Do == "" {
			t.Errorf("code %s is declared twice, or without meaning or advice", w.Code)
		}
		declared[w.Code] = true
	}
	used := map[string]bool{}
	given := regexp.MustCompile(`\.[wW]arn\("([a-z_]+)"|Warning\{Code: "([a-z_]+)"|Note[A-Z]\w* *= "([a-z_]+)"`)
	for _, room := range []string{"analysis", "cmd", "datasets"} {
		err := filepath.WalkDir(filepath.Join("..", "..", room), func(path string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".go" {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range given.FindAllStringSubmatch(string(text), -1) {
				used[m[1]+m[2]+m[3]] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for code := range used {
		if !declared[code] {
			t.Errorf("code %s is not declared", code)
		}
	}
	for code := range declared {
		if !used[code] {
			t.Errorf("code %s is declared and never given", code)
		}
	}
}

func TestWarnRetriesUntilSuccess(t *testing.T) {
	var records []table.Record
	for i := range 6 {
		task := fmt.Sprint("t", i)
		records = append(records, tabletest.Attempted("a", task, 0, 0), tabletest.Attempted("a", task, 1, 1))
	}
	records = append(records, tabletest.Attempted("a", "easy", 0, 1))
	if got := codes(evaluated(t, tabletest.Of(t, "error", records...), result.Plan{Missing: "drop"})); !slices.Contains(got, "retries_until_success") || !slices.Contains(got, "unequal_trials") {
		t.Errorf("warnings %v", got)
	}
	// One success that was tried again takes the suspicion away.
	records = append(records, tabletest.Attempted("a", "easy", 1, 0))
	records = append(records, tabletest.Attempted("a", "t0", 2, 0))
	if got := codes(evaluated(t, tabletest.Of(t, "error", records...), result.Plan{Missing: "drop"})); slices.Contains(got, "retries_until_success") {
		t.Errorf("warnings %v", got)
	}
}

func TestWarnTimeoutWithSuccess(t *testing.T) {
	r := tabletest.Attempted("a", "t", 0, 1)
	r.Attempt.Exit = datasets.ExitTimeout
	if got := codes(evaluated(t, tabletest.Of(t, "error", r, tabletest.Attempted("a", "u", 0, 0)), result.Plan{})); !slices.Contains(got, "timeout_with_success") {
		t.Errorf("warnings %v", got)
	}
}

// A task whose content hash differs between two runs is not paired.
func TestHashMismatchIsRefused(t *testing.T) {
	var records []table.Record
	for _, run := range []string{"a", "b"} {
		for i := range 3 {
			r := tabletest.Attempted(run, fmt.Sprint("t", i), 0, float64(i%2))
			r.Attempt.Hash = fmt.Sprint("h", i)
			if run == "b" && i == 1 {
				r.Attempt.Hash = "other"
			}
			r.Attempt.Version = map[string]string{"a": "1.0", "b": "1.1"}[run]
			records = append(records, r)
		}
	}
	res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{})
	if c := res.Comparisons[0]; c.NTasks != 2 || c.Unpaired != 1 || len(c.Notes) == 0 {
		t.Errorf("%d tasks paired, %d not, notes %v; want 2, 1", c.NTasks, c.Unpaired, c.Notes)
	}
	if got := codes(res); !slices.Contains(got, "task_hash_differs") || !slices.Contains(got, "versions_differ") {
		t.Errorf("warnings %v", got)
	}
}

// TestWarnJudges: contradicted verdicts are counted by judge, and what they are
// stored as is said once where all are alike.
func TestWarnJudges(t *testing.T) {
	agreement := func(judge string, stored ...float64) result.Agreement {
		a := result.Agreement{Benchmark: "b", Run: "r", Judge: judge, Reading: judges.ReadingStored, N: 10}
		for _, s := range stored {
			a.Flips = append(a.Flips, result.Flip{Stored: s, Reparsed: 1 - s})
		}
		return a
	}
	for _, tt := range []struct {
		agreements []result.Agreement
		want       string
		decisive   bool
	}{
		{[]result.Agreement{agreement("x", 1, 1), agreement("y", 1), agreement("z")}, "3 verdicts of 20 that the log stores contradict the last status in the judge's own text, all stored as success (x 2; y 1).", true},
		{[]result.Agreement{agreement("x", 0)}, "1 verdict of 10 that the log stores contradicts the last status in the judge's own text, stored as failure (x 1).", true},
		{[]result.Agreement{agreement("x", 1, 0), agreement("y", 0, 1)}, "4 verdicts of 20 that the log stores contradict the last status in the judge's own text, 2 of them stored as success (x 2, 1 as success; y 2, 1 as success).", false},
	} {
		st := &study.Study{Bench: &table.Benchmark{Name: "b", Runs: []string{"r"}}, Runs: []int{0}}
		got := warnings.WarnJudges(st, &result.Results{Agreement: tt.agreements})
		if len(got) != 1 || got[0].Message != tt.want || got[0].Decisive != tt.decisive {
			t.Errorf("got %+v, want %q, decisive %t", got, tt.want, tt.decisive)
		}
	}
}

// A plain share beside the metric that weighs its tests as the leaderboard does is told
// apart, decisively where it is the headline, and alone it is not.
func TestWarnWeighed(t *testing.T) {
	weighed := slices.Concat(tabletest.Catalog, table.Catalog{{Name: "overall", Doc: "d", Cite: "c", Unit: "share", Better: result.Higher, Weighs: "success"}})
	for _, both := range []bool{true, false} {
		var records []table.Record
		for i := range 6 {
			r := tabletest.Attempted("a", fmt.Sprint("t", i), 0, float64(i%2))
			if both {
				r.Values = append(r.Values, table.Value{Metric: "overall", Value: float64(i)})
			}
			records = append(records, r)
		}
		res, err := Evaluate(tabletest.Of(t, "error", records...), result.Plan{Resamples: 100}, weighed)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(res.Warnings, func(w result.Warning) bool { return w.Code == "plain_share" })
		if (at >= 0) != both || both && !res.Warnings[at].Decisive {
			t.Errorf("with the weighed metric %v: %+v", both, res.Warnings)
		}
	}
}
