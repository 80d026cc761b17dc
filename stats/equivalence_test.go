package stats

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestTOSTByHand: d = (1, -1, 2, -2), mean 0, sd sqrt(10/3), se sqrt(10/12). Against +-1
// both t are 1/sqrt(5/6) = 1.0954 on 3 df; one tail of t with 3 df has the closed form
// 1/2 - (atan(s) + s/(1+s^2))/pi, s = t/sqrt 3.
func TestTOSTByHand(t *testing.T) {
	r, err := TOSTPaired(subtracted([]float64{1, 0, 2, 0}, []float64{0, 1, 0, 2}), -1, 1, EquivalenceOptions{})
	if err != nil {
		t.Fatal(err)
	}
	tv := 1 / math.Sqrt(10./12)
	s := tv / math.Sqrt(3)
	p := 0.5 - (math.Atan(s)+s/(1+s*s))/math.Pi
	if relativeError(r.Lower.Statistic, tv) > 1e-14 || relativeError(r.Upper.Statistic, -tv) > 1e-14 || relativeError(r.P, p) > 1e-13 || r.Equivalent {
		t.Errorf("%+v, want t=%v, p=%v", r, tv, p)
	}
}

// drawnDifferences are those of 3 to 40 pairs, with a margin.
func drawnDifferences(t *rapid.T) (Differences, float64) {
	n := rapid.IntRange(3, 40).Draw(t, "n")
	d := rapid.SliceOfN(rapid.Float64Range(-1, 1), n, n).Draw(t, "d")
	margin := rapid.Float64Range(0.01, 1).Draw(t, "margin")
	diff, err := DifferencesOf(d)
	if err != nil {
		t.Fatal(err)
	}
	return diff, margin
}

// TestTOSTIsIntervalInclusion: equivalent exactly where the 1-2 alpha interval lies
// within the margins.
func TestTOSTIsIntervalInclusion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		diff, margin := drawnDifferences(t)
		r, err := TOSTPaired(diff, -margin, margin, EquivalenceOptions{})
		var undefined *UndefinedError
		if errors.As(err, &undefined) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(r.P-0.05) > 1e-9 && r.Equivalent != (r.Interval.Low > -margin && r.Interval.High < margin) {
			t.Fatalf("%+v, margin %v", r, margin)
		}
	})
	var argument *ArgumentError
	if _, err := TOSTPaired(subtracted([]float64{1, 2}, []float64{0, 3}), 1, -1, EquivalenceOptions{}); !errors.As(err, &argument) {
		t.Errorf("margins the wrong way round: %v", err)
	}
}

// TestTOSTClusteredByHand: d = (1, 3, -1, 5), mean 2, in the clusters (1, -1) and (3, 5):
// deviations -1-3 = -4 and 1+3 = 4, CR0 sqrt(16+16)/4 = sqrt 2, CR1 sqrt(2*2/1) = 2 on 1
// df. Against 0 and 6: t = 1 and -2; a t of 1 df has the upper tail 1/2 - atan(t)/pi,
// 1/4 at 1. The 60% interval (alpha 0.2) is 2 +- 2 tan(0.3 pi).
func TestTOSTClusteredByHand(t *testing.T) {
	diff, err := DifferencesOf([]float64{1, 3, -1, 5})
	if err != nil {
		t.Fatal(err)
	}
	r, err := TOSTClustered(diff, []int{1, 2, 1, 2}, 0, 6, EquivalenceOptions{Alpha: 0.2})
	if err != nil {
		t.Fatal(err)
	}
	half := 2 * math.Tan(0.3*math.Pi)
	if !near(r.Lower.Statistic, 1, 1e-14) || !near(r.Upper.Statistic, -2, 1e-14) || !near(r.P, 0.25, 1e-13) || r.Equivalent ||
		!near(r.Interval.Low, 2-half, 1e-12) || !near(r.Interval.High, 2+half, 1e-12) {
		t.Errorf("%+v", r)
	}
	var undefined *UndefinedError
	if _, err := TOSTClustered(diff, []int{7, 7, 7, 7}, -1, 1, EquivalenceOptions{}); !errors.As(err, &undefined) {
		t.Errorf("one cluster: %v", err)
	}
	var argument *ArgumentError
	if _, err := TOSTClustered(diff, []int{1, 2, 1, 2}, 1, -1, EquivalenceOptions{}); !errors.As(err, &argument) {
		t.Errorf("margins the wrong way round: %v", err)
	}
}

// With every pair a cluster of its own the clusters do not matter.
func TestTOSTClusteredOfSingles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		diff, margin := drawnDifferences(t)
		want, err := TOSTPaired(diff, -margin, margin, EquivalenceOptions{})
		var undefined *UndefinedError
		if errors.As(err, &undefined) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		single := make([]int, len(diff.D))
		for i := range single {
			single[i] = i
		}
		got, err := TOSTClustered(diff, single, -margin, margin, EquivalenceOptions{})
		if err != nil || !near(got.P, want.P, 1e-9) || !near(got.Interval.Low, want.Interval.Low, 1e-9) || !near(got.Interval.High, want.Interval.High, 1e-9) {
			t.Fatalf("%+v, %v; want %+v", got, err, want)
		}
	})
}
