package stats

import "math"

// kendallExactLimit bounds the n up to which the exact null distribution of
// Kendall's statistic is computed where there are no ties: n^3/12 additions,
// a few milliseconds at the limit.
const kendallExactLimit = 200

// Kendall holds every form of Kendall's rank correlation of n pairs.
type Kendall struct {
	N                      int
	Concordant, Discordant int64 // pairs of pairs ordered alike, ordered differently
	TiedX, TiedY, TiedXY   int64 // pairs of pairs tied in x, in y, in both
	TauA, TauB, TauC       float64
	Z                      float64 // (C-D) over its standard deviation under independence, corrected for ties
	PAsymptotic            float64 // two-sided, from Z, without continuity correction
}

// ExactP returns the two-sided p-value from the exact null distribution of the
// number of inversions (Kendall 1938); ok is false with ties and for n > 200.
func (k Kendall) ExactP() (p float64, ok bool) {
	if k.TiedX > 0 || k.TiedY > 0 || k.N > kendallExactLimit {
		return 0, false
	}
	return kendallExactP(k.N, int(min(k.Concordant, k.Discordant))), true
}

// KendallTauB tests the association of two orderings with Kendall's tau-b,
// Statistic = (C-D)/sqrt((n0-n1)(n0-n2)), where n0 = n(n-1)/2 and n1, n2 are the
// numbers of pairs tied in x and in y (Kendall 1945). Null: x and y are
// independent; two-sided. Without ties and with n <= 200 the p-value is exact
// (the distribution of the number of inversions), with ties exact for n <= 8 (all
// orders of y), otherwise normal with the tie-corrected variance and no
// continuity correction, as SciPy's kendalltau(method="asymptotic") and R's
// cor.test(exact = FALSE). Errors as KendallCorrelation.
func KendallTauB(x, y []float64) (Result, error) {
	k, err := KendallCorrelation(x, y)
	if err != nil {
		return Result{}, err
	}
	res := Result{Method: "kendall_tau_b", Statistic: k.TauB, N: k.N, NUsed: k.N, P: k.PAsymptotic}
	if p, ok := k.ExactP(); ok {
		res.P, res.Exact = p, true
	} else if k.N <= permutationLimit {
		res.P, err = KendallPermutationP(x, y)
		res.Exact = true
		res.Notes = append(res.Notes, "ties: p from all orders of y")
	} else {
		res.Notes = append(res.Notes, "normal approximation with tie-corrected variance")
	}
	return res.underflow(), err
}

// KendallCorrelation computes Kendall's tau-a, tau-b and tau-c (Stuart 1953,
// 2(C-D)m/(n^2(m-1)), m the smaller number of distinct values) and their
// asymptotic p-value in O(n log n) (Knight 1966). x and y are paired, finite and
// at least two long; values that are equal up to the rounding of short means tie.
// Where one of them is constant tau-b and tau-c do not exist and the error is an
// UndefinedError.
func KendallCorrelation(x, y []float64) (Kendall, error) {
	if err := checkRankable(x, y); err != nil {
		return Kendall{}, err
	}
	n := len(x)
	rx, ry := newDenseRanks(x), newDenseRanks(y)
	xTies, yTies := newTieCounts(n, rx.sizes), newTieCounts(n, ry.sizes)
	byX := ry.orderedBy(rx)
	tiedXY := pairsInRuns(byX, rx.sizes)
	discordant := countInversions(byX)

	if xTies.groups == 1 || yTies.groups == 1 {
		which := "x"
		if xTies.groups > 1 {
			which = "y"
		}
		return Kendall{}, &UndefinedError{Stat: "Kendall's tau", Reason: which + " is constant, so that no pair is ordered"}
	}
	n0 := int64(n) * int64(n-1) / 2
	k := Kendall{N: n, Discordant: discordant, TiedX: xTies.pairs, TiedY: yTies.pairs, TiedXY: tiedXY}
	k.Concordant = n0 - k.TiedX - k.TiedY + k.TiedXY - discordant
	s := float64(k.Concordant - k.Discordant)
	k.TauA = s / float64(n0)
	k.TauB = s / math.Sqrt(float64(n0-k.TiedX)*float64(n0-k.TiedY))
	m := float64(min(xTies.groups, yTies.groups))
	k.TauC = 2 * s / (float64(n) * float64(n)) * (m / (m - 1))
	k.Z = s / math.Sqrt(kendallVariance(xTies, yTies))
	k.PAsymptotic = math.Erfc(math.Abs(k.Z) / math.Sqrt2)
	return k, nil
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
