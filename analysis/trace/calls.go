package trace

import (
	"mcpstats/datasets"
)

// Call is one call of a conversation, seen through a router where there is one.
type Call struct {
	Execution                    // of a search: the search itself
	Logged    *datasets.ToolCall // as the log has it
	Step      int                // index of its message in Steps
	Search    bool               // it looks for tools and executes none
	Failed    bool               // by its flag, or by what its answer says
}

// Calls lists the calls of a conversation in order; nil where there are none.
func Calls(t *datasets.Trajectory) []Call {
	n := 0
	for i := range t.Steps {
		n += len(t.Steps[i].Calls)
	}
	if n == 0 {
		return nil
	}
	routed := UsesRouter(t)
	calls := make([]Call, 0, n)
	for i := range t.Steps {
		for j := range t.Steps[i].Calls {
			c := &t.Steps[i].Calls[j]
			call := Call{Logged: c, Step: i, Failed: Failed(c), Search: routed && IsRoute(c.Tool) || searches(c.Tool)}
			if call.Search {
				call.Execution = Execution{c.Server, c.Tool, c.Arguments}
			} else {
				call.Execution = executed(c, routed)
			}
			calls = append(calls, call)
		}
	}
	return calls
}

// Same tells whether two calls run the same tool with the same arguments, as the
// log writes them. Arguments that are not known are not the same.
func (c *Call) Same(d *Call) bool {
	return c.Tool == d.Tool && c.Server == d.Server && c.Arguments == d.Arguments && c.Arguments != ""
}

// searches tells whether a tool looks for other tools, by its name: a verb of
// looking and the word "tools", as retrieve_tools, search-tools, list_tools.
func searches(tool string) bool {
	verb, rest := cutWord(tool)
	noun, end := cutWord(rest)
	return end == "" && (noun == "tools" || noun == "tool") &&
		(verb == "retrieve" || verb == "search" || verb == "find" || verb == "list" || verb == "route")
}

// cutWord splits a name at its first separator.
func cutWord(name string) (word, rest string) {
	for i := range len(name) {
		if name[i] == '_' || name[i] == '-' {
			return name[:i], name[i+1:]
		}
	}
	return name, ""
}
