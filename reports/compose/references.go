package compose

import (
	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// bibliography gathers what a text cites.
type bibliography struct{ cited []string }

// cite returns the works behind the named methods in brackets, to stand behind
// them, and notes them; empty where there are none.
func (b *bibliography) cite(names ...string) string {
	var methods []result.Method
	for _, name := range names {
		methods = append(methods, named(name))
	}
	return b.works(methods...)
}

// works is cite for methods at hand.
func (b *bibliography) works(methods ...result.Method) string {
	var cited result.Method // all of them as one
	for _, m := range methods {
		cited.Cites = append(cited.Cites, m.Cites...)
	}
	for _, key := range cited.Cites {
		addOnce(&b.cited, key)
	}
	if len(cited.Cites) == 0 {
		return ""
	}
	return " (" + cited.Source() + ")"
}

// list is the list of references of what was cited.
func (b *bibliography) list() reports.List {
	var out reports.List
	for _, w := range (result.Method{Cites: b.cited}).Sources() {
		out.Items = append(out.Items, reports.Prose{Spans: []reports.Span{text("%s", w.Full)}})
	}
	return out
}
