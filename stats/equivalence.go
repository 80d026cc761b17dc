package stats

import "math"

// EquivalenceOptions: the zero value asks for equivalence at level 0.05.
type EquivalenceOptions struct {
	Alpha float64 // level; 0 means 0.05
}

// EquivalenceResult holds both one-sided tests. P is the larger of their p-values,
// Statistic the t that goes with it. Interval is the 1-2*alpha interval of the mean
// difference, which lies strictly within the margins exactly where P < alpha.
type EquivalenceResult struct {
	Result
	MeanDiff   float64
	Lower      Result // against a mean difference at or below the lower margin
	Upper      Result // against a mean difference at or above the upper margin
	Interval   Interval
	Equivalent bool // P < alpha
}

// TOSTPaired is the test of equivalence of paired scores by two one-sided t tests.
// Null: the mean difference a-b lies at or outside a margin; alternative: it lies
// strictly between low and high. A small p shows equivalence, which a large p of a
// test for a difference does not. The margins are in the units of the scores and
// belong to the plan, not to the data. Assumptions as PairedT.
//
// Errors: those of PairedT; *ArgumentError unless low < high, both finite.
//
// Source: Schuirmann (1987), J. Pharmacokinet. Biopharm. 15; Lakens (2017), SPPS 8.
func TOSTPaired(diff Differences, low, high float64, opt EquivalenceOptions) (EquivalenceResult, error) {
	if err := diff.check(); err != nil {
		return EquivalenceResult{}, err
	}
	alpha, err := opt.check(low, high)
	if err != nil {
		return EquivalenceResult{}, err
	}
	m, err := variation("tost_paired", diff)
	if err != nil {
		return EquivalenceResult{}, err
	}
	r := Result{Method: "tost_paired", DF: []float64{float64(m.N - 1)}, N: m.N, NUsed: m.N}
	return twoOneSided(r, m.Mean, m.tFrom, low, high, alpha, tInterval(m.Moments, 1-2*alpha, TwoSided)), nil
}

// TOSTClustered is TOSTPaired where the pairs come in clusters whose members may
// be correlated: the t tests and the interval are those of ClusterRobustT. With every
// pair a cluster of its own it is TOSTPaired. Errors: those of ClusterRobustT;
// *ArgumentError unless low < high, both finite.
func TOSTClustered(diff Differences, cluster []int, low, high float64, opt EquivalenceOptions) (EquivalenceResult, error) {
	alpha, err := opt.check(low, high)
	if err != nil {
		return EquivalenceResult{}, err
	}
	test, err := ClusterRobustT(diff, cluster)
	if err != nil {
		return EquivalenceResult{}, err
	}
	m, err := ClusterRobustMean(diff.D, cluster, 1-2*alpha)
	if err != nil {
		return EquivalenceResult{}, err
	}
	r := Result{Method: "tost_clustered", DF: test.DF, N: m.N, NUsed: m.N, Notes: test.Notes}
	from := func(margin float64) float64 { return (m.Mean - margin) / m.SECR1 }
	return twoOneSided(r, m.Mean, from, low, high, alpha, m.IntervalCR1), nil
}

// check returns the level, 0.05 where it is left at zero.
func (opt EquivalenceOptions) check(low, high float64) (alpha float64, err error) {
	if !(low < high) || math.IsInf(low, 0) || math.IsInf(high, 0) {
		return 0, &ArgumentError{Arg: "low, high", Reason: "the margins are two finite numbers, low below high"}
	}
	alpha = opt.Alpha
	if alpha == 0 {
		alpha = 0.05
	}
	if !(alpha > 0 && alpha < 0.5) {
		return 0, &ArgumentError{Arg: "alpha", Reason: "a level of equivalence lies strictly between 0 and 0.5"}
	}
	return alpha, nil
}

// twoOneSided makes both tests of an estimate whose t statistic against a margin is
// from(margin); blank has what is common to them.
func twoOneSided(blank Result, mean float64, from func(margin float64) float64, low, high, alpha float64, interval Interval) EquivalenceResult {
	against := func(margin float64, alt Alternative) Result {
		r := blank
		r.Statistic = from(margin)
		r.P = tTail(r.Statistic, r.DF[0], alt)
		return r.underflow()
	}
	r := EquivalenceResult{MeanDiff: mean, Lower: against(low, Greater), Upper: against(high, Less), Interval: interval}
	r.Result = r.Lower
	if r.Upper.P > r.Lower.P {
		r.Result = r.Upper
	}
	r.Equivalent = r.P < alpha
	return r
}
