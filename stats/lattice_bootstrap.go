package stats

import (
	"math"
	"slices"
)

// ExactPercentile is the percentile bootstrap interval of a mean in the limit of
// infinitely many resamples, with the distribution function at and just below its
// ends: a finite run gives another lattice point only where these are near the
// quantile's level.
type ExactPercentile struct {
	Interval
	AtLow, BelowLow   float64
	AtHigh, BelowHigh float64
}

// ExactMeanPercentile computes the bootstrap distribution of the mean of integer
// data, such as 0/1 outcomes or their paired differences, by convolution, and its
// quantiles as the smallest means whose distribution function reaches (1-level)/2
// and (1+level)/2. Level 0 means 0.95. Errors: as Describe; an UndefinedError for
// data that are not integers of a range up to 16, for more than 2,000 values, and,
// degenerate, for equal values.
func ExactMeanPercentile(x []float64, level float64) (ExactPercentile, error) {
	level, err := levelOr(level)
	if err != nil {
		return ExactPercentile{}, err
	}
	if _, err := Describe(x); err != nil {
		return ExactPercentile{}, err
	}
	const stat, maxRange, maxValues = "exact bootstrap distribution", 16, 2000
	low, high := extremes(x)
	switch {
	case low == high:
		return ExactPercentile{}, &UndefinedError{Stat: stat, Reason: "all values are equal", Degenerate: true}
	case !integers(x) || high-low > maxRange || len(x) > maxValues:
		return ExactPercentile{}, &UndefinedError{Stat: stat, Reason: "it is computed for up to 2,000 integers of a range up to 16"}
	}
	draw := make([]float64, int(high-low)+1) // probability of each value less the lowest
	for _, v := range x {
		draw[int(v-low)] += 1 / float64(len(x))
	}
	sum := []float64{1}
	for range x {
		next := make([]float64, len(sum)+len(draw)-1)
		for i, p := range sum {
			for j, q := range draw {
				next[i+j] += p * q
			}
		}
		sum = next
	}
	cdf := make([]float64, len(sum))
	total := 0.0
	for i, p := range sum {
		total += p
		cdf[i] = total
	}
	n := float64(len(x))
	quantile := func(p float64) (value, at, below float64) {
		i, _ := slices.BinarySearch(cdf, p)
		i = min(i, len(cdf)-1)
		if i > 0 {
			below = cdf[i-1]
		}
		return (low*n + float64(i)) / n, math.Min(1, cdf[i]), below
	}
	e := ExactPercentile{Interval: Interval{Level: level, Method: "percentile_exact"}}
	tail := (1 - level) / 2
	e.Low, e.AtLow, e.BelowLow = quantile(tail)
	e.High, e.AtHigh, e.BelowHigh = quantile(1 - tail)
	return e, nil
}
