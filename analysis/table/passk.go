package table

import (
	"mcpstats/stats"
)

// attemptMetric is a metric of a task's attempts together, not of one attempt.
type attemptMetric struct {
	Name, Doc, Cite string
	combine         func(k int) func(c, n int) (float64, bool)
}

// PassMetrics are two different questions about k attempts that are often
// mistaken for one another: whether any succeeds, and whether all do.
var PassMetrics = []attemptMetric{
	{
		Name: "pass_at_k",
		Doc:  "Probability that at least one of k attempts at a task succeeds, estimated without bias from its n attempts; undefined where n < k.",
		Cite: "Chen et al. 2021, Evaluating large language models trained on code, arXiv:2107.03374, eq. 1",
		combine: func(k int) func(c, n int) (float64, bool) {
			return func(c, n int) (float64, bool) {
				v, err := stats.PassAtK(n, c, k)
				return v, err == nil
			}
		},
	},
	{
		Name: "pass_hat_k",
		Doc:  "Probability that all of k attempts at a task succeed, C(c,k)/C(n,k) of its n attempts with c successes; undefined where n < k.",
		Cite: "Yao et al. 2024, tau-bench, arXiv:2406.12045, section 3",
		combine: func(k int) func(c, n int) (float64, bool) {
			return func(c, n int) (float64, bool) {
				v, err := stats.PassHatK(n, c, k)
				return v, err == nil
			}
		},
	},
}
