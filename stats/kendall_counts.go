package stats

import "fmt"

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

// tieCounts gathers the sums over groups of t equal values that the variance
// of Kendall's S needs.
type tieCounts struct {
	n, groups     int
	pairs         int64   // sum t(t-1)/2
	triples       float64 // sum t(t-1)(t-2)
	varianceTerms float64 // sum t(t-1)(2t+5)
}

func newTieCounts(n int, sizes []int) tieCounts {
	c := tieCounts{n: n}
	for _, t := range sizes {
		c.add(t)
	}
	return c
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

// pairsInRuns counts the pairs of equal values within each of the groups that the
// sizes cut ranks into; ranks ascend within a group.
func pairsInRuns(ranks []int32, sizes []int) int64 {
	var pairs int64
	start := 0
	for _, n := range sizes {
		run := int64(0) // equal values before this one
		for i := start + 1; i < start+n; i++ {
			if ranks[i] == ranks[i-1] {
				run++
				pairs += run
			} else {
				run = 0
			}
		}
		start += n
	}
	return pairs
}
