package evaluate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// verdictsBy are five runs at six tasks with the verdicts that each run has.
func verdictsBy(metrics func(run int) []string) []table.Record {
	var records []table.Record
	for r := range 5 {
		for task := range 6 {
			rec := tabletest.Attempted(fmt.Sprint("r", r), fmt.Sprint("t", task), 0, -1)
			rec.Values = rec.Values[:0]
			for _, m := range metrics(r) {
				rec.Values = append(rec.Values, table.Value{Metric: m, Value: float64((r + task) % 2)})
			}
			records = append(records, rec)
		}
	}
	return records
}

// TestHeadlineIsKnownForAllRuns: people judged two runs of five, a judge those or the rest.
func TestHeadlineIsKnownForAllRuns(t *testing.T) {
	const judge = "judge_success[a b]"
	for _, c := range []struct {
		name           string
		metrics        func(run int) []string
		plan           result.Plan
		headline, code string
		says           string
	}{
		{"a judge of all", func(r int) []string {
			if r < 2 {
				return []string{"human_success", judge}
			}
			return []string{judge}
		}, result.Plan{}, judge, "headline_rests", "human_success is known for 2 of 5 runs only; --primary human_success"},
		{"two kinds", func(r int) []string {
			if r < 2 {
				return []string{"human_success"}
			}
			return []string{judge}
		}, result.Plan{}, "", "no_headline", "--primary human_success, or --primary 'judge_success[a b]'"},
		{"two kinds, stated", func(r int) []string {
			if r < 2 {
				return []string{"human_success"}
			}
			return []string{judge}
		}, result.Plan{Primary: judge}, judge, "headline_rests", "known for 3 of 5 runs, as the plan says"},
		{"harness and judge", func(r int) []string {
			if r < 4 {
				return []string{"success"}
			}
			return []string{judge}
		}, result.Plan{}, "", "no_headline", "--primary success"},
		{"everywhere", func(int) []string { return []string{judge, "human_success"} }, result.Plan{}, "human_success", "", ""},
		{"a run without any verdict", func(r int) []string {
			if r == 0 {
				return nil
			}
			return []string{"success"}
		}, result.Plan{}, "success", "", ""},
		{"named", func(r int) []string {
			if r < 2 {
				return []string{"human_success", judge}
			}
			return []string{judge}
		}, result.Plan{Metrics: []string{"human_success"}}, "human_success", "", ""},
	} {
		res := evaluated(t, tabletest.Of(t, "error", verdictsBy(c.metrics)...), c.plan)
		got := ""
		for _, m := range res.Metrics {
			if m.Primary {
				got = m.Name
			}
		}
		if got != c.headline {
			t.Errorf("%s: headline %q, want %q", c.name, got, c.headline)
		}
		at := slices.IndexFunc(res.Warnings, func(w result.Warning) bool { return w.Code == "no_headline" || w.Code == "headline_rests" })
		switch {
		case at < 0 && c.code != "":
			t.Errorf("%s: no warning %s", c.name, c.code)
		case at >= 0 && (res.Warnings[at].Code != c.code || !strings.Contains(res.Warnings[at].Message, c.says) || !res.Warnings[at].Decisive):
			t.Errorf("%s: %+v, want %s with %q", c.name, res.Warnings[at], c.code, c.says)
		}
	}
}

// TestOtherVerdictIsNoFailure: the run that only a judge judged has no success rate, not one of 0.
func TestOtherVerdictIsNoFailure(t *testing.T) {
	res := evaluated(t, tabletest.Of(t, "error", verdictsBy(func(r int) []string {
		if r < 4 {
			return []string{"success"}
		}
		return []string{"judge_success[j]"}
	})...), result.Plan{Primary: "success"})
	for _, s := range res.Summaries {
		if s.Run == "r4" && s.Metric == "success" && s.Stratum == nil && s.Mean != nil {
			t.Errorf("success of the run that only a judge judged is %v", *s.Mean)
		}
	}
}
