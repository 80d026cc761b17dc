package failures

import (
	"fmt"
	"slices"

	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// improperOrder goes by the order in which the log has the calls: of two that ran at once,
// either may come first there.
func improperOrder() *table.Detector {
	return &table.Detector{
		Name: "improper_order", Category: toolUse,
		Doc:    "A need of the plan was met before one that it depends on. Not applicable where the plan or the calls are not known, or no need depends on another.",
		Cite:   "MSC-Bench, arXiv:2510.19423, dependencies between needs; MCP-Atlas, improper sequencing; the rule is ours",
		Labels: []string{"improper_sequencing", "wrong_order"},
		Needs:  onPlan,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			r, ok := followPlan(t)
			if !ok || !slices.ContainsFunc(t.Expected, func(n datasets.Need) bool { return len(n.After) > 0 }) {
				return nil, false
			}
			var hits []table.Hit
			for j, n := range r.needs {
				// A need that was never met is -1 in by, and so never too late: that is a
				// missing call, not a wrong order.
				for _, d := range n.After {
					if r.by[j] >= 0 && d >= 0 && d < len(r.needs) && r.by[d] > r.by[j] {
						hits = append(hits, r.atCall(r.by[j], fmt.Sprintf("need %d was met before need %d, which it depends on", j+1, d+1)))
						break
					}
				}
			}
			return hits, true
		},
	}
}
