package metrics

import (
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// bfclOverall weighs every test as the leaderboard does: the mean over a run's tests is
// its overall accuracy. One test's value is no share.
func bfclOverall() table.Metric {
	return table.Metric{
		Name:    "bfcl_overall",
		Doc:     "The verdict times the test's weight in the leaderboard's overall accuracy, so that the mean over the run's tests is that figure: 10% non-live, 10% live, 10% irrelevance, 30% multi-turn, 40% agentic, where a group that was not run counts as 0. success is the plain share over all tests beside it; undefined in logs of other benchmarks and of versions before 4.",
		Cite:    "Berkeley Function Calling Leaderboard, version 4, eval_runner_helper.py",
		Unit:    "share",
		Scale:   result.Interval,
		Better:  result.Higher,
		Missing: result.FailWhereScored,
		Weighs:  "success",
		Needs:   datasets.Of(datasets.ColReported),
		Score: func(t *datasets.Trajectory) (float64, bool) {
			weight, ok := t.Reported["bfcl_weight"]
			return indicator(t.Success.Value) * weight, ok && t.Success.Known
		},
	}
}
