package study

import (
	"fmt"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// wilson tells whether a measure's interval is Wilson's, which needs no
// resamples: binary outcomes of single attempts at tasks sampled one by one.
func wilson(st *Study, m, r int) bool {
	return st.Bench.Scale(&st.Measures[m], r) == result.Binary && st.Cluster == nil
}

// fewTasks is the number of tasks, or clusters, from which a bootstrap interval is the
// headline: at 10 it covers 90% where the t interval covers 95%.
const fewTasks = 20

// withoutSpread is for values that do not vary. A proportion has Wilson's interval as of one
// attempt a task or cluster, whose further attempts may be copies of the first; its
// standard error is unknown where it is neither 0 nor 1, not 0.
func withoutSpread(st *Study, sum *result.Summary, v RunSlice, intervals *[]result.IntervalEstimate) {
	if st.Measures[v.Measure].Scale != result.Binary || sum.Mean == nil {
		return
	}
	n := float64(len(v.values))
	what := "attempt a task"
	if st.Cluster != nil {
		seen := map[int32]bool{}
		for _, t := range v.tasks {
			seen[st.Cluster[t]] = true
		}
		n, what = float64(len(seen)), "attempt a cluster"
	}
	if p := *sum.Mean; p > 0 && p < 1 {
		sum.SE = nil
	}
	if w, err := stats.WilsonEffective(*sum.Mean*n, n, st.Plan.Level); err == nil && n > 1 {
		*intervals = append(*intervals, Estimate(w))
		sum.Notes = append(sum.Notes, "no spread between the tasks: Wilson's interval as of one "+what)
	}
}

// clusterRobust replaces the standard error by the cluster-robust one, and adds
// its interval.
func clusterRobust(st *Study, sum *result.Summary, v RunSlice, intervals *[]result.IntervalEstimate) {
	cluster := make([]int, len(v.tasks))
	for i, t := range v.tasks {
		cluster[i] = int(st.Cluster[t])
	}
	m, err := stats.ClusterRobustMean(v.values, cluster, st.Plan.Level)
	if err != nil {
		sum.SE = nil
		sum.Notes = append(sum.Notes, stats.Reason(err))
		return
	}
	sum.SE, sum.Clusters = result.Number(m.SECR1), m.Clusters
	sum.Notes = append(sum.Notes, fmt.Sprintf("standard error over %s (CR1, factor sqrt(G/(G-1)))", result.Plural(m.Clusters, "cluster")))
	*intervals = append(*intervals, clustered(m))
}

// clustered is the cluster-robust interval with the G/(G-1) factor.
func clustered(m stats.ClusteredMean) result.IntervalEstimate {
	i := Estimate(m.IntervalCR1)
	i.Method = result.ClusterRobustT.Name
	return i
}

// bootstrap returns the BCa interval of the replicates and, beside it, the
// percentile interval; where BCa does not exist, the percentile interval alone. Of so
// many units, more gives further resamples, which limits that move with the seed need.
func bootstrap(st *Study, replicates []float64, value float64, acceleration stats.Acceleration, units int, more draws) (intervals []result.IntervalEstimate, notes []string) {
	of := func(method stats.BootstrapMethod) func([]float64) (stats.Bootstrap, error) {
		return func(t []float64) (stats.Bootstrap, error) {
			return stats.BootstrapFromReplicates(t, value, acceleration, stats.BootstrapOptions{Level: st.Plan.Level, Method: method})
		}
	}
	bca, err := st.steady(replicates, units, more, of(stats.BCa))
	if err != nil {
		return nil, []string{stats.Reason(err)}
	}
	intervals = append(intervals, DrawnEstimate(st, bca))
	if bca.Interval.Method != stats.Percentile.String() {
		if p, err := st.steady(replicates, units, more, of(stats.Percentile)); err == nil {
			intervals = append(intervals, DrawnEstimate(st, p))
		}
	}
	return intervals, bca.Notes
}

// Estimate is an interval as results hold it.
func Estimate(i stats.Interval) result.IntervalEstimate {
	return result.IntervalEstimate{Low: result.Float(i.Low), High: result.Float(i.High), Level: i.Level, Method: i.Method}
}

// DrawnEstimate is the estimate of a bootstrap interval, with how far its limits move where
// that is more than a reader would think.
func DrawnEstimate(st *Study, b stats.Bootstrap) result.IntervalEstimate {
	i := Estimate(b.Interval)
	if m := b.Movement(); m > SteadyMovement && st.Plan.Resamples >= SteadyResamples {
		i.Movement = m
	}
	return i
}
