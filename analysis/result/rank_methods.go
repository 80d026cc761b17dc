package result

// Methods of a rank interval.
const (
	RankSetMethod   = "rank_set"   // simultaneous for all runs of the ranking
	RankRangeMethod = "rank_range" // from pairs that no correction holds together: no confidence level
)
