package judges

import (
	"math"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// bias tests whether the judge says success as often as the reference, by the rule of
// the headline test on the tasks' means: McNemar's exact test where every task's
// difference is -1, 0 or 1 (a task that was attempted once, or judged the same in every
// attempt), a t test of the differences else, the cluster-robust one where tasks come
// in clusters. Differences that are all the same have no spread, but a sign.
func bias(st *study.Study, a *result.Agreement, c *judgeCounts) {
	p := study.PairSlice{Tasks: c.tasks()}
	whole := true
	for _, t := range p.Tasks {
		judge, reference := (c.tp[t]+c.fp[t])/c.at(t), (c.tp[t]+c.fn[t])/c.at(t)
		if d := (c.fp[t] - c.fn[t]) / c.at(t); d != math.Trunc(d) {
			whole = false
		} else if d == 0 {
			reference = judge // without the rounding of the two quotients
		}
		p.X, p.Y = append(p.X, judge), append(p.Y, reference)
	}
	diff, err := stats.Subtract(p.X, p.Y)
	if err != nil {
		a.Bias = &result.Test{Method: study.Headlines[result.Interval], Notes: []string{stats.Reason(err)}}
		return
	}
	a.BiasDiff = study.Mean(diff.D)
	pair := st.Tested(p, diff, result.Interval)
	plus, minus, _ := diff.Signs()
	var test result.Test
	if whole && st.Cluster == nil {
		if m, err := stats.McNemarExact(plus, minus); err != nil {
			test = result.Test{Method: study.Headlines[result.Binary], Notes: []string{stats.Reason(err)}}
		} else {
			test = study.TestOf(study.Headlines[result.Binary], m)
		}
		a.Bias = &test
		return
	}
	test = pair.Test(result.Interval)
	sign := signByUnit(st, p.Tasks, diff.D)
	if test.P == nil && sign.P != nil {
		sign.Notes = append(sign.Notes, test.Notes...)
		a.Bias = &sign
		return
	}
	a.Bias, a.BiasSign = &test, &sign
	if st.Cluster != nil {
		if m, err := stats.ClusterRobustMean(diff.D, pair.Cluster, st.Plan.Level); err == nil {
			i := study.Estimate(m.IntervalCR1)
			a.BiasInterval = &i
		}
	} else if t, err := stats.MeanInterval(diff.D, st.Plan.Level); err == nil {
		i := study.Estimate(t)
		a.BiasInterval = &i
	}
}

// signByUnit is the exact sign test of the units' sums of task differences.
func signByUnit(st *study.Study, tasks []int32, d []float64) result.Test {
	at := map[int32]int{}
	var sums []float64
	for i, t := range tasks {
		id := t
		if st.Cluster != nil {
			id = st.Cluster[t]
		}
		if _, ok := at[id]; !ok {
			at[id] = len(sums)
			sums = append(sums, 0)
		}
		sums[at[id]] += d[i]
	}
	diff, err := stats.DifferencesOf(sums)
	if err != nil {
		return result.Test{Method: "sign", Notes: []string{stats.Reason(err)}}
	}
	s, err := stats.SignTest(diff, stats.TwoSided)
	if err != nil {
		return result.Test{Method: "sign", Notes: []string{stats.Reason(err)}}
	}
	return study.TestOf("sign", s.Result)
}
