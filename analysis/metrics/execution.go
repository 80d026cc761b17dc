package metrics

import (
	"encoding/json"
	"slices"

	"mcpstats/datasets"
)

// execution is one tool that was executed: the call itself, or the tool inside
// the arguments of execute-tool, where a router stands between agent and tools.
type execution struct {
	server, tool string // empty: not known
	arguments    string
}

// eachExecution visits the tools executed, in order. Behind a router, route is
// no execution. (A callback and not an iterator: it keeps the visitor's state off
// the heap, and this runs for every attempt of a log.)
func eachExecution(t *datasets.Trajectory, visit func(execution)) {
	routed := usesRouter(t)
	for i := range t.Steps {
		for j := range t.Steps[i].Calls {
			c := &t.Steps[i].Calls[j]
			switch {
			case routed && isRoute(c.Tool):
			case routed && isExecute(c.Tool):
				visit(insideRouter(c.Arguments))
			default:
				visit(execution{c.Server, c.Tool, c.Arguments})
			}
		}
	}
}

// insideRouter reads execute-tool's arguments.
func insideRouter(arguments string) execution {
	var a struct {
		Server string          `json:"server_name"`
		Tool   string          `json:"tool_name"`
		Params json.RawMessage `json:"params"`
	}
	if json.Unmarshal([]byte(arguments), &a) != nil {
		return execution{}
	}
	return execution{a.Server, a.Tool, string(a.Params)}
}

// isAny tells whether the executed tool is one of the given ones. Where either
// side names no server, the tool's name decides.
func (e execution) isAny(ids []string) bool {
	return e.tool != "" && slices.ContainsFunc(ids, func(id string) bool {
		server, tool := splitTool(id)
		return tool == e.tool && (server == "" || e.server == "" || server == e.server)
	})
}
