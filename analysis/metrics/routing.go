package metrics

import (
	"mcpstats/analysis"
	"mcpstats/datasets"
)

// routing are LiveMCPBench's counts of an agent that reaches its tools through a
// router: route finds tools, execute-tool runs one. Where a log has no such pair
// they are undefined, not 0.
func routing() []analysis.Metric {
	const undefined = "; undefined where the agent had no route and execute-tool pair or the log has no conversation."
	return []analysis.Metric{
		routerCount("executions", "Calls of execute-tool"+undefined, isExecute),
		routerCount("retrievals", "Calls of route, the search for tools"+undefined, isRoute),
	}
}

func routerCount(name, doc string, counts func(tool string) bool) analysis.Metric {
	m := count(name, doc, "calls", func(t *datasets.Trajectory) (float64, bool) {
		if !usesRouter(t) {
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

// usesRouter tells whether the agent reached its tools through a router: it
// called execute-tool, or the benchmark is LiveMCPBench, where there is no other
// way. A tool called route alone may be anything.
func usesRouter(t *datasets.Trajectory) bool {
	if t.Steps != nil && namesBenchmark(t.Benchmark, "livemcpbench") {
		return true
	}
	for i := range t.Steps {
		for j := range t.Steps[i].Calls {
			if isExecute(t.Steps[i].Calls[j].Tool) {
				return true
			}
		}
	}
	return false
}

func isExecute(tool string) bool { return tool == "execute-tool" || tool == "execute_tool" }

func isRoute(tool string) bool { return tool == "route" }
