package stats

import (
	"fmt"
	"math"
	"slices"
	"sort"
)

// checkRankable refuses what cannot be ranked in pairs.
func checkRankable(x, y []float64) error {
	switch {
	case len(x) != len(y):
		return &ArgumentError{Arg: "y", Reason: fmt.Sprintf("%d values against %d of x; the two are paired", len(y), len(x))}
	case len(x) < 2:
		return &ArgumentError{Arg: "x", Reason: fmt.Sprintf("%d pairs; a correlation needs at least two", len(x))}
	}
	for i := range x {
		if d := x[i] - x[i] + (y[i] - y[i]); d != 0 { // NaN or infinite
			return &ArgumentError{Arg: "x, y", Reason: fmt.Sprintf("pair %d is (%v, %v); leave missing pairs out", i, x[i], y[i])}
		}
	}
	return nil
}

type pointXY struct{ x, y float64 }

func sortPoints(pairs []pointXY) {
	slices.SortFunc(pairs, func(a, b pointXY) int {
		switch {
		case a.x < b.x:
			return -1
		case a.x > b.x:
			return 1
		case a.y < b.y:
			return -1
		case a.y > b.y:
			return 1
		}
		return 0
	})
}

// tieByRounding reports whether v >= first may be the same number, as
// doubledRanks decides it.
func tieByRounding(first, v float64) bool {
	return v-first <= 0x1p-53*roundings*(math.Abs(first)+math.Abs(v))
}

// mergeRounded gives values of sorted that are equal up to rounding the value of
// the first of them, and reports whether any changed.
func mergeRounded(sorted []float64) (changed bool) {
	first := sorted[0]
	for i, v := range sorted {
		switch {
		case v == first:
		case tieByRounding(first, v):
			sorted[i] = first
			changed = true
		default:
			first = v
		}
	}
	return changed
}

// mergeRoundedX is mergeRounded for the x of points sorted by x.
func mergeRoundedX(pairs []pointXY) (changed bool) {
	first := pairs[0].x
	for i, p := range pairs {
		switch {
		case p.x == first:
		case tieByRounding(first, p.x):
			pairs[i].x = first
			changed = true
		default:
			first = p.x
		}
	}
	return changed
}

// representative is the largest of the merged values that is not above v.
func representative(merged []float64, v float64) float64 {
	i := sort.Search(len(merged), func(i int) bool { return merged[i] > v })
	return merged[i-1]
}

// countTies gathers the groups of neighbours that are the same.
func countTies[T any](sorted []T, same func(a, b T) bool) tieCounts {
	c := tieCounts{n: len(sorted)}
	run := 1
	for i := 1; i < len(sorted); i++ {
		if same(sorted[i-1], sorted[i]) {
			run++
			continue
		}
		c.add(run)
		run = 1
	}
	c.add(run)
	return c
}

// tieCounts gathers the sums over groups of t equal values that the variance
// of Kendall's S needs.
type tieCounts struct {
	n, groups     int
	pairs         int64   // sum t(t-1)/2
	triples       float64 // sum t(t-1)(t-2)
	varianceTerms float64 // sum t(t-1)(2t+5)
}

func (c *tieCounts) add(t int) {
	c.groups++
	c.pairs += int64(t) * int64(t-1) / 2
	f := float64(t)
	c.triples += f * (f - 1) * (f - 2)
	c.varianceTerms += f * (f - 1) * (2*f + 5)
}

// kendallVariance is the variance of S = C-D under independence, given the ties
// (Kendall 1970, chapter 5).
func kendallVariance(x, y tieCounts) float64 {
	n := float64(x.n)
	v := (n*(n-1)*(2*n+5) - x.varianceTerms - y.varianceTerms) / 18
	v += 2 * float64(x.pairs) * float64(y.pairs) / (n * (n - 1))
	if x.n > 2 {
		v += x.triples * y.triples / (9 * n * (n - 1) * (n - 2))
	}
	return v
}

// countInversions sorts a by merging and returns the number of pairs i < j with
// a[i] > a[j]. buf is as long as a.
func countInversions(a, buf []float64) int64 {
	const block = 16 // insertion sort below this length
	var inversions int64
	n := len(a)
	for lo := 0; lo < n; lo += block {
		hi := min(lo+block, n)
		for i := lo + 1; i < hi; i++ {
			v := a[i]
			j := i
			for ; j > lo && a[j-1] > v; j-- {
				a[j] = a[j-1]
			}
			a[j] = v
			inversions += int64(i - j)
		}
	}
	src, dst := a, buf
	for width := block; width < n; width *= 2 {
		for lo := 0; lo < n; lo += 2 * width {
			mid, hi := min(lo+width, n), min(lo+2*width, n)
			i, j := lo, mid
			for k := lo; k < hi; k++ {
				if j >= hi || (i < mid && src[i] <= src[j]) {
					dst[k] = src[i]
					i++
				} else {
					dst[k] = src[j]
					inversions += int64(mid - i)
					j++
				}
			}
		}
		src, dst = dst, src
	}
	if n > 0 && &src[0] != &a[0] {
		copy(a, src)
	}
	return inversions
}
