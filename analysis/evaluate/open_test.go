package evaluate

import (
	"slices"
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// A run whose log names 5 tasks of an unknown number has a count and no mean, under
// every policy; a cost is not a share and keeps its mean. 4 of 10 where the plan says so.
func TestWithoutDenominator(t *testing.T) {
	b := table.NewBuilder()
	for i, r := range runOf("list", 5, 1, 4) {
		r.Values = append(r.Values, table.Value{Metric: "cost_usd", Value: 2})
		b.Add(table.Origin{Record: i}, r)
	}
	b.AddPromises(0, []datasets.Promise{{Benchmark: "bench", Run: "list", Trials: 1, Open: true, Source: "nothing says"}})
	built, err := b.Build("error")
	if err != nil {
		t.Fatal(err)
	}
	res := evaluated(t, built, result.Plan{})
	s := summary(t, res, "list", "success")
	if s.Mean != nil || s.Interval != nil || len(s.Notes) != 1 {
		t.Errorf("a rate of an unknown number: %+v", s)
	}
	row := ledgerOf(t, res, "list")
	if row.PromisedBy != result.PromisedByNobody || row.Ranked || row.Stated != "nothing says" || row.Present+row.Missing-row.Surplus != row.Promised {
		t.Errorf("%+v", row)
	}
	for _, p := range row.Policies {
		if p.Mean != nil {
			t.Errorf("policy %s has a mean", p.Policy)
		}
	}
	if ranked := rankedRuns(res); ranked != nil {
		t.Errorf("ranked %v", ranked)
	}
	if !slices.ContainsFunc(res.Warnings, func(w result.Warning) bool { return w.Code == "no_denominator" && w.Decisive }) {
		t.Errorf("not told: %v", res.Warnings)
	}
	if s := summary(t, res, "list", "cost_usd"); s.Mean == nil || *s.Mean != 2 {
		t.Errorf("a cost is no share: %+v", s)
	}
	if got := meanOf(t, evaluated(t, built, result.Plan{Tasks: "10"}), "list"); got != .4 {
		t.Errorf("4 of 10 are %v", got)
	}
}
