package failures

import (
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// missingToolCall leaves calls that change something, and whose arguments are known, to
// missing_write. It cannot tell a call that was forgotten from one that a tool outside of the
// plan made needless.
func missingToolCall() *table.Detector {
	return &table.Detector{
		Name: "missing_tool_call", Category: toolUse,
		Doc:      "Some needs of the plan were met and some never were; calls that change something are left to missing_write where the plan has their arguments. Not applicable where the expected plan or the calls are not known.",
		Cite:     "MCP-Atlas, failure patterns: missing tool calls, skipped steps; the rule is ours",
		Labels:   []string{"missing_tool_calls", "skipped_steps"},
		Needs:    onPlan,
		Explains: true,
		Absence:  true,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			r, ok := followPlan(t)
			if !ok {
				return nil, false
			}
			// Where nothing was met, no_tools_called or wrong_tool says more.
			if r.met == 0 {
				return nil, true
			}
			var hits []table.Hit
			for j := range r.needs {
				if r.by[j] < 0 && len(r.needs[j].AnyOf) > 0 && !(writes(t, r.needs[j]) && r.needs[j].Arguments != "") {
					hits = append(hits, r.atNeed(j))
				}
			}
			return hits, true
		},
	}
}
