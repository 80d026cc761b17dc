package analysis

import (
	"fmt"
	"math"
	"slices"

	"mcpstats/stats"
)

func (e *sumsEvaluation) summarizeSums(m *measure, r int, stratum *Stratum, v *sumsTasks) Summary {
	sum := Summary{Benchmark: e.bench.Name, Run: e.bench.Runs[r], Metric: m.Name, Stratum: stratum,
		NTasks: v.set.N, NAttempts: v.attempts, Imputed: v.imputed, LeftOut: v.left}
	moments, err := stats.MomentsOfSums(v.groups)
	if err != nil {
		sum.Notes = append(sum.Notes, stats.Reason(err))
		return sum
	}
	sum.Mean = Number(moments.Mean)
	if v.median != nil {
		if median, err := v.median.Quantile(0.5); err == nil {
			sum.Median = Number(median)
		}
	}
	if moments.N < 2 {
		sum.Notes = append(sum.Notes, "one task: no standard deviation and no interval")
		return sum
	}
	sum.SD, sum.SE = Number(moments.SD), Number(moments.SE)
	clustered := e.sums[r].Clustered
	var intervals []IntervalEstimate
	if e.bench.scale(m, r) == Binary && !clustered {
		if w, err := stats.Wilson(int(math.Round(moments.Mean*float64(moments.N))), moments.N, e.plan.Level); err == nil {
			intervals = append(intervals, estimate(w))
		}
	}
	if replicates := v.replicates(); replicates != nil {
		poisson, se, err := stats.PoissonInterval(defined(replicates), e.plan.Level)
		switch {
		case err != nil:
			sum.Notes = append(sum.Notes, stats.Reason(err))
		default:
			intervals = append(intervals, estimate(poisson))
			if clustered {
				sum.SE = Number(se)
				sum.Notes = append(sum.Notes, "standard error of the Poisson bootstrap over clusters")
			}
		}
	} else if clustered {
		sum.SE = nil
		sum.Notes = append(sum.Notes, "tasks come in clusters, and the sums hold no replicates of this metric: no standard error and no interval")
	}
	if e.bench.scale(m, r) != Binary && !clustered {
		if t, err := stats.TIntervalOfMoments(moments, e.plan.Level); err == nil {
			intervals = append(intervals, estimate(t))
		}
	}
	if len(intervals) > 0 {
		sum.Interval, sum.Others = &intervals[0], intervals[1:]
	}
	return sum
}

// defined leaves out the replicates in which no task has a weight.
func defined(replicates []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(replicates), math.IsNaN)
}

// compareSums is the difference of two runs. The weights of a task are the same in
// both, so that the replicates of the difference keep the pairing.
func (e *sumsEvaluation) compareSums(m *measure, ab [2]int, stratum *Stratum, a, b *sumsTasks) Comparison {
	c := Comparison{Benchmark: e.bench.Name, Metric: m.Name, Stratum: stratum, A: e.bench.Runs[ab[0]], B: e.bench.Runs[ab[1]],
		NTasks: min(a.set.N, b.set.N), Headline: "poisson_bootstrap_t"}
	if a.set != b.set {
		c.Unpaired = max(a.set.N, b.set.N) - c.NTasks
		c.Notes = append(c.Notes, fmt.Sprintf("the runs do not have the same tasks (%d and %d): the difference is of means over each one's own", a.set.N, b.set.N))
	}
	ma, err := stats.MomentsOfSums(a.groups)
	if err != nil {
		return c
	}
	mb, err := stats.MomentsOfSums(b.groups)
	if err != nil {
		return c
	}
	difference := ma.Mean - mb.Mean
	c.MeanA, c.MeanB, c.Difference = Number(ma.Mean), Number(mb.Mean), Number(difference)
	ra, rb := a.replicates(), b.replicates()
	if ra == nil || rb == nil {
		c.Tests = []Test{{Method: c.Headline, Notes: []string{"the sums hold no replicates of this metric; name it with --metrics when scoring"}}}
		return c
	}
	for i := range ra {
		ra[i] -= rb[i]
	}
	interval, se, err := stats.PoissonInterval(defined(ra), e.plan.Level)
	if err != nil {
		c.Notes = append(c.Notes, stats.Reason(err))
		return c
	}
	i := estimate(interval)
	c.Interval = &i
	units := c.NTasks
	if e.sums[ab[0]].Clustered || e.sums[ab[1]].Clustered {
		units = min(a.units(), b.units())
		c.Notes = append(c.Notes, fmt.Sprintf("tasks come in clusters, which weigh as much as about %d of one size: so many units the test counts", units))
	}
	t, err := stats.PoissonT(difference, se, units)
	if err != nil {
		c.Tests = []Test{{Method: c.Headline, Notes: []string{stats.Reason(err)}}}
		return c
	}
	c.Tests = []Test{testOf(c.Headline, t)}
	c.P = c.Tests[0].P
	return c
}

// rankSums orders the runs by mean.
func (e *sumsEvaluation) rankSums(m int, columns []*sumsTasks, summaries []Summary) Ranking {
	measure := &e.measures[m]
	out := Ranking{Benchmark: e.bench.Name, Metric: measure.Name}
	higher := measure.Better != Lower
	var means []float64
	var intervals []stats.Interval
	for _, r := range e.runs {
		v := columns[r]
		at := slices.IndexFunc(summaries, func(s Summary) bool {
			return s.Benchmark == e.bench.Name && s.Run == e.bench.Runs[r] && s.Metric == measure.Name && s.Stratum == nil && s.Mean != nil
		})
		if v == nil || at < 0 || !e.ranked(r) {
			continue
		}
		s := &summaries[at]
		out.Runs = append(out.Runs, RankedRun{Run: s.Run, Mean: s.Mean})
		means = append(means, *s.Mean)
		bounds := stats.Interval{Low: math.Inf(-1), High: math.Inf(1)}
		if s.Interval != nil {
			bounds = stats.Interval{Low: float64(s.Interval.Low), High: float64(s.Interval.High)}
		}
		intervals = append(intervals, bounds)
	}
	ranks, err := stats.RankByMean(means, higher)
	if err != nil {
		return Ranking{Benchmark: e.bench.Name, Metric: measure.Name}
	}
	ub := stats.RankUB(intervals, higher)
	for i := range out.Runs {
		out.Runs[i].Rank, out.Runs[i].RankUB = float64(ranks[i]), ub[i]
	}
	out.Sort()
	return out
}

// warningsOfSums says what a reader must know of results that were made of sums.
func (e *sumsEvaluation) warningsOfSums(res *Results) []Warning {
	ws := append(append(e.warnHeadline(res), e.warnWithoutOutcome(res)...), e.warn("sums_only", "", false,
		"computed from sums over shards, not from scores: intervals and tests of differences are of %d Poisson bootstrap replicates; medians are within 1/128; exact and rank tests, effect sizes, wins and losses, pass@k, judges, simultaneous intervals of failure shares and, where tasks have several attempts or clusters, any of them, transitions between failure modes, examples and curves need partials of attempts.",
		e.plan.Resamples))
	ws = append(ws, e.warnSubsets(res)...)
	ws = append(ws, e.warnPromise(res)...)
	ws = append(ws, e.warnUnkept()...)
	for _, r := range e.runs {
		if run := &e.sums[r]; run.Tasks != e.sums[e.runs[0]].Tasks {
			ws = append(ws, e.warn("sums_not_paired", run.Run, true,
				"%s, and not those of %s (%d): differences are of means over each run's own tasks, and tasks that a run lacks count nowhere.", plural(run.Tasks.N, "task"), e.bench.Runs[e.runs[0]], e.sums[e.runs[0]].Tasks.N))
		}
	}
	for _, i := range e.compared {
		undecided := e.undecided(&e.measures[i])
		for _, r := range e.runs {
			if n := undecided[r].N; undecided[r] != undecided[e.runs[0]] {
				ws = append(ws, e.warn("sums_undecided", e.bench.Runs[r], true,
					"%s without any %s left out, and other ones of %s (%d): whether it applies to them shows only where all runs are in one shard.",
					plural(n, "task"), e.measures[i].Name, e.bench.Runs[e.runs[0]], undecided[e.runs[0]].N))
			}
		}
	}
	for _, row := range res.Ledger {
		if row.Benchmark == e.bench.Name && row.NullOutcome > 0 {
			ws = append(ws, e.warn("null_outcome", row.Run, false, "%s of %d in the log %s no outcome; policy: %s.", plural(row.NullOutcome, "attempt"), row.Present, has(row.NullOutcome), e.plan.Missing))
		}
	}
	return ws
}

// undecided are, by run, the tasks that no run in their shard has a score for, of a
// metric that applies only where some run has one. Where all runs lack the same
// tasks, none has a score: it does not apply, and nothing is open.
func (e *sumsEvaluation) undecided(m *measure) []TaskSet {
	out := make([]TaskSet, len(e.bench.Runs))
	for r, run := range e.bench.Runs {
		for _, c := range e.cells[sumsColumn{run: run, metric: m.Name}] {
			out[r].merge(c.Undecided)
		}
	}
	return out
}
