package evaluate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// pairSlice is two runs' values at the tasks that both have. Of the pairs that
// wait to be compared only the group is kept: their values together would be many
// times the table.
type pairSlice struct {
	measure, a, b int
	tasks         []int32
	x, y          []float64
	unpaired      int
	left          []string // the first tasks that one of them alone has
	refused       []string // tasks whose hash differs between the runs
	group         *resampleGroup
}

// pairs registers every compared pair of runs on a measure, for resampling.
// Pairs without a common task are left out.
func (e *Evaluation) pairs(s table.Slice, m int, rs *resampling) []pairSlice {
	var out []pairSlice
	for _, ab := range e.Pairing() {
		a, b := ab[0], ab[1]
		ca, cb := &e.columns[m][a], &e.columns[m][b]
		p := e.match(s, a, b, ca, cb)
		if len(p.tasks) == 0 {
			continue
		}
		p.measure = m
		p.group = rs.want(p.tasks, vectorKey{m, a}, ca.Value)
		rs.want(p.tasks, vectorKey{m, b}, cb.Value)
		out = append(out, pairSlice{measure: m, a: a, b: b, group: p.group})
	}
	return out
}

// Pairing lists the pairs to compare: all of them, or every run against the
// baseline.
func (e *Evaluation) Pairing() [][2]int {
	var out [][2]int
	for i, a := range e.Runs {
		for _, b := range e.Runs[i+1:] {
			switch {
			case e.Baseline < 0 || b == e.Baseline:
				out = append(out, [2]int{a, b})
			case a == e.Baseline:
				out = append(out, [2]int{b, a})
			}
		}
	}
	return out
}

// pairCount is the number of pairs that pairing lists, without listing them: it
// is asked for once a pair.
func (e *Evaluation) pairCount() int {
	if n := len(e.Runs); e.Baseline < 0 {
		return n * (n - 1) / 2
	}
	return len(e.Runs) - 1 // the baseline is one of them
}

// match pairs two runs' values by task. A task whose hash differs between the
// runs is not the same task, whatever its name: it is refused and listed.
func (e *Evaluation) match(s table.Slice, a, b int, ca, cb *table.Column) pairSlice {
	p := pairSlice{a: a, b: b}
	n := min(len(s.Tasks), ca.Tasks, cb.Tasks)
	p.tasks, p.x, p.y = make([]int32, 0, n), make([]float64, 0, n), make([]float64, 0, n)
	ha, hb := e.hashes[a], e.hashes[b]
	for _, t := range s.Tasks {
		switch {
		case ca.Ok[t] && cb.Ok[t] && ha != nil && hb != nil && ha[t] != "" && hb[t] != "" && ha[t] != hb[t]:
			p.refused = append(p.refused, e.Bench.Tasks[t].ID)
			p.unpaired++
		case ca.Ok[t] && cb.Ok[t]:
			p.tasks = append(p.tasks, t)
			p.x = append(p.x, ca.Value[t])
			p.y = append(p.y, cb.Value[t])
		case ca.Ok[t] || cb.Ok[t]:
			p.unpaired++
			if len(p.left) < maxFlips {
				p.left = append(p.left, e.Bench.Tasks[t].ID)
			}
		}
	}
	return p
}

func (e *Evaluation) compare(s table.Slice, waiting pairSlice) result.Comparison {
	m := &e.Measures[waiting.measure]
	columns := e.columns[waiting.measure]
	p := e.match(s, waiting.a, waiting.b, &columns[waiting.a], &columns[waiting.b])
	p.measure, p.group = waiting.measure, waiting.group
	c := result.Comparison{
		Benchmark: e.Bench.Name, Metric: m.Name, Stratum: s.Stratum,
		A: e.Bench.Runs[p.a], B: e.Bench.Runs[p.b],
		NTasks: len(p.tasks), Unpaired: p.unpaired, LeftOut: p.left,
	}
	if n := len(p.refused); n > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("%s refused, its content hash differing between the runs: %s", result.Plural(n, "task"), strings.Join(p.refused[:min(maxFlips, n)], ", ")))
	}
	diff, err := stats.Subtract(p.x, p.y)
	if err != nil {
		c.Notes = append(c.Notes, stats.Reason(err))
		return c
	}
	c.MeanA, c.MeanB, c.Difference = mean(p.x), mean(p.y), mean(diff.D)
	plus, minus, zero := diff.Signs()
	c.Wins, c.Ties, c.Losses = plus, zero, minus
	if m.Better == result.Lower {
		c.Wins, c.Losses = minus, plus
	}
	scale := e.Bench.Scale(m, p.a, p.b)
	pair := e.tested(p, diff, scale)
	pair.seed = []string{e.Bench.Name, m.Name, s.Key(), c.A, c.B}
	pair.remember(p.group.ordered(vectorKey{p.measure, p.a}, p.x), p.group.ordered(vectorKey{p.measure, p.b}, p.y))
	c.Headline = pair.headline(scale)
	for _, t := range pair.admissible(scale) {
		test := t.run(pair)
		if test.Method == c.Headline {
			c.P = test.P
		}
		c.Tests = append(c.Tests, test)
	}
	for _, f := range effects {
		if slices.Contains(f.Scales, scale) {
			value, err := f.of(pair)
			c.Effects = append(c.Effects, effectOf(f.Name, value, err))
		}
	}
	e.intervals(&c, s, p, pair, scale)
	c.Borderline = scale == result.Binary && e.cluster == nil && e.borderline(pair)
	c.Equivalence = e.equivalence(pair)
	c.Detectable = e.Detectable(p, diff)
	c.Flips = e.flips(p, diff)
	return c
}

// tested is what the tests of a pair are given.
func (e *Evaluation) tested(p pairSlice, diff stats.Differences, scale result.Scale) testedPair {
	pair := testedPair{x: p.x, y: p.y, diff: diff, plan: e.Plan}
	if scale == result.Binary {
		pair.table = pairedTable(p.x, p.y)
	}
	if e.cluster != nil {
		for _, t := range p.tasks {
			pair.cluster = append(pair.cluster, int(e.cluster[t]))
		}
	}
	return pair
}

// intervals sets the interval of the difference: the one that belongs to the headline
// test (Tango's with McNemar's, t with the paired t, cluster-robust t with itself), since an
// interval of another method can contradict the p-value that it stands beside. BCa over
// tasks or clusters and the percentile interval stand among the others; with Wilcoxon's
// and the sign tests, which have none of a mean, BCa comes first.
func (e *Evaluation) intervals(c *result.Comparison, s table.Slice, p pairSlice, pair testedPair, scale result.Scale) {
	if c.Difference == nil {
		return
	}
	if len(p.tasks) < 2 {
		c.Notes = append(c.Notes, "fewer than two tasks or clusters: no interval")
		return
	}
	var all []result.IntervalEstimate
	if scale == result.Binary && e.cluster == nil {
		for _, score := range []func(stats.PairedTable, float64) (stats.Interval, error){stats.Tango, stats.Newcombe10} {
			if i, err := score(pair.table, e.Plan.Level); err == nil {
				all = append(all, Estimate(i))
			}
		}
	}
	if e.cluster != nil {
		if m, err := stats.ClusterRobustMean(pair.diff.D, pair.cluster, e.Plan.Level); err == nil {
			c.Clusters = m.Clusters
			all = append(all, clustered(m))
		}
	} else if t, err := stats.MeanInterval(pair.diff.D, e.Plan.Level); err == nil {
		all = append(all, Estimate(t))
	}
	switch {
	case len(all) == 0 && constant(pair.diff):
		c.Notes = append(c.Notes, "the differences are all equal: no interval")
		return
	case p.group.drawn():
		a, b := vectorKey{p.measure, p.a}, vectorKey{p.measure, p.b}
		replicates := p.group.differences(a, b)
		boot, notes := e.bootstrap(replicates, *c.Difference, p.group.acceleration(a, &b), len(p.group.sizes), func(resamples int) ([]float64, error) {
			return p.group.redraw([]vectorKey{a, b}, resamples)
		})
		c.Resampled = e.histogram(s, p, replicates)
		if pair.headline(scale) == result.WilcoxonSignedRank.Name && len(p.tasks) >= fewTasks {
			all = append(boot, all...)
		} else {
			all = append(all, boot...)
		}
		c.Notes = append(c.Notes, notes...)
	default:
		c.Notes = append(c.Notes, p.group.undrawn())
	}
	if len(all) > 0 {
		c.Interval = &all[0]
		c.Others = all[1:]
		c.Notes = append(c.Notes, movementNote(c.Interval)...)
		noteDisagreements(c, e.Plan)
	}
}

// constant tells whether the differences are one number up to rounding.
func constant(diff stats.Differences) bool { return stats.DifferenceAcceleration(diff).Degenerate }

// noteDisagreements says which intervals decide about zero otherwise than the headline
// test's p-value before correction.
func noteDisagreements(c *result.Comparison, plan *result.Plan) {
	if c.P == nil {
		return
	}
	apart := *c.P <= 1-plan.Level
	var otherwise []string
	for _, i := range append([]result.IntervalEstimate{*c.Interval}, c.Others...) {
		if (i.Low > 0 || i.High < 0) != apart {
			otherwise = append(otherwise, i.Method)
		}
	}
	if otherwise == nil {
		return
	}
	holds := "holds zero"
	if !apart {
		holds = "lies beside zero"
	}
	c.Notes = append(c.Notes, fmt.Sprintf("by %s the interval %s, unlike the decision of %s before correction: another method, another assumption", strings.Join(otherwise, ", "), holds, c.Headline))
}

// equivalence tests whether the mean difference lies within the plan's margin.
// Without a margin there is nothing to be equivalent within.
func (e *Evaluation) equivalence(pair testedPair) *result.Equivalence {
	if e.Plan.Margin == 0 {
		return nil
	}
	out := &result.Equivalence{Margin: e.Plan.Margin}
	low, high, opt := -e.Plan.Margin, e.Plan.Margin, stats.EquivalenceOptions{Alpha: e.Plan.Alpha}
	var r stats.EquivalenceResult
	var err error
	if pair.cluster != nil {
		r, err = stats.TOSTClustered(pair.diff, pair.cluster, low, high, opt)
	} else {
		r, err = stats.TOSTPairedDiff(pair.diff, low, high, opt)
	}
	if err != nil {
		out.Notes = append(out.Notes, stats.Reason(err))
		return out
	}
	out.Notes = append(out.Notes, r.Notes...)
	i := Estimate(r.Interval)
	out.P, out.Interval, out.Equivalent = result.Number(r.P), &i, r.Equivalent
	return out
}

// maxFlips bounds the tasks that a comparison names.
const maxFlips = 10

// flips lists the tasks that drive the difference, largest first; among equal
// ones, in the order of the tasks.
func (e *Evaluation) flips(p pairSlice, diff stats.Differences) []string {
	var at []int
	for i, d := range diff.D {
		size := math.Abs(d)
		if size <= diff.Noise[i] || len(at) == maxFlips && size <= math.Abs(diff.D[at[maxFlips-1]]) {
			continue
		}
		place := len(at)
		for place > 0 && math.Abs(diff.D[at[place-1]]) < size {
			place--
		}
		at = slices.Insert(at, place, i)
		at = at[:min(len(at), maxFlips)]
	}
	var names []string
	for _, i := range at {
		names = append(names, e.Bench.Tasks[p.tasks[i]].ID)
	}
	return names
}

func mean(x []float64) *float64 {
	m, err := stats.Mean(x)
	if err != nil {
		return nil
	}
	return result.Number(m)
}
