package failures

import (
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// errorNotRecovered takes any later success for a recovery, since a log does not say which
// call makes up for which. An agent that drops what failed and goes on with something else
// is therefore not seen here, but as a missing call where a plan is known.
func errorNotRecovered() *table.Detector {
	return &table.Detector{
		Name: "error_not_recovered", Category: toolUse,
		Doc:    "A call failed and the very next one was the same call, which failed again, or no call succeeded after it until the end. Searches for tools count as neither. Not applicable without a conversation.",
		Cite:   "MCP-Atlas, diagnosis taxonomy: err_recovery; ComplexMCP, recovery after failure; the rule is ours",
		Labels: []string{"err_recovery", "error_recovery", "other_error"},
		Needs:  onCallTexts,
		Follow: followErrors,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) { return unrecovered(t), t.Steps != nil },
	}
}

// unrecovered are the failures that error_not_recovered tells of.
func unrecovered(t *datasets.Trajectory) []table.Hit {
	calls := executions(trace.Calls(t))
	last := len(calls) // the first of the failures at the end
	for last > 0 && calls[last-1].Failed {
		last--
	}
	var hits []table.Hit
	for i, c := range calls {
		// Of the failures at the end the first alone is evidence, unless the agent
		// repeated itself: those that follow tell of the same loss.
		same := i > 0 && c.Failed && calls[i-1].Failed && c.Same(calls[i-1])
		if same || i == last {
			hits = append(hits, failedCall(t, c))
		}
	}
	return hits
}
