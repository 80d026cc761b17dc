package compose

import (
	"slices"
	"strings"

	"mcpstats/reports"
)

// A report has two levels. The first is what a person must read to know the answer; the second,
// the appendix, is everything else, one step away. Each section says which of its blocks belong to
// the first (firstLevel) and adds extracts of its tables for it (inShort). A notebook shows them with
// show=brief, what is left with show=rest, and everything but the extracts with show=all; the
// directive appendix marks where the second level begins.

// level is where a block of a section belongs.
type level uint8

const (
	inFull     level = iota // in the appendix
	firstLevel              // on the first level, and not again in the appendix
	inShort                 // an extract for the first level of what the appendix has whole
	dropped                 // nowhere
)

// firstLevel adds blocks that belong to the first level.
func (c *composer) firstLevel(blocks ...reports.Block) { c.addAt(firstLevel, blocks...) }

// inShort adds blocks that the first level has in place of longer ones. Outside a notebook, where
// all is shown, there is no room for both.
func (c *composer) inShort(blocks ...reports.Block) {
	if c.levels != nil {
		c.addAt(inShort, blocks...)
	}
}

func (c *composer) addAt(l level, blocks ...reports.Block) {
	for _, b := range blocks {
		if c.levels != nil {
			c.levels[len(c.doc.Blocks)] = l
		}
		c.add(b)
	}
}

// ofLevel keeps what a choice of level shows, with the headings that still have something below
// them. The first level has no headings within a section.
func ofLevel(blocks []reports.Block, levels map[int]level, show string) []reports.Block {
	var out []reports.Block
	for i := len(blocks) - 1; i >= 0; i-- {
		if levels[i] == dropped {
			continue
		}
		h, heading := blocks[i].(reports.Heading)
		keep := false
		switch show {
		case "brief":
			keep = !heading && levels[i] != inFull
		case "rest":
			keep = levels[i] == inFull
		default:
			keep = levels[i] != inShort
		}
		if heading && keep {
			under, ok := firstOf(out)
			keep = ok && (under == 0 || under > h.Level)
		}
		if keep {
			out = append(out, blocks[i])
		}
	}
	slices.Reverse(out)
	return out
}

// mostShortRows is how many rows an extract has.
const mostShortRows = 10

// extract is a table of some columns and rows of another, for the first level. Its first number
// of each row leads to the whole table.
func extract(t reports.Table, caption string, keys []string, rows []int) reports.Table {
	out := reports.Table{ID: t.ID + "-in-short", Extract: t.ID, Caption: caption}
	var at []int
	for _, key := range keys {
		k := slices.IndexFunc(t.Columns, func(c reports.Column) bool { return c.Key == key })
		if k < 0 || slices.Contains(t.Aside, key) {
			continue
		}
		at = append(at, k)
		out.Columns = append(out.Columns, t.Columns[k])
	}
	same := len(rows) > 0 && rows[len(rows)-1] == len(rows)-1 // the first rows, so that numbers of rows mean the same
	if same {
		out.Beaten = t.Beaten
	}
	for _, r := range rows {
		row := make([]reports.Cell, 0, len(at))
		linked := false
		for _, k := range at {
			cell := t.Rows[r][k]
			cell.Beats = slices.DeleteFunc(slices.Clone(cell.Beats), func(row int) bool { return !same || row >= len(rows) })
			if !linked && cell.HasValue && t.Columns[k].Key != "rank" && cell.Link == "" {
				cell.Link, linked = t.ID, true
			}
			row = append(row, cell)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// firstRows are the indices of the first rows of a table, as many as an extract has.
func firstRows(t reports.Table) []int {
	out := make([]int, min(len(t.Rows), mostShortRows))
	for i := range out {
		out[i] = i
	}
	return out
}

// more says in a note how many rows an extract leaves out.
func more(t *reports.Table, of int, what string) {
	if n := of - len(t.Rows); n > 0 {
		t.Notes = append(t.Notes, "The appendix has "+plural(n, "more "+what)+".")
	}
}

// appendixDirective marks where the second level begins.
func appendixDirective() directive {
	return directive{name: "appendix", doc: "Nothing by itself: what follows is the appendix. The page folds it, report.md and report.tex leave it to appendix.md and appendix.tex, paper has it only when it is unfolded. A heading of the first level must follow.",
		write: func(e *executor, _ *call, _ *view) error {
			e.apart = true
			return nil
		}}
}

// leadsOn ends a section's first level with a link to the rest of it, where the notebook has that.
func (e *executor) leadsOn(name, id string) {
	if id == "" || !slices.ContainsFunc(e.n.steps, func(s step) bool { return s.call != nil && s.call.name == name && s.call.arg("show") == "rest" }) {
		return
	}
	e.emit(reports.Footnote{Onward: true, Spans: []reports.Span{text("More: "), link(strings.ToLower(reports.AppendixTitle), id), text(".")}})
}
