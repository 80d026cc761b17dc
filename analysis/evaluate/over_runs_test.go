package evaluate

import (
	"testing"

	"mcpstats/analysis/evaluate/curves"
)

// By hand, type 7 puts the p-quantile of n values at 1 + (n-1)p: of .1 .2 .4 .8 the quartiles
// stand at 1.75, 2.5 and 3.25, that is .1+.75x.1 = .175, .3 and .4+.25x.4 = .5; the mean is .375.
func TestSummaryOverRunsByHand(t *testing.T) {
	got, ok := curves.SummaryOverRuns([]string{"a", "b", "c", "d"}, []float64{.4, .1, .8, .2})
	near := func(x, y float64) bool { return x-y < 1e-12 && y-x < 1e-12 }
	if !ok || got.Runs != 4 || got.Lowest != "b" || got.Highest != "c" || got.Min != .1 || got.Max != .8 ||
		!near(got.Q1, .175) || !near(got.Median, .3) || !near(got.Q3, .5) || !near(got.Mean, .375) {
		t.Errorf("%+v, %v", got, ok)
	}
	if _, ok := curves.SummaryOverRuns(nil, nil); ok {
		t.Error("a summary of no run")
	}
}
