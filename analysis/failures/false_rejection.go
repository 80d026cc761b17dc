package failures

import (
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// falseRejection believes the harness's word for a refusal before the agent's own. Where the
// harness says nothing, an agent that declines after a call, or in other words than the known
// ones, is not seen.
func falseRejection() *table.Detector {
	return &table.Detector{
		Name: "false_rejection", Category: scope,
		Doc:      "A task that tools can serve was refused: the recorded exit says so, the plan is empty or \"No\", or nothing was called and the answer says that it cannot be done. Not applicable where the expected plan is not known or empty.",
		Cite:     "MSC-Bench, arXiv:2510.19423, level 5; the rule is ours",
		Labels:   []string{"relevance_error"},
		Needs:    onAnswer | datasets.Of(datasets.ColExpected, datasets.ColPredicted),
		Explains: true,
		Absence:  true,
		Detect:   refused,
	}
}

// refused is false_rejection's rule.
func refused(t *datasets.Trajectory) ([]table.Hit, bool) {
	if len(t.Expected) == 0 || t.Steps == nil && t.Predicted == nil {
		return nil, false
	}
	// The harness saw a refusal, which counts even after calls were made.
	if t.Exit == datasets.ExitRefused {
		return []table.Hit{atEnd(t, answer(t))}, true
	}
	if len(executions(trace.Calls(t))) > 0 || t.Error != "" {
		return nil, true
	}
	// A plan is empty by decision only where the attempt did not break off.
	broke := t.Exit != datasets.ExitUnstated && t.Exit != datasets.ExitCompleted
	planned := t.Predicted != nil && trace.OnlyRejections(t.Predicted) && !broke
	if words := answer(t); planned && t.Steps == nil || says(words, givesUp) {
		return []table.Hit{atEnd(t, words)}, true
	}
	return nil, true
}
