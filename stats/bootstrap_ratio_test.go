package stats

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The interval is that of the bootstrap which draws the tasks themselves.
func TestBootstrapRatioIsTheBootstrapOfTheRatio(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(t, "n")
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = rapid.Float64Range(-5, 50).Draw(t, "x")
			y[i] = float64(rapid.IntRange(0, 1).Draw(t, "y"))
		}
		opt := BootstrapOptions{Method: Percentile, Replicates: 200, Seed: rapid.Uint64Range(1, 1<<40).Draw(t, "seed")}
		if rapid.Bool().Draw(t, "clusters") {
			opt.Cluster = make([]int, n)
			for i := range opt.Cluster {
				opt.Cluster[i] = rapid.IntRange(0, 9).Draw(t, "cluster")
			}
		}
		got, gotErr := ratioOfTasks(x, y, opt)
		want, wantErr := BootstrapStatistic(n, func(tasks []int) (float64, bool) {
			var a, b float64
			for _, i := range tasks {
				a += x[i]
				b += y[i]
			}
			return a / b, b != 0
		}, opt)
		if (gotErr == nil) != (wantErr == nil) {
			t.Fatalf("%v, expected %v", gotErr, wantErr)
		}
		if gotErr != nil {
			return
		}
		// Totals are added in another order.
		near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-11*(1+math.Abs(a)) }
		if !near(got.Interval.Low, want.Interval.Low) || !near(got.Interval.High, want.Interval.High) || !near(got.Estimate, want.Estimate) {
			t.Fatalf("%g in %v, expected %g in %v", got.Estimate, got.Interval, want.Estimate, want.Interval)
		}
		if diff := cmp.Diff(want.Notes, got.Notes); diff != "" {
			t.Fatal(diff)
		}
	})
}

// ratioOfTasks draws the totals of the tasks, or of their clusters.
func ratioOfTasks(x, y []float64, opt BootstrapOptions) (Bootstrap, error) {
	members, err := clusterMembers(len(x), opt.Cluster)
	if err != nil {
		return Bootstrap{}, err
	}
	above, below := make([]float64, len(members)), make([]float64, len(members))
	var totalX, totalY float64
	for u, tasks := range members {
		for _, t := range tasks {
			above[u] += x[t]
			below[u] += y[t]
		}
		totalX += above[u]
		totalY += below[u]
	}
	sums, err := Resampler{Units: len(members), Replicates: opt.Replicates, Seed: opt.Seed}.Sums([][]float64{above, below})
	if err != nil {
		return Bootstrap{}, err
	}
	return BootstrapRatio(sums[0], sums[1], totalX/totalY, opt)
}

func TestBootstrapRatioRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		above, below []float64
		opt          BootstrapOptions
	}{
		"lengths":    {[]float64{1, 2}, []float64{1}, BootstrapOptions{Method: Percentile}},
		"nothing":    {[]float64{1, 2}, []float64{0, 0}, BootstrapOptions{Method: Percentile}},
		"not finite": {[]float64{1, math.NaN()}, []float64{1, 1}, BootstrapOptions{Method: Percentile}},
		"method":     {[]float64{1, 2}, []float64{1, 1}, BootstrapOptions{Method: Basic}},
		"replicates": {[]float64{1, 2}, []float64{1, 1}, BootstrapOptions{Method: Percentile, Replicates: -1}},
	} {
		if _, err := BootstrapRatio(c.above, c.below, 1, c.opt); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
