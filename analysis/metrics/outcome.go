package metrics

import (
	"math"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// success is the harness's verdict. An attempt without one is a failure under
// the default policy: leaderboards divide by all attempts.
func success() table.Metric {
	return table.Metric{
		Name:    "success",
		Doc:     "1 where the harness's verdict is success, 0 where it is failure; undefined where it gave none.",
		Cite:    "Terminal-Bench leaderboard (resolved / attempts); tau-bench, arXiv:2406.12045",
		Unit:    "share",
		Scale:   result.Binary,
		Better:  result.Higher,
		Missing: result.Fail,
		Main:    true,
		Score: func(t *datasets.Trajectory) (float64, bool) {
			return indicator(t.Success.Value), t.Success.Known
		},
	}
}

// reward is the graded verdict. Counting a missing one as 0 presumes a scale on
// which 0 is failure, as the harnesses of this field have it.
func reward() table.Metric {
	return table.Metric{
		Name:    "reward",
		Doc:     "The harness's graded verdict, on its own scale, 0 being failure; undefined where it gave none or NaN.",
		Cite:    "tau-bench, arXiv:2406.12045; Harbor verifier rewards",
		Unit:    "reward",
		Scale:   result.Interval,
		Better:  result.Higher,
		Missing: result.FailWhereScored,
		Main:    true,
		Score: func(t *datasets.Trajectory) (float64, bool) {
			return finite(t.Reward)
		},
	}
}

// finite is the value where the log states a number; NaN and the infinities are
// how some harnesses write "not scored".
func finite(m datasets.Maybe[float64]) (float64, bool) {
	return m.Value, m.Known && !math.IsNaN(m.Value) && !math.IsInf(m.Value, 0)
}
