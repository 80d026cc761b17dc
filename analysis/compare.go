package analysis

import (
	"fmt"
	"math"
	"slices"
	"strings"

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
func (e *evaluation) pairs(s slice, m int, rs *resampling) []pairSlice {
	var out []pairSlice
	for _, ab := range e.pairing() {
		a, b := ab[0], ab[1]
		ca, cb := &e.columns[m][a], &e.columns[m][b]
		p := e.match(s, a, b, ca, cb)
		if len(p.tasks) == 0 {
			continue
		}
		p.measure = m
		p.group = rs.want(p.tasks, vectorKey{m, a}, ca.value)
		rs.want(p.tasks, vectorKey{m, b}, cb.value)
		out = append(out, pairSlice{measure: m, a: a, b: b, group: p.group})
	}
	return out
}

// pairing lists the pairs to compare: all of them, or every run against the
// baseline.
func (e *evaluation) pairing() [][2]int {
	var out [][2]int
	for i, a := range e.runs {
		for _, b := range e.runs[i+1:] {
			switch {
			case e.baseline < 0 || b == e.baseline:
				out = append(out, [2]int{a, b})
			case a == e.baseline:
				out = append(out, [2]int{b, a})
			}
		}
	}
	return out
}

// pairCount is the number of pairs that pairing lists, without listing them: it
// is asked for once a pair.
func (e *evaluation) pairCount() int {
	if n := len(e.runs); e.baseline < 0 {
		return n * (n - 1) / 2
	}
	return len(e.runs) - 1 // the baseline is one of them
}

// match pairs two runs' values by task. A task whose hash differs between the
// runs is not the same task, whatever its name: it is refused and listed.
func (e *evaluation) match(s slice, a, b int, ca, cb *column) pairSlice {
	p := pairSlice{a: a, b: b}
	n := min(len(s.tasks), ca.tasks, cb.tasks)
	p.tasks, p.x, p.y = make([]int32, 0, n), make([]float64, 0, n), make([]float64, 0, n)
	ha, hb := e.hashes[a], e.hashes[b]
	for _, t := range s.tasks {
		switch {
		case ca.ok[t] && cb.ok[t] && ha != nil && hb != nil && ha[t] != "" && hb[t] != "" && ha[t] != hb[t]:
			p.refused = append(p.refused, e.bench.Tasks[t].ID)
			p.unpaired++
		case ca.ok[t] && cb.ok[t]:
			p.tasks = append(p.tasks, t)
			p.x = append(p.x, ca.value[t])
			p.y = append(p.y, cb.value[t])
		case ca.ok[t] || cb.ok[t]:
			p.unpaired++
			if len(p.left) < maxFlips {
				p.left = append(p.left, e.bench.Tasks[t].ID)
			}
		}
	}
	return p
}

func (e *evaluation) compare(s slice, waiting pairSlice) Comparison {
	m := &e.measures[waiting.measure]
	columns := e.columns[waiting.measure]
	p := e.match(s, waiting.a, waiting.b, &columns[waiting.a], &columns[waiting.b])
	p.measure, p.group = waiting.measure, waiting.group
	c := Comparison{
		Benchmark: e.bench.Name, Metric: m.Name, Stratum: s.stratum,
		A: e.bench.Runs[p.a], B: e.bench.Runs[p.b],
		NTasks: len(p.tasks), Unpaired: p.unpaired, LeftOut: p.left,
	}
	if n := len(p.refused); n > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("%s refused, its content hash differing between the runs: %s", plural(n, "task"), strings.Join(p.refused[:min(maxFlips, n)], ", ")))
	}
	diff, err := stats.Subtract(p.x, p.y)
	if err != nil {
		c.Notes = append(c.Notes, stats.Reason(err))
		return c
	}
	c.MeanA, c.MeanB, c.Difference = mean(p.x), mean(p.y), mean(diff.D)
	plus, minus, zero := diff.Signs()
	c.Wins, c.Ties, c.Losses = plus, zero, minus
	if m.Better == Lower {
		c.Wins, c.Losses = minus, plus
	}
	scale := e.bench.scale(m, p.a, p.b)
	pair := e.tested(p, diff, scale)
	pair.seed = []string{e.bench.Name, m.Name, s.key(), c.A, c.B}
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
		if slices.Contains(f.scales, scale) {
			value, err := f.of(pair)
			c.Effects = append(c.Effects, effectOf(f.name, value, err))
		}
	}
	e.intervals(&c, s, p, pair, scale)
	c.Borderline = scale == Binary && e.cluster == nil && e.borderline(pair)
	c.Equivalence = e.equivalence(pair)
	c.Detectable = e.detectable(p, diff)
	c.Flips = e.flips(p, diff)
	return c
}

// tested is what the tests of a pair are given.
func (e *evaluation) tested(p pairSlice, diff stats.Differences, scale Scale) testedPair {
	pair := testedPair{x: p.x, y: p.y, diff: diff, plan: e.plan}
	if scale == Binary {
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
func (e *evaluation) intervals(c *Comparison, s slice, p pairSlice, pair testedPair, scale Scale) {
	if c.Difference == nil {
		return
	}
	if len(p.tasks) < 2 {
		c.Notes = append(c.Notes, "fewer than two tasks or clusters: no interval")
		return
	}
	var all []IntervalEstimate
	if scale == Binary && e.cluster == nil {
		for _, score := range []func(stats.PairedTable, float64) (stats.Interval, error){stats.Tango, stats.Newcombe10} {
			if i, err := score(pair.table, e.plan.Level); err == nil {
				all = append(all, estimate(i))
			}
		}
	}
	if e.cluster != nil {
		if m, err := stats.ClusterRobustMean(pair.diff.D, pair.cluster, e.plan.Level); err == nil {
			c.Clusters = m.Clusters
			all = append(all, clustered(m))
		}
	} else if t, err := stats.MeanInterval(pair.diff.D, e.plan.Level); err == nil {
		all = append(all, estimate(t))
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
		if pair.headline(scale) == "wilcoxon_signed_rank" && len(p.tasks) >= fewTasks {
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
		noteDisagreements(c, e.plan)
	}
}

// constant tells whether the differences are one number up to rounding.
func constant(diff stats.Differences) bool { return stats.DifferenceAcceleration(diff).Degenerate }

// noteDisagreements says which intervals decide about zero otherwise than the headline
// test's p-value before correction.
func noteDisagreements(c *Comparison, plan *Plan) {
	if c.P == nil {
		return
	}
	apart := *c.P <= 1-plan.Level
	var otherwise []string
	for _, i := range append([]IntervalEstimate{*c.Interval}, c.Others...) {
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
func (e *evaluation) equivalence(pair testedPair) *Equivalence {
	if e.plan.Margin == 0 {
		return nil
	}
	out := &Equivalence{Margin: e.plan.Margin}
	low, high, opt := -e.plan.Margin, e.plan.Margin, stats.EquivalenceOptions{Alpha: e.plan.Alpha}
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
	i := estimate(r.Interval)
	out.P, out.Interval, out.Equivalent = Number(r.P), &i, r.Equivalent
	return out
}

// maxFlips bounds the tasks that a comparison names.
const maxFlips = 10

// flips lists the tasks that drive the difference, largest first; among equal
// ones, in the order of the tasks.
func (e *evaluation) flips(p pairSlice, diff stats.Differences) []string {
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
		names = append(names, e.bench.Tasks[p.tasks[i]].ID)
	}
	return names
}

func mean(x []float64) *float64 {
	m, err := stats.Mean(x)
	if err != nil {
		return nil
	}
	return Number(m)
}
