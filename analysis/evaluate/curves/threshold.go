package curves

import (
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// A threshold makes a success of a graded metric. MCP-Atlas states its own.
const (
	sweptMetric    = "coverage"
	statedAt       = 0.75 // MCP-Atlas's pass
	thresholdSteps = 20
	// A half less than the smallest difference of two grades: what rounding in the
	// mean of a task's attempts may lack of the threshold itself.
	thresholdSlack = 1e-9
)

// thresholdSweeps draw the share of tasks at or above every threshold from 0.05 to
// 1, and how far the ranking of the runs depends on it: for claims' coverage, and
// for a headline metric that is a grade from 0 to 1. A task that was attempted
// several times has the mean of its grades.
func thresholdSweeps(st *study.Study) []result.Sweep {
	var out []result.Sweep
	for m := range st.Measures {
		if st.Measures[m].Name != sweptMetric && (m != st.Primary || !isGraded(st, m)) {
			continue
		}
		if s := sweepThreshold(st, m); len(s.Lines) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// isGraded tells whether a measure is a grade from 0 to 1 of single attempts, better
// when higher, and not a verdict.
func isGraded(st *study.Study, m int) bool {
	measure := &st.Measures[m]
	if measure.Binary || measure.Combine != nil || measure.Better != result.Higher {
		return false
	}
	for _, r := range st.Runs {
		for values := range st.Bench.Logged[r].Cells[measure.Cells].Values.All {
			if slices.ContainsFunc(values, func(v float64) bool { return v < 0 || v > 1 }) {
				return false
			}
		}
	}
	return true
}

// sweepThreshold compares the ranking at every threshold with the one at the stated
// threshold or, where none is stated, with that of the means.
func sweepThreshold(st *study.Study, m int) result.Sweep {
	s := result.Sweep{Benchmark: st.Bench.Name, Axis: "threshold", Metric: "tasks with " + st.Measures[m].Name + " at or above it"}
	rates := make([][]float64, thresholdSteps+1) // by step, then run
	var against []float64
	for _, r := range st.Runs {
		col := &st.Columns[m][r]
		if col.Tasks == 0 || !st.Ranked(r) {
			continue
		}
		line := result.SweepLine{Run: st.Bench.Runs[r]}
		for step := 1; step <= thresholdSteps; step++ {
			p := reaching(st, col, float64(step)/thresholdSteps)
			rates[step] = append(rates[step], p.Mean)
			line.Points = append(line.Points, p)
		}
		s.Lines = append(s.Lines, line)
		against = append(against, *study.Mean(study.Present(col)))
	}
	if st.Measures[m].Name == sweptMetric {
		at := statedAt
		s.Stated, against = &at, rates[int(statedAt*thresholdSteps)]
	}
	for step := 1; step <= thresholdSteps && len(s.Lines) > 1; step++ {
		tau := result.SweepTau{X: float64(step) / thresholdSteps}
		if k, err := stats.KendallTauB(against, rates[step]); err == nil {
			tau.Tau = result.Number(k.Statistic)
		}
		s.Taus = append(s.Taus, tau)
	}
	return s
}

// reaching is the share of a column's tasks at or above a threshold: with Wilson's
// interval, or the bootstrap's over clusters where tasks come in some.
func reaching(st *study.Study, col *table.Column, threshold float64) result.SweepPoint {
	reach := table.Column{Value: make([]float64, len(col.Value)), Ok: col.Ok}
	all := make([]int32, len(col.Ok))
	passed := 0
	for t, ok := range col.Ok {
		all[t] = int32(t)
		if ok && col.Value[t] >= threshold-thresholdSlack {
			reach.Value[t] = 1
			passed++
		}
	}
	if st.Cluster != nil {
		p, _ := point(st, threshold, all, &reach)
		return p
	}
	p := result.SweepPoint{X: threshold, NTasks: col.Tasks, Mean: float64(passed) / float64(col.Tasks)}
	if w, err := stats.Wilson(passed, col.Tasks, st.Plan.Level); err == nil {
		i := study.Estimate(w)
		p.Interval = &i
	}
	return p
}
