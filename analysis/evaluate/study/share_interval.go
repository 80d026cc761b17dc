package study

import (
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// ShareInterval is a share's score interval at the level, divided among so many shares
// (Bonferroni; 1 is the share by itself): Wilson's of attempts at different tasks, the one with
// the share's own design effect of others. Nil where there is none.
func (st *Study) ShareInterval(counts stats.ClusterCounts, among int) *result.IntervalEstimate {
	share, err := counts.Share()
	level := 1 - (1-st.Plan.Level)/float64(among)
	var iv stats.Interval
	switch {
	case counts.N == 0:
		return nil
	case counts.Clusters == counts.N:
		iv, err = stats.Wilson(counts.K, counts.N, level)
	case err == nil:
		iv, err = share.ScoreInterval(level)
	}
	if err != nil {
		return nil
	}
	i := Estimate(iv)
	if among > 1 {
		i.Level = st.Plan.Level
		i.Method += "_bonferroni"
	}
	return &i
}
