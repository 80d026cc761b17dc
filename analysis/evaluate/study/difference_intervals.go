package study

import (
	"fmt"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// intervals sets the interval of the difference: the one that belongs to the headline
// test (Tango's with McNemar's, t with the paired t, cluster-robust t with itself), since an
// interval of another method can contradict the p-value that it stands beside. BCa over
// tasks or clusters and the percentile interval stand among the others; with Wilcoxon's
// and the sign tests, which have none of a mean, BCa comes first.
func (st *Study) intervals(c *result.Comparison, s table.Slice, p PairSlice, pair TestedPair, scale result.Scale) {
	if c.Difference == nil {
		return
	}
	if len(p.Tasks) < 2 {
		c.Notes = append(c.Notes, "fewer than two tasks or clusters: no interval")
		return
	}
	all := st.headlineInterval(c, p, pair, scale)
	switch {
	case len(all) == 0 && constant(pair.diff):
		c.Notes = append(c.Notes, "the differences are all equal: no interval")
		return
	case p.group.Drawn():
		a, b := VectorKey{p.measure, p.A}, VectorKey{p.measure, p.B}
		replicates := p.group.differences(a, b)
		boot, notes := bootstrap(st, replicates, *c.Difference, p.group.acceleration(a, &b), len(p.group.Sizes), func(resamples int) ([]float64, error) {
			return p.group.redraw([]VectorKey{a, b}, resamples)
		})
		c.Resampled = st.histogram(s, p, replicates)
		if pair.Headline(scale) == result.WilcoxonSignedRank.Name && len(p.Tasks) >= fewTasks {
			all = append(boot, all...)
		} else {
			all = append(all, boot...)
		}
		c.Notes = append(c.Notes, notes...)
	default:
		c.Notes = append(c.Notes, p.group.Undrawn())
	}
	if len(all) > 0 {
		c.Interval = &all[0]
		c.Others = all[1:]
		c.Notes = append(c.Notes, MovementNote(c.Interval)...)
		noteDisagreements(c, st.Plan)
	}
}

// headlineInterval lists the intervals of the difference that are computed without resampling, first
// the one that belongs to the headline test; where tasks come in clusters it counts these.
func (st *Study) headlineInterval(c *result.Comparison, p PairSlice, pair TestedPair, scale result.Scale) []result.IntervalEstimate {
	if len(p.Tasks) < 2 {
		return nil
	}
	var all []result.IntervalEstimate
	if scale == result.Binary && st.Cluster == nil {
		for _, score := range []func(stats.PairedTable, float64) (stats.Interval, error){stats.Tango, stats.Newcombe10} {
			if i, err := score(pair.Table, st.Plan.Level); err == nil {
				all = append(all, Estimate(i))
			}
		}
	}
	if st.Cluster != nil {
		if m, err := stats.ClusterRobustMean(pair.diff.D, pair.Cluster, st.Plan.Level); err == nil {
			c.Clusters = m.Clusters
			all = append(all, clustered(m))
		}
	} else if t, err := stats.MeanInterval(pair.diff.D, st.Plan.Level); err == nil {
		all = append(all, Estimate(t))
	}
	return all
}

// constant tells whether the differences are one number up to rounding.
func constant(diff stats.Differences) bool { return stats.DifferenceAcceleration(diff).Degenerate }

// noteDisagreements says which intervals decide about zero otherwise than the headline
// test's p-value before correction.
func noteDisagreements(c *result.Comparison, plan *result.Plan) {
	if c.P == nil {
		return
	}
	apart := *c.P <= 1-plan.Level
	var otherwise []string
	for _, i := range append([]result.IntervalEstimate{*c.Interval}, c.Others...) {
		if (i.Low > 0 || i.High < 0) != apart {
			otherwise = append(otherwise, i.Method)
		}
	}
	if otherwise == nil {
		return
	}
	holds := "contains zero"
	if !apart {
		holds = "excludes zero"
	}
	c.Notes = append(c.Notes, fmt.Sprintf("by %s the interval %s, unlike the decision of %s before correction: the methods rest on different assumptions", strings.Join(otherwise, ", "), holds, c.Headline))
}

// equivalence tests whether the mean difference lies within the plan's margin.
// Without a margin there is nothing to be equivalent within.
func (st *Study) equivalence(pair TestedPair) *result.Equivalence {
	if st.Plan.Margin == 0 {
		return nil
	}
	out := &result.Equivalence{Margin: st.Plan.Margin}
	low, high, opt := -st.Plan.Margin, st.Plan.Margin, stats.EquivalenceOptions{Alpha: st.Plan.Alpha}
	var r stats.EquivalenceResult
	var err error
	if pair.Cluster != nil {
		r, err = stats.TOSTClustered(pair.diff, pair.Cluster, low, high, opt)
	} else {
		r, err = stats.TOSTPaired(pair.diff, low, high, opt)
	}
	if err != nil {
		out.Notes = append(out.Notes, stats.Reason(err))
		return out
	}
	out.Notes = append(out.Notes, r.Notes...)
	i := Estimate(r.Interval)
	out.P, out.Interval, out.Equivalent = result.Number(r.P), &i, r.Equivalent
	return out
}
