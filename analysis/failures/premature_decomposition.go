package failures

import (
	"fmt"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// prematureDecomposition compares lengths and nothing else: a step that only checks
// something makes a plan too long by this rule, and a wrong plan of the right length
// passes it.
func prematureDecomposition() *table.Detector {
	return &table.Detector{
		Name: "premature_decomposition", Category: taskUnderstanding,
		Doc:   "The agent's plan has more steps than the minimal one. Not applicable where the log has no plan of the agent, or no call is expected.",
		Cite:  "MSC-Bench, arXiv:2510.19423, section 6.3; the rule is ours",
		Needs: datasets.Of(datasets.ColExpected, datasets.ColPredicted),
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			if len(t.Expected) == 0 || t.Predicted == nil {
				return nil, false
			}
			n := len(t.Expected)
			if len(t.Predicted) <= n {
				return nil, true
			}
			return []table.Hit{{
				Place:   place(n, len(t.Predicted)),
				Tool:    trace.PlannedTool(t.Predicted[n]),
				Excerpt: fmt.Sprintf("%d steps planned, %d needed", len(t.Predicted), n),
			}}, true
		},
	}
}
