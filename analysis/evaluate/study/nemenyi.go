package study

import (
	"math"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// nemenyi adds the average ranks and Nemenyi's critical difference to a ranking
// of at least three runs. Average ranks need tasks that every run has.
func nemenyi(st *Study, r *result.Ranking, m int, at []int, runs []RunSlice, higher bool) {
	if len(at) < 3 {
		return
	}
	blocks := blocks(st, m, at, runs)
	if higher {
		for _, block := range blocks {
			for k := range block {
				block[k] = -block[k] // Friedman's test gives the smallest value rank 1
			}
		}
	}
	f, err := stats.Friedman(blocks)
	if err != nil {
		return // no tasks, or nothing but ties: there is no order of ranks
	}
	cd, err := stats.NemenyiCD(len(at), len(blocks), st.Plan.Alpha)
	if err != nil {
		return
	}
	rank := map[string]float64{}
	for k, i := range at {
		rank[st.Bench.Runs[runs[i].run]] = f.AverageRanks[k]
	}
	separated := make([][]bool, len(r.Runs))
	for i := range r.Runs {
		v := rank[r.Runs[i].Run]
		r.Runs[i].AverageRank = result.Number(v)
		separated[i] = make([]bool, len(r.Runs))
		for j := range r.Runs {
			separated[i][j] = math.Abs(v-rank[r.Runs[j].Run]) > cd
		}
	}
	n := &result.Nemenyi{NTasks: len(blocks), CD: cd, Groups: [][]string{}}
	groups, err := stats.TieGroups(separated)
	if err != nil {
		return
	}
	for _, g := range groups {
		var names []string
		for _, k := range g {
			names = append(names, r.Runs[k].Run)
		}
		n.Groups = append(n.Groups, names)
	}
	tied := 0
	for _, block := range blocks {
		same := true
		for _, v := range block {
			same = same && v == block[0]
		}
		if same {
			tied++
		}
	}
	n.TiedRows = float64(tied) / float64(len(blocks))
	r.Nemenyi = n
}
