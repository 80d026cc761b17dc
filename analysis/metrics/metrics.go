package metrics

import (
	"slices"

	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// All lists the metrics by importance: the first one for which a benchmark's
// logs have scores is that benchmark's headline. Verdicts come before claims and
// states, these before plans, plans before rankings, rewards before counts; the last are the public
// evaluator's own numbers, which are there to be compared with.
func All() []table.Metric {
	return slices.Concat(
		[]table.Metric{success()},
		secondVerdicts(),
		judgments(),
		claims(),
		states(),
		plans(),
		rankings(),
		[]table.Metric{tokenReduction()},
		[]table.Metric{reward(), bfclOverall()},
		mcpBench(),
		expectedCalls(),
		calls(),
		routing(),
		costs(),
		textShares(),
		etomMetrics(),
	)
}

// Needs is what a reader must decode for these metrics, datasets.Facts included.
func Needs(metrics []table.Metric) datasets.Columns {
	needs := datasets.Facts
	for _, m := range metrics {
		needs |= m.Needs
	}
	return needs
}

// indicator is the score of a yes-or-no metric.
func indicator(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
