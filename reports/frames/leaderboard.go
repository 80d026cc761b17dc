package frames

import (
	"cmp"
	"slices"

	"mcpstats/analysis/result"
)

// Leaderboard lays out a ranking, one row a run, best first: rank,
// rank_interval_low and _high, rank_ub, run, mean, interval_low and _high,
// tie_group, tasks, attempts, imputed, and the mean of every metric in beside,
// under its own name. Tasks, attempts and means come
// from the runs' overall summaries; what a run lacks is missing.
func Leaderboard(res *result.Results, ranking *result.Ranking, beside []string) (Frame, error) {
	overall := func(run, metric string) *result.Summary {
		for i := range res.Summaries {
			s := &res.Summaries[i]
			if s.Benchmark == ranking.Benchmark && s.Run == run && s.Metric == metric && s.Stratum == nil {
				return s
			}
		}
		return &result.Summary{}
	}
	runs := slices.Clone(ranking.Runs)
	slices.SortStableFunc(runs, func(a, b result.RankedRun) int { return cmp.Compare(a.Rank, b.Rank) })
	c := newColumns()
	for _, r := range runs {
		s := overall(r.Run, ranking.Metric)
		c.float("rank", &r.Rank)
		c.interval("rank_interval", r.RankInterval)
		c.count("rank_ub", r.RankUB)
		c.str("run", r.Run)
		c.float("mean", r.Mean)
		c.interval("interval", s.Interval)
		c.str("tie_group", r.TieGroup)
		c.count("tasks", s.NTasks)
		c.count("attempts", s.NAttempts)
		c.count("imputed", s.Imputed)
		for _, m := range beside {
			c.float(m, overall(r.Run, m).Mean)
		}
	}
	return c.frame()
}
