package analysis

import (
	"cmp"
	"slices"

	"mcpstats/stats"
)

// rankings orders the runs by every compared metric that has a direction.
func (e *evaluation) rankings(summaries []Summary, runs []runSlice) []Ranking {
	var out []Ranking
	for _, m := range e.compared {
		if e.measures[m].Better == Neither {
			continue
		}
		out = append(out, e.ranking(m, summaries, runs))
	}
	return out
}

func (e *evaluation) ranking(m int, summaries []Summary, runs []runSlice) Ranking {
	measure := &e.measures[m]
	sign := 1.0
	if measure.Better == Lower {
		sign = -1
	}
	var at []int
	for i := range runs {
		if runs[i].measure == m && summaries[i].Mean != nil {
			at = append(at, i)
		}
	}
	better := func(i, j int) int {
		return cmp.Or(cmp.Compare(sign**summaries[j].Mean, sign**summaries[i].Mean), CompareNatural(summaries[i].Run, summaries[j].Run))
	}
	slices.SortFunc(at, better)
	r := Ranking{Benchmark: e.bench.Name, Metric: measure.Name}
	means := make([]float64, len(at))
	for k, i := range at {
		means[k] = sign * *summaries[i].Mean
	}
	for k, i := range at {
		s := &summaries[i]
		r.Runs = append(r.Runs, RankedRun{
			Run: s.Run, Mean: s.Mean, Rank: midRank(means, k), RankInterval: e.rankInterval(m, k, at, runs, sign),
			RankUB: rankUB(s, at, summaries, sign),
		})
	}
	return r
}

// midRank is 1 + the number of larger means + half the number of other equal ones.
func midRank(means []float64, k int) float64 {
	rank := 1.0
	for i, v := range means {
		switch {
		case i == k:
		case v > means[k]:
			rank++
		case v == means[k]:
			rank += 0.5
		}
	}
	return rank
}

// rankInterval is the range of the run's ranks over the bootstrap resamples that
// all runs share. It is absent where the runs do not share their tasks.
func (e *evaluation) rankInterval(m, k int, at []int, runs []runSlice, sign float64) *IntervalEstimate {
	group := runs[at[k]].group
	if !group.drawn() || len(at) < 2 {
		return nil
	}
	own := group.means(vectorKey{m, runs[at[k]].run})
	ranks := make([]float64, len(own))
	for r := range ranks {
		ranks[r] = 1
	}
	for _, i := range at {
		if i == at[k] {
			continue
		}
		if runs[i].group != group {
			return nil
		}
		for r, v := range group.means(vectorKey{m, runs[i].run}) {
			switch d := sign * (v - own[r]); {
			case d > 0:
				ranks[r]++
			case d == 0:
				ranks[r] += 0.5
			}
		}
	}
	boot, err := stats.BootstrapFromReplicates(ranks, ranks[0], stats.Acceleration{}, stats.BootstrapOptions{Method: stats.Percentile, Level: e.plan.Level})
	if err != nil {
		return nil
	}
	i := estimate(boot.Interval)
	return &i
}

// rankUB is 1 + the number of runs whose interval lies wholly above this run's.
// Source: Chiang et al. 2024, Chatbot Arena; used by MCP-Atlas.
func rankUB(s *Summary, at []int, summaries []Summary, sign float64) int {
	rank := 1
	if s.Interval == nil {
		return rank
	}
	for _, i := range at {
		other := summaries[i].Interval
		if other == nil {
			continue
		}
		if sign > 0 && other.Low > s.Interval.High || sign < 0 && other.High < s.Interval.Low {
			rank++
		}
	}
	return rank
}

// tieGroups marks runs that no adjusted comparison separates: every letter is a
// maximal group of runs of which no two are separated. Pairs that were not
// compared, or whose test is undefined, are not separated. With a baseline most
// pairs are not compared, and there are no groups.
func (e *evaluation) tieGroups(rankings []Ranking, comparisons []Comparison) {
	if e.baseline >= 0 {
		return
	}
	for i := range rankings {
		r := &rankings[i]
		if r.Benchmark != e.bench.Name {
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

// letter is a, b, ..., z, aa, ab, ...
func letter(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return letter(i/26-1) + string(rune('a'+i%26))
}
