package compose

import (
	"slices"

	"mcpstats/reports"
)

// heading keeps a heading until something stands under it; those before it with
// nothing under them are left out.
func (e *executor) heading(s *step, title string) {
	e.pending = slices.DeleteFunc(e.pending, func(h reports.Heading) bool { return h.Level >= s.heading })
	h := reports.Heading{Level: s.heading, Text: title}
	if e.view != nil && e.repeats(s) {
		h.ID = e.view.anchor
		h.Runs = e.c.shownRuns(e.view)
	}
	e.pending = append(e.pending, h)
	e.level = s.heading
}

// write adds the author's words, or keeps them until there is a result to speak
// of.
func (e *executor) write(b reports.Block) {
	e.held = append(e.held, b)
	if !e.waits {
		e.release()
	}
}

// release adds what was held.
func (e *executor) release() {
	held := e.held
	e.links = append(e.links, e.notes...)
	e.held, e.notes, e.waits = nil, nil, false
	e.below(held...)
}

// emit adds a directive's results.
func (e *executor) emit(blocks ...reports.Block) {
	if len(blocks) > 0 {
		e.release()
		e.below(blocks...)
	}
}

// below adds blocks below the headings that wait for them.
func (e *executor) below(blocks ...reports.Block) {
	if len(blocks) == 0 {
		return
	}
	for _, h := range e.pending {
		if e.view != nil && h.ID == e.view.anchor && e.taken[h.ID] {
			h.ID = "" // links to a benchmark lead to the first of a notebook's parts about it
		}
		if h.ID == "" {
			words := []string{h.Text, "section"}
			if e.view != nil {
				words = []string{h.Text, e.view.slug, "section"}
			}
			h.ID = e.c.names.Id(words...)
		}
		e.add(h)
	}
	e.pending = nil
	e.add(e.renamed(blocks)...)
}

func (e *executor) add(blocks ...reports.Block) {
	for _, b := range blocks {
		if id := blockID(b); id != "" {
			e.taken[id] = true
		}
	}
	e.c.add(blocks...)
}

// section runs what writes a section and returns its blocks, without its own
// heading: the author writes headings. Where the author's heading stands right
// above, it takes over the section's identifier, to which others link.
func (e *executor) section(write func() error) ([]reports.Block, error) {
	doc := e.c.doc
	e.c.doc = &reports.Document{}
	err := write()
	blocks := e.c.doc.Blocks
	e.c.doc = doc
	if err != nil || len(blocks) == 0 {
		return nil, err
	}
	own, ok := blocks[0].(reports.Heading)
	if !ok {
		return blocks, nil
	}
	blocks = blocks[1:]
	if k := len(e.pending) - 1; k >= 0 && e.pending[k].ID == "" && !e.taken[own.ID] {
		e.pending[k].ID = own.ID
		e.taken[own.ID] = true
	}
	for i, b := range blocks {
		if h, ok := b.(reports.Heading); ok {
			h.Level = max(1, e.level+h.Level-own.Level)
			blocks[i] = h
		}
	}
	return blocks, nil
}
