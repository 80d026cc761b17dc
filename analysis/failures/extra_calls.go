package failures

import (
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// extraCalls counts a second call of a needed tool too, since a need is met once: the
// retry of a call that failed is extra by this rule.
func extraCalls() *table.Detector {
	return &table.Detector{
		Name: "extra_calls", Category: toolUse,
		Doc:   "Calls that meet no need of the plan: distractors, or more calls than the plan has. Plans often leave out the reading that a careful agent does, so look at the lift. Not applicable where the expected plan or the calls are not known.",
		Cite:  "MCP-Atlas, distractor tools; the rule is ours",
		Needs: onPlan,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			r, ok := followPlan(t)
			if !ok {
				return nil, false
			}
			var hits []table.Hit
			for i, taken := range r.taken {
				if !taken {
					hits = append(hits, r.atCall(i, "meets no need of the plan"))
				}
			}
			return hits, true
		},
	}
}
