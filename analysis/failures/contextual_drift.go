package failures

import (
	"fmt"
	"slices"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// contextualDrift asks that nothing after the break was met: a single need met later shows
// that the agent had not lost the thread, and what is open then is a missing call. It
// cannot tell drift from a server that was down.
func contextualDrift() *table.Detector {
	return &table.Detector{
		Name: "contextual_drift", Category: taskUnderstanding,
		Doc:   "The plan was followed up to a need that another server must meet, and that need and all after it were not met. One attempt shows only where it broke; that accuracy falls along plans is F1 against plan length. Not applicable where the plan has fewer than two needs or only one server, or the calls are not known.",
		Cite:  "MSC-Bench, arXiv:2510.19423, section 5.5; the rule is ours",
		Needs: onPlan,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			r, ok := followPlan(t)
			if !ok || !changesServer(r.needs) {
				return nil, false
			}
			j := r.open()
			if j < 1 || !apart(r.needs[j-1], r.needs[j]) {
				return nil, true
			}
			for _, by := range r.by[j:] {
				if by >= 0 {
					return nil, true
				}
			}
			hit := r.atNeed(j)
			hit.Excerpt = fmt.Sprintf("needs 1 to %d were met, the rest was not, from where the server changes", j)
			return []table.Hit{hit}, true
		},
	}
}

func changesServer(needs []datasets.Need) bool {
	for j := 1; j < len(needs); j++ {
		if apart(needs[j-1], needs[j]) {
			return true
		}
	}
	return false
}

// apart tells whether no server can meet both needs. A tool without a server may
// be anywhere.
func apart(a, b datasets.Need) bool {
	if len(a.AnyOf) == 0 || len(b.AnyOf) == 0 {
		return false
	}
	for _, tool := range a.AnyOf {
		server, _ := trace.SplitTool(tool)
		if server == "" || slices.ContainsFunc(b.AnyOf, func(other string) bool {
			s, _ := trace.SplitTool(other)
			return s == "" || s == server
		}) {
			return false
		}
	}
	return true
}
