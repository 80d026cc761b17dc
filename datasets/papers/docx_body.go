package papers

import (
	"encoding/xml"

	"mcpstats/datasets/document"
)

func (w *docx) start(e xml.StartElement) {
	switch e.Name.Local {
	case "p":
		if len(w.tables) == 0 {
			w.paragraph()
		} else {
			w.out.space = true
		}
		w.style, w.level, w.list = "", 0, false
	case "pStyle":
		w.style = value(e, "val")
		w.level = w.levels[w.style]
		if w.level == 0 {
			w.level = headingStyle(w.style)
		}
	case "numPr":
		w.list = true
	case "outlineLvl":
		if w.level == 0 && !w.inRun {
			w.level = atoi(value(e, "val"), 0)
		}
	case "r":
		w.inRun, w.looks = true, nil
	case "b", "bCs":
		w.set(document.Bold, e)
	case "i":
		w.set(document.Italic, e)
	case "u":
		w.set(document.Underlined, e)
	case "strike":
		w.set(document.Struck, e)
	case "color":
		if v := value(e, "val"); w.inRun && v != "auto" && v != "000000" && v != "" {
			w.looks = append(w.looks, document.Coloured)
		}
	case "highlight":
		w.set(document.Coloured, e)
	case "vertAlign":
		switch value(e, "val") {
		case "superscript":
			w.looks = append(w.looks, document.Superscript)
		case "subscript":
			w.looks = append(w.looks, document.Subscript)
		}
	case "t":
		w.inText = true
		for _, l := range w.looks {
			w.out.begin(l)
		}
	case "tab", "br", "cr":
		if w.inRun {
			w.out.space = true
		}
	case "noBreakHyphen":
		w.out.write("-", w.place())
	case "sym":
		if s := value(e, "char"); s == "F0B1" || s == "00B1" {
			w.out.write("±", w.place())
		}
	case "footnoteReference", "endnoteReference":
	case "drawing", "pict", "object":
		if n := len(w.tables); n > 0 {
			w.p.note(w.place(), "a picture stands in a table's cell and was not read")
		}
	case "tbl", "tr", "tc", "gridSpan", "vMerge", "tblHeader", "shd":
		w.startTable(e)
	}
}

func headingStyle(id string) int {
	if len(id) == 8 && (id[:7] == "Heading" || id[:7] == "heading") && id[7] >= '1' && id[7] <= '9' {
		return int(id[7] - '0')
	}
	return 0
}

func (w *docx) set(l document.Look, e xml.StartElement) {
	if w.inRun && !off(e) {
		w.looks = append(w.looks, l)
	}
}

func (w *docx) end(name string) {
	switch name {
	case "t":
		w.inText = false
		for i := len(w.looks) - 1; i >= 0; i-- {
			w.out.end(w.looks[i])
		}
	case "r":
		w.inRun, w.looks = false, nil
	case "p":
		if len(w.tables) == 0 {
			w.paragraph()
		} else {
			w.out.space = true
		}
	case "sup", "sub": // of a formula
		w.out.space = false
	case "tbl", "tr", "tc":
		w.endTable(name)
	}
}

// paragraph ends a paragraph: a heading where its style says so.
func (w *docx) paragraph() {
	r := w.out
	w.out = &rich{}
	if r.empty() {
		return
	}
	if w.kind == document.Footnote {
		w.p.add(document.Footnote, r)
		return
	}
	at := r.start
	t := r.text()
	switch {
	case w.level < 0:
		w.p.doc.Title = t.Plain
		w.p.heading(1, "", t, at)
	case w.level > 0:
		n, t := sectionNumber(t)
		w.p.heading(w.level, n, t, at)
	case w.list:
		w.p.addText(document.ListItem, t, at)
	default:
		kind := document.Paragraph
		if section := w.p.section; section == "Abstract" || section == "ABSTRACT" {
			kind = document.Abstract
		}
		w.p.addText(kind, t, at)
	}
}

func (w *docx) startTable(e xml.StartElement) {
	if e.Name.Local == "tbl" {
		if len(w.tables) == 0 {
			w.paragraph()
		}
		t := &docxTable{g: newGrid(), out: w.out}
		t.g.place = w.place()
		w.tables = append(w.tables, t)
		w.out = &rich{}
		return
	}
	if len(w.tables) == 0 {
		return
	}
	t := w.tables[len(w.tables)-1]
	switch e.Name.Local {
	case "tr":
		t.row, t.rowMark, t.header = gridRow{}, nil, false
	case "tc":
		t.cell, t.merge = gridCell{rowSpan: 1, colSpan: 1, place: w.place()}, ""
		w.out = &rich{}
	case "gridSpan":
		t.cell.colSpan = min(atoi(value(e, "val"), 1), mostColumns)
	case "vMerge":
		if t.merge = value(e, "val"); t.merge != "restart" {
			t.merge = "continue"
		}
	case "tblHeader":
		t.header = !off(e)
	case "shd":
		if f := value(e, "fill"); !w.inRun && f != "" && f != "auto" && f != "FFFFFF" {
			t.cell.coloured = true
		}
	}
}

func (w *docx) endTable(name string) {
	if len(w.tables) == 0 {
		return
	}
	t := w.tables[len(w.tables)-1]
	switch name {
	case "tc":
		t.cell.text = w.out.text()
		w.out = &rich{}
		if len(t.row.cells) < mostColumns && !t.g.full() {
			t.row.cells = append(t.row.cells, t.cell)
			t.rowMark = append(t.rowMark, t.merge)
		}
	case "tr":
		t.row.head = t.header
		if t.header && (t.g.headRows == len(t.g.rows) || t.g.headRows < 0 && len(t.g.rows) == 0) {
			t.g.headRows = len(t.g.rows) + 1
		}
		t.g.add(t.row)
		t.merges = append(t.merges, t.rowMark)
	case "tbl":
		w.tables = w.tables[:len(w.tables)-1]
		w.out = t.out
		t.mergeRows()
		if len(w.tables) > 0 { // a table within a cell is text of the cell
			for _, r := range t.g.rows {
				for _, c := range r.cells {
					w.out.space = true
					w.out.write(c.text.Plain, w.place())
				}
			}
			w.out.space = true
			return
		}
		w.p.table(t.g)
	}
}

// mergeRows gives the cell that vertical merging begins with the rows that go on with it, and
// drops their own cells.
func (t *docxTable) mergeRows() {
	type start struct{ row, cell int }
	open := map[int]start{} // by column
	drop := make([][]bool, len(t.g.rows))
	for r := range t.g.rows {
		drop[r] = make([]bool, len(t.g.rows[r].cells))
		col := 0
		for i := range t.g.rows[r].cells {
			c := &t.g.rows[r].cells[i]
			switch t.merges[r][i] {
			case "restart":
				open[col] = start{r, i}
			case "continue":
				if s, ok := open[col]; ok {
					t.g.rows[s.row].cells[s.cell].rowSpan++
					drop[r][i] = true
				}
			default:
				delete(open, col)
			}
			col += max(1, c.colSpan)
		}
	}
	for r := range t.g.rows {
		var kept []gridCell
		for i, c := range t.g.rows[r].cells {
			if !drop[r][i] {
				kept = append(kept, c)
			}
		}
		t.g.rows[r].cells = kept
	}
}
