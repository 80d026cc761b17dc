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
	const undefined = "; 0 where the agent executed nothing, undefined where no attempt of the benchmark had a route and execute-tool pair or the log has no conversation."
	return []table.Metric{
		routerCount("executions", "Calls of execute-tool"+undefined, trace.IsExecute),
		routerCount("retrievals", "Calls of route, the search for tools"+undefined, trace.IsRoute),
	}
}

// onlyRoutes tells whether an attempt called no tool but the search for tools, which stands on
// no server: one that gave up before it executed any, if the benchmark has a router, which a
// table of all attempts knows.
func onlyRoutes(t *datasets.Trajectory) bool {
	for i := range t.Steps {
		for j := range t.Steps[i].Calls {
			if c := &t.Steps[i].Calls[j]; !trace.IsRoute(c.Tool) || c.Server != "" {
				return false
			}
		}
	}
	return true
}

func routerCount(name, doc string, counts func(tool string) bool) table.Metric {
	m := count(name, doc, "calls", func(t *datasets.Trajectory) (float64, bool) {
		if _, known := toolCalls(t); !trace.UsesRouter(t) && !(known && onlyRoutes(t)) {
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
