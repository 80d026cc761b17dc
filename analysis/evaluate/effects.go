package evaluate

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/curves"
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// effects answers what changing one factor does with the others held: runs that agree in all
// held factors and differ in this one are paired, a task's values are means over these pairs,
// and the differences are tested by task. The family of the correction is all pairs of levels,
// in all parts of by=. Levels that no pair joins are said: the factor cannot be told there from
// one that is held.
func effects(st *study.Study, q result.Question) (result.Answer, error) {
	m, why := curves.Named(st, q.Get("metric"))
	if why != "" {
		return result.Answer{Unanswered: why}, nil
	}
	f := st.Factor(q.Get("factor"))
	var levels []string
	for _, r := range st.Runs {
		if f.Of[r] != "" {
			levels = append(levels, f.Of[r])
		}
	}
	levels = result.UniqueNatural(levels)
	against := q.Get("against")
	switch {
	case len(levels) == 0:
		return result.Answer{Unanswered: fmt.Sprintf("no run states %s as one fact of all its attempts", f.Name)}, nil
	case len(levels) == 1:
		return result.Answer{Unanswered: fmt.Sprintf("%s has one level, %s: there is nothing to compare", f.Name, levels[0])}, nil
	case against != "" && !slices.Contains(levels, against):
		return result.Answer{Unanswered: fmt.Sprintf("no run has %s=%s; there is %s", f.Name, against, result.FirstOf(levels, 12))}, nil
	}
	parts := st.Bench.Slices(nil)
	if by := q.Get("by"); by != "" {
		col, ok := st.Bench.FactOfTasks(by)
		if !ok {
			return result.Answer{Unanswered: fmt.Sprintf("by: no stratum and no fact of tasks is called %q", by)}, nil
		}
		parts = st.Bench.Slices([]table.StratumColumn{col})[1:]
	}
	held := st.Held(f.Name, q.List("holding"))
	out := &result.FactorEffects{Factor: f.Name, Metric: st.Measures[m].Name, Held: study.NamesOf(held), By: q.Get("by"), Correction: st.Plan.Elsewhere()}
	var alone []string
	for i, a := range levels {
		for _, b := range levels[i+1:] {
			if against != "" && a != against && b != against {
				continue
			}
			first, second := a, b
			if a == against {
				first, second = b, a
			}
			var pairs [][2]int
			for _, x := range st.Runs {
				for _, y := range st.Runs {
					if f.Of[x] == first && f.Of[y] == second && study.Agree(held, x, y) {
						pairs = append(pairs, [2]int{x, y})
					}
				}
			}
			if len(pairs) == 0 {
				alone = append(alone, first+" and "+second)
				continue
			}
			for _, s := range parts {
				if e, ok := effect(st, m, s, pairs); ok {
					e.A, e.B, e.Stratum, e.Pairs = first, second, s.Stratum, len(pairs)
					out.Effects = append(out.Effects, e)
				}
			}
		}
	}
	if len(alone) > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("confounded: no two runs that agree in %s join %s of %s", strings.Join(out.Held, ", "), result.FirstOf(alone, 3), f.Name))
	}
	if len(out.Effects) == 0 {
		return result.Answer{Unanswered: strings.Join(append([]string{f.Name + " has no pair of runs with a common task"}, out.Notes...), "; ")}, nil
	}
	return result.Answer{Effects: out}, correctEffects(out)
}

// effect is the difference of some pairs of runs over a part of the tasks.
func effect(st *study.Study, m int, s table.Slice, pairs [][2]int) (e result.FactorEffect, ok bool) {
	var x, y []float64
	var units []int
	for _, t := range s.Tasks {
		sumX, sumY, n := 0.0, 0.0, 0.0
		for _, p := range pairs {
			if a, b := &st.Columns[m][p[0]], &st.Columns[m][p[1]]; a.Ok[t] && b.Ok[t] {
				sumX, sumY, n = sumX+a.Value[t], sumY+b.Value[t], n+1
			}
		}
		if n == 0 {
			continue
		}
		x, y = append(x, sumX/n), append(y, sumY/n)
		if st.Cluster != nil {
			units = append(units, int(st.Cluster[t]))
		}
	}
	diff, err := stats.Subtract(x, y)
	if err != nil {
		return e, false
	}
	e.NTasks, e.MeanA, e.MeanB, e.Difference = len(x), *study.Mean(x), *study.Mean(y), *study.Mean(diff.D)
	plus, minus, _ := diff.Signs()
	e.Higher, e.Lower = plus, minus
	if d, err := stats.CohenDz(diff, st.Plan.Level); err == nil {
		e.Dz = result.Number(d.Value)
	}
	var test stats.Result
	var interval stats.Interval
	switch {
	case units != nil:
		if test, err = stats.ClusterRobustT(diff, units); err == nil {
			var mean stats.ClusteredMean
			if mean, err = stats.ClusterRobustMean(diff.D, units, st.Plan.Level); err == nil {
				interval = mean.IntervalCR1
			}
		}
	case len(pairs) == 1 && st.Bench.Scale(&st.Measures[m], pairs[0][0], pairs[0][1]) == result.Binary:
		if test, err = stats.McNemarExact(plus, minus); err == nil {
			both := 0
			for i := range x {
				if x[i] == 1 && y[i] == 1 {
					both++
				}
			}
			interval, err = stats.Tango(stats.PairedTable{Both: both, FirstOnly: plus, SecondOnly: minus, Neither: len(x) - both - plus - minus}, st.Plan.Level)
		}
	default:
		var t stats.PairedTResult
		t, err = stats.PairedT(diff, stats.PairedTOptions{Level: st.Plan.Level})
		test, interval = t.Result, t.Interval
	}
	if err != nil {
		e.Notes = append(e.Notes, stats.Reason(err))
		return e, true
	}
	i := study.Estimate(interval)
	e.Interval, e.Method, e.P = &i, test.Method, result.Number(test.P)
	return e, true
}

// correctEffects adjusts the p-values of one answer together.
func correctEffects(out *result.FactorEffects) error {
	var at []int
	var p []float64
	for i := range out.Effects {
		if v := out.Effects[i].P; v != nil {
			at, p = append(at, i), append(p, *v)
		}
	}
	adjusted, err := study.Adjust(out.Correction, p)
	for k, i := range at {
		if err == nil {
			out.Effects[i].PAdjusted = result.Number(adjusted[k])
		}
	}
	return err
}
