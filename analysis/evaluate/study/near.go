package study

import (
	"cmp"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// ManyRuns is the number of runs from which on nobody reads every pair: two hundred runs make
// 19,900 of them on each metric, and ten thousand resamples for each would cost minutes for what
// nobody looks at. From here on the pairs that a reader asks about, neighbours in the ranking, are
// compared in full; the others in brief, by the test that decides and its interval, since letters,
// ranks and the family of the correction need every pair. Strata compare the neighbours alone.
const ManyRuns = 50

// briefly tells whether some pairs are compared in brief. A baseline leaves as many pairs as runs,
// which are all compared in full, as are all pairs where the plan says so.
func (st *Study) briefly() bool {
	return st.place != nil && len(st.Runs) >= ManyRuns && st.Baseline < 0 && st.Plan.Pairs != result.AllPairs
}

// near tells whether two runs are neighbours in the ranking by the headline metric, or
// any two where nothing is done in brief.
func (st *Study) near(a, b int) bool {
	if !st.briefly() {
		return true
	}
	d := st.place[a] - st.place[b]
	return d == 1 || d == -1
}

// InFull lists the pairs that are compared in full.
func (st *Study) InFull() [][2]int {
	pairing := st.Pairing()
	if st.briefly() {
		pairing = slices.DeleteFunc(pairing, func(ab [2]int) bool { return !st.near(ab[0], ab[1]) })
	}
	return pairing
}

// rankRuns finds, of the columns, the runs' places by their means of the headline metric over all their tasks, best
// first; runs without a mean come last, and equal runs stand in the log's order. Without a headline
// the log's order stands for the ranking.
func (st *Study) rankRuns() {
	order := slices.Clone(st.Runs)
	if st.Primary >= 0 {
		means := map[int]float64{}
		for _, r := range st.Runs {
			if m, err := stats.Mean(Present(&st.Columns[st.Primary][r])); err == nil {
				means[r] = m * st.Measures[st.Primary].Sign()
			}
		}
		slices.SortStableFunc(order, func(a, b int) int {
			ma, okA := means[a]
			mb, okB := means[b]
			switch {
			case okA && okB:
				return cmp.Compare(mb, ma)
			case okA:
				return -1
			case okB:
				return 1
			}
			return 0
		})
	}
	st.place = make([]int, len(st.Bench.Runs))
	for i, r := range order {
		st.place[r] = i
	}
}

// brief compares a pair by the headline test alone, with the interval that belongs to it.
func (st *Study) brief(c *result.Comparison, p PairSlice, pair TestedPair, scale result.Scale) {
	c.Brief = true
	c.Headline = pair.Headline(scale)
	test := TestNamed(c.Headline).Run(pair)
	c.P, c.Tests = test.P, []result.Test{test}
	if i := st.headlineInterval(c, p, pair, scale); len(i) > 0 {
		c.Interval = &i[0]
	}
	c.Equivalence = st.equivalence(pair)
}
