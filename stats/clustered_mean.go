package stats

import "math"

// ClusteredMean is a mean whose values come in clusters, with its standard
// errors and intervals.
type ClusteredMean struct {
	N, Clusters   int
	Mean          float64
	SEIndependent float64  // sd/sqrt(n), as if there were no clusters
	SECR0         float64  // cluster-robust, without small-sample factor (Miller 2024)
	SECR1         float64  // SECR0 * sqrt(G/(G-1))
	IntervalCR0   Interval // mean +- z SECR0
	IntervalCR1   Interval // mean +- t SECR1 with G-1 degrees of freedom
}

// ClusterRobustMean returns the mean of x, or for a paired comparison of the
// differences a-b, with standard errors that allow values of one cluster to be
// correlated: SECR0 = (1/n) sqrt(sum over clusters of (sum of deviations)^2).
// Miller (2024, "Adding error bars to evals") prints SECR0; statsmodels'
// default and R's sandwich vcovCL(type = "HC1") give SECR1. cluster holds any
// labels, one a value. Level 0 means 0.95.
//
// Errors: as Describe, fewer than two values, and an UndefinedError for a single
// cluster, whose deviations sum to 0 and say nothing about the error; N, Clusters,
// Mean and SEIndependent are filled in even then.
func ClusterRobustMean(x []float64, cluster []int, level float64) (ClusteredMean, error) {
	level, err := levelOr(level)
	if err != nil {
		return ClusteredMean{}, err
	}
	m, err := Describe(x)
	if err != nil {
		return ClusteredMean{}, err
	}
	index, groups, err := clusterIndex(len(x), cluster)
	if err != nil {
		return ClusteredMean{}, err
	}
	res := ClusteredMean{N: m.N, Clusters: groups, Mean: m.Mean, SEIndependent: m.SE}
	if groups < 2 {
		return res, &UndefinedError{Stat: "cluster-robust standard error", Reason: "there is one cluster; its deviations from the mean sum to zero, which says nothing about the spread between clusters", Degenerate: true}
	}
	exp, err := scaleOf("x", x)
	if err != nil {
		return ClusteredMean{}, err
	}
	scale := math.Ldexp(1, -exp)
	mean, _ := centred(x, scale)
	total := make([]float64, groups)
	for i, v := range x {
		total[index[i]] += v*scale - mean
	}
	ss, largest := 0.0, 0.0
	for _, t := range total {
		ss += t * t
		largest = max(largest, math.Abs(t))
	}
	if largest <= 0x1p-51*float64(len(x)) {
		return res, &UndefinedError{Stat: "cluster-robust standard error", Reason: "the clusters' deviations from the mean are all zero up to rounding", Degenerate: true}
	}
	n, g := float64(m.N), float64(groups)
	res.SECR0 = math.Ldexp(math.Sqrt(ss)/n, exp)
	res.SECR1 = math.Ldexp(math.Sqrt(ss*g/(g-1))/n, exp)
	z, t := zCritical(level), StudentTISF((1-level)/2, g-1)
	res.IntervalCR0 = Interval{Low: m.Mean - z*res.SECR0, High: m.Mean + z*res.SECR0, Level: level, Method: "cr0_z"}
	res.IntervalCR1 = Interval{Low: m.Mean - t*res.SECR1, High: m.Mean + t*res.SECR1, Level: level, Method: "cr1_t"}
	return res, nil
}

// MeanInterval is Student's t interval of the mean of x, mean +- t sd/sqrt(n)
// with n-1 degrees of freedom. Level 0 means 0.95. Errors: as Describe, and an
// UndefinedError for fewer than two values and, degenerate, for values that are
// all equal up to rounding.
func MeanInterval(x []float64, level float64) (Interval, error) {
	level, err := levelOr(level)
	if err != nil {
		return Interval{}, err
	}
	m, err := Describe(x)
	if err != nil {
		return Interval{}, err
	}
	return m.MeanInterval(x, level)
}

// MeanInterval is the function MeanInterval for values that have been described:
// m are the moments of x. Errors: as there.
func (m Moments) MeanInterval(x []float64, level float64) (Interval, error) {
	level, err := levelOr(level)
	switch {
	case err != nil:
		return Interval{}, err
	case m.N < 2:
		return Interval{}, &UndefinedError{Stat: "t interval", Reason: "one value has no variance; at least two are needed"}
	case roundingOnly(x):
		return Interval{}, &UndefinedError{Stat: "t interval", Reason: "all values are equal, so that their variance is zero", Degenerate: true}
	}
	return tInterval(m, level, TwoSided), nil
}
