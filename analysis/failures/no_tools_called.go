package failures

import (
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// noToolsCalled takes a planned tool for a called one only where the log has no calls at
// all. Without a plan it cannot know whether the task needed a tool, and asks only that
// some were there: a question that the agent could answer unaided is then a hit as well.
func noToolsCalled() *table.Detector {
	return &table.Detector{
		Name: "no_tools_called", Category: toolUse,
		Doc:      "Calls were expected, or tools were there to be called, and none was executed or planned; a search for tools does not count, and a refusal is false_rejection. Not applicable where neither plan nor tools are known, no call is expected, or the attempt broke off with an error.",
		Cite:     "MCP-Atlas, failure patterns: no tools called; the rule is ours",
		Labels:   []string{"no_tool_use", "no_tool_called", "no_tool_call"},
		Needs:    onAnswer | onPlan | datasets.Of(datasets.ColAvailable),
		Explains: true,
		Absence:  true,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			if t.Steps == nil && t.Predicted == nil || t.CallsUnread() {
				return nil, false
			}
			broke := t.Error != "" || t.Exit == datasets.ExitError || t.Exit == datasets.ExitHarnessError
			if broke || t.Expected != nil && len(t.Expected) == 0 || t.Expected == nil && len(t.Available) == 0 {
				return nil, false
			}
			calls := trace.Calls(t)
			if len(executions(calls)) > 0 || len(calls) == 0 && !trace.OnlyRejections(t.Predicted) {
				return nil, true
			}
			// Where the words are not logged it is open whether the agent declined.
			if len(t.Expected) > 0 && t.Steps != nil && answer(t) == "" && t.Exit != datasets.ExitRefused {
				return nil, false
			}
			// Declining in words is the same fact, and more is known of it.
			if hits, _ := refused(t); len(hits) > 0 {
				return nil, true
			}
			return []table.Hit{atEnd(t, answer(t))}, true
		},
	}
}
