package calls

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// place is where a name leads: a server and a tool of it. A tool that no catalog knows stands
// for itself.
type place struct{ server, tool string }

// resolver finds tools by the names that logs call them: "server::tool", "mcp__server__tool",
// "server:tool", "server__tool", "server/tool", "server.tool", or the tool alone. A tool alone
// that several servers have is ambiguous: to choose one would be to guess, and it is counted
// with none of them.
type resolver struct {
	known     bool                // there is a catalog
	servers   map[string]string   // names and aliases: the name
	tools     map[place]bool      // of the catalog
	bare      map[string][]string // servers that have a tool of the name
	ambiguous map[string]bool
	unknown   map[string]bool
}

// separators stand between a server and its tool, the most telling first.
var separators = []string{"::", "__", ":", "/", "."}

func newResolver(b *table.Benchmark) *resolver {
	catalogs := b.Catalogs
	r := &resolver{known: len(catalogs) > 0, servers: map[string]string{}, tools: map[place]bool{}, bare: map[string][]string{}, ambiguous: map[string]bool{}, unknown: map[string]bool{}}
	for _, c := range catalogs {
		for _, s := range c.Servers {
			r.servers[s.Name] = s.Name
			for _, t := range s.Tools {
				if at := (place{s.Name, t.Name}); !r.tools[at] {
					r.tools[at] = true
					r.bare[t.Name] = append(r.bare[t.Name], s.Name)
				}
			}
		}
	}
	for _, c := range catalogs {
		for _, s := range c.Servers {
			for _, alias := range s.Aliases {
				if _, ok := r.servers[alias]; !ok {
					r.servers[alias] = s.Name
				}
			}
		}
	}
	return r
}

// of resolves a name; ok is false where it is ambiguous.
func (r *resolver) of(name string) (at place, ok bool) {
	name = strings.TrimPrefix(name, "mcp__")
	if !r.known {
		for _, sep := range separators[:2] {
			if s, t, cut := strings.Cut(name, sep); cut && s != "" && t != "" {
				return place{s, t}, true
			}
		}
		return place{"", name}, true
	}
	if of := r.bare[name]; len(of) == 1 {
		return place{of[0], name}, true
	}
	for _, sep := range separators {
		for from := 0; ; {
			i := strings.Index(name[from:], sep)
			if i < 0 {
				break
			}
			i += from
			if server, known := r.servers[name[:i]]; known && r.tools[place{server, name[i+len(sep):]}] {
				return place{server, name[i+len(sep):]}, true
			}
			from = i + len(sep)
		}
	}
	if len(r.bare[name]) > 1 {
		r.ambiguous[name] = true
		return place{}, false
	}
	r.unknown[name] = true
	if s, t, cut := strings.Cut(name, "::"); cut {
		return place{s, t}, true
	}
	return place{"", name}, true
}

// call resolves what was called: a server that the log names goes before one in the tool's name.
func (r *resolver) call(u table.UsageTool) (place, bool) {
	if u.Server == "" {
		return r.of(u.Tool)
	}
	at := place{u.Server, u.Tool}
	if server, ok := r.servers[u.Server]; ok {
		at.server = server
	}
	if !r.known || r.tools[at] {
		return at, true
	}
	// Some logs repeat the server in the tool's name.
	for _, sep := range separators {
		if s, t, cut := strings.Cut(u.Tool, sep); cut && (s == u.Server || r.servers[s] == at.server) && r.tools[place{at.server, t}] {
			return place{at.server, t}, true
		}
	}
	r.unknown[u.Server+"::"+u.Tool] = true
	return at, true
}

// mostNames bounds the names that are listed as unknown or ambiguous.
const mostNames = 20

func listed(names map[string]bool) ([]string, int) {
	var out []string
	for n := range names {
		out = append(out, n)
	}
	slices.SortFunc(out, result.CompareNatural)
	return out[:min(mostNames, len(out))], len(out)
}
