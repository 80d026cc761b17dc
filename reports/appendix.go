package reports

import (
	"slices"
	"strings"
)

// AppendixTitle is what a page calls what is not on the first level.
const AppendixTitle = "Appendix"

// Files of the two halves of a report in Markdown, which link each other.
const (
	reportFile   = "report.md"
	appendixFile = "appendix.md"
)

// AppendixAt is the place of the heading with which a document's appendix begins; the number of
// its blocks where it has none.
func (d *Document) AppendixAt() int {
	at := slices.IndexFunc(d.Blocks, func(b Block) bool { h, ok := b.(Heading); return ok && h.Apart })
	if at < 0 {
		return len(d.Blocks)
	}
	return at
}

// Split parts a document into what must be read and its appendix, for outputs that have a file for
// each: report.md and appendix.md, whose links to one another name the file. The appendix is nil
// where the document has none, and then the first part is the document itself.
func (d *Document) Split() (first, appendix *Document) {
	at := d.AppendixAt()
	if at == len(d.Blocks) {
		return d, nil
	}
	first = &Document{Title: d.Title, Subtitle: d.Subtitle, Blocks: d.Blocks[:at], PlainSummaries: d.PlainSummaries}
	appendix = &Document{Title: d.Title + ": " + strings.ToLower(AppendixTitle), Subtitle: d.Subtitle, Blocks: slices.Clone(d.Blocks[at:])}
	head := appendix.Blocks[0].(Heading)
	head.Apart = false
	appendix.Blocks[0] = head
	here, there := first.Anchors(), appendix.Anchors()
	across := func(own, other map[string]bool, file string) func(string) string {
		return func(id string) string {
			if !own[id] && other[id] {
				return file + "#" + id
			}
			return id
		}
	}
	first.Blocks = Relink(first.Blocks, across(here, there, appendixFile))
	appendix.Blocks = Relink(appendix.Blocks, across(there, here, reportFile))
	return first, appendix
}

// Relink leads every link to a block to where it is told to; pages beside the report stay.
func Relink(blocks []Block, block func(string) string) []Block {
	to := func(link string) string {
		if IsPage(link) {
			return link
		}
		return block(link)
	}
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
