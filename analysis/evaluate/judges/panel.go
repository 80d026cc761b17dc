package judges

import (
	"math"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// panels measures how far a run's judges agree with one another, in either
// reading of their verdicts.
func panels(st *study.Study, r int, stored, reread []verdicts) []result.JudgePanel {
	var out []result.JudgePanel
	for _, p := range []struct {
		reading string
		judges  []verdicts
	}{{ReadingStored, stored}, {ReadingReparsed, reread}} {
		if len(p.judges) >= 2 {
			out = append(out, panel(st, r, p.reading, p.judges))
		}
	}
	return out
}

func panel(st *study.Study, r int, reading string, judges []verdicts) result.JudgePanel {
	p := result.JudgePanel{Benchmark: st.Bench.Name, Run: st.Bench.Runs[r], Reading: reading}
	n := len(judges[0].of)
	ratings := make([][]float64, len(judges)) // NaN where a judge gave no verdict
	var complete, all [][]int                 // counts of failure and success, by attempt
	byTask := newPanelCounts(len(judges), len(st.Bench.Tasks))
	for j, v := range judges {
		p.Judges = append(p.Judges, v.judge)
		ratings[j] = make([]float64, n)
	}
	for i := range n {
		counts := make([]int, 2)
		for j, v := range judges {
			ratings[j][i] = math.NaN()
			if v.ok[i] {
				verdict := 0
				if v.of[i] >= 0.5 {
					verdict = 1
				}
				counts[verdict]++
				ratings[j][i] = float64(verdict)
			}
		}
		byTask.add(st.Bench.Logged[r].Attempts[i].Task, counts[0], counts[1])
		if counts[0]+counts[1] == len(judges) {
			complete = append(complete, counts)
		}
		if counts[0]+counts[1] > 0 {
			all = append(all, counts)
		}
	}
	p.Pairs = judgePairs(st, r, judges)
	p.N, p.NTasks = len(complete), len(tasksWith(byTask.attempts))
	var resampled []study.TaskStatistic
	var into []**result.IntervalEstimate
	resample := func(to **result.IntervalEstimate, s study.TaskStatistic) {
		into, resampled = append(into, to), append(resampled, s)
	}
	if k, err := stats.FleissKappa(complete); err != nil {
		p.Notes = append(p.Notes, "Fleiss' kappa: "+stats.Reason(err))
	} else {
		p.Fleiss = result.Number(k.Value)
		resample(&p.FleissCI, byTask.statistic("Fleiss' kappa", k.Value, byTask.fleiss, byTask.attempts, byTask.successes, byTask.agreeing))
	}
	if k, err := stats.KrippendorffAlpha(ratings, stats.NominalScale); err != nil {
		p.Notes = append(p.Notes, "Krippendorff's alpha: "+stats.Reason(err))
	} else {
		p.Alpha = result.Number(k.Value)
		alpha := byTask.statistic("Krippendorff's alpha", k.Value, byTask.alpha, byTask.yes, byTask.no, byTask.discordant)
		alpha.Tasks = tasksWith(byTask.pairable)
		resample(&p.AlphaCI, alpha)
	}
	if k, err := stats.GwetAC1(all, st.Plan.Level); err != nil {
		p.Notes = append(p.Notes, "AC1: "+stats.Reason(err))
	} else {
		p.AC1 = result.Number(k.Value)
		if tasks := tasksWith(byTask.rated); units(st, tasks) == len(all) {
			i := study.Estimate(k.Interval)
			p.AC1Interval = &i
		} else {
			resample(&p.AC1Interval, byTask.statistic("AC1", k.Value, byTask.ac1, byTask.rated, byTask.share, byTask.pairable, byTask.alike))
		}
	}
	intervals, notes := st.ResampleTasks("panels", resampled)
	for i, to := range into {
		*to = intervals[i]
	}
	p.Notes = append(p.Notes, notes...)
	return p
}

// units counts the tasks, or the clusters that they come in: what is drawn or summed up
// together.
func units(st *study.Study, tasks []int32) int {
	if st.Cluster == nil {
		return len(tasks)
	}
	seen := make(map[int32]struct{}, len(tasks))
	for _, t := range tasks {
		seen[st.Cluster[t]] = struct{}{}
	}
	return len(seen)
}

// judgePairs counts the attempts on which two judges agree.
func judgePairs(st *study.Study, r int, judges []verdicts) []result.JudgePair {
	var out []result.JudgePair
	attempts := st.Bench.Logged[r].Attempts
	for k, b := range judges {
		for _, a := range judges[:k] {
			pair := result.JudgePair{A: a.judge, B: b.judge}
			same, last := 0, int32(-1)
			for i := range a.of {
				if !a.ok[i] || !b.ok[i] {
					continue
				}
				pair.N++
				if t := attempts[i].Task; t != last { // attempts are sorted by task
					pair.NTasks++
					last = t
				}
				if (a.of[i] >= 0.5) == (b.of[i] >= 0.5) {
					same++
				}
			}
			if pair.N > 0 {
				pair.Agreement = result.Number(float64(same) / float64(pair.N))
			}
			out = append(out, pair)
		}
	}
	return out
}
