package items

import (
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// subset looks for the fewest tasks that keep the order of the runs.
func (a *answers) subset(set *result.ItemSet) {
	const goal = 0.95
	found, err := stats.KeepOrder(a.Responses, stats.ItemSubsetOptions{Goal: goal, Seed: stats.DeriveSeed(a.st.Plan.Seed, set.Benchmark, "item_subset")})
	if err != nil {
		set.Notes = append(set.Notes, "No subset that keeps the order: "+stats.Reason(err)+".")
		return
	}
	s := &result.ItemSubset{Goal: goal, Least: found.Least, Tasks: []string{}, Splits: found.Splits}
	for _, j := range found.Order[:found.Least] {
		s.Tasks = append(s.Tasks, set.Items[j].Task)
	}
	for k, n := range found.Size {
		s.Sizes = append(s.Sizes, result.ItemSubsetSize{Tasks: n, Tau: found.Tau[k], Random: found.Random[k]})
	}
	set.Subset = s
}
