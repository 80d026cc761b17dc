package study

import (
	"fmt"
	"math"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/internal/parallel"
	"mcpstats/stats"
)

// part is what one slice contributes to the results.
type part struct {
	Summaries   []result.Summary
	Comparisons []result.Comparison
	Rankings    []result.Ranking
}

// Slice evaluates one part of the tasks: every measure of every run, and every
// pair of runs on the compared measures. All vectors are registered for
// resampling first, drawn together, and then read.
func Slice(st *Study, s table.Slice) (part, error) {
	rs := NewResampling(st.Plan, st.Cluster, st.Bench.Name, s.Key())
	var runs []RunSlice
	for m := range st.Measures {
		for _, r := range st.Runs {
			if v, ok := Register(st, s, m, r, rs); ok {
				runs = append(runs, v)
			}
		}
	}
	var pairs []PairSlice
	if st.Paired {
		for _, m := range st.Compared {
			pairs = append(pairs, st.pairs(s, m, rs)...)
		}
	}
	rs.Run()
	var p part
	p.Summaries = make([]result.Summary, len(runs))
	p.Comparisons = make([]result.Comparison, len(pairs))
	parallel.For(len(runs)+len(pairs), func(i int) {
		if i < len(runs) {
			p.Summaries[i] = Summarize(st, s, Gather(st, s, runs[i]))
		} else {
			p.Comparisons[i-len(runs)] = st.compare(s, pairs[i-len(runs)])
		}
	})
	switch {
	case s.Stratum != nil:
	case st.Paired:
		p.Rankings = rankings(st, p.Summaries, runs)
		subsets(st, p.Rankings, p.Summaries)
	case Ranks(st):
		r, _ := byMean(st, st.Primary, p.Summaries, runs)
		r.Sort()
		p.Rankings = []result.Ranking{r}
		subsets(st, p.Rankings, p.Summaries)
	}
	return p, nil
}

// Summaries are the summaries of every slice and the headline metric's ranking where
// nothing is resampled: measures are read one after the other, for all of them together
// can be as large as the table.
func Summaries(st *Study, res *result.Results) {
	parts := st.Bench.Slices(st.Strata)
	found := make([][]part, len(st.Measures)) // by measure and slice
	parallel.For(len(st.Measures), func(m int) {
		st.readMeasure(m)
		found[m] = make([]part, len(parts))
		for i, s := range parts {
			var runs []RunSlice
			p := &found[m][i]
			for _, r := range st.Runs {
				if v, ok := Register(st, s, m, r, nil); ok {
					runs = append(runs, v)
					p.Summaries = append(p.Summaries, Summarize(st, s, Gather(st, s, v)))
				}
			}
			if m == st.Primary && Ranks(st) && s.Stratum == nil && len(s.Tasks) > 0 {
				ranking, _ := byMean(st, m, p.Summaries, runs)
				ranking.Sort()
				p.Rankings = []result.Ranking{ranking}
				subsets(st, p.Rankings, p.Summaries)
			}
		}
		st.Columns[m] = nil
	})
	for i := range parts {
		for m := range found {
			res.Summaries = append(res.Summaries, found[m][i].Summaries...)
			res.Rankings = append(res.Rankings, found[m][i].Rankings...)
		}
	}
}

// RunSlice is one run's task values by one measure within a slice.
type RunSlice struct {
	Measure, run int
	tasks        []int32
	values       []float64
	attempts     int
	imputed      int
	left         int
	group        *ResampleGroup // nil where no resamples are needed: Wilson's interval, or t within the strata of metrics that are not compared
}

// Register asks for the resamples of a run's values within a slice; ok is false
// where it has none.
func Register(st *Study, s table.Slice, m, r int, rs *Resampling) (v RunSlice, ok bool) {
	v = RunSlice{Measure: m, run: r}
	col := &st.Columns[m][r]
	if !slices.ContainsFunc(s.Tasks, func(t int32) bool { return col.Ok[t] }) {
		m := &st.Measures[m]
		return v, s.Stratum == nil && m.Combine == nil && WithoutRate(st, m, r) && st.Bench.Logged[r].Cells[m.Cells].Values.N > 0
	}
	if st.Bootstrapped && (slices.Contains(st.Compared, m) || s.Stratum == nil && !wilson(st, m, r)) {
		v.group = rs.Want(col.Within(s), VectorKey{m, r}, col.Value)
	}
	return v, true
}

// Gather reads a run's values within a slice. They are read for every use and not
// kept: all runs' values together are as large as the table.
func Gather(st *Study, s table.Slice, v RunSlice) RunSlice {
	col := &st.Columns[v.Measure][v.run]
	v.tasks = col.Within(s)
	v.values = make([]float64, len(v.tasks))
	for i, t := range v.tasks {
		v.values[i] = col.Value[t]
		v.attempts += int(col.Attempts[t])
	}
	v.imputed, v.left = col.Imputed, col.Left
	if s.Stratum != nil {
		v.imputed, v.left = unscored(st, s.Tasks, v.Measure, v.run)
	}
	return v
}

// unscored counts the attempts at these tasks without a score: those that the policy
// filled in, and those in the log that are left out.
func unscored(st *Study, tasks []int32, m, r int) (imputed, left int) {
	col := &st.Columns[m][r]
	if col.Imputed == 0 && col.Left == 0 {
		return 0, 0
	}
	have := make([]int32, len(st.Bench.Tasks))
	run := &st.Bench.Logged[r]
	for c := range run.Cells[st.Measures[m].Cells].All() {
		have[run.Attempts[c.Attempt].Task]++
	}
	for _, t := range tasks {
		if filled := col.Attempts[t] - have[t]; filled == 0 {
			left += int(st.Bench.Promised[r].Attempts[t] - have[t])
		} else if col.Ok[t] {
			imputed += int(filled)
		}
	}
	return imputed, left
}

// Summarize is a run's row of one measure over a slice: the mean with its interval and the spread,
// over tasks, with notes where one does not exist.
func Summarize(st *Study, s table.Slice, v RunSlice) result.Summary {
	m := &st.Measures[v.Measure]
	sum := result.Summary{
		Benchmark: st.Bench.Name, Run: st.Bench.Runs[v.run], Metric: m.Name, Stratum: s.Stratum,
		NTasks: len(v.values), NAttempts: v.attempts, Imputed: v.imputed, LeftOut: v.left,
	}
	if WithoutRate(st, m, v.run) {
		sum.Notes = append(sum.Notes, withoutRateWords(st, m, v.run))
		return sum
	}
	moments, err := stats.Describe(v.values)
	if err != nil {
		sum.Notes = append(sum.Notes, stats.Reason(err))
		return sum
	}
	sum.Mean = result.Number(moments.Mean)
	sum.Median = result.Number(median(v.values))
	if len(v.values) < 2 {
		sum.Notes = append(sum.Notes, "one task: no standard deviation and no interval")
		return sum
	}
	sum.SD = result.Number(moments.SD)
	sum.SE = result.Number(moments.SE)
	var intervals []result.IntervalEstimate
	if wilson(st, v.Measure, v.run) {
		w, err := stats.Wilson(int(math.Round(moments.Mean*float64(moments.N))), moments.N, st.Plan.Level)
		if err != nil {
			sum.Notes = append(sum.Notes, stats.Reason(err))
		} else {
			intervals = append(intervals, Estimate(w))
		}
	}
	var byT []result.IntervalEstimate
	if st.Cluster != nil {
		clusterRobust(st, &sum, v, &byT)
	} else if t, err := moments.MeanInterval(v.values, st.Plan.Level); err == nil && !wilson(st, v.Measure, v.run) {
		byT = append(byT, Estimate(t))
	}
	if len(intervals)+len(byT) == 0 {
		withoutSpread(st, &sum, v, &intervals)
	}
	few := len(v.values) < fewTasks || sum.Clusters > 0 && sum.Clusters < fewTasks
	if few {
		intervals, byT = append(intervals, byT...), nil
	}
	switch {
	case v.group == nil:
	case few && len(intervals) == 0 && sum.Clusters == 0 && moments.SD == 0:
		// Resamples of equal values are equal: an interval without width would claim to know.
		sum.Notes = append(sum.Notes, "no spread between the tasks: no interval")
	case v.group.Drawn():
		key := VectorKey{v.Measure, v.run}
		boot, notes := bootstrap(st, v.group.means(key), moments.Mean, v.group.acceleration(key, nil), len(v.group.Sizes), func(resamples int) ([]float64, error) {
			return v.group.redraw([]VectorKey{key}, resamples)
		})
		if len(intervals) == 0 {
			sum.Notes = append(sum.Notes, notes...)
		}
		intervals = append(intervals, boot...)
	default:
		sum.Notes = append(sum.Notes, v.group.Undrawn())
	}
	intervals = append(intervals, byT...)
	if len(intervals) > 0 {
		sum.Interval = &intervals[0]
		sum.Others = intervals[1:]
		sum.Notes = append(sum.Notes, MovementNote(sum.Interval)...)
	}
	return sum
}

// MeanOf is Summarize of any measure and run without resampling: the interval is Wilson's or
// Student's.
func MeanOf(st *Study, s table.Slice, m, r int) result.Summary {
	return Summarize(st, s, Gather(st, s, RunSlice{Measure: m, run: r}))
}

// withoutRateWords say what the log holds instead of a rate.
func withoutRateWords(st *Study, m *table.Measure, r int) string {
	sum, n := st.Bench.SumOf(m, r)
	return fmt.Sprintf("a count, not a rate: %s among the %s that the log names, out of an unknown number (state it with --tasks)", CountOf(m, sum), result.Plural(n, "task"))
}

// CountOf names a sum of scores: of success, how many there were.
func CountOf(m *table.Measure, sum float64) string {
	if m.Name == "success" && m.Binary {
		if sum == 1 {
			return "1 success"
		}
		return fmt.Sprintf("%.0f successes", sum)
	}
	return fmt.Sprintf("a sum of %s of %.6g", m.Name, sum)
}
