package stats

import (
	"math"
	"slices"
)

// orderStatistics returns the values of 0-based ranks in the sorted t, without
// sorting all of it: one pass drops the values into equal cells, a second
// gathers and sorts only the cells that hold a wanted rank. t is not modified
// and holds no NaN.
func orderStatistics(t []float64, ranks []int) []float64 {
	out := make([]float64, len(ranks))
	const cells = 1024
	low, high := extremes(t)
	scale := cells / (high - low)
	if len(t) < cells/2 || !(scale > 0) || math.IsInf(scale, 0) {
		sorted := slices.Clone(t)
		slices.Sort(sorted)
		for i, r := range ranks {
			out[i] = sorted[r]
		}
		return out
	}
	cell := func(v float64) int { return min(int((v-low)*scale), cells-1) }
	var before [cells + 1]int // values in lower cells
	for _, v := range t {
		before[cell(v)+1]++
	}
	var wanted [cells]bool
	for c := range cells {
		before[c+1] += before[c]
		for _, r := range ranks {
			if r >= before[c] && r < before[c+1] {
				wanted[c] = true
			}
		}
	}
	gathered := make([]float64, 0, 256)
	for _, v := range t {
		if wanted[cell(v)] {
			gathered = append(gathered, v)
		}
	}
	// Cells are in the order of their values, so one sort serves them all.
	slices.Sort(gathered)
	start := 0
	for c := range cells {
		if !wanted[c] {
			continue
		}
		for i, r := range ranks {
			if r >= before[c] && r < before[c+1] {
				out[i] = gathered[start+r-before[c]]
			}
		}
		start += before[c+1] - before[c]
	}
	return out
}

func extremes(t []float64) (low, high float64) {
	low, high = t[0], t[0]
	for _, v := range t {
		if v < low {
			low = v
		}
		if v > high {
			high = v
		}
	}
	return low, high
}

// QuantileRule says how a quantile falls between two order statistics.
type QuantileRule int

const (
	// QuantileType7 interpolates linearly at (n-1)p: R's and NumPy's default
	// (Hyndman and Fan 1996).
	QuantileType7 QuantileRule = iota
	// QuantileNormal interpolates the order statistics about (n+1)p on the scale
	// of normal quantiles, as R's boot.ci (Davison and Hinkley 1997, eq. 5.8).
	QuantileNormal
)

// Quantiles returns the quantiles of t at the levels p, each in [0, 1]. t need
// not be sorted and is not modified. Errors: t empty or with NaN, p outside [0, 1].
func Quantiles(t []float64, p []float64, rule QuantileRule) ([]float64, error) {
	if len(t) == 0 {
		return nil, &ArgumentError{Arg: "t", Reason: "no values; a quantile needs at least one"}
	}
	if slices.ContainsFunc(t, math.IsNaN) {
		return nil, &ArgumentError{Arg: "t", Reason: "holds NaN; leave missing values out"}
	}
	for _, level := range p {
		if !(level >= 0 && level <= 1) {
			return nil, &ArgumentError{Arg: "p", Reason: "a quantile's level lies between 0 and 1"}
		}
	}
	return quantiles(t, p, rule), nil
}

func quantiles(t []float64, p []float64, rule QuantileRule) []float64 {
	n := len(t)
	ranks := make([]int, 2*len(p))
	share := make([]float64, len(p)) // of the upper of the two order statistics
	for i, level := range p {
		lo, w := 0, 0.0
		if rule == QuantileNormal {
			position := float64(n+1) * level
			k := int(position)
			switch {
			case k < 1:
				lo = 0
			case k >= n:
				lo = n - 1
			default:
				lo = k - 1
				if float64(k) != position {
					below := NormalQuantile(float64(k) / float64(n+1))
					above := NormalQuantile(float64(k+1) / float64(n+1))
					w = (NormalQuantile(level) - below) / (above - below)
				}
			}
		} else {
			position := float64(n-1) * level
			lo = int(position)
			w = position - float64(lo)
		}
		ranks[2*i], ranks[2*i+1], share[i] = lo, min(lo+1, n-1), w
	}
	values := orderStatistics(t, ranks)
	out := make([]float64, len(p))
	for i := range p {
		a, b := values[2*i], values[2*i+1]
		out[i] = a
		if share[i] != 0 && a != b {
			out[i] = a + share[i]*(b-a)
		}
	}
	return out
}
