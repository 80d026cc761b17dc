package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// PairSlice is two runs' values at the tasks that both have. Of the pairs that
// wait to be compared only the group is kept: their values together would be many
// times the table.
type PairSlice struct {
	measure, A, B int
	Tasks         []int32
	X, Y          []float64
	Unpaired      int
	left          []string       // the first tasks that one of them alone has
	refused       []string       // tasks whose hash differs between the runs
	group         *ResampleGroup // nil where the pair is compared in brief
}

// LeftOut are the first tasks that one of the two alone has a value at.
func (p *PairSlice) LeftOut() []string { return p.left }

// pairs registers every compared pair of runs on a measure, for resampling.
// Pairs without a common task are left out.
func (st *Study) pairs(s table.Slice, m int, rs *Resampling) []PairSlice {
	var out []PairSlice
	for _, ab := range st.Pairing() {
		a, b := ab[0], ab[1]
		near := st.near(a, b)
		if s.Stratum != nil && !near {
			continue
		}
		ca, cb := &st.Columns[m][a], &st.Columns[m][b]
		p := st.Match(s, a, b, ca, cb)
		if len(p.Tasks) == 0 {
			continue
		}
		p.measure = m
		if near {
			p.group = rs.Want(p.Tasks, VectorKey{m, a}, ca.Value)
			rs.Want(p.Tasks, VectorKey{m, b}, cb.Value)
		}
		out = append(out, PairSlice{measure: m, A: a, B: b, group: p.group})
	}
	return out
}

// Pairing lists the pairs to compare: all of them, or every run against the
// baseline.
func (st *Study) Pairing() [][2]int {
	var out [][2]int
	for i, a := range st.Runs {
		for _, b := range st.Runs[i+1:] {
			switch {
			case st.Baseline < 0 || b == st.Baseline:
				out = append(out, [2]int{a, b})
			case a == st.Baseline:
				out = append(out, [2]int{b, a})
			}
		}
	}
	return out
}

// pairCount is the number of pairs that Pairing lists, without listing them: it
// is asked for once a pair.
func (st *Study) pairCount() int {
	if n := len(st.Runs); st.Baseline < 0 {
		return n * (n - 1) / 2
	}
	return len(st.Runs) - 1 // the baseline is one of them
}

// Match pairs two runs' values by task. A task whose hash differs between the
// runs is not the same task, whatever its name: it is refused and listed. Where
// both have a value at every task of the benchmark, the pair shares the columns
// instead of copying them: nobody may write to what it holds.
func (st *Study) Match(s table.Slice, a, b int, ca, cb *table.Column) PairSlice {
	p := PairSlice{A: a, B: b}
	ha, hb := st.Hashes[a], st.Hashes[b]
	if all := len(s.Tasks); all == len(ca.Value) && all == ca.Tasks && all == cb.Tasks && (ha == nil || hb == nil) {
		p.Tasks, p.X, p.Y = slices.Clip(s.Tasks), slices.Clip(ca.Value), slices.Clip(cb.Value)
		return p
	}
	n := min(len(s.Tasks), ca.Tasks, cb.Tasks)
	p.Tasks, p.X, p.Y = make([]int32, 0, n), make([]float64, 0, n), make([]float64, 0, n)
	for _, t := range s.Tasks {
		switch {
		case ca.Ok[t] && cb.Ok[t] && ha != nil && hb != nil && ha[t] != "" && hb[t] != "" && ha[t] != hb[t]:
			p.refused = append(p.refused, st.Bench.Tasks[t].ID)
			p.Unpaired++
		case ca.Ok[t] && cb.Ok[t]:
			p.Tasks = append(p.Tasks, t)
			p.X = append(p.X, ca.Value[t])
			p.Y = append(p.Y, cb.Value[t])
		case ca.Ok[t] || cb.Ok[t]:
			p.Unpaired++
			if len(p.left) < MaxFlips {
				p.left = append(p.left, st.Bench.Tasks[t].ID)
			}
		}
	}
	return p
}

func (st *Study) compare(s table.Slice, registered PairSlice) result.Comparison {
	m := &st.Measures[registered.measure]
	columns := st.Columns[registered.measure]
	p := st.Match(s, registered.A, registered.B, &columns[registered.A], &columns[registered.B])
	p.measure, p.group = registered.measure, registered.group
	c := result.Comparison{
		Benchmark: st.Bench.Name, Metric: m.Name, Stratum: s.Stratum,
		A: st.Bench.Runs[p.A], B: st.Bench.Runs[p.B],
		NTasks: len(p.Tasks), Unpaired: p.Unpaired, LeftOut: p.left,
	}
	if n := len(p.refused); n > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("%s refused, its content hash differing between the runs: %s", result.Plural(n, "task"), strings.Join(p.refused[:min(MaxFlips, n)], ", ")))
	}
	diff, err := stats.Subtract(p.X, p.Y)
	if err != nil {
		c.Notes = append(c.Notes, stats.Reason(err))
		return c
	}
	c.MeanA, c.MeanB, c.Difference = Mean(p.X), Mean(p.Y), Mean(diff.D)
	plus, minus, zero := diff.Signs()
	c.Wins, c.Ties, c.Losses = plus, zero, minus
	if m.Better == result.Lower {
		c.Wins, c.Losses = minus, plus
	}
	scale := st.Bench.Scale(m, p.A, p.B)
	pair := st.Tested(p, diff, scale)
	if p.group == nil {
		st.brief(&c, p, pair, scale)
		return c
	}
	pair.seed = []string{st.Bench.Name, m.Name, s.Key(), c.A, c.B}
	pair.remember(p.group.ordered(VectorKey{p.measure, p.A}, p.X), p.group.ordered(VectorKey{p.measure, p.B}, p.Y))
	c.Headline = pair.Headline(scale)
	for _, t := range pair.admissible(scale) {
		test := t.Run(pair)
		if test.Method == c.Headline {
			c.P = test.P
		}
		c.Tests = append(c.Tests, test)
	}
	for _, f := range Effects {
		if slices.Contains(f.Scales, scale) {
			value, err := f.Of(pair)
			c.Effects = append(c.Effects, effectOf(f.Name, value, err))
		}
	}
	st.intervals(&c, s, p, pair, scale)
	c.Borderline = scale == result.Binary && st.Cluster == nil && borderline(st, pair)
	c.Equivalence = st.equivalence(pair)
	c.Posterior = st.posterior(pair, m, scale)
	c.Detectable = Detectable(st, p, diff)
	c.Flips = st.flips(p, diff)
	return c
}

// Tested is what the tests of a pair are given.
func (st *Study) Tested(p PairSlice, diff stats.Differences, scale result.Scale) TestedPair {
	pair := TestedPair{x: p.X, y: p.Y, diff: diff, plan: st.Plan}
	if scale == result.Binary {
		pair.Table = pairedTable(p.X, p.Y)
	}
	if st.Cluster != nil {
		for _, t := range p.Tasks {
			pair.Cluster = append(pair.Cluster, int(st.Cluster[t]))
		}
	}
	return pair
}

// MaxFlips bounds the tasks that a comparison names.
const MaxFlips = 10

// flips lists the tasks that drive the difference, largest first; among equal
// ones, in the order of the tasks.
func (st *Study) flips(p PairSlice, diff stats.Differences) []string {
	var at []int
	for i, d := range diff.D {
		size := math.Abs(d)
		if size <= diff.Noise[i] || len(at) == MaxFlips && size <= math.Abs(diff.D[at[MaxFlips-1]]) {
			continue
		}
		place := len(at)
		for place > 0 && math.Abs(diff.D[at[place-1]]) < size {
			place--
		}
		at = slices.Insert(at, place, i)
		at = at[:min(len(at), MaxFlips)]
	}
	var names []string
	for _, i := range at {
		names = append(names, st.Bench.Tasks[p.Tasks[i]].ID)
	}
	return names
}

// Mean is the mean of x, or nil where there is none (stats.Mean).
func Mean(x []float64) *float64 {
	m, err := stats.Mean(x)
	if err != nil {
		return nil
	}
	return result.Number(m)
}
