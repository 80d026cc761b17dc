// Package pdf makes a paper of a PDF: from the characters, rules and drawings that package pdfium
// finds on its pages to headings, paragraphs and tables.
//
// The way of a page: [upright] turns it so that most text reads to the right and joins characters
// into pieces; running heads, page numbers and line numbers go (furniture.go); rules below words
// are underlines, groups of rules of one extent are tables (ruled.go), whose columns come from
// the white between their cells (grid.go), whose heads from the rules and middles of what they
// name (heads.go); words in figures go (figures.go); what is left is cut into columns of text
// (columns.go), captions find their tables (captions.go), aligned numbers without rules are
// tables too (unruled.go), and the rest flows into paragraphs (flow.go).
//
// A table whose columns cannot be told apart is left as text, with a note: a cell in a wrong
// column would make a correct paper look wrong.
package pdf

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"mcpstats/datasets/document"
	"mcpstats/datasets/papers/pdfium"
)

// Limits of one document.
const (
	MaxPages = 2000 // a file of more is refused: it is no paper, and would take minutes
	chunk    = 64   // pages held at once: running heads are found among them
)

// Read makes a document of the bytes of a PDF. name is what it is called in places and notes.
// Errors are one line without the name: the file is no PDF, is damaged or encrypted, or ctx ended.
func Read(ctx context.Context, name string, content []byte) (*document.Document, error) {
	file, err := pdfium.Open(ctx, content)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r := &reader{doc: &document.Document{File: name, Format: "pdf"}, words: map[string]bool{}}
	pages := file.Pages()
	if pages > MaxPages {
		return nil, fmt.Errorf("the PDF has %d pages, more than the %d that are read: give the paper's own pages, as qpdf IN.pdf --pages . 1-40 -- OUT.pdf writes them", pages, MaxPages)
	}
	for from := 1; from <= pages && !file.Broken(); from += chunk {
		var sheets []*sheet
		for n := from; n < from+chunk && n <= pages; n++ {
			p, err := file.Page(ctx, n)
			if err != nil {
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				if file.Broken() {
					if n == 1 {
						return nil, errors.New("the PDF is damaged: " + err.Error())
					}
					r.note(n, fmt.Sprintf("pages %d to %d were not read: %v", n, file.Pages(), err))
					break
				}
				r.note(n, fmt.Sprintf("page %d was not read: %v", n, err))
				continue
			}
			if s := r.take(p, file.Fonts); s != nil {
				sheets = append(sheets, s)
			}
		}
		r.chunk(sheets)
	}
	r.finish()
	return r.doc, nil
}

// reader is a document on its way.
type reader struct {
	doc    *document.Document
	words  map[string]bool // that the text holds, to tell divided words from compounds
	body   float64         // size of most text
	gone   removed
	gutter gutter
	paras  []*para // of all pages so far
	tables []*found
	titled bool
	above  int // captions that stand above their tables, in votes
	below  int
	skips  []note // what was left out, to be said in one line each
}

type note struct {
	page int
	text string
}

func (r *reader) note(page int, text string) {
	r.doc.Notes = append(r.doc.Notes, document.Note{Place: document.Place{File: r.doc.File, Page: page}, Text: text})
}

// take makes a sheet of a page, or says why there is nothing to read on it.
func (r *reader) take(p *pdfium.Page, fonts []pdfium.Font) *sheet {
	visible := 0
	for _, g := range p.Glyphs {
		if g.Rune != ' ' {
			visible++
		}
	}
	picture := 0.0
	for _, d := range p.Drawings {
		if d.Picture {
			picture = max(picture, (d.X1-d.X0)*(d.Y1-d.Y0))
		}
	}
	switch {
	case visible == 0 && picture > 0.1*p.Width*p.Height:
		r.note(p.Number, fmt.Sprintf("page %d is a picture: its text cannot be read", p.Number))
		return nil
	case visible == 0 && len(p.Drawings) > 200:
		r.note(p.Number, fmt.Sprintf("page %d is drawn as shapes: its text cannot be read", p.Number))
		return nil
	case visible == 0:
		return nil
	case p.Cut:
		r.note(p.Number, fmt.Sprintf("page %d holds more characters or shapes than are read of one page; the rest was left out", p.Number))
	}
	if p.Unmapped*10 > visible {
		r.note(p.Number, fmt.Sprintf("page %d: %d characters of a font that does not say which they are", p.Number, p.Unmapped))
	}
	s := upright(p, fonts)
	if s.hidden {
		r.note(p.Number, fmt.Sprintf("page %d is a picture with recognised text below it, which may be misread", p.Number))
	}
	return s
}

// chunk reads pages that are held together.
func (r *reader) chunk(sheets []*sheet) {
	unfurnish(sheets, &r.gone)
	r.learn(sheets)
	type page struct {
		s      *sheet
		t      *tables
		ruled  []*found
		gutter gutter
		force  int
	}
	var pages []page
	for _, s := range sheets {
		t := &tables{file: r.doc.File, page: s.number, words: r.words, sheet: s, body: r.body, note: func(text string) { r.note(s.number, fmt.Sprintf("page %d: %s", s.number, text)) }}
		s.underlines()
		areas := s.ruledAreas()
		var ruled []*found
		for _, a := range areas {
			table, columns, why := t.read(a)
			if table == nil {
				if why != "" {
					t.note("a table was left as text: " + why)
				}
				continue
			}
			ruled = append(ruled, &found{area: a, table: table, column: columns, page: s.number, side: a.y0, foot: a.y1})
			for _, l := range a.rows {
				s.drop(l.pieces)
			}
		}
		if s.figures(areas) > 0 {
			r.gone.figures++
			r.skips = append(r.skips, note{s.number, "figure"})
		}
		p := page{s: s, t: t, ruled: ruled}
		p.gutter, p.force = findGutter(gather(s.pieces), s.width)
		pages = append(pages, p)
	}
	best := 0
	for _, p := range pages {
		if p.force > best {
			best, r.gutter = p.force, p.gutter
		}
	}
	var laid [][]region
	for _, p := range pages {
		g := p.gutter
		if !g.found() && r.gutter.found() && fits(p.s, r.gutter) {
			g = r.gutter
		}
		if !r.titled {
			r.titled = true
			r.title(p.s)
		}
		parts := regions(p.s, g, p.ruled)
		for _, reg := range parts {
			for _, part := range p.t.beside(reg) {
				above, below := votes(p.t.lay(part))
				r.above, r.below = r.above+above, r.below+below
			}
		}
		laid = append(laid, parts)
	}
	for i, p := range pages {
		p.t.below = r.below > r.above
		for _, reg := range laid[i] {
			r.paras = append(r.paras, p.t.blocks(reg)...)
		}
		r.tables = append(r.tables, p.t.all...)
	}
}

// fits tells whether the gutter of other pages may be that of this one too: hardly a row crosses it.
func fits(s *sheet, g gutter) bool {
	rows := gather(s.pieces)
	n := 0
	for _, row := range rows {
		if crosses(row, g) {
			n++
		}
	}
	return len(rows) > 0 && float64(n) < 0.1*float64(len(rows))
}

// learn counts words and sizes.
func (r *reader) learn(sheets []*sheet) {
	sizes := map[int]int{}
	for _, s := range sheets {
		for _, l := range gather(s.pieces) {
			for _, w := range strings.Fields(plain(l.pieces)) {
				w = strings.ToLower(strings.Trim(w, ".,;:()[]\"'“”‘’!?"))
				if !strings.HasSuffix(w, "-") && len(r.words) < 1<<18 {
					r.words[w] = true
				}
			}
		}
		for _, p := range s.pieces {
			sizes[int(p.size*10+0.5)] += len(p.text)
		}
	}
	best, n := 100, 0
	for _, k := range sortedKeys(sizes) {
		if sizes[k] > n {
			best, n = k, sizes[k]
		}
	}
	r.body = float64(best) / 10
}

// title is the largest text in the upper half of the first page.
func (r *reader) title(s *sheet) {
	var most float64
	rows := gather(s.pieces)
	for _, l := range rows {
		if l.base < 0.5*s.height && len(plain(l.pieces)) > 3 {
			most = max(most, l.size())
		}
	}
	if most < r.body+1 {
		return
	}
	var lines []*row
	for _, l := range rows {
		if l.base < 0.5*s.height && l.size() > most-0.3 && (len(lines) == 0 || l.base-lines[len(lines)-1].base < 2*most) {
			lines = append(lines, l)
		}
	}
	w := writer{file: r.doc.File}
	for i, l := range lines {
		if i > 0 {
			w.newline(plain(l.pieces), r.words)
		}
		w.line(l.pieces)
		s.drop(l.pieces)
	}
	r.doc.Title = w.plain.String()
}
