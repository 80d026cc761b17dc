package compose

import (
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/reports/internal/sample"
)

// TestPairsReadBetterMinusWorse: by the order of the headline, against the baseline, or as two runs
// were named; what is turned holds the same numbers.
func TestPairsReadBetterMinusWorse(t *testing.T) {
	const better, worse = "run-01", "run-03"
	for _, c := range []struct {
		name   string
		change func(*result.Plan)
		first  string
	}{
		{"ranking", func(*result.Plan) {}, better},
		{"baseline", func(p *result.Plan) { p.Baseline = better }, worse},
		{"as named", func(p *result.Plan) { p.Runs = []string{worse, better} }, worse},
	} {
		res := sample.Many(4, 1)
		at := -1
		for i := range res.Comparisons {
			if p := &res.Comparisons[i]; p.A == better && p.B == worse {
				res.Comparisons[i], at = *turned(p), i // the other way round, as a log may have it
			}
		}
		made := res.Comparisons[at]
		made.Interval = sample.Interval(-0.11, -0.01, "newcombe10")
		made.Resampled = &result.Resampled{Low: -0.12, Width: 0.02, Counts: []int{1, 2, 3}} // from -0.12 to -0.06
		res.Comparisons[at] = made
		c.change(&res.Provenance.Plan)
		composer, err := newComposer(res)
		if err != nil {
			t.Fatal(err)
		}
		got := composer.res.Comparisons[at]
		if got.A != c.first {
			t.Errorf("%s: %s minus %s", c.name, got.A, got.B)
		}
		sign := 1.0
		if got.A != made.A {
			sign = -1
		}
		if *got.Difference != sign**made.Difference || (*got.MeanA-*got.MeanB)*(*got.Difference) < 0 {
			t.Errorf("%s: the difference is %g, it was made as %g", c.name, *got.Difference, *made.Difference)
		}
		if low := float64(got.Interval.Low); sign < 0 && low != 0.01 || sign > 0 && low != -0.11 {
			t.Errorf("%s: the interval begins at %g", c.name, low)
		}
		if r := got.Resampled; sign < 0 && (r.Low < 0.0599 || r.Low > 0.0601 || r.Counts[0] != 3) {
			t.Errorf("%s: the resamples begin at %g with %d", c.name, r.Low, r.Counts[0])
		}
		if composer.asCompared[at].A != made.A || res.Comparisons[at].A != made.A {
			t.Errorf("%s: what was made is changed", c.name)
		}
	}
}
