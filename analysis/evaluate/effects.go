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
	of := map[string][]int{} // runs by level
	for _, r := range st.Runs {
		if level := f.Of[r]; level != "" {
			levels, of[level] = append(levels, level), append(of[level], r)
		}
	}
	levels = result.UniqueNatural(levels)
	reference, second := q.Get("against"), q.Get("of") == ""
	if !second {
		reference = q.Get("of")
	}
	switch {
	case q.Get("against") != "" && q.Get("of") != "":
		return result.Answer{Unanswered: "against and of both name the level that all differences are to; give one of them"}, nil
	case q.Get("test") != "" && q.Get("test") != tTest && q.Get("test") != byRule:
		return result.Answer{Unanswered: fmt.Sprintf("test is %q; expected %s or %s", q.Get("test"), byRule, tTest)}, nil
	case len(levels) == 0:
		return result.Answer{Unanswered: fmt.Sprintf("no run states %s as one fact of all its attempts", f.Name)}, nil
	case len(levels) == 1:
		return result.Answer{Unanswered: fmt.Sprintf("%s has one level, %s: there is nothing to compare", f.Name, levels[0])}, nil
	}
	best := false
	if reference == BaselineLevel && !slices.Contains(levels, BaselineLevel) {
		if reference, best = baselineLevel(st, m, f, levels); reference == "" {
			return result.Answer{Unanswered: fmt.Sprintf("which direction of %s is better is not known, so that no level of %s is the best; name one, or a baseline in the plan", st.Measures[m].Name, f.Name)}, nil
		}
	}
	if reference != "" && !slices.Contains(levels, reference) {
		return result.Answer{Unanswered: fmt.Sprintf("no run has %s=%s; there is %s", f.Name, reference, result.FirstOf(levels, 12))}, nil
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
	out := &result.FactorEffects{Factor: f.Name, Metric: st.Measures[m].Name, Held: study.NamesOf(held), By: q.Get("by"), Reference: reference, Best: best, Correction: st.Plan.Elsewhere()}
	var alone []string
	for i, a := range levels {
		for _, b := range levels[i+1:] {
			if reference != "" && a != reference && b != reference {
				continue
			}
			first, other := a, b
			if reference != "" && (a == reference) == second {
				first, other = b, a
			}
			var pairs [][2]int
			for _, x := range of[first] {
				for _, y := range of[other] {
					if study.Agree(held, x, y) {
						pairs = append(pairs, [2]int{x, y})
					}
				}
			}
			if len(pairs) == 0 {
				alone = append(alone, first+" and "+other)
				continue
			}
			for _, s := range parts {
				if e, ok := effect(st, m, s, pairs, q.Get("test") == tTest); ok {
					e.A, e.B, e.Stratum, e.Pairs = first, other, s.Stratum, len(pairs)
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

// effect is the difference of some pairs of runs over a part of the tasks; always asks for a t
// test, whatever the metric's scale.
func effect(st *study.Study, m int, s table.Slice, pairs [][2]int, always bool) (e result.FactorEffect, ok bool) {
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
	case !always && len(pairs) == 1 && st.Bench.Scale(&st.Measures[m], pairs[0][0], pairs[0][1]) == result.Binary:
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
	e.Statistic, e.DF = result.Number(test.Statistic), test.DF
	return e, true
}

// The values of test=: the rule chooses McNemar's exact test for one pair of runs with verdicts,
// else the paired t; with clusters it is the cluster-robust t in any case.
const (
	byRule = "rule"
	tTest  = "t"
)

// BaselineLevel stands for a level that a notebook for many logs cannot name.
const BaselineLevel = "baseline"

// baselineLevel is the level of the plan's baseline run, or where the plan names none, or one
// that has none, the level with the best mean over its runs that are not set apart, of equals the first; empty where
// nothing says which mean is better.
func baselineLevel(st *study.Study, m int, f study.Factor, levels []string) (level string, best bool) {
	if st.Baseline >= 0 && f.Of[st.Baseline] != "" {
		return f.Of[st.Baseline], false
	}
	better := st.Measures[m].Better
	if !better.Directed() {
		return "", false
	}
	top := 0.0
	for _, one := range levels {
		var means []float64
		for _, r := range st.Runs {
			if s := study.MeanOf(st, st.Bench.Slices(nil)[0], m, r); f.Of[r] == one && s.Mean != nil && !st.Referenced(r) {
				means = append(means, *s.Mean)
			}
		}
		if mean := study.Mean(means); mean != nil && (level == "" || better == result.Higher && *mean > top || better == result.Lower && *mean < top) {
			level, top = one, *mean
		}
	}
	return level, true
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
