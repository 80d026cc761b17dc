package stats

import "math"

// ClusterRobustT tests whether the mean of paired differences is zero where the
// pairs come in clusters (documents, servers, templates) whose members may be
// correlated. Null: the mean difference is zero; alternative: it is not.
//
// t = mean / SECR1, the cluster-robust standard error with the factor
// sqrt(G/(G-1)), on G-1 degrees of freedom for G clusters (Cameron and Miller
// 2015, section VI.B). With every pair a cluster of its own it is PairedT. Never
// exact; optimistic for few clusters (below about 30) or very unequal ones.
// cluster holds any labels, one a difference.
//
// Errors: those of ClusterRobustMean; *UndefinedError, marked degenerate, where
// the differences are all equal up to rounding, or every cluster's deviations
// cancel.
//
// Source: Liang & Zeger (1986), Biometrika 73; Cameron & Miller (2015), J. Hum.
// Resour. 50; for evaluations: Miller (2024), arXiv:2411.00640.
func ClusterRobustT(diff Differences, cluster []int) (Result, error) {
	if err := diff.check(); err != nil {
		return Result{}, err
	}
	if diff.constant() {
		return Result{}, &UndefinedError{Stat: "cluster_robust_t", Reason: "the differences are all equal, so that they have no spread", Degenerate: true}
	}
	m, err := ClusterRobustMean(diff.D, cluster, 0)
	if err != nil {
		return Result{}, err
	}
	if m.SECR1 == 0 {
		return Result{}, &UndefinedError{Stat: "cluster_robust_t", Reason: "the deviations cancel within every cluster", Degenerate: true}
	}
	t, df := m.Mean/m.SECR1, float64(m.Clusters-1)
	r := Result{
		Method: "cluster_robust_t", Statistic: t, DF: []float64{df}, P: 2 * StudentTSF(math.Abs(t), df),
		N: m.N, NUsed: m.N,
		Notes: []string{"cluster-robust standard error with the factor sqrt(G/(G-1))"},
	}
	return r.underflow(), nil
}
