package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestHodgesLehmannAgainstList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float64 {
			return float64(rapid.IntRange(-9, 9).Draw(t, "d")) * 0.1
		}), 1, 25).Draw(t, "d")
		var list []float64
		for i := range d {
			for j := i; j < len(d); j++ {
				list = append(list, average(d[i], d[j]))
			}
		}
		slices.Sort(list)
		walsh := newWalshAverages(d)
		for k, want := range list {
			if got := walsh.at(k + 1); got != want {
				t.Fatalf("average %d is %v, want %v", k+1, got, want)
			}
		}
		h, err := HodgesLehmannEstimate(d, 0)
		if err != nil {
			t.Fatal(err)
		}
		if m := len(list); h.Estimate != average(list[(m-1)/2], list[m/2]) || h.Interval.Low != list[h.Order-1] || h.Interval.High != list[m-h.Order] {
			t.Fatalf("%+v of %v", h, d)
		}
	})
}

// TestSignedRankQuantile: the coverage for n = 8 and 10 is in Hollander, Wolfe & Chicken's
// table: P(W <= 3) = 5/256 for n = 8 (the sums 0, 1, 2 and 3, the last in two ways).
func TestSignedRankQuantile(t *testing.T) {
	// P(W<=3) = 5/256 = .0195 < .025 <= P(W<=4) = 7/256.
	if q, coverage := signedRankQuantile(8, 0.025); q != 4 || coverage != 1-2*5.0/256 {
		t.Errorf("q=%d, coverage %v", q, coverage)
	}
	// Just past the switch to the normal approximation the exact order is met within one.
	exact, _ := signedRankQuantile(201, 0.025)
	h, err := HodgesLehmannEstimate(ramp(201), 0.95)
	if err != nil || math.Abs(float64(h.Order-exact)) > 1 || len(h.Notes) != 1 {
		t.Errorf("order %d, exact %d (%v)", h.Order, exact, err)
	}
}

func TestHodgesLehmannLevelOutOfReach(t *testing.T) {
	h, err := HodgesLehmannEstimate([]float64{1, 2, 4}, 0.95)
	// Full range; coverage 1 - 2/8.
	if err != nil || h.Interval.Low != 1 || h.Interval.High != 4 || h.Achieved != 0.75 || len(h.Notes) != 1 {
		t.Errorf("%+v (%v)", h, err)
	}
}
