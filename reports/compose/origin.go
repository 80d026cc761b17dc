package compose

import (
	"strings"

	"mcpstats/reports"
)

// origin reads an ID back into what it was made of.
func (c *composer) origin(id string) reports.Origin {
	words, ok := c.names.Made[id]
	if !ok {
		// Beside another block, or one of fixedIDs.
		if at := strings.LastIndexByte(id, '-'); at > 0 && c.names.Made[id[:at]] != nil {
			o := c.origin(id[:at])
			o.Part += id[at:]
			return o
		}
		return reports.Origin{Part: id}
	}
	o, rest := reports.Origin{Part: words[0]}, words[1:]
	if words[0] != id && c.names.Made[words[0]] != nil {
		o = c.origin(words[0]) // made of another block, or that block a second time
	}
	for _, v := range c.views {
		if v.anchor == id || len(rest) > 0 && rest[0] == v.slug {
			o.Benchmark, o.Within = c.names.Named(v.name), true
			rest = rest[min(1, len(rest)):]
			break
		}
	}
	var of []string
	for _, w := range rest {
		of = append(of, c.names.Whole(w))
	}
	if len(of) > 0 {
		o.Of = strings.Join(of, " ")
	}
	return o
}
