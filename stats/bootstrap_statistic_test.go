package stats

import (
	"errors"
	"math"
	"testing"
)

// The mean as a general statistic has the interval that BootstrapMean gives it,
// from the same resamples.
func TestBootstrapStatisticOfTheMean(t *testing.T) {
	x := []float64{1, 5, 2, 8, 3, 3, 9, 1.5, 2.25, 4, 0, 7}
	mean := func(tasks []int) (float64, bool) {
		sum := 0.0
		for _, i := range tasks {
			sum += x[i]
		}
		return sum / float64(len(tasks)), true
	}
	for method := BCa; method <= Basic; method++ {
		for _, cluster := range [][]int{nil, {0, 0, 0, 1, 1, 2, 3, 4, 4, 5, 6, 6}} {
			opt := BootstrapOptions{Method: method, Replicates: 2000, Seed: 8, Cluster: cluster}
			got, err := BootstrapStatistic(len(x), mean, opt)
			if err != nil {
				t.Fatal(err)
			}
			want, err := BootstrapMean(x, opt)
			if err != nil {
				t.Fatal(err)
			}
			// With clusters the jackknife of the ratio is not its first-order influence.
			tolerance := 1e-12
			if cluster != nil && method == BCa {
				tolerance = 0.15
			}
			if math.Abs(got.Interval.Low-want.Interval.Low) > tolerance || math.Abs(got.Interval.High-want.Interval.High) > tolerance {
				t.Errorf("%v, clusters %v: %+v, want %+v", method, cluster != nil, got.Interval, want.Interval)
			}
		}
	}
}

// Resamples for which a statistic does not exist are left out and counted: of 2^2
// resamples of two tasks half hold one task twice.
func TestBootstrapStatisticCountsWhatIsUndefined(t *testing.T) {
	distinct := func(tasks []int) (float64, bool) { return float64(tasks[0]), tasks[0] != tasks[1] }
	b, err := BootstrapStatistic(2, distinct, BootstrapOptions{Method: Percentile, Replicates: 4000})
	if err != nil || math.Abs(float64(b.Replicates)-2000) > 5*math.Sqrt(1000) || len(b.Notes) != 1 {
		t.Errorf("%+v, %v", b, err)
	}
	never := func([]int) (float64, bool) { return 0, false }
	var undefined *UndefinedError
	if _, err := BootstrapStatistic(2, never, BootstrapOptions{}); !errors.As(err, &undefined) {
		t.Errorf("a statistic that never exists: %v", err)
	}
}

// All 4^4 resamples of 0, 0, 1, 3 are equally likely: count the means directly.
func TestExactMeanPercentileEnumerates(t *testing.T) {
	x := []float64{0, 0, 1, 3}
	var at [13]float64 // probability of each total 0..12
	for code := range 256 {
		total := 0.0
		for c := code; ; c /= 4 {
			total += x[c%4]
			if c < 4 {
				break
			}
		}
		// The loop above stops at the leading zero digits, each of which draws x[0] = 0.
		at[int(total)] += 1. / 256
	}
	for _, level := range []float64{0.5, 0.8, 0.95} {
		e, err := ExactMeanPercentile(x, level)
		if err != nil {
			t.Fatal(err)
		}
		cdf := func(mean float64) (upTo, below float64) {
			for total, p := range at {
				if v := float64(total) / 4; v <= mean {
					upTo += p
					if v < mean {
						below += p
					}
				}
			}
			return upTo, below
		}
		for _, end := range [][3]float64{{e.Low, e.AtLow, e.BelowLow}, {e.High, e.AtHigh, e.BelowHigh}} {
			upTo, below := cdf(end[0])
			if math.Abs(upTo-end[1]) > 1e-14 || math.Abs(below-end[2]) > 1e-14 {
				t.Errorf("level %v: F(%v) = %v, F- = %v; want %v, %v", level, end[0], end[1], end[2], upTo, below)
			}
		}
		if e.BelowLow >= (1-level)/2 || e.AtLow < (1-level)/2 || e.BelowHigh >= (1+level)/2 || e.AtHigh < (1+level)/2 {
			t.Errorf("level %v: %+v does not enclose its quantiles", level, e)
		}
	}
}
