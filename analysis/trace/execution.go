package trace

import (
	"encoding/json"
	"slices"

	"mcpstats/datasets"
)

// Execution is one tool that was executed: the call itself, or the tool inside
// the arguments of execute-tool, where a router stands between agent and tools.
type Execution struct {
	Server, Tool string // empty: not known
	Arguments    string
}

// EachExecution visits the tools executed, in order. Behind a router, route is
// no execution. (A callback and not an iterator: it keeps the visitor's state off
// the heap, and this runs for every attempt of a log.)
func EachExecution(t *datasets.Trajectory, visit func(Execution)) {
	routed := UsesRouter(t)
	for i := range t.Steps {
		for j := range t.Steps[i].Calls {
			if c := &t.Steps[i].Calls[j]; !routed || !IsRoute(c.Tool) {
				visit(executed(c, routed))
			}
		}
	}
}

// executed is what a call that is no search for tools ran.
func executed(c *datasets.ToolCall, routed bool) Execution {
	if routed && IsExecute(c.Tool) {
		return insideRouter(c.Arguments)
	}
	return Execution{c.Server, c.Tool, c.Arguments}
}

// insideRouter reads execute-tool's arguments.
func insideRouter(arguments string) Execution {
	var a struct {
		Server string          `json:"server_name"`
		Tool   string          `json:"tool_name"`
		Params json.RawMessage `json:"params"`
	}
	if json.Unmarshal([]byte(arguments), &a) != nil {
		return Execution{}
	}
	return Execution{a.Server, a.Tool, string(a.Params)}
}

// IsAny tells whether the executed tool is one of the given ones. Where either
// side names no server, the tool's name decides.
func (e Execution) IsAny(ids []string) bool {
	return e.Tool != "" && slices.ContainsFunc(ids, func(id string) bool {
		server, tool := SplitTool(id)
		return tool == e.Tool && (server == "" || e.Server == "" || server == e.Server)
	})
}

// UsesRouter tells whether the agent reached its tools through a router: it
// called execute-tool, or the benchmark is LiveMCPBench, where there is no other
// way. A tool called route alone may be anything.
func UsesRouter(t *datasets.Trajectory) bool {
	if t.Steps != nil && NamesBenchmark(t.Benchmark, "livemcpbench") {
		return true
	}
	for i := range t.Steps {
		for j := range t.Steps[i].Calls {
			if IsExecute(t.Steps[i].Calls[j].Tool) {
				return true
			}
		}
	}
	return false
}

// IsExecute and IsRoute name the router's two tools.
func IsExecute(tool string) bool { return tool == "execute-tool" || tool == "execute_tool" }

// IsRoute tells whether a call is a search for tools.
func IsRoute(tool string) bool { return tool == "route" }
