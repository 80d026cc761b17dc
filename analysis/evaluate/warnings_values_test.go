package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// warningsOf are the messages of a code, with where they arose.
func warningsOf(res *result.Results, code string) string {
	var out []string
	for _, w := range res.Warnings {
		if w.Code == code {
			out = append(out, fmt.Sprintf("%s: %s (%v)", w.Where, w.Message, w.Decisive))
		}
	}
	return strings.Join(out, "\n")
}

// Two runs at ten tasks each share as many as overlap: by hand, five of 15 tried are
// less than half, seven of 13 are not.
func TestWarnOverlap(t *testing.T) {
	for _, c := range []struct {
		shared  int
		missing string
		want    string
	}{
		{0, "fail", "bench: a against b: success: both have an outcome at 0 of the 20 tasks where either has one; elsewhere, missing outcomes are counted as failures. (true)"},
		{5, "best", "bench: a against b: success: both have an outcome at 5 of the 15 tasks where either has one; elsewhere, missing outcomes are counted as successes. (true)"},
		{7, "fail", ""},
		{10, "fail", ""},
		{5, "drop", "bench: a against b: success: only 5 of 15 tasks are paired; the rest are not compared. (false)"},
	} {
		var records []table.Record
		for i := range 10 {
			records = append(records, tabletest.Attempted("a", fmt.Sprint("t", i), 0, float64(i%2)), tabletest.Attempted("b", fmt.Sprint("t", i+10-c.shared), 0, float64(i%3/2)))
		}
		plan := result.Plan{Missing: c.missing, Tasks: fmt.Sprint(20 - c.shared)} // both answer for all of them
		if got := warningsOf(evaluated(t, tabletest.Of(t, "error", records...), plan), "low_coverage"); got != c.want {
			t.Errorf("%d shared, %s: %q, want %q", c.shared, c.missing, got, c.want)
		}
	}
}

func TestWarnNegative(t *testing.T) {
	catalog := append(table.Catalog{}, tabletest.Catalog...)
	catalog = append(catalog, table.Metric{Name: "prompt_tokens", Doc: "d", Cite: "c", Unit: "tokens", Better: result.Lower})
	var records []table.Record
	for i, ms := range []float64{-1, 0, 3, -20} {
		r := tabletest.Attempted("a", fmt.Sprint("t", i), 0, 1)
		r.Values = append(r.Values, table.Value{Metric: "latency_ms", Value: ms}, table.Value{Metric: "prompt_tokens", Value: ms * ms}, table.Value{Metric: "plan_f1", Value: ms})
		records = append(records, r, tabletest.Attempted("b", fmt.Sprint("t", i), 0, 1))
	}
	res, err := Evaluate(tabletest.Of(t, "error", records...), result.Plan{Resamples: 100}, catalog)
	if err != nil {
		t.Fatal(err)
	}
	want := "bench: a: below 0, yet part of every mean: latency_ms at 2 of 4 attempts (the lowest -20). (false)"
	if got := warningsOf(res, "negative_amount"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
