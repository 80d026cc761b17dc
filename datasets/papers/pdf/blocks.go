package pdf

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"mcpstats/datasets/document"
)

// tables reads what is on one page.
type tables struct {
	file  string
	page  int
	words map[string]bool
	sheet *sheet
	body  float64
	below bool // captions stand below their tables
	note  func(string)
	all   []*found
}

// blocks reads one region of a page.
func (t *tables) blocks(r region) []*para {
	for _, part := range t.beside(r) {
		if part.x0 != r.x0 || part.x1 != r.x1 {
			var out []*para
			for _, p := range t.beside(r) {
				out = append(out, t.column(p)...)
			}
			return out
		}
	}
	return t.column(r)
}

// lay lists what stands in a region from top to bottom, with its captions.
func (t *tables) lay(r region) ([]*item, []*caption) {
	var items []*item
	for _, l := range gather(r.pieces) {
		items = append(items, &item{line: l})
	}
	for _, f := range r.tables {
		items = append(items, &item{table: f})
	}
	order(items)
	return items, findCaptions(items)
}

// column reads what stands in one column, from top to bottom.
func (t *tables) column(r region) []*para {
	items, captions := t.lay(r)
	t.marry(items, captions)
	items = t.unruled(items, captions)
	t.marry(items, captions)
	t.notes(items, captions)
	for _, c := range captions {
		if c.of != nil {
			f := c.of
			f.table.Label = c.label
			f.table.Caption = t.joined(c.lines)
			f.table.Captioned = document.Place{File: t.file, Page: t.page}
			f.side, f.foot = min(f.side, c.top), max(f.foot, c.bottom)
		} else if !c.figure {
			t.note(fmt.Sprintf("no table was found at the caption of %s", c.label))
		}
	}
	for _, it := range items {
		if it.table != nil {
			t.all = append(t.all, it.table)
		}
	}
	return t.flow(items, r)
}

func order(items []*item) {
	slices.SortStableFunc(items, func(a, b *item) int {
		return cmp.Compare((a.top()+min(a.bottom(), a.top()+10))/2, (b.top()+min(b.bottom(), b.top()+10))/2)
	})
}

// beside cuts a region where tables stand side by side: what is above them, each with its own
// captions and notes, what is below.
func (t *tables) beside(r region) []region {
	for i, a := range r.tables {
		for _, b := range r.tables[i+1:] {
			l, h := a.area, b.area
			if l.x0 > h.x0 {
				l, h = h, l
			}
			if l.y0 > h.y1 || h.y0 > l.y1 || l.x1 > h.x0 {
				continue
			}
			return t.cut(r, (l.x1+h.x0)/2, min(l.y0, h.y0), max(l.y1, h.y1))
		}
	}
	return []region{r}
}

// cut parts a region at x for as far above top and below bottom as its lines keep to their sides.
func (t *tables) cut(r region, x, top, bottom float64) []region {
	rows := gather(r.pieces)
	keeps := func(l *row) bool {
		for _, c := range l.runs(wordGap) {
			if left(c) < x-1 && right(c) > x+1 {
				return false
			}
		}
		return true
	}
	for i := len(rows) - 1; i >= 0; i-- {
		l := rows[i]
		if l.bottom() > top+2 {
			if l.top() < top && keeps(l) {
				top = l.top()
			}
			continue
		}
		if top-l.bottom() > 1.6*l.size() || !keeps(l) {
			break
		}
		top = l.top()
	}
	for _, l := range rows {
		if l.top() < bottom-2 {
			if l.bottom() > bottom && keeps(l) {
				bottom = l.bottom()
			}
			continue
		}
		if l.top()-bottom > 1.6*l.size() || !keeps(l) {
			break
		}
		bottom = l.bottom()
	}
	parts := []region{{x0: r.x0, x1: r.x1}, {x0: r.x0, x1: x}, {x0: x, x1: r.x1}, {x0: r.x0, x1: r.x1}}
	which := func(mx, my float64) int {
		switch {
		case my < top:
			return 0
		case my > bottom:
			return 3
		case mx < x:
			return 1
		}
		return 2
	}
	for _, p := range r.pieces {
		k := which(p.mid(), p.base-0.2*p.size)
		parts[k].pieces = append(parts[k].pieces, p)
	}
	for _, f := range r.tables {
		k := which((f.area.x0+f.area.x1)/2, (f.area.y0+f.area.y1)/2)
		parts[k].tables = append(parts[k].tables, f)
	}
	var out []region
	for k, p := range parts {
		if len(p.pieces)+len(p.tables) == 0 {
			continue
		}
		if (k == 0 || k == 3) && len(p.tables) < len(r.tables) {
			out = append(out, t.beside(p)...)
		} else {
			out = append(out, p)
		}
	}
	return out
}

// finish makes blocks of what all pages hold.
func (r *reader) finish() {
	r.continued()
	var open *para
	section := ""
	abstract := false
	var blocks []document.Block
	var texts []*para
	for _, p := range r.paras {
		if p.table != nil || p.kind == document.Footnote || p.kind == document.Caption {
			texts = append(texts, p)
			continue
		}
		if open != nil && p.kind == document.Paragraph && goesOn(open, p) {
			open.lines = append(open.lines, p.lines...)
			open.open = p.open
			continue
		}
		texts = append(texts, p)
		open = nil
		if p.open {
			open = p
		}
	}
	count := 0
	begun := false // the paper's own text: before it stand names and dates, which are no headings
	for _, p := range texts {
		if p.kind == document.Heading && !begun {
			words := strings.TrimSpace(plain(p.lines[0].pieces))
			if begun = named.MatchString(words) || p.lines[0].pieces[0].font.Bold && (p.number == "" || len(words) < 60) || p.lines[0].pieces[0].page > 1; !begun {
				p.kind, p.level, p.number = document.Paragraph, 0, ""
			}
		}
		if p.table != nil {
			count++
			p.table.ID = fmt.Sprintf("t%d", count)
			blocks = append(blocks, document.Block{Kind: document.TableBlock, Table: p.table, Section: section, Place: p.table.Place})
			continue
		}
		if len(p.lines) == 0 {
			continue
		}
		w := writer{file: r.doc.File}
		for i, l := range p.lines {
			if i > 0 {
				w.newline(plain(l.pieces), r.words)
			}
			w.line(l.pieces)
		}
		b := document.Block{Kind: p.kind, Level: p.level, Number: p.number, Text: w.text(), Section: section, Place: document.Place{File: r.doc.File, Page: p.lines[0].pieces[0].page}}
		words := strings.TrimSpace(b.Text.Plain)
		switch {
		case p.kind == document.Heading:
			section = words
			abstract = strings.EqualFold(strings.Trim(words, ".:— "), "abstract")
			b.Section = section
		case p.kind == document.Paragraph && (abstract || abstractStart(words)):
			b.Kind = document.Abstract
		}
		blocks = append(blocks, b)
	}
	r.doc.Blocks = blocks
	r.say()
}

func abstractStart(s string) bool {
	return len(s) > 10 && strings.EqualFold(s[:8], "abstract") && strings.HasPrefix(strings.TrimLeft(s[8:], " "), "—")
}

// goesOn tells whether a paragraph continues the one before it across a column or page: the text
// breaks off, at about the same size, and goes on without a capital.
func goesOn(a, b *para) bool {
	if len(a.lines) == 0 || len(b.lines) == 0 || math.Abs(a.lines[0].size()-b.lines[0].size()) > 0.6 {
		return false
	}
	last, first := a.lines[len(a.lines)-1], b.lines[0]
	samePage := last.pieces[0].page == first.pieces[0].page
	if samePage && first.base > last.base && math.Abs(first.x0()-last.x0()) < 100 && first.base-last.base < 3*last.size() {
		return !startsUpper(plain(first.pieces)) // a formula or a float stands between
	}
	text := plain(first.pieces)
	if bulletStart.MatchString(text) {
		return false
	}
	return strings.HasSuffix(strings.TrimSpace(plain(last.pieces)), "-") || !startsUpper(text) || last.x1() > a.x1-0.5*last.size() && a.x1 > 0
}

// say tells what was left out, a line each.
func (r *reader) say() {
	whole := func(text string) { r.note(0, text) }
	if r.gone.heads > 0 {
		whole(fmt.Sprintf("%d running heads and feet were left out", r.gone.heads))
	}
	if r.gone.numbers > 0 {
		whole(fmt.Sprintf("%d page numbers were left out", r.gone.numbers))
	}
	if r.gone.lines > 0 {
		whole(fmt.Sprintf("the line numbers of %d pages were left out", r.gone.lines))
	}
	if r.gone.margins > 0 {
		whole(fmt.Sprintf("%d turned lines in the margin were left out", r.gone.margins))
	}
	for _, s := range r.skips {
		r.note(s.page, fmt.Sprintf("page %d: the words inside a %s were not read", s.page, s.text))
	}
	slices.SortStableFunc(r.doc.Notes, func(a, b document.Note) int { return cmp.Compare(a.Place.Page, b.Place.Page) })
}

// continued joins tables that go on on the next page: the label says so, or the columns stand at
// the same places and nothing stands between.
func (r *reader) continued() {
	of := map[*document.Table]*found{}
	for _, f := range r.tables {
		of[f.table] = f
	}
	var out []*para
	var last *found
	for _, p := range r.paras {
		if p.table == nil {
			if p.kind != document.Footnote {
				last = nil
			}
			out = append(out, p)
			continue
		}
		f := of[p.table]
		if last != nil && f != nil && f.page == last.page+1 && sameColumns(last, f) && (p.table.Label == "" || p.table.Label == last.table.Label) {
			join(last.table, p.table)
			last.page = f.page
			continue
		}
		last = f
		out = append(out, p)
	}
	r.paras = out
}

func sameColumns(a, b *found) bool {
	if len(a.table.Rows[0]) != len(b.table.Rows[0]) {
		return false
	}
	for i := range a.column {
		if math.Abs(a.column[i].mid()-b.column[i].mid()) > 14 && math.Abs(a.column[i].x0-b.column[i].x0) > 3 && math.Abs(a.column[i].x1-b.column[i].x1) > 3 {
			return false
		}
	}
	return true
}

// join adds the rows of a table's next part, without a head that is repeated.
func join(a, b *document.Table) {
	from := 0
	for from < b.HeadRows && from < len(a.Rows) && from < a.HeadRows && sameRow(a.Rows[from], b.Rows[from]) {
		from++
	}
	if from < b.HeadRows {
		from = 0
		for i := range b.Rows[:b.HeadRows] {
			for c := range b.Rows[i] {
				b.Rows[i][c].Head = false
			}
		}
	}
	if n := len(a.Rows); n > 0 {
		a.Rules = append(a.Rules, n)
	}
	a.Rows = append(a.Rows, b.Rows[from:]...)
	a.Notes = append(a.Notes, b.Notes...)
}

func sameRow(a, b []document.Cell) bool {
	for i := range a {
		if a[i].Text.Plain != b[i].Text.Plain {
			return false
		}
	}
	return true
}
