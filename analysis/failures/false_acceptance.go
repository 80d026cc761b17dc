package failures

import (
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// falseAcceptance rests on the difference between a plan that is empty, with which a
// benchmark says that no tool can serve the request, and none at all. A search for tools
// is no acceptance: looking is how an agent finds out that there is nothing.
func falseAcceptance() *table.Detector {
	return &table.Detector{
		Name: "false_acceptance", Category: scope,
		Doc:      "Tools were called or planned for a request that none can serve. Not applicable where the expected plan is not known or asks for calls, or neither calls nor a plan of the agent are known.",
		Cite:     "MSC-Bench, arXiv:2510.19423, level 5; the rule is ours",
		Labels:   []string{"irrelevance_error"},
		Needs:    onPlan,
		Explains: true,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			if t.Expected == nil || len(t.Expected) > 0 || t.Steps == nil && t.Predicted == nil {
				return nil, false
			}
			var hits []table.Hit
			for _, c := range executions(trace.Calls(t)) {
				hits = append(hits, atStep(t, c.Step, toolOf(c), c.Arguments))
			}
			// What was done outweighs what was planned.
			if hits == nil {
				for i, item := range t.Predicted {
					if tool := trace.PlannedTool(item); !trace.IsRejection(tool) {
						hits = append(hits, table.Hit{Place: place(i, len(t.Predicted)), Tool: tool, Excerpt: "planned for a request that no tool can serve"})
					}
				}
			}
			return hits, true
		},
	}
}
