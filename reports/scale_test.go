package reports

import (
	"math"
	"testing"

	"mcpstats/analysis/result"
)

// Two significant digits of the median half-width are printed: half-widths by
// hand in the comments.
func TestScaleDecimals(t *testing.T) {
	of := func(low, high float64) *result.IntervalEstimate {
		return &result.IntervalEstimate{Low: result.Float(low), High: result.Float(high)}
	}
	for _, c := range []struct {
		name      string
		unit      string
		intervals []*result.IntervalEstimate
		values    []float64
		want      int
	}{
		{"share, 10 points", "share", []*result.IntervalEstimate{of(0.489, 0.682)}, nil, 1},
		{"share, 2 points", "share", []*result.IntervalEstimate{of(0.647, 0.688)}, nil, 1},
		{"share, 0.3 points", "share", []*result.IntervalEstimate{of(0.500, 0.506)}, nil, 2},
		{"share, 0.03 points", "share", []*result.IntervalEstimate{of(0.5000, 0.5006)}, nil, 3},
		{"share without interval", "share", nil, []float64{0.5}, 1},
		{"calls, 3.2", "calls", []*result.IntervalEstimate{of(17.5, 23.9)}, nil, 1},
		{"tokens, 1500", "tokens", []*result.IntervalEstimate{of(10000, 13000)}, nil, 0},
		{"USD, 0.01", "USD", []*result.IntervalEstimate{of(0.10, 0.12)}, nil, 3},
		{"median of three", "calls", []*result.IntervalEstimate{of(0, 0.02), of(0, 2.6), of(0, 300)}, nil, 1},
		{"no width", "calls", []*result.IntervalEstimate{of(2, 2)}, []float64{2}, 0},
		{"infinite", "calls", []*result.IntervalEstimate{of(2, math.Inf(1))}, []float64{2.5}, 2},
		{"whole numbers", "calls", nil, []float64{2, 1000}, 0},
		{"three digits", "calls", nil, []float64{12.345}, 1},
		{"nothing", "calls", nil, nil, 0},
	} {
		if got := NewScale(c.unit, c.intervals, c.values).Decimals; got != c.want {
			t.Errorf("%s: %d decimals, want %d", c.name, got, c.want)
		}
	}
}

func TestScaleUnits(t *testing.T) {
	share, calls := NewScale("share", nil, nil), Scale{Unit: "calls", Decimals: 1}
	for _, c := range []struct{ got, want string }{
		{share.Text(0.588), "58.8%"}, {share.Bare(0.588), "58.8"}, {share.WithUnit(0.082), "+8.2 points"},
		{calls.Text(1.25), "1.3"}, {calls.WithUnit(-1.25), "-1.3 calls"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
