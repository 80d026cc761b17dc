package stats

import (
	"math"
	"slices"
	"sort"
)

// hommel adjusts ascending p-values: the closed test with Simes' test of every
// intersection, whose adjusted p-value is the largest min(s(m), m p) over all sizes
// m, with s(m) Simes' p-value of the m largest (Hommel 1988; Wright 1992, Biometrics
// 48, appendix). As s enters by its largest value from m on, which falls while m p
// rises, the largest is where they cross (Meijer, Krebs and Goeman 2019, Biometrical
// Journal 61).
func hommel(p []float64) []float64 {
	n := len(p)
	bound := simesOfLargest(p)
	for m := n - 1; m >= 1; m-- {
		bound[m] = math.Max(bound[m], bound[m+1])
	}
	adjusted := make([]float64, n)
	for i, v := range p {
		above := 1 + sort.Search(n, func(k int) bool { return float64(k+1)*v > bound[k+1] })
		if above > 1 {
			adjusted[i] = float64(above-1) * v
		}
		if above <= n {
			adjusted[i] = math.Max(adjusted[i], bound[above])
		}
	}
	return adjusted
}

// simesOfLargest returns Simes' p-value of the m largest of n ascending p-values,
// min m p/i over them with i = 1...m, at index m; index 0 is not used.
//
// The slope p/i from a point of the axis is least at a place that moves to the left
// as m grows, so that halving the sizes halves the places to look at, O(n log n) in
// all (Aggarwal, Klawe, Moran, Shor and Wilber 1987, Algorithmica 2, on such
// matrices). Places within rounding of the least are looked at on either side, so
// that the result is the least of all m quotients to the last bit.
func simesOfLargest(p []float64) []float64 {
	n := len(p)
	least := make([]float64, n+1)
	quotient := func(m, k int) float64 { return float64(m) * p[k] / float64(m+k-n+1) }
	var halve func(lowest, highest, from, to int)
	halve = func(lowest, highest, from, to int) {
		if lowest > highest {
			return
		}
		m := lowest + (highest-lowest)/2
		start := max(from, n-m)
		best := math.Inf(1)
		for k := start; k <= to; k++ {
			best = math.Min(best, quotient(m, k))
		}
		least[m] = best
		// Two roundings each, the last of which may be of a subnormal number.
		near := best*(1+0x1p-50) + 0x1p-1072
		first, last := start, to
		for quotient(m, first) > near {
			first++
		}
		for quotient(m, last) > near {
			last--
		}
		halve(lowest, m-1, first, to)
		halve(m+1, highest, from, last)
	}
	// A set that holds a zero has 0, which least says already.
	positive, _ := slices.BinarySearch(p, math.SmallestNonzeroFloat64)
	halve(1, n-positive, positive, n-1)
	return least
}
