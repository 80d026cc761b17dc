package evaluate

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
	summaries   []result.Summary
	comparisons []result.Comparison
	rankings    []result.Ranking
}

// slice evaluates one part of the tasks: every measure of every run, and every
// pair of runs on the compared measures. All vectors are registered for
// resampling first, drawn together, and then read.
func (e *Evaluation) slice(s table.Slice) (part, error) {
	rs := newResampling(e.Plan, e.cluster, e.Bench.Name, s.Key())
	var runs []runSlice
	for m := range e.Measures {
		for _, r := range e.Runs {
			if v, ok := e.register(s, m, r, rs); ok {
				runs = append(runs, v)
			}
		}
	}
	var pairs []pairSlice
	if e.paired {
		for _, m := range e.Compared {
			pairs = append(pairs, e.pairs(s, m, rs)...)
		}
	}
	rs.run()
	var p part
	p.summaries = make([]result.Summary, len(runs))
	p.comparisons = make([]result.Comparison, len(pairs))
	parallel.For(len(runs)+len(pairs), func(i int) {
		if i < len(runs) {
			p.summaries[i] = e.summarize(s, e.gather(s, runs[i]))
		} else {
			p.comparisons[i-len(runs)] = e.compare(s, pairs[i-len(runs)])
		}
	})
	switch {
	case s.Stratum != nil:
	case e.paired:
		p.rankings = e.rankings(p.summaries, runs)
		e.subsets(p.rankings, p.summaries)
	case e.ranks():
		r, _ := e.byMean(e.Primary, p.summaries, runs)
		r.Sort()
		p.rankings = []result.Ranking{r}
		e.subsets(p.rankings, p.summaries)
	}
	return p, nil
}

// summaries are the summaries of every slice and the headline metric's ranking where
// nothing is resampled: measures are read one after the other, for all of them together
// can be as large as the table.
func (e *Evaluation) summaries(res *result.Results) {
	parts := e.Bench.Slices(e.strata)
	found := make([][]part, len(e.Measures)) // by measure and slice
	parallel.For(len(e.Measures), func(m int) {
		e.readMeasure(m)
		found[m] = make([]part, len(parts))
		for i, s := range parts {
			var runs []runSlice
			p := &found[m][i]
			for _, r := range e.Runs {
				if v, ok := e.register(s, m, r, nil); ok {
					runs = append(runs, v)
					p.summaries = append(p.summaries, e.summarize(s, e.gather(s, v)))
				}
			}
			if m == e.Primary && e.ranks() && s.Stratum == nil && len(s.Tasks) > 0 {
				ranking, _ := e.byMean(m, p.summaries, runs)
				ranking.Sort()
				p.rankings = []result.Ranking{ranking}
				e.subsets(p.rankings, p.summaries)
			}
		}
		e.columns[m] = nil
	})
	for i := range parts {
		for m := range found {
			res.Summaries = append(res.Summaries, found[m][i].summaries...)
			res.Rankings = append(res.Rankings, found[m][i].rankings...)
		}
	}
}

// runSlice is one run's task values by one measure within a slice.
type runSlice struct {
	measure, run int
	tasks        []int32
	values       []float64
	attempts     int
	imputed      int
	left         int
	group        *resampleGroup // nil where no resamples are needed: Wilson's interval, or t within the strata of metrics that are not compared
}

// wilson tells whether a measure's interval is Wilson's, which needs no
// resamples: binary outcomes of single attempts at tasks sampled one by one.
func (e *Evaluation) wilson(m, r int) bool {
	return e.Bench.Scale(&e.Measures[m], r) == result.Binary && e.cluster == nil
}

// register asks for the resamples of a run's values within a slice; ok is false
// where it has none.
func (e *Evaluation) register(s table.Slice, m, r int, rs *resampling) (v runSlice, ok bool) {
	v = runSlice{measure: m, run: r}
	col := &e.columns[m][r]
	if !slices.ContainsFunc(s.Tasks, func(t int32) bool { return col.Ok[t] }) {
		m := &e.Measures[m]
		return v, s.Stratum == nil && m.Combine == nil && e.withoutRate(m, r) && e.Bench.Logged[r].Cells[m.Cells].Values.N > 0
	}
	if e.bootstrapped && (slices.Contains(e.Compared, m) || s.Stratum == nil && !e.wilson(m, r)) {
		v.group = rs.want(col.Within(s), vectorKey{m, r}, col.Value)
	}
	return v, true
}

// gather reads a run's values within a slice. They are read for every use and not
// kept: all runs' values together are as large as the table.
func (e *Evaluation) gather(s table.Slice, v runSlice) runSlice {
	col := &e.columns[v.measure][v.run]
	v.tasks = col.Within(s)
	v.values = make([]float64, len(v.tasks))
	for i, t := range v.tasks {
		v.values[i] = col.Value[t]
		v.attempts += int(col.Attempts[t])
	}
	v.imputed, v.left = col.Imputed, col.Left
	if s.Stratum != nil {
		v.imputed, v.left = e.unscored(s.Tasks, v.measure, v.run)
	}
	return v
}

// unscored counts the attempts at these tasks without a score: those that the policy
// filled in, and those in the log that are left out.
func (e *Evaluation) unscored(tasks []int32, m, r int) (imputed, left int) {
	col := &e.columns[m][r]
	if col.Imputed == 0 && col.Left == 0 {
		return 0, 0
	}
	have := make([]int32, len(e.Bench.Tasks))
	run := &e.Bench.Logged[r]
	for c := range run.Cells[e.Measures[m].Cells].All() {
		have[run.Attempts[c.Attempt].Task]++
	}
	for _, t := range tasks {
		if filled := col.Attempts[t] - have[t]; filled == 0 {
			left += int(e.Bench.Promised[r].Attempts[t] - have[t])
		} else if col.Ok[t] {
			imputed += int(filled)
		}
	}
	return imputed, left
}

func (e *Evaluation) summarize(s table.Slice, v runSlice) result.Summary {
	m := &e.Measures[v.measure]
	sum := result.Summary{
		Benchmark: e.Bench.Name, Run: e.Bench.Runs[v.run], Metric: m.Name, Stratum: s.Stratum,
		NTasks: len(v.values), NAttempts: v.attempts, Imputed: v.imputed, LeftOut: v.left,
	}
	if e.withoutRate(m, v.run) {
		sum.Notes = append(sum.Notes, e.withoutRateWords(m, v.run))
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
	if e.wilson(v.measure, v.run) {
		w, err := stats.Wilson(int(math.Round(moments.Mean*float64(moments.N))), moments.N, e.Plan.Level)
		if err != nil {
			sum.Notes = append(sum.Notes, stats.Reason(err))
		} else {
			intervals = append(intervals, Estimate(w))
		}
	}
	var byT []result.IntervalEstimate
	if e.cluster != nil {
		e.clusterRobust(&sum, v, &byT)
	} else if t, err := moments.MeanInterval(v.values, e.Plan.Level); err == nil && !e.wilson(v.measure, v.run) {
		byT = append(byT, Estimate(t))
	}
	if len(intervals)+len(byT) == 0 {
		e.withoutSpread(&sum, v, &intervals)
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
	case v.group.drawn():
		key := vectorKey{v.measure, v.run}
		boot, notes := e.bootstrap(v.group.means(key), moments.Mean, v.group.acceleration(key, nil), len(v.group.sizes), func(resamples int) ([]float64, error) {
			return v.group.redraw([]vectorKey{key}, resamples)
		})
		if len(intervals) == 0 {
			sum.Notes = append(sum.Notes, notes...)
		}
		intervals = append(intervals, boot...)
	default:
		sum.Notes = append(sum.Notes, v.group.undrawn())
	}
	intervals = append(intervals, byT...)
	if len(intervals) > 0 {
		sum.Interval = &intervals[0]
		sum.Others = intervals[1:]
		sum.Notes = append(sum.Notes, movementNote(sum.Interval)...)
	}
	return sum
}

// fewTasks is the number of tasks, or clusters, from which a bootstrap interval is the
// headline: at 10 it covers 90% where the t interval covers 95%.
const fewTasks = 20

// withoutSpread is for values that do not vary. A proportion has Wilson's interval as of one
// attempt a task or cluster, whose further attempts may be copies of the first; its
// standard error is unknown where it is neither 0 nor 1, not 0.
func (e *Evaluation) withoutSpread(sum *result.Summary, v runSlice, intervals *[]result.IntervalEstimate) {
	if e.Measures[v.measure].Scale != result.Binary || sum.Mean == nil {
		return
	}
	n := float64(len(v.values))
	what := "attempt a task"
	if e.cluster != nil {
		seen := map[int32]bool{}
		for _, t := range v.tasks {
			seen[e.cluster[t]] = true
		}
		n, what = float64(len(seen)), "attempt a cluster"
	}
	if p := *sum.Mean; p > 0 && p < 1 {
		sum.SE = nil
	}
	if w, err := stats.WilsonEffective(*sum.Mean*n, n, e.Plan.Level); err == nil && n > 1 {
		*intervals = append(*intervals, Estimate(w))
		sum.Notes = append(sum.Notes, "no spread between the tasks: Wilson's interval as of one "+what)
	}
}

// clusterRobust replaces the standard error by the cluster-robust one, and adds
// its interval.
func (e *Evaluation) clusterRobust(sum *result.Summary, v runSlice, intervals *[]result.IntervalEstimate) {
	cluster := make([]int, len(v.tasks))
	for i, t := range v.tasks {
		cluster[i] = int(e.cluster[t])
	}
	m, err := stats.ClusterRobustMean(v.values, cluster, e.Plan.Level)
	if err != nil {
		sum.SE = nil
		sum.Notes = append(sum.Notes, stats.Reason(err))
		return
	}
	sum.SE, sum.Clusters = result.Number(m.SECR1), m.Clusters
	sum.Notes = append(sum.Notes, fmt.Sprintf("standard error over %s (CR1, factor sqrt(G/(G-1)))", result.Plural(m.Clusters, "cluster")))
	*intervals = append(*intervals, clustered(m))
}

// clustered is the cluster-robust interval with the G/(G-1) factor.
func clustered(m stats.ClusteredMean) result.IntervalEstimate {
	i := Estimate(m.IntervalCR1)
	i.Method = result.ClusterRobustT.Name
	return i
}

// bootstrap returns the BCa interval of the replicates and, beside it, the
// percentile interval; where BCa does not exist, the percentile interval alone. Of so
// many units, more gives further resamples, which limits that move with the seed need.
func (e *Evaluation) bootstrap(replicates []float64, value float64, acceleration stats.Acceleration, units int, more draws) (intervals []result.IntervalEstimate, notes []string) {
	of := func(method stats.BootstrapMethod) func([]float64) (stats.Bootstrap, error) {
		return func(t []float64) (stats.Bootstrap, error) {
			return stats.BootstrapFromReplicates(t, value, acceleration, stats.BootstrapOptions{Level: e.Plan.Level, Method: method})
		}
	}
	bca, err := e.steady(replicates, units, more, of(stats.BCa))
	if err != nil {
		return nil, []string{stats.Reason(err)}
	}
	intervals = append(intervals, e.drawnEstimate(bca))
	if bca.Interval.Method != stats.Percentile.String() {
		if p, err := e.steady(replicates, units, more, of(stats.Percentile)); err == nil {
			intervals = append(intervals, e.drawnEstimate(p))
		}
	}
	return intervals, bca.Notes
}

func Estimate(i stats.Interval) result.IntervalEstimate {
	return result.IntervalEstimate{Low: result.Float(i.Low), High: result.Float(i.High), Level: i.Level, Method: i.Method}
}

// drawnEstimate is the estimate of a bootstrap interval, with how far its limits move where
// that is more than a reader would think.
func (e *Evaluation) drawnEstimate(b stats.Bootstrap) result.IntervalEstimate {
	i := Estimate(b.Interval)
	if m := b.Movement(); m > steadyMovement && e.Plan.Resamples >= steadyResamples {
		i.Movement = m
	}
	return i
}
