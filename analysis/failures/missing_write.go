package failures

import (
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// missingWrite shows at the end of the conversation, as the call could have been made up to
// there.
func missingWrite() *table.Detector {
	return &table.Detector{
		Name: "missing_write", Category: toolUse,
		Doc: "A call of the plan that changes something (by the mapping, the tool's annotations, or the verb in its name) and that was never made with success, not even with other arguments. " +
			"Not applicable where the plan changes nothing, the plan or the calls lack arguments, or it is open whether such a call succeeded.",
		Cite:     "tau-bench, arXiv:2406.12045, section 3 (the final state of the database decides); the rule is ours",
		Needs:    onPlanCalls,
		Explains: true,
		Absence:  true,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			d, ok := changesMade(t)
			if !ok || len(needsThat(t, true)) == 0 {
				return nil, false
			}
			var hits []table.Hit
			for _, j := range d.missing {
				n := t.Expected[j]
				hit := atEnd(t, withSource(n.Arguments, effectOfNeed(t, n)))
				hit.Tool = n.AnyOf[0]
				hits = append(hits, hit)
			}
			return hits, true
		},
	}
}

// effectOfNeed is what is known of the first tool that meets a need.
func effectOfNeed(t *datasets.Trajectory, n datasets.Need) trace.Knowledge {
	server, tool := trace.SplitTool(n.AnyOf[0])
	return trace.EffectIn(t, server, tool)
}
