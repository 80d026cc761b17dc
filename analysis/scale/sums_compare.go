package scale

import (
	"fmt"
	"math"
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/evaluate/warnings"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

func (e *sumsStudy) summarizeSums(m *table.Measure, r int, stratum *result.Stratum, v *sumsTasks) result.Summary {
	sum := result.Summary{Benchmark: e.Bench.Name, Run: e.Bench.Runs[r], Metric: m.Name, Stratum: stratum,
		NTasks: v.set.N, NAttempts: v.attempts, Imputed: v.imputed, LeftOut: v.left}
	moments, err := stats.MomentsOfSums(v.groups)
	if err != nil {
		sum.Notes = append(sum.Notes, stats.Reason(err))
		return sum
	}
	sum.Mean = result.Number(moments.Mean)
	if v.median != nil {
		if median, err := v.median.Quantile(0.5); err == nil {
			sum.Median = result.Number(median)
		}
	}
	if moments.N < 2 {
		sum.Notes = append(sum.Notes, "one task: no standard deviation and no interval")
		return sum
	}
	sum.SD, sum.SE = result.Number(moments.SD), result.Number(moments.SE)
	clustered := e.sums[r].Clustered
	var intervals []result.IntervalEstimate
	if e.Bench.Scale(m, r) == result.Binary && !clustered {
		if w, err := stats.Wilson(int(math.Round(moments.Mean*float64(moments.N))), moments.N, e.Plan.Level); err == nil {
			intervals = append(intervals, study.Estimate(w))
		}
	}
	if replicates := v.replicates(); replicates != nil {
		poisson, se, err := stats.PoissonInterval(defined(replicates), e.Plan.Level)
		switch {
		case err != nil:
			sum.Notes = append(sum.Notes, stats.Reason(err))
		default:
			intervals = append(intervals, study.Estimate(poisson))
			if clustered {
				sum.SE = result.Number(se)
				sum.Notes = append(sum.Notes, "standard error of the Poisson bootstrap over clusters")
			}
		}
	} else if clustered {
		sum.SE = nil
		sum.Notes = append(sum.Notes, "tasks come in clusters, and the sums hold no replicates of this metric: no standard error and no interval")
	}
	if e.Bench.Scale(m, r) != result.Binary && !clustered {
		if t, err := stats.TIntervalOfMoments(moments, e.Plan.Level); err == nil {
			intervals = append(intervals, study.Estimate(t))
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
func (e *sumsStudy) compareSums(m *table.Measure, ab [2]int, stratum *result.Stratum, a, b *sumsTasks) result.Comparison {
	c := result.Comparison{Benchmark: e.Bench.Name, Metric: m.Name, Stratum: stratum, A: e.Bench.Runs[ab[0]], B: e.Bench.Runs[ab[1]],
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
	c.MeanA, c.MeanB, c.Difference = result.Number(ma.Mean), result.Number(mb.Mean), result.Number(difference)
	ra, rb := a.replicates(), b.replicates()
	if ra == nil || rb == nil {
		c.Tests = []result.Test{{Method: c.Headline, Notes: []string{"the sums hold no replicates of this metric; name it with --metrics when scoring"}}}
		return c
	}
	for i := range ra {
		ra[i] -= rb[i]
	}
	interval, se, err := stats.PoissonInterval(defined(ra), e.Plan.Level)
	if err != nil {
		c.Notes = append(c.Notes, stats.Reason(err))
		return c
	}
	i := study.Estimate(interval)
	c.Interval = &i
	units := c.NTasks
	if e.sums[ab[0]].Clustered || e.sums[ab[1]].Clustered {
		units = min(a.units(), b.units())
		c.Notes = append(c.Notes, fmt.Sprintf("tasks come in clusters, which weigh as much as about %d of one size: so many units the test counts", units))
	}
	t, err := stats.PoissonT(difference, se, units)
	if err != nil {
		c.Tests = []result.Test{{Method: c.Headline, Notes: []string{stats.Reason(err)}}}
		return c
	}
	c.Tests = []result.Test{study.TestOf(c.Headline, t)}
	c.P = c.Tests[0].P
	return c
}

// rankSums orders the runs by mean.
func (e *sumsStudy) rankSums(m int, columns []*sumsTasks, summaries []result.Summary) result.Ranking {
	measure := &e.Measures[m]
	out := result.Ranking{Benchmark: e.Bench.Name, Metric: measure.Name}
	higher := measure.Better != result.Lower
	var means []float64
	var intervals []stats.Interval
	for _, r := range e.Runs {
		v := columns[r]
		at := slices.IndexFunc(summaries, func(s result.Summary) bool {
			return s.Benchmark == e.Bench.Name && s.Run == e.Bench.Runs[r] && s.Metric == measure.Name && s.Stratum == nil && s.Mean != nil
		})
		if v == nil || at < 0 || !e.Ranked(r) {
			continue
		}
		s := &summaries[at]
		out.Runs = append(out.Runs, result.RankedRun{Run: s.Run, Mean: s.Mean})
		means = append(means, *s.Mean)
		bounds := stats.Interval{Low: math.Inf(-1), High: math.Inf(1)}
		if s.Interval != nil {
			bounds = stats.Interval{Low: float64(s.Interval.Low), High: float64(s.Interval.High)}
		}
		intervals = append(intervals, bounds)
	}
	ranks, err := stats.RankByMean(means, higher)
	if err != nil {
		return result.Ranking{Benchmark: e.Bench.Name, Metric: measure.Name}
	}
	ub := stats.RankUB(intervals, higher)
	for i := range out.Runs {
		out.Runs[i].Rank, out.Runs[i].RankUB = float64(ranks[i]), ub[i]
	}
	out.Sort()
	return out
}

// warningsOfSums says what a reader must know of results that were made of sums.
func (e *sumsStudy) warningsOfSums(res *result.Results) []result.Warning {
	ws := append(append(study.WarnHeadline(e.Study, res), warnings.WarnWithoutOutcome(e.Study, res)...), e.Warn("sums_only", "", false,
		"computed from sums over shards, not from scores: intervals and tests of differences are of %d Poisson bootstrap replicates; medians are within 1/128; exact and rank tests, effect sizes, wins and losses, pass@k, judges, simultaneous intervals of failure shares and, where tasks have several attempts or clusters, any of them, transitions between failure modes, examples and curves need partials of attempts.",
		e.Plan.Resamples))
	ws = append(ws, warnings.WarnSubsets(e.Study, res)...)
	ws = append(ws, warnings.WarnPromise(e.Study, res)...)
	ws = append(ws, e.warnUnkept()...)
	for _, r := range e.Runs {
		if run := &e.sums[r]; run.Tasks != e.sums[e.Runs[0]].Tasks {
			ws = append(ws, e.Warn("sums_not_paired", run.Run, true,
				"%s, and not those of %s (%d): differences are of means over each run's own tasks, and tasks that a run lacks count nowhere.", result.Plural(run.Tasks.N, "task"), e.Bench.Runs[e.Runs[0]], e.sums[e.Runs[0]].Tasks.N))
		}
	}
	for _, i := range e.Compared {
		undecided := e.undecided(&e.Measures[i])
		for _, r := range e.Runs {
			if n := undecided[r].N; undecided[r] != undecided[e.Runs[0]] {
				ws = append(ws, e.Warn("sums_undecided", e.Bench.Runs[r], true,
					"%s without any %s left out, and other ones of %s (%d): whether it applies to them shows only where all runs are in one shard.",
					result.Plural(n, "task"), e.Measures[i].Name, e.Bench.Runs[e.Runs[0]], undecided[e.Runs[0]].N))
			}
		}
	}
	for _, row := range res.Ledger {
		if row.Benchmark == e.Bench.Name && row.NullOutcome > 0 {
			ws = append(ws, e.Warn("null_outcome", row.Run, false, "%s of %d in the log %s no outcome; policy: %s.", result.Plural(row.NullOutcome, "attempt"), row.Present, result.Has(row.NullOutcome), e.Plan.Missing))
		}
	}
	return ws
}

// undecided are, by run, the tasks that no run in their shard has a score for, of a
// metric that applies only where some run has one. Where all runs lack the same
// tasks, none has a score: it does not apply, and nothing is open.
func (e *sumsStudy) undecided(m *table.Measure) []TaskSet {
	out := make([]TaskSet, len(e.Bench.Runs))
	for r, run := range e.Bench.Runs {
		for _, c := range e.cells[sumsColumn{run: run, metric: m.Name}] {
			out[r].merge(c.Undecided)
		}
	}
	return out
}
