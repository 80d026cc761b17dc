package judges

import (
	"math"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

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
