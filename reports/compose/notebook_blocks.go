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
				if len(h.Runs) > 0 {
					words = []string{"benchmark", e.view.slug, "part"}
				}
			}
			h.ID = e.c.names.Id(words...)
		}
		h.Apart, e.apart = e.apart, false
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

// section runs what writes a section and returns its blocks of a level, without its own heading:
// the author writes headings. Where the author's heading stands right above, it takes over the
// section's identifier, to which others link; the heading of its rest takes one of its own, which
// rest is. A section of which both levels are shown is written once, under its key, so that its
// tables have the names that they have where all of it is shown.
func (e *executor) section(key, show string, write func() error) (blocks []reports.Block, rest string, err error) {
	w, ok := e.written[key]
	if levelled := show == "brief" || show == "rest"; !ok || !levelled {
		doc, outer := e.c.doc, e.c.levels
		e.c.doc, e.c.levels = &reports.Document{}, map[int]level{}
		err = write()
		w = written{e.c.doc.Blocks, e.c.levels}
		e.c.doc, e.c.levels = doc, outer
		if levelled {
			e.written[key] = w
		}
	}
	if err != nil || len(w.blocks) == 0 {
		return nil, "", err
	}
	blocks, levels := slices.Clone(w.blocks), w.levels
	own, headed := blocks[0].(reports.Heading)
	if headed {
		// Only where it has a heading of its own does a section have identifiers of its own.
		blocks[0] = reports.Prose{} // keeps the places of the others
		levels[0] = dropped
	}
	left := len(ofLevel(blocks, levels, "rest"))
	blocks = shown(ofLevel(blocks, levels, show), show)
	if !headed || len(blocks) == 0 {
		return blocks, "", nil
	}
	rest = e.restID(own)
	id := own.ID
	if show == "rest" {
		id = rest
	}
	if k := len(e.pending) - 1; k >= 0 && e.pending[k].ID == "" && !e.taken[id] {
		e.pending[k].ID = id
		e.taken[id] = true
	}
	for i, b := range blocks {
		if h, ok := b.(reports.Heading); ok {
			h.Level = max(1, e.level+h.Level-own.Level)
			blocks[i] = h
		}
	}
	if left == 0 {
		rest = ""
	}
	return blocks, rest, nil
}

// restID is the identifier of the heading of a section's rest, the same at every call.
func (e *executor) restID(own reports.Heading) string {
	if id, ok := e.rests[own.ID]; ok {
		return id
	}
	words := append(slices.Clone(e.c.names.Made[own.ID]), "appendix")
	if len(words) == 1 {
		words = []string{own.ID, "appendix"}
	}
	e.rests[own.ID] = e.c.names.Id(words...)
	return e.rests[own.ID]
}
