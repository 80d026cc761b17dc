package failures

import (
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// prematureStop takes the agent's last word for a decision to stop. One that asked the user
// something back, in a log that ends there, looks the same.
func prematureStop() *table.Detector {
	return &table.Detector{
		Name: "premature_stop", Category: taskUnderstanding,
		Doc: "The agent ended by itself, after a last call that succeeded and without an error, while needs of the plan were open. Not applicable where the plan or the conversation is not known, " +
			"nothing was called, the results of the calls are not in the log, or the attempt was ended from outside.",
		Cite:     "MCP-Atlas, failure patterns: premature stopping; diagnosis taxonomy: early_termination; the rule is ours",
		Labels:   []string{"early_termination", "premature_stopping", "insufficient_exploration"},
		Needs:    onPlan,
		Explains: true,
		Absence:  true,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			ended := t.Exit == datasets.ExitUnstated || t.Exit == datasets.ExitCompleted
			calls := executions(trace.Calls(t))
			r, ok := followPlan(t)
			if !ok || !ended || t.Error != "" || len(calls) == 0 || !trace.ResultsLogged(calls) {
				return nil, false
			}
			last := &t.Steps[len(t.Steps)-1]
			// To have stopped by itself the agent must have had the last word, and have
			// used it without a call: a log that ends otherwise was ended by somebody
			// else, or cut.
			j := r.open()
			if j < 0 || calls[len(calls)-1].Failed || last.Role != "assistant" || len(last.Calls) > 0 {
				return nil, true
			}
			hit := r.atNeed(j)
			end := atEnd(t, hit.Excerpt)
			end.Tool = hit.Tool
			return []table.Hit{end}, true
		},
	}
}
