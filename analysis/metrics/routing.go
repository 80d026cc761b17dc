package metrics

import (
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// routing are LiveMCPBench's counts of an agent that reaches its tools through a
// router: route finds tools, execute-tool runs one. Where a log has no such pair
// they are undefined, not 0.
func routing() []table.Metric {
	const undefined = "; undefined where the agent had no route and execute-tool pair or the log has no conversation."
	return []table.Metric{
		routerCount("executions", "Calls of execute-tool"+undefined, trace.IsExecute),
		routerCount("retrievals", "Calls of route, the search for tools"+undefined, trace.IsRoute),
	}
}

func routerCount(name, doc string, counts func(tool string) bool) table.Metric {
	m := count(name, doc, "calls", func(t *datasets.Trajectory) (float64, bool) {
		if !trace.UsesRouter(t) {
			return 0, false
		}
		n := 0
		for i := range t.Steps {
			for j := range t.Steps[i].Calls {
				if counts(t.Steps[i].Calls[j].Tool) {
					n++
				}
			}
		}
		return float64(n), true
	})
	m.Cite = liveMCPBench
	return m
}
