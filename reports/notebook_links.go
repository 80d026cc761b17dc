package reports

import (
	"maps"
	"slices"
)

// authorLink is a link that the notebook's author wrote.
type authorLink struct {
	id   string
	line int
}

func blockID(b Block) string {
	switch b := b.(type) {
	case Heading:
		return b.ID
	case Table:
		return b.ID
	case Figure:
		return b.ID
	}
	return ""
}

// renamed gives blocks that stand in the document already, as a directive may be
// used twice, identifiers of their own.
func (e *executor) renamed(blocks []Block) []Block {
	fresh := map[string]string{}
	out := slices.Clone(blocks)
	for i, b := range out {
		id := blockID(b)
		if id == "" || !e.taken[id] {
			continue
		}
		for fresh[id] = e.c.names.id(id); e.taken[fresh[id]]; {
			fresh[id] = e.c.names.id(id)
		}
		switch b := b.(type) {
		case Heading:
			b.ID = fresh[id]
			out[i] = b
		case Table:
			b.ID = fresh[id]
			out[i] = b
		case Figure:
			b.ID = fresh[id]
			out[i] = b
		}
	}
	if len(fresh) == 0 {
		return out
	}
	return relinked(out, func(id string) string {
		if to, ok := fresh[id]; ok {
			return to
		}
		return id
	})
}

// settleLinks removes links to what the notebook leaves out; one that the author
// wrote must lead somewhere.
func (e *executor) settleLinks() error {
	known := map[string]bool{}
	for _, b := range e.c.doc.Blocks {
		if id := blockID(b); id != "" {
			known[id] = true
		}
	}
	for _, l := range e.links {
		if !known[l.id] {
			return e.n.fault(l.line, "the link leads to #%s, which is not in the report; %s", Shorten(Visible(l.id), maxNameRunes), choose(l.id, slices.Sorted(maps.Keys(known))))
		}
	}
	e.c.doc.Blocks = relinked(e.c.doc.Blocks, func(id string) string {
		if known[id] {
			return id
		}
		return ""
	})
	return nil
}

// relinked leads every link to where it is told to.
func relinked(blocks []Block, to func(string) string) []Block {
	spans := func(in []Span) []Span {
		out := slices.Clone(in)
		for i := range out {
			if out[i].Link != "" {
				out[i].Link = to(out[i].Link)
			}
		}
		return out
	}
	out := slices.Clone(blocks)
	for i, b := range out {
		switch b := b.(type) {
		case Prose:
			b.Spans = spans(b.Spans)
			out[i] = b
		case Footnote:
			b.Spans = spans(b.Spans)
			out[i] = b
		case List:
			b.Items = slices.Clone(b.Items)
			for k := range b.Items {
				b.Items[k].Spans = spans(b.Items[k].Spans)
			}
			out[i] = b
		case Table:
			rows := slices.Clone(b.Rows)
			for r, row := range rows {
				for k, cell := range row {
					if cell.Link == "" || to(cell.Link) == cell.Link {
						continue
					}
					if &rows[r][0] == &b.Rows[r][0] {
						rows[r] = slices.Clone(row)
					}
					rows[r][k].Link = to(cell.Link)
				}
			}
			b.Rows = rows
			out[i] = b
		}
	}
	return out
}
