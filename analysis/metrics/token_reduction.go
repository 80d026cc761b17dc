package metrics

import (
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// The names under which a log states what tokenReduction needs. How a tool's
// schema is put into tokens is the harness's to know, so the counts come from it.
const (
	selectedTokens = "selected_tokens"
	catalogTokens  = "catalog_tokens"
)

// tokenReduction is what a tool selection saves of the prompt.
func tokenReduction() table.Metric {
	return table.Metric{
		Name:    "token_reduction",
		Doc:     "1 - tokens of the selected tools / tokens of the whole catalog, from the log's own counts (reported." + selectedTokens + ", reported." + catalogTokens + "); undefined where it does not state both.",
		Cite:    "PinePaper-ToolBench, section on practical implications, token reduction",
		Unit:    "share",
		Scale:   result.Interval,
		Better:  result.Higher,
		Missing: result.Drop,
		Needs:   datasets.Of(datasets.ColReported),
		Score: func(t *datasets.Trajectory) (float64, bool) {
			selected, ok := t.Reported[selectedTokens]
			catalog, both := t.Reported[catalogTokens]
			return 1 - selected/catalog, ok && both && catalog > 0
		},
	}
}
