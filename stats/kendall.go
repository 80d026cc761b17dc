package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// kendallExactLimit bounds the n up to which the exact null distribution of
// Kendall's statistic is computed where there are no ties: n^3/4 additions, about
// 2 ms at the limit.
const kendallExactLimit = 200

// Kendall holds every form of Kendall's rank correlation of n pairs.
type Kendall struct {
	N                      int
	Concordant, Discordant int64 // pairs of pairs ordered alike, ordered differently
	TiedX, TiedY, TiedXY   int64 // pairs of pairs tied in x, in y, in both
	TauA, TauB, TauC       float64
	Z                      float64 // (C-D) over its standard deviation under independence, corrected for ties
	PAsymptotic            float64 // two-sided, from Z, without continuity correction
	PExact                 float64 // two-sided, from the exact null distribution; only where HasExact
	HasExact               bool    // no ties and n <= 200
}

// KendallTauB tests the association of two orderings with Kendall's tau-b,
// Statistic = (C-D)/sqrt((n0-n1)(n0-n2)), where n0 = n(n-1)/2 and n1, n2 are the
// numbers of pairs tied in x and in y (Kendall 1945). Null: x and y are
// independent; two-sided. Without ties and with n <= 200 the p-value is exact
// (the distribution of the number of inversions), otherwise normal with the
// tie-corrected variance and no continuity correction, as SciPy's
// kendalltau(method="asymptotic") and R's cor.test(exact = FALSE). Errors as
// KendallCorrelation.
func KendallTauB(x, y []float64) (Result, error) {
	k, err := KendallCorrelation(x, y)
	if err != nil {
		return Result{}, err
	}
	res := Result{Method: "kendall_tau_b", Statistic: k.TauB, N: k.N, NUsed: k.N, P: k.PAsymptotic}
	if k.HasExact {
		res.P, res.Exact = k.PExact, true
	} else {
		res.Notes = append(res.Notes, "normal approximation with tie-corrected variance")
	}
	return res, nil
}

// KendallCorrelation computes Kendall's tau-a, tau-b and tau-c (Stuart 1953,
// 2(C-D)m/(n^2(m-1)), m the smaller number of distinct values) and their
// p-values in O(n log n) (Knight 1966). x and y are paired, at least two long,
// without NaN; infinities rank as the largest and smallest values. Where one of
// them is constant no form but tau-a exists and the error is an UndefinedError.
func KendallCorrelation(x, y []float64) (Kendall, error) {
	if err := checkRankable(x, y); err != nil {
		return Kendall{}, err
	}
	n := len(x)
	pairs := make([]pointXY, n)
	for i := range x {
		pairs[i] = pointXY{x[i] + 0, y[i] + 0} // -0 becomes 0
	}
	slices.SortFunc(pairs, func(a, b pointXY) int {
		if c := cmp.Compare(a.x, b.x); c != 0 {
			return c
		}
		return cmp.Compare(a.y, b.y)
	})
	xTies, xyTies := tieCounts{n: n}, tieCounts{n: n}
	runX, runXY := 1, 1
	ys := make([]float64, n)
	for i, p := range pairs {
		ys[i] = p.y
		if i == 0 {
			continue
		}
		sameX := p.x == pairs[i-1].x
		if sameX && p.y == pairs[i-1].y {
			runXY++
		} else {
			xyTies.add(runXY)
			runXY = 1
		}
		if sameX {
			runX++
		} else {
			xTies.add(runX)
			runX = 1
		}
	}
	xTies.add(runX)
	xyTies.add(runXY)
	discordant := countInversions(ys, make([]float64, n)) // sorts ys
	yTies := tieCounts{n: n}
	run := 1
	for i := 1; i < n; i++ {
		if ys[i] == ys[i-1] {
			run++
		} else {
			yTies.add(run)
			run = 1
		}
	}
	yTies.add(run)

	if xTies.groups == 1 || yTies.groups == 1 {
		which := "x"
		if xTies.groups > 1 {
			which = "y"
		}
		return Kendall{}, &UndefinedError{Stat: "Kendall's tau", Reason: which + " is constant, so that no pair is ordered"}
	}
	n0 := int64(n) * int64(n-1) / 2
	k := Kendall{N: n, Discordant: discordant, TiedX: xTies.pairs, TiedY: yTies.pairs, TiedXY: xyTies.pairs}
	k.Concordant = n0 - k.TiedX - k.TiedY + k.TiedXY - discordant
	s := float64(k.Concordant - k.Discordant)
	k.TauA = s / float64(n0)
	k.TauB = s / math.Sqrt(float64(n0-k.TiedX)*float64(n0-k.TiedY))
	m := float64(min(xTies.groups, yTies.groups))
	k.TauC = 2 * s / (float64(n) * float64(n)) * (m / (m - 1))
	k.Z = s / math.Sqrt(kendallVariance(xTies, yTies))
	k.PAsymptotic = math.Erfc(math.Abs(k.Z) / math.Sqrt2)
	if k.TiedX == 0 && k.TiedY == 0 && n <= kendallExactLimit {
		k.PExact, k.HasExact = kendallExactP(n, int(min(k.Concordant, k.Discordant))), true
	}
	return k, nil
}

// checkRankable refuses what cannot be ranked in pairs.
func checkRankable(x, y []float64) error {
	switch {
	case len(x) != len(y):
		return &ArgumentError{Arg: "y", Reason: fmt.Sprintf("%d values against %d of x; the two are paired", len(y), len(x))}
	case len(x) < 2:
		return &ArgumentError{Arg: "x", Reason: fmt.Sprintf("%d pairs; a correlation needs at least two", len(x))}
	}
	for i := range x {
		if math.IsNaN(x[i]) || math.IsNaN(y[i]) {
			return &ArgumentError{Arg: "x, y", Reason: fmt.Sprintf("pair %d holds NaN; leave missing pairs out", i)}
		}
	}
	return nil
}

type pointXY struct{ x, y float64 }

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

// kendallExactP is the two-sided probability of at most `few` inversions, or at
// least as many from the other end, in a random permutation of n. Probabilities
// of i elements are built from those of i-1; each row is symmetric, so that only
// its increasing half is summed and no tail is a difference of large terms.
func kendallExactP(n, few int) float64 {
	half := n * (n - 1) / 4
	p := make([]float64, half+2)
	next := make([]float64, half+2)
	p[0] = 1
	for i := 2; i <= n; i++ {
		top := i * (i - 1) / 2          // most inversions of i elements
		before := (i - 1) * (i - 2) / 2 // and of i-1
		at := func(k int) float64 {
			if k > before/2 {
				k = before - k
			}
			if k < 0 {
				return 0
			}
			return p[k]
		}
		var window float64
		for k := 0; k <= top/2; k++ {
			window += at(k)
			if k >= i {
				window -= at(k - i)
			}
			next[k] = window / float64(i)
		}
		p, next = next, p
	}
	top := n * (n - 1) / 2
	var tail float64
	for k := 0; k <= min(few, top/2); k++ {
		tail += p[k]
	}
	return min(1, 2*tail)
}
