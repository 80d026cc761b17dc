package analysis

import (
	"math"

	"mcpstats/stats"
)

// panels measures how far a run's judges agree with one another, in either
// reading of their verdicts.
func (e *evaluation) panels(r int, stored, reread []verdicts) []JudgePanel {
	var out []JudgePanel
	for _, p := range []struct {
		reading string
		judges  []verdicts
	}{{ReadingStored, stored}, {ReadingReparsed, reread}} {
		if len(p.judges) >= 2 {
			out = append(out, e.panel(r, p.reading, p.judges))
		}
	}
	return out
}

func (e *evaluation) panel(r int, reading string, judges []verdicts) JudgePanel {
	p := JudgePanel{Benchmark: e.bench.Name, Run: e.bench.Runs[r], Reading: reading}
	n := len(judges[0].of)
	ratings := make([][]float64, len(judges)) // NaN where a judge gave no verdict
	var complete, all [][]int                 // counts of failure and success, by attempt
	byTask := newPanelCounts(len(judges), len(e.bench.Tasks))
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
		if counts[0]+counts[1] == len(judges) {
			complete = append(complete, counts)
			byTask.add(e.bench.runs[r].attempts[i].task, counts)
		}
		if counts[0]+counts[1] > 0 {
			all = append(all, counts)
		}
	}
	p.Pairs = judgePairs(judges)
	p.N = len(complete)
	if k, err := stats.FleissKappa(complete); err != nil {
		p.Notes = append(p.Notes, "Fleiss' kappa: "+reason(err))
	} else {
		var notes []string
		p.Fleiss = number(k.Value)
		p.FleissCI, notes = e.fleissInterval(byTask, k.Value)
		p.Notes = append(p.Notes, notes...)
	}
	if k, err := stats.KrippendorffAlpha(ratings, stats.NominalScale); err != nil {
		p.Notes = append(p.Notes, "Krippendorff's alpha: "+reason(err))
	} else {
		p.Alpha = number(k.Value)
	}
	if k, err := stats.GwetAC1(all, e.plan.Level); err != nil {
		p.Notes = append(p.Notes, "AC1: "+reason(err))
	} else {
		i := estimate(k.Interval)
		p.AC1, p.AC1Interval = number(k.Value), &i
	}
	return p
}

// judgePairs counts the attempts on which two judges agree.
func judgePairs(judges []verdicts) []JudgePair {
	var out []JudgePair
	for k, b := range judges {
		for _, a := range judges[:k] {
			pair := JudgePair{A: a.judge, B: b.judge}
			same := 0
			for i := range a.of {
				if !a.ok[i] || !b.ok[i] {
					continue
				}
				pair.N++
				if (a.of[i] >= 0.5) == (b.of[i] >= 0.5) {
					same++
				}
			}
			if pair.N > 0 {
				pair.Agreement = number(float64(same) / float64(pair.N))
			}
			out = append(out, pair)
		}
	}
	return out
}
