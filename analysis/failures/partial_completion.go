package failures

import (
	"fmt"

	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// enough is MCP-Atlas's threshold of coverage for a pass. Comparisons with it leave 1e-9
// to spare, since scores such as 0.1 do not add up exactly in binary.
const enough = 0.75

// partialCompletion prefers claims, which a judge scored against the answer, to needs, which
// only say that a call was made.
func partialCompletion() *table.Detector {
	return &table.Detector{
		Name: "partial_completion", Category: taskUnderstanding,
		Doc:         fmt.Sprintf("Some of the task was done and not enough: the mean score of its claims is above 0 and below %g; without claims, some needs of the plan were met and not all. Not applicable where neither claims nor a plan of several needs with calls are known.", enough),
		Cite:        "MCP-Atlas, failure patterns: partial task completion; the rule is ours",
		Labels:      []string{"partial_task_completion", "goal_partially_completed", "incomplete"},
		Needs:       onPlan | datasets.Of(datasets.ColClaims),
		SeesOutcome: true,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			if len(t.Claims) > 0 {
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
			}
			r, ok := followPlan(t)
			if !ok || len(r.needs) < 2 {
				return nil, false
			}
			j := r.open()
			if j < 0 || r.met == 0 {
				return nil, true
			}
			hit := r.atNeed(j)
			hit.Excerpt = fmt.Sprintf("%d of %d needs met", r.met, len(r.needs))
			return []table.Hit{hit}, true
		},
	}
}
