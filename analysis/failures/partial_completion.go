package failures

import (
	"fmt"

	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// enough is MCP-Atlas's threshold of coverage for a pass. Comparisons with it leave 1e-9
// to spare, since scores such as 0.1 do not add up exactly in binary.
const enough = 0.75

// partialCompletion goes by claims alone, which were scored against the answer. That some
// needs of a plan were met and others not is missing_tool_call.
func partialCompletion() *table.Detector {
	return &table.Detector{
		Name: "partial_completion", Category: taskUnderstanding,
		Doc:         fmt.Sprintf("Some of the task was done and not enough: the mean score of its claims is above 0 and below %g. Not applicable without claims.", enough),
		Cite:        "MCP-Atlas, failure patterns: partial task completion; the rule is ours",
		Labels:      []string{"partial_task_completion", "goal_partially_completed", "incomplete"},
		Needs:       onCalls | datasets.Of(datasets.ColClaims),
		SeesOutcome: true,
		Absence:     true,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			if len(t.Claims) == 0 {
				return nil, false
			}
			sum, full := 0.0, 0
			for _, c := range t.Claims {
				sum += c.Score
				if c.Score >= 1 {
					full++
				}
			}
			if coverage := sum / float64(len(t.Claims)); coverage <= 0 || coverage >= enough-1e-9 {
				return nil, true
			}
			return []table.Hit{atEnd(t, fmt.Sprintf("%d of %d claims met", full, len(t.Claims)))}, true
		},
	}
}
