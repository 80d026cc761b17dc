package judges

import (
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
