package failures

import (
	"strings"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// toolUnavailable says that something did not work, and not whether the agent could have
// done without it: that is the cause's to weigh.
func toolUnavailable() *table.Detector {
	return &table.Detector{
		Name: "tool_unavailable", Category: infrastructure,
		Doc: "A call failed since the tool, its server or a site did not work: a time-out, a refused connection, an HTTP status of 400 and more, a limit, a block, a server that is not configured, broke or lost what it had just made, or a file that the task names and that is not there. " +
			"English words only. Not applicable where nothing was executed or the log lacks what the calls returned.",
		Cite:        "LiveMCPBench, arXiv:2508.01780, appendix (server failures); HAL, arXiv:2510.11977; the rule is ours",
		Labels:      []string{"tool_failure", "tool_outage", "server_failure", "server_error", "environment_failure", "environment_error", "site_blocked", "task_file_missing", "state_lost", "rate_limited", "system_failure"},
		Needs:       onAnswer,
		Explains:    true,
		Environment: true,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			calls := trace.Calls(t)
			if run := executions(calls); len(run) == 0 || !trace.ResultsLogged(run) {
				return nil, false
			}
			task := asked(t)
			var hits []table.Hit
			for i := range calls {
				c := &calls[i]
				if trace.Outage(c) != "" || trace.PromisedFile(c, task) || !c.Search && trace.LostState(t, c, calls[:i]) {
					hit := failedCall(t, c)
					hit.Mended = trace.WorksLater(c, calls[i+1:])
					hits = append(hits, hit)
				}
			}
			return hits, true
		},
	}
}

// asked is what the user said, all turns together.
func asked(t *datasets.Trajectory) string {
	var b strings.Builder
	for i := range t.Steps {
		if t.Steps[i].Role == "user" {
			b.WriteString(t.Steps[i].Content)
			b.WriteByte('\n')
		}
	}
	return b.String()
}
