package failures

import (
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// extraCalls leaves out what only looks or thinks, since plans do not list the reading that
// a careful agent does, and second calls of a needed tool: they may be retries.
func extraCalls() *table.Detector {
	return &table.Detector{
		Name: "extra_calls", Category: toolUse,
		Doc:   "Calls of tools that no need of the plan lists: distractors. Calls that only look, search or think (by the mapping, the tool's annotations, or the verb in its name) are none. Not applicable where the expected plan or the calls are not known.",
		Cite:  "MCP-Atlas, distractor tools; the rule is ours",
		Needs: onPlan,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			r, ok := followPlan(t)
			if !ok {
				return nil, false
			}
			var hits []table.Hit
			for i, taken := range r.taken {
				k := trace.EffectIn(t, r.calls[i].Server, r.calls[i].Tool)
				if !taken && k.Effect != trace.Reads && !r.planned(i) {
					hits = append(hits, r.atCall(i, withSource("meets no need of the plan", k)))
				}
			}
			return hits, true
		},
	}
}

// planned tells whether the tool of the i-th call meets some need, taken or not.
func (r *planRun) planned(i int) bool {
	for _, n := range r.needs {
		if r.calls[i].IsAny(n.AnyOf) {
			return true
		}
	}
	return false
}
