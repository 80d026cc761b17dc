package papers

import (
	"strconv"
	"strings"

	"mcpstats/datasets/document"
)

func number(n int) string { return strconv.Itoa(n) }

var sectionLevels = map[string]int{"part": 0, "chapter": 0, "section": 1, "subsection": 2, "subsubsection": 3}

// command carries out what only a whole project knows: sections, captions, labels, files.
func (pr *texProject) command(w *tex, t texToken) bool {
	switch name := t.s; name {
	case "section", "subsection", "subsubsection", "chapter", "part":
		pr.heading(w, name, t)
	case "paragraph", "subparagraph", "subsubsubsection":
		w.star()
		w.option()
		w.flush()
		w.styled(document.Bold)
		w.out.space = true
	case "appendix":
		pr.appendix, pr.sections = true, [4]int{}
	case "title":
		w.option()
		r := w.capture(w.setArg)
		if pr.p.doc.Title == "" {
			pr.p.doc.Title = r.text().Plain
		}
	case "abstract":
		r := w.capture(w.setArg)
		pr.p.add(document.Abstract, r)
	case "caption", "captionof", "subcaption", "caption*", "tabcaption", "figcaption", "topcaption", "bottomcaption", "tablecaption":
		pr.caption(w, name, t)
	case "label":
		if key := written(w.arg()); key != "" && len(pr.seen) < 100000 {
			pr.seen[key] = pr.current
		}
	case "input", "include", "subfile", "subfileinclude", "@input", "InputIfFileExists", "inputminted", "loadgeometry":
		if name == "inputminted" {
			w.option()
			w.arg()
			w.arg()
			return true
		}
		pr.include(w, ".", pr.fileName(w), t)
	case "import", "subimport", "includefrom", "subincludefrom", "inputfrom":
		w.star()
		dir := written(w.arg())
		pr.include(w, strings.TrimSuffix(strings.TrimPrefix(dir, "./"), "/")+"/.", written(w.arg()), t)
	case "footnote", "footnotetext", "tablefootnote", "tfootnote":
		w.option()
		r := w.capture(w.setArg)
		pr.footnote(w, r)
	case "footnotemark":
		w.option()
	case "includegraphics", "includesvg", "epsfig", "psfig":
		w.star()
		w.option()
		w.arg()
		if w.float != nil {
			w.float.picture = true
		}
	case "item":
		if w.grid == nil && w.inline == 0 {
			w.flush()
		} else {
			w.out.space = true
		}
		if o, ok := w.option(); ok {
			if w.float != nil { // a table's notes: the mark stands raised before the note
				w.out.begin(document.Superscript)
				w.set(o)
				w.out.end(document.Superscript)
			} else {
				w.set(o)
			}
			w.out.space = true
		}
	case "subfloat", "subtable", "subfigure", "subcaptionbox", "ffigbox", "ttabbox":
		w.star()
		if name == "subcaptionbox" {
			w.arg()
		} else {
			w.option()
		}
		w.option()
		w.setArg()
	case "bibliography", "printbibliography":
		return false
	default:
		return false
	}
	return true
}

// fileName reads \input{name} and \input name.
func (pr *texProject) fileName(w *tex) string {
	t := w.skipSpace()
	if t.kind == texOpen {
		return written(w.group())
	}
	var name strings.Builder
	for t.kind == texText || t.kind == texDown {
		name.WriteString(t.s)
		t = w.next()
	}
	w.back(t)
	return name.String()
}

func (pr *texProject) heading(w *tex, name string, t texToken) {
	star := w.star()
	if !star {
		w.option()
	}
	if w.float == nil && w.grid == nil {
		w.flush()
	}
	text := w.capture(w.setArg)
	level := sectionLevels[name]
	if name == "chapter" {
		pr.chapters = true
	}
	counted := ""
	if !star {
		pr.sections[level]++
		for l := level + 1; l < len(pr.sections); l++ {
			pr.sections[l] = 0
		}
		first := 1
		if pr.chapters {
			first = 0
		}
		var parts []string
		for l := first; l <= level; l++ {
			n := number(pr.sections[l])
			if l == first && pr.appendix && pr.sections[l] > 0 && pr.sections[l] < 27 {
				n = string(rune('A' + pr.sections[l] - 1))
			}
			parts = append(parts, n)
		}
		counted = strings.Join(parts, ".")
		kind := "Section"
		if pr.appendix {
			kind = "Appendix"
		}
		pr.current = texLabel{kind, counted}
	}
	at := text.start
	if !text.begun {
		at = t.at
	}
	if w.grid == nil {
		pr.p.heading(max(1, level), counted, text.text(), at)
	}
}

// caption reads a caption and counts what it belongs to.
func (pr *texProject) caption(w *tex, name string, t texToken) {
	star := w.star()
	kind := "table"
	if w.float != nil {
		kind = w.float.kind
	}
	if name == "captionof" {
		kind = strings.TrimSuffix(written(w.arg()), "*")
	}
	w.option()
	text := w.capture(w.setArg)
	at := text.start
	if !text.begun {
		at = t.at
	}
	if w.float == nil && name != "captionof" && w.grid == nil {
		pr.p.add(document.Caption, text)
		return
	}
	made := text.text()
	if w.float != nil && (w.float.inSub || name == "subcaption") {
		pr.current = texLabel{titled(kind), number(pr.counter(kind)+1) + string(rune('a'+min(max(0, w.float.sub-1), 25)))}
		if n := len(w.float.grids); n > 0 && kind == "table" && w.float.grids[n-1].caption.Plain == "" {
			w.float.grids[n-1].caption, w.float.grids[n-1].captured = made, at
		}
		return
	}
	label := ""
	if !star {
		if kind == "figure" {
			pr.figures++
		} else {
			pr.tables++
		}
		n := number(pr.counter(kind))
		if pr.chapters {
			n = number(pr.sections[0]) + "." + n
		}
		label = titled(kind) + " " + n
		pr.current = texLabel{titled(kind), n}
	}
	if w.float == nil {
		pr.p.addText(document.Caption, made, at).Number = label
		return
	}
	if w.float.caption.Plain != "" { // a second one in the same float
		w.flushFloat()
	}
	w.float.caption, w.float.at, w.float.label = made, at, label
}

func (pr *texProject) counter(kind string) int {
	if kind == "figure" {
		return pr.figures
	}
	return pr.tables
}

func titled(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// footnote keeps a note with the table that it stands in, else as a block of its own.
func (pr *texProject) footnote(w *tex, r *rich) {
	switch {
	case w.grid != nil && !r.empty():
		w.grid.g.notes = append(w.grid.g.notes, r.text())
	case w.float != nil:
		w.float.texts = append(w.float.texts, floatText{r.text(), r.start})
	case !pr.preamble:
		pr.p.add(document.Footnote, r)
	}
}

// tabular takes a table that was read: into the float that it stands in, or at once.
func (pr *texProject) tabular(w *tex, g *grid) {
	if w.float != nil {
		w.float.grids = append(w.float.grids, g)
		return
	}
	pr.p.table(g)
}

// flushFloat adds the tables of a float, with its caption, label and notes.
func (w *tex) flushFloat() {
	f := w.float
	texts := f.texts
	f.texts = nil
	for i, g := range f.grids {
		own := g.caption.Plain
		if own == "" {
			g.caption, g.captured = f.caption, f.at
		}
		g.label = f.label
		if i == len(f.grids)-1 {
			for _, t := range texts {
				g.notes = append(g.notes, t.text)
			}
			texts = nil
		}
		w.p.table(g)
	}
	for _, t := range texts {
		w.p.addText(document.Paragraph, t.text, t.at)
	}
	if len(f.grids) == 0 && f.caption.Plain != "" {
		b := w.p.addText(document.Caption, f.caption, f.at)
		b.Number = f.label
		if f.kind == "table" && f.picture {
			w.p.note(f.place, "%s is a picture and was not read", f.label)
		} else if f.kind == "table" {
			w.p.note(f.place, "%s holds no table that could be read", f.label)
		}
	}
	f.grids, f.caption, f.label = nil, document.Text{}, ""
}

func (w *tex) closeFloat() {
	w.flushFloat()
	w.float = nil
}
