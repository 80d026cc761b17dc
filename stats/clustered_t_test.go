package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// By hand: differences 1, 3 | 2, 2 | 0, 4 in three clusters; mean 2, deviations
// -1+1 | 0+0 | -2+2 cancel within every cluster: no test.
func TestClusterRobustTCancels(t *testing.T) {
	d, err := DifferencesOf([]float64{1, 3, 2, 2, 0, 4})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ClusterRobustT(d, []int{0, 0, 1, 1, 2, 2}); err == nil {
		t.Error("no error where the deviations cancel")
	}
}

// By hand: differences 1, 1 | 2, 2 | 6, 6; mean 3, cluster sums of deviations
// -4, -2, 6; CR0 = sqrt(16+4+36)/6 = sqrt(56)/6, CR1 = CR0 sqrt(3/2) =
// sqrt(84)/6; t = 18/sqrt(84) on 2 df. With 2 df, P(|T| > t) = 1 - t/sqrt(t^2+2).
func TestClusterRobustTByHand(t *testing.T) {
	d, err := DifferencesOf([]float64{1, 1, 2, 2, 6, 6})
	if err != nil {
		t.Fatal(err)
	}
	r, err := ClusterRobustT(d, []int{7, 7, 8, 8, 9, 9})
	if err != nil {
		t.Fatal(err)
	}
	want := 18 / math.Sqrt(84)
	p := 1 - want/math.Sqrt(want*want+2)
	if math.Abs(r.Statistic-want) > 1e-14 || r.DF[0] != 2 || math.Abs(r.P-p) > 1e-13 {
		t.Errorf("t %v df %v p %v, want %v 2 %v", r.Statistic, r.DF, r.P, want, p)
	}
}

// With every pair a cluster of its own the test is the paired t test.
func TestClusterRobustTOfSingletons(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 40).Draw(t, "n")
		x := make([]float64, n)
		cluster := make([]int, n)
		for i := range x {
			x[i] = rapid.Float64Range(-5, 5).Draw(t, "d")
			cluster[i] = i
		}
		d, err := DifferencesOf(x)
		if err != nil {
			t.Fatal(err)
		}
		want, err := PairedT(d, PairedTOptions{})
		got, err2 := ClusterRobustT(d, cluster)
		if (err == nil) != (err2 == nil) {
			t.Fatalf("paired t: %v, cluster-robust: %v", err, err2)
		}
		if err == nil && (math.Abs(got.Statistic-want.Statistic) > 1e-9*math.Abs(want.Statistic) || math.Abs(got.P-want.P) > 1e-9) {
			t.Fatalf("got t %v p %v, want t %v p %v", got.Statistic, got.P, want.Statistic, want.P)
		}
	})
}
