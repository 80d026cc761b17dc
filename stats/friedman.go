package stats

import "math"

// FriedmanResult is Friedman's test with what is derived from it.
type FriedmanResult struct {
	Result                 // chi-square, k-1 degrees of freedom
	AverageRanks []float64 // by treatment; the smallest value of a block has rank 1
	KendallW     float64   // coefficient of concordance, chi-square / (n(k-1))
	// ImanDavenport is the F test on the same ranks, less conservative than the chi-square.
	// HasImanDavenport is false where it does not exist: in complete agreement F
	// is infinite, and one block leaves it no degrees of freedom.
	ImanDavenport    Result
	HasImanDavenport bool
}

// Friedman tests whether k treatments (runs) differ over n blocks (tasks);
// blocks[i][j] is the score of treatment j in block i. Null: within each block all
// orders of the treatments are equally likely; alternative: some treatment tends to
// rank higher than another. Blocks are independent; scores need to be comparable
// within a block only.
//
// Ties within a block, up to rounding noise, get mid-ranks and the statistic is
// corrected for them. Never exact: the chi-square approximation is rough for n < 10
// and k = 3, Iman and Davenport's F better.
//
// Errors: *ArgumentError for unequal or empty blocks, k < 2, NaN or infinite
// values; *UndefinedError, marked degenerate, where every block is all ties.
//
// Source: Friedman (1937), JASA 32; ties: Conover (1999), 5.8; F: Iman & Davenport
// (1980), Commun. Stat. A9; for classifiers: Demsar (2006), JMLR 7.
func Friedman(blocks [][]float64) (FriedmanResult, error) {
	n, k, err := checkBlocks(blocks)
	if err != nil {
		return FriedmanResult{}, err
	}
	sums := make([]int, k) // doubled rank sums
	ranks, order := make([]int, k), make([]int, k)
	spread := 0.0 // sum of (doubled rank - its mean)^2
	ties := false
	for _, block := range blocks {
		doubledRanks(block, ranks, order)
		within := 0.0
		for j, r := range ranks {
			sums[j] += r
			dev := float64(r - (k + 1))
			within += dev * dev
		}
		spread += within
		// Without ties the sum is k(k^2-1)/3.
		ties = ties || 3*within < float64(k)*float64(k*k-1)
	}
	if spread == 0 {
		return FriedmanResult{}, &UndefinedError{Stat: "friedman", Reason: "all treatments tie in every block", Degenerate: true}
	}
	nf, kf := float64(n), float64(k)
	r := FriedmanResult{AverageRanks: make([]float64, k)}
	between := 0.0
	for j, s := range sums {
		r.AverageRanks[j] = float64(s) / (2 * nf)
		dev := float64(s - n*(k+1))
		between += dev * dev
	}
	chi2 := (kf - 1) * between / spread
	r.Result = Result{Method: "friedman", Statistic: chi2, DF: []float64{kf - 1}, P: ChiSquareSF(chi2, kf-1), N: n, NUsed: n}.underflow()
	if ties {
		r.Notes = append(r.Notes, "ties within blocks: mid-ranks, statistic corrected")
	}
	r.KendallW = between / (nf * spread)
	if rest := nf*spread - between; rest > 0 && n > 1 {
		f := (nf - 1) * between / rest
		df := []float64{kf - 1, (kf - 1) * (nf - 1)}
		r.ImanDavenport = Result{Method: "iman_davenport", Statistic: f, DF: df, P: FSF(f, df[0], df[1]), N: n, NUsed: n}.underflow()
		r.HasImanDavenport = true
	} else {
		r.Notes = append(r.Notes, "Iman-Davenport's F does not exist: one block, or all blocks agree completely")
	}
	return r, nil
}

// NemenyiCD returns the critical difference of Nemenyi's test after Friedman's: two of
// k treatments differ at level alpha, familywise, where their average ranks over n
// blocks differ by at least q_alpha sqrt(k(k+1)/(6n)), q_alpha the upper quantile of
// the studentized range with infinite degrees of freedom over sqrt 2.
//
// Errors: *ArgumentError for k < 2, n < 1 or alpha outside (0, 1).
//
// Source: Nemenyi (1963); Demsar (2006), JMLR 7, section 3.2.2.
func NemenyiCD(k, n int, alpha float64) (float64, error) {
	q, err := NemenyiQ(k, alpha)
	if err != nil {
		return 0, err
	}
	if n < 1 {
		return 0, &ArgumentError{Arg: "n", Reason: "at least one block is needed"}
	}
	return q * math.Sqrt(float64(k)*float64(k+1)/(6*float64(n))), nil
}

// NemenyiQ returns the critical value q_alpha of Demsar's tables: the upper alpha
// quantile of the range of k normal variables over sqrt 2. Errors as NemenyiCD.
func NemenyiQ(k int, alpha float64) (float64, error) {
	if k < 2 {
		return 0, &ArgumentError{Arg: "k", Reason: "at least two treatments are needed"}
	}
	if !(alpha > 0 && alpha < 1) {
		return 0, &ArgumentError{Arg: "alpha", Reason: "a level lies strictly between 0 and 1"}
	}
	return StudentizedRangeISF(alpha, k) / math.Sqrt2, nil
}

// NemenyiP returns the familywise p-value of two of k treatments whose average ranks
// over n blocks differ by gap, in Nemenyi's test. Errors: *ArgumentError for k < 2, n
// < 1 or a gap that is not finite.
func NemenyiP(gap float64, k, n int) (float64, error) {
	switch {
	case k < 2:
		return 0, &ArgumentError{Arg: "k", Reason: "at least two treatments are needed"}
	case n < 1:
		return 0, &ArgumentError{Arg: "n", Reason: "at least one block is needed"}
	case math.IsNaN(gap) || math.IsInf(gap, 0):
		return 0, &ArgumentError{Arg: "gap", Reason: "not a finite difference of average ranks"}
	}
	return StudentizedRangeSF(math.Abs(gap)/math.Sqrt(float64(k)*float64(k+1)/(12*float64(n))), k), nil
}
