package failures

import (
	"strings"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// unknownTool are the answers to a call of a tool or server that does not exist,
// in lower case.
var unknownTool = []string{
	"unknown tool", "unknown action", "unknown function", "no such tool", "tool not found", "is not defined in the configuration",
	"unknown server", "server not found", "is not a valid tool", "is not a known tool", "tool does not exist", "-32601",
}

// hallucinatedTool believes a call that succeeded before any list: a list in a log need
// not be complete. A tool that a search had shown was not made up either, even if its
// server says that it does not exist.
func hallucinatedTool() *table.Detector {
	return &table.Detector{
		Name: "hallucinated_tool", Category: toolUse,
		Doc:    "A call to a tool or server that no search had shown and that is not available: its answer says that there is none, or it is not among the available tools and did not succeed. Not applicable without a conversation, or where the log does not hold what searches found.",
		Cite:   "LiveMCPBench, arXiv:2508.01780, section 4.5, tool error (incomplete server or tool names) and appendix on hallucinated tool use; the rule is ours",
		Labels: []string{"tool_hallucination"},
		Needs:  onCallTexts | datasets.Of(datasets.ColAvailable),
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			if t.Steps == nil {
				return nil, false
			}
			calls := trace.Calls(t)
			if !trace.ResultsLogged(searchesOf(calls)) {
				return nil, false
			}
			logged := trace.ResultsLogged(executions(calls))
			var hits []table.Hit
			var available map[string]bool
			shown := map[string]bool{}
			for _, c := range calls {
				if c.Search {
					trace.EachSurfaced(c.Logged.Result, func(server, tool string) { shown[server+"::"+tool] = true })
					continue
				}
				id := c.Server + "::" + c.Tool
				if c.Tool == "" || shown[id] || shown["::"+c.Tool] {
					continue
				}
				// Where other calls have results, an empty one is neither a success nor a
				// failure, and only the list can decide.
				silent := logged && c.Logged.Result == "" && c.Logged.Error == ""
				if !c.Failed && !(silent && t.Available != nil) {
					continue
				}
				if available == nil {
					available = names(t.Available)
				}
				unlisted := t.Available != nil && !available[id] && !available["::"+c.Tool]
				if unlisted || says(trace.Answer(c.Logged), unknownTool) {
					hits = append(hits, failedCall(t, &c))
				}
			}
			return hits, true
		},
	}
}

// names are the tools of a list by server and name, and those without a server by
// their name.
func names(tools []string) map[string]bool {
	out := make(map[string]bool, len(tools))
	for _, id := range tools {
		server, tool := trace.SplitTool(id)
		out[server+"::"+tool] = true
	}
	return out
}

// says tells whether the head of a text holds one of the signs, in any case. An error says
// what it is at once, while a long result may quote such words anywhere.
func says(text string, signs []string) bool {
	text = strings.ToLower(text[:min(len(text), 1024)])
	for _, sign := range signs {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return false
}
