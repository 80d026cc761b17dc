package judges

import (
	"math"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// judgeCounts are one judge's verdicts on a run, counted by task: against the
// reference, and all of them.
type judgeCounts struct {
	tp, fp, fn, tn []float64
	passed, judged []float64 // of all attempts that the judge judged
}

func newJudgeCounts(tasks int) *judgeCounts {
	c := &judgeCounts{}
	for _, v := range []*[]float64{&c.tp, &c.fp, &c.fn, &c.tn, &c.passed, &c.judged} {
		*v = make([]float64, tasks)
	}
	return c
}

func (c *judgeCounts) judge(task int32, success bool) {
	c.judged[task]++
	if success {
		c.passed[task]++
	}
}

// both counts an attempt that judge and reference judged.
func (c *judgeCounts) both(task int32, says, is bool) {
	switch {
	case says && is:
		c.tp[task]++
	case says:
		c.fp[task]++
	case is:
		c.fn[task]++
	default:
		c.tn[task]++
	}
}

// at is the number of a task's attempts that both judged.
func (c *judgeCounts) at(task int32) float64 {
	return c.tp[task] + c.fp[task] + c.fn[task] + c.tn[task]
}

// tasks are those with an attempt that both judged.
func (c *judgeCounts) tasks() []int32 {
	var out []int32
	for t := range c.tp {
		if c.at(int32(t)) > 0 {
			out = append(out, int32(t))
		}
	}
	return out
}

func (c *judgeCounts) confusion() result.Confusion {
	sum := func(byTask []float64) int {
		total := 0.0
		for _, v := range byTask {
			total += v
		}
		return int(total)
	}
	return result.Confusion{TP: sum(c.tp), FP: sum(c.fp), FN: sum(c.fn), TN: sum(c.tn)}
}

// agreementInterval is Wilson's of independent attempts, and the score interval with
// the tasks' design effect of others.
func agreementInterval(st *study.Study, a *result.Agreement, c *judgeCounts) {
	agree := a.Confusion.TP + a.Confusion.TN
	if a.NUnits == a.N {
		if w, err := stats.Wilson(agree, a.N, st.Plan.Level); err == nil {
			i := study.Estimate(w)
			a.AgreementCI = &i
		}
		return
	}
	share, err := shareByUnit(st, c.tasks(), func(t int32) (k, n int) { return int(c.tp[t] + c.tn[t]), int(c.at(t)) })
	if err != nil {
		a.Notes = append(a.Notes, "agreement: "+stats.Reason(err))
		return
	}
	if iv, err := share.ScoreInterval(st.Plan.Level); err == nil {
		i := study.Estimate(iv)
		a.AgreementCI = &i
	}
	if iv, err := share.TInterval(st.Plan.Level); err == nil && share.SE > 0 {
		i := study.Estimate(iv)
		a.AgreementAlso = &i
	}
}

// shareByUnit sums up k of n attempts by task, or by cluster of tasks.
func shareByUnit(st *study.Study, tasks []int32, counts func(task int32) (k, n int)) (stats.ClusteredShare, error) {
	unit := map[int32]int{}
	var ks, ns []int
	for _, t := range tasks {
		id := t
		if st.Cluster != nil {
			id = st.Cluster[t]
		}
		u, ok := unit[id]
		if !ok {
			u = len(ks)
			unit[id] = u
			ks, ns = append(ks, 0), append(ns, 0)
		}
		k, n := counts(t)
		ks[u] += k
		ns[u] += n
	}
	return stats.ShareOfClusters(ks, ns)
}

// chanceCorrected adds kappa, AC1 and the corrected success rate, with intervals of
// their own formulas where attempts are independent, of resampled tasks else.
func chanceCorrected(st *study.Study, a *result.Agreement, byTask *judgeCounts) {
	c := a.Confusion
	level := st.Plan.Level
	independent := a.NUnits == a.N
	cells := [][]float64{byTask.tp, byTask.fp, byTask.fn, byTask.tn}
	var resampled []study.TaskStatistic
	var into []**result.IntervalEstimate
	interval := func(to **result.IntervalEstimate, own stats.Interval, independent bool, s study.TaskStatistic) {
		switch {
		case !independent:
			into, resampled = append(into, to), append(resampled, s)
		case !math.IsNaN(own.Low):
			i := study.Estimate(own)
			*to = &i
		}
	}
	if k, err := stats.CohenKappa([][]int{{c.TP, c.FP}, {c.FN, c.TN}}, stats.KappaOptions{Level: level}); err != nil {
		a.Notes = append(a.Notes, stats.Reason(err))
	} else {
		a.Kappa = result.Number(k.Value)
		interval(&a.KappaInterval, k.Interval, independent, study.TaskStatistic{Name: "kappa", Tasks: byTask.tasks(), Vectors: cells, Value: k.Value, Of: kappaOfTotals})
	}
	// AC1 of two raters: an attempt has one success, two, or none.
	if k, err := stats.GwetAC1(RatingsOf(c), level); err == nil {
		a.AC1 = result.Number(k.Value)
		interval(&a.AC1Interval, k.Interval, independent, study.TaskStatistic{Name: "AC1", Tasks: byTask.tasks(), Vectors: cells, Value: k.Value, Of: ac1OfTotals})
	}
	passed, judged := 0, 0
	for t := range byTask.judged {
		passed += int(byTask.passed[t])
		judged += int(byTask.judged[t])
	}
	if g, err := stats.RoganGladenRate(passed, judged, stats.Confusion(c), level); err != nil {
		a.Notes = append(a.Notes, "corrected rate: "+stats.Reason(err))
	} else {
		tasks := tasksWith(byTask.judged)
		a.Corrected = &result.Corrected{Judged: judged, JudgedTasks: len(tasks), Apparent: g.Apparent, Sensitivity: g.Sensitivity, Specificity: g.Specificity, Value: g.Corrected}
		alone := units(st, tasks) == judged
		interval(&a.Corrected.Interval, g.Interval, alone, study.TaskStatistic{Name: "corrected rate", Tasks: tasks, Vectors: append(cells, byTask.passed, byTask.judged), Value: g.Corrected, Of: correctedOfTotals})
		if judged == a.N {
			note := "every judged attempt has a reference verdict: the corrected rate is the reference's by construction"
			if alone {
				note += ", and its interval takes the two for separate samples"
			}
			a.Notes = append(a.Notes, note)
		}
	}
	if len(resampled) == 0 {
		return
	}
	intervals, notes := st.ResampleTasks("judges", resampled)
	for i, to := range into {
		*to = intervals[i]
	}
	a.Notes = append(a.Notes, notes...)
}

// RatingsOf lists, for every attempt, the verdicts of failure and of success.
func RatingsOf(c result.Confusion) [][]int {
	var out [][]int
	for _, cell := range []struct {
		n   int
		row []int
	}{{c.TP, []int{0, 2}}, {c.FP + c.FN, []int{1, 1}}, {c.TN, []int{2, 0}}} {
		for range cell.n {
			out = append(out, cell.row)
		}
	}
	return out
}

// kappaOfTotals is Cohen's kappa of totals of tp, fp, fn and tn, as twice the
// determinant over the margins' products.
func kappaOfTotals(t []float64) (kappa float64, ok bool) {
	tp, fp, fn, tn := t[0], t[1], t[2], t[3]
	chance := (tp+fp)*(fp+tn) + (tp+fn)*(fn+tn)
	if chance == 0 { // both always say the same
		return 0, false
	}
	return 2 * (tp*tn - fp*fn) / chance, true
}

func ac1OfTotals(t []float64) (ac1 float64, ok bool) {
	tp, fp, fn, tn := t[0], t[1], t[2], t[3]
	n := tp + fp + fn + tn
	if n == 0 {
		return 0, false
	}
	p := (2*tp + fp + fn) / (2 * n)
	chance := 2 * p * (1 - p)
	return ((tp+tn)/n - chance) / (1 - chance), true
}

// correctedOfTotals is Rogan and Gladen's rate of totals of tp, fp, fn, tn, passed and
// judged; ok is false where the judge does not tell success from failure.
func correctedOfTotals(t []float64) (rate float64, ok bool) {
	tp, fp, fn, tn, passed, judged := t[0], t[1], t[2], t[3], t[4], t[5]
	if judged == 0 || tp+fn == 0 || tn+fp == 0 || tp*tn <= fp*fn {
		return 0, false
	}
	specificity := tn / (tn + fp)
	return min(1, max(0, (passed/judged+specificity-1)/(tp/(tp+fn)+specificity-1))), true
}

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
