package study

import (
	"math"
	"slices"
	"strconv"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// rankings orders the runs by every compared metric that has a direction.
func rankings(st *Study, summaries []result.Summary, runs []RunSlice) []result.Ranking {
	var out []result.Ranking
	for _, m := range st.Compared {
		if !st.Measures[m].Better.Directed() {
			continue
		}
		out = append(out, ranking(st, m, summaries, runs))
	}
	return out
}

func ranking(st *Study, m int, summaries []result.Summary, runs []RunSlice) result.Ranking {
	r, at := byMean(st, m, summaries, runs)
	if len(at) == 0 {
		return r
	}
	higher := st.Measures[m].Better != result.Lower
	var intervals []stats.Interval
	for _, i := range at {
		bounds := stats.Interval{Low: math.Inf(-1), High: math.Inf(1)} // nothing is clearly above a run without interval
		if s := summaries[i].Interval; s != nil {
			bounds = stats.Interval{Low: float64(s.Low), High: float64(s.High)}
		}
		intervals = append(intervals, bounds)
	}
	ub := stats.RankUB(intervals, higher)
	for k := range r.Runs {
		r.Runs[k].RankUB = ub[k]
	}
	r.Sort()
	r.Omnibus = omnibus(st, m, at, runs)
	nemenyi(st, &r, m, at, runs, higher)
	return r
}

// byMean ranks the runs that have a mean, in the order of runs; at are their
// places there.
func byMean(st *Study, m int, summaries []result.Summary, runs []RunSlice) (r result.Ranking, at []int) {
	r = result.Ranking{Benchmark: st.Bench.Name, Metric: st.Measures[m].Name}
	var means []float64
	for i := range runs {
		if runs[i].Measure == m && summaries[i].Mean != nil && st.Ranked(runs[i].run) {
			at = append(at, i)
			means = append(means, *summaries[i].Mean)
		}
	}
	ranks, err := stats.RankByMean(means, st.Measures[m].Better != result.Lower)
	if err != nil {
		return r, nil // no run has a mean
	}
	for k, i := range at {
		r.Runs = append(r.Runs, result.RankedRun{Run: summaries[i].Run, Mean: summaries[i].Mean, Rank: float64(ranks[k])})
	}
	return r, at
}

// omnibus tests whether the runs differ at all, before any pair is looked at:
// Cochran's Q for binary data, Friedman's test with Iman and Davenport's F
// otherwise, over the tasks that every run has.
func omnibus(st *Study, m int, at []int, runs []RunSlice) *result.Test {
	if len(at) < 3 {
		return nil // two runs: the comparison is the test
	}
	blocks := blocks(st, m, at, runs)
	of := make([]int, len(at))
	for k, i := range at {
		of[k] = runs[i].run
	}
	if st.Bench.Scale(&st.Measures[m], of...) == result.Binary {
		r, err := stats.CochranQ(blocks)
		return omnibusTest(st, "cochran_q", r, err)
	}
	r, err := stats.Friedman(blocks)
	if err == nil && r.HasImanDavenport {
		return omnibusTest(st, "iman_davenport", r.ImanDavenport, nil)
	}
	return omnibusTest(st, "friedman", r.Result, err)
}

// blocks are the values of the ranked runs at the tasks that all of them have.
func blocks(st *Study, m int, at []int, runs []RunSlice) [][]float64 {
	var blocks [][]float64
tasks:
	for t := range st.Bench.Tasks {
		block := make([]float64, len(at))
		for k, i := range at {
			c := &st.Columns[m][runs[i].run]
			if !c.Ok[t] {
				continue tasks
			}
			block[k] = c.Value[t]
		}
		blocks = append(blocks, block)
	}
	return blocks
}

func omnibusTest(st *Study, name string, r stats.Result, err error) *result.Test {
	if err != nil {
		return &result.Test{Method: name, Notes: []string{stats.Reason(err)}}
	}
	if st.Cluster != nil {
		r.Notes = append(slices.Clone(r.Notes), TakesIndependent)
	}
	t := TestOf(name, r)
	return &t
}

// TieGroups marks runs that no adjusted comparison separates: every letter is a
// maximal group of runs of which no two are separated. Pairs that were not
// compared, or whose test is undefined, are not separated. With a baseline most
// pairs are not compared, and there are no groups. Nor are there of many runs, where every
// run would carry a dozen letters: the ranks that a run may have say the same.
func TieGroups(st *Study, rankings []result.Ranking, comparisons []result.Comparison) {
	if st.Baseline >= 0 || len(st.Runs) >= ManyRuns {
		return
	}
	for i := range rankings {
		r := &rankings[i]
		if r.Benchmark != st.Bench.Name {
			continue
		}
		at := map[string]int{}
		for k, run := range r.Runs {
			at[run.Run] = k
		}
		separated := make([][]bool, len(r.Runs))
		for k := range separated {
			separated[k] = make([]bool, len(r.Runs))
		}
		for _, c := range comparisons {
			if c.Metric != r.Metric || c.Stratum != nil || !c.Significant {
				continue
			}
			a, okA := at[c.A]
			b, okB := at[c.B]
			if okA && okB {
				separated[a][b], separated[b][a] = true, true
			}
		}
		groups, err := stats.TieGroups(separated)
		if err != nil {
			continue
		}
		for g, members := range groups {
			for _, k := range members {
				r.Runs[k].TieGroup += letter(g)
			}
		}
	}
}

// letter is a, b, ..., z, a2, b2, ..., z2, a3, ...: however many stand in a row,
// each is a letter with the digits behind it.
func letter(i int) string {
	s := string(rune('a' + i%26))
	if round := i / 26; round > 0 {
		s += strconv.Itoa(round + 1)
	}
	return s
}
