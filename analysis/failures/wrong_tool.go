package failures

import (
	"slices"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// wrongTool asks that no call at all met the plan: one right tool among wrong ones makes these
// extra calls instead.
func wrongTool() *table.Detector {
	return &table.Detector{
		Name: "wrong_tool", Category: toolUse,
		Doc:      "Tools were called and none of them is one that the plan needs, though such a tool was available; calls that only look are not held against a plan that only changes things. Not applicable where the expected plan or the calls are not known, nothing was called, or no needed tool was available.",
		Cite:     "MCP-Atlas, failure patterns: wrong tool selection; LiveMCPBench, arXiv:2508.01780, section 4.5, tool error; the rule is ours",
		Labels:   []string{"wrong_tool_selection", "wrong_tool_selected", "called_wrong_tool", "wrong_func_name"},
		Needs:    onPlan | datasets.Of(datasets.ColAvailable),
		Explains: true,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			r, ok := followPlan(t)
			// Where the log does not list the available tools, the needed one is taken to
			// have been among them.
			if !ok || len(r.calls) == 0 || t.Available != nil && !anyAvailable(t) {
				return nil, false
			}
			if r.met > 0 {
				return nil, true
			}
			var hits []table.Hit
			looks := len(needsThat(t, false)) > 0
			for i := range r.calls {
				// Where the plan only changes things, looking around is no wrong way to do it.
				if !looks && trace.EffectIn(t, r.calls[i].Server, r.calls[i].Tool).Effect == trace.Reads {
					continue
				}
				hits = append(hits, r.atCall(i, "not a tool of the plan"))
			}
			return hits, true
		},
	}
}

// anyAvailable tells whether some needed tool was to be had.
func anyAvailable(t *datasets.Trajectory) bool {
	have := make(map[string]bool, len(t.Available))
	for _, tool := range t.Available {
		have[tool] = true
	}
	return slices.ContainsFunc(t.Expected, func(n datasets.Need) bool {
		return slices.ContainsFunc(n.AnyOf, func(tool string) bool { return have[tool] })
	})
}
