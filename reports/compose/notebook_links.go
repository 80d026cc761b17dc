package compose

import (
	"maps"
	"slices"

	"mcpstats/reports"
)

// authorLink is a link that the notebook's author wrote.
type authorLink struct {
	id   string
	line int
}

func blockID(b reports.Block) string {
	switch b := b.(type) {
	case reports.Heading:
		return b.ID
	case reports.Table:
		return b.ID
	case reports.Figure:
		return b.ID
	}
	return ""
}

// renamed gives blocks that stand in the document already, as a directive may be
// used twice, identifiers of their own.
func (e *executor) renamed(blocks []reports.Block) []reports.Block {
	fresh := map[string]string{}
	out := slices.Clone(blocks)
	for i, b := range out {
		id := blockID(b)
		if id == "" || !e.taken[id] {
			continue
		}
		for fresh[id] = e.c.names.Id(id); e.taken[fresh[id]]; {
			fresh[id] = e.c.names.Id(id)
		}
		switch b := b.(type) {
		case reports.Heading:
			b.ID = fresh[id]
			out[i] = b
		case reports.Table:
			b.ID = fresh[id]
			out[i] = b
		case reports.Figure:
			b.ID = fresh[id]
			out[i] = b
		}
	}
	if len(fresh) == 0 {
		return out
	}
	return reports.Relink(out, func(id string) string {
		if to, ok := fresh[id]; ok {
			return to
		}
		return id
	})
}

// checkLinks removes links to what the notebook leaves out; one that the author
// wrote must lead somewhere.
func (e *executor) checkLinks() error {
	known := map[string]bool{}
	for _, b := range e.c.doc.Blocks {
		if id := blockID(b); id != "" {
			known[id] = true
		}
	}
	for _, l := range e.links {
		if !known[l.id] {
			return e.n.fault(l.line, "the link leads to #%s, which is not in the report; %s", reports.Shorten(reports.Visible(l.id), reports.MaxNameRunes), choose(l.id, slices.Sorted(maps.Keys(known))))
		}
	}
	e.c.doc.Blocks = reports.Relink(e.c.doc.Blocks, func(id string) string {
		if known[id] {
			return id
		}
		return ""
	})
	return nil
}
