package papers

import (
	"regexp"
	"strconv"
	"strings"

	"mcpstats/datasets/document"
)

// texTable is a tabular that is being read.
type texTable struct {
	g        *grid
	row      gridRow
	cell     gridCell
	rows     int // of the \multirow in the cell; negative: it reaches upwards
	rowTint  bool
	rules    int // rules over the whole width that were seen
	firstEnd int // rows at the first rule below the first row
	longHead int // rows of the head that stands on the first page; -1: not said
}

func (t *texTable) colour(row bool) {
	if row {
		t.rowTint = true
	} else {
		t.cell.coloured = true
	}
}

// tabularArguments are the arguments of environments that hold a table's rows, before them.
var tabularArguments = map[string]string{
	"tabular": "om", "tabular*": "mom", "tabularx": "mom", "tabulary": "mom", "tabu": "m", "longtable": "om", "longtabu": "m", "xltabular": "omm", "supertabular": "m", "xtabular": "m",
	"array": "om", "NiceTabular": "omo", "NiceTabular*": "mom", "NiceTabularX": "mom", "tblr": "om", "longtblr": "om", "talltblr": "om", "ltxtable": "mm", "mpxtabular": "m", "deluxetable": "m", "deluxetable*": "m", "tabularray": "om", "longtable*": "om",
}

// tabular reads an environment of rows and cells.
func (w *tex) tabular(name string, at document.Place) {
	for _, c := range tabularArguments[name] {
		if c == 'o' {
			w.option()
		} else {
			w.arg()
		}
	}
	if w.grid != nil { // a table in a cell parts lines
		w.nested(name)
		return
	}
	t := &texTable{g: newGrid(), longHead: -1}
	t.g.latex, t.g.place = true, at
	w.grid = t
	w.envs = append(w.envs, name)
	math, inline := w.math, w.inline
	w.math = name == "array"
	w.inline++
	for !w.cellOf(t) {
		if t.g.full() {
			w.p.note(at, "a table has more than %d cells; those beyond were not read", mostCells)
			w.skipTo(name)
			break
		}
	}
	w.endRow(t)
	w.math, w.inline = math, inline
	w.grid = nil
	if w.ending == name || w.ending == "" {
		w.ending = ""
		w.popEnv(name)
	} else {
		w.p.note(at, "a table is not ended before \\end{%s}", w.ending)
		w.popEnv(name)
	}
	if t.longHead > 0 {
		t.g.headRows = t.longHead
	} else if t.firstEnd > 0 {
		t.g.headRows = t.firstEnd
	}
	if name == "array" && !tableLike(t.g) {
		return
	}
	w.project.tabular(w, t.g)
}

// tableLike tells a table in an array environment from a matrix or a formula over lines.
func tableLike(g *grid) bool {
	if len(g.rows) < 3 {
		return false
	}
	numbers := 0
	for _, r := range g.rows {
		for _, c := range r.cells {
			if isNumeric(c.text.Plain) {
				numbers++
			}
		}
	}
	return g.headRows > 0 && numbers > 2
}

// nested reads a table within a cell as lines of that cell.
func (w *tex) nested(name string) {
	w.envs = append(w.envs, name)
	for {
		t := w.run(func(t texToken) bool { return t.kind == texAlign || rowEnd(t) })
		if t.kind == texEnd || w.ending != "" {
			break
		}
		if t.kind == texStop {
			w.back(t)
			break
		}
		w.out.space = true
		if t.kind == texCommand {
			w.star()
			w.option()
		}
	}
	if w.ending == name {
		w.ending = ""
	}
	w.popEnv(name)
	w.out.space = true
}

func rowEnd(t texToken) bool {
	return t.kind == texCommand && (t.s == "\\" || t.s == "tabularnewline" || t.s == "cr")
}

// cellOf reads to the end of a cell, and answers true at the end of the table.
func (w *tex) cellOf(t *texTable) bool {
	out := w.out
	w.out = &rich{}
	t.cell, t.rows = gridCell{rowSpan: 1, colSpan: 1}, 0
	var first document.Place
	open := 0
	over := w.run(func(k texToken) bool {
		if first.Line == 0 && k.at.Line != 0 && k.kind != texSpace && k.kind != texPar {
			first = k.at
		}
		if k.kind == texAlign || rowEnd(k) {
			return true
		}
		if k.kind == texCommand {
			if _, rule := ruleArguments[k.s]; rule && w.macros[k.s] == nil {
				return true
			}
		}
		return false
	})
	_ = open
	made := w.out
	w.out = out
	text := made.text()
	if over.kind == texCommand && !rowEnd(over) && text.Plain == "" && len(t.row.cells) == 0 {
		w.rule(t, over)
		return false
	}
	at := made.start
	if !made.begun {
		if at = first; at.Line == 0 {
			at = over.at
		}
	}
	t.cell.text, t.cell.place = text, at
	ended := over.kind == texEnd || over.kind == texStop || w.ending != ""
	if text.Plain != "" || !ended || len(t.row.cells) > 0 {
		w.addCell(t)
	}
	switch {
	case ended:
		if over.kind == texStop && w.ending == "" { // the argument that holds the table is over
			w.back(over)
		}
		return true
	case over.kind == texAlign:
	case rowEnd(over):
		w.star()
		if o, ok := w.option(); ok && !lengthLike(written(o)) {
			w.back(append(append([]texToken{{texText, "[", over.at}}, o...), texToken{texText, "]", over.at})...)
		}
		w.endRow(t)
	default: // a rule without \\ before it
		w.endRow(t)
		w.rule(t, over)
	}
	return false
}

var length = regexp.MustCompile(`^\s*[-+]?[0-9.]*\s*(?:pt|em|ex|cm|mm|in|bp|pc|sp|\\[a-zA-Z]+)|^\s*$`)

func lengthLike(s string) bool { return length.MatchString(s) }

func (w *tex) addCell(t *texTable) {
	cell := t.cell
	if t.rows > 1 {
		cell.rowSpan = t.rows
	}
	if len(t.row.cells) < mostColumns {
		t.row.cells = append(t.row.cells, cell)
		t.g.cells++
	}
	// A \multirow with a negative count stands in the last of its rows.
	if t.rows < -1 {
		col := 0
		for _, c := range t.row.cells[:len(t.row.cells)-1] {
			col += max(1, c.colSpan)
		}
		t.lift(col, -t.rows)
	}
}

// lift moves the cell that was just read to the first of the rows that it spans upwards.
func (t *texTable) lift(col, rows int) {
	to := len(t.g.rows) - rows + 1
	if to < 0 {
		return
	}
	at := 0
	for i := range t.g.rows[to].cells {
		c := &t.g.rows[to].cells[i]
		if at == col && strings.TrimSpace(c.text.Plain) == "" {
			last := len(t.row.cells) - 1
			*c = t.row.cells[last]
			c.rowSpan = rows
			t.row.cells[last] = gridCell{rowSpan: 1, colSpan: c.colSpan, place: c.place}
			return
		}
		at += max(1, c.colSpan)
	}
}

func (w *tex) endRow(t *texTable) {
	row := t.row
	t.row = gridRow{}
	tint := t.rowTint
	t.rowTint = false
	says := false
	for i := range row.cells {
		row.cells[i].coloured = row.cells[i].coloured || tint
		says = says || row.cells[i].text.Plain != "" || row.cells[i].rowSpan > 1
	}
	if len(row.cells) == 0 || !says && len(row.cells) == 1 {
		return
	}
	row.rule = t.rules > 0
	t.rules = 0
	t.g.rows = append(t.g.rows, row)
}

// span reads \multicolumn and \multirow.
func (w *tex) span(name string) {
	if name == "multicolumn" {
		n := written(w.arg())
		w.arg()
		if w.grid != nil {
			w.grid.cell.colSpan = min(atoi(n, 1), mostColumns)
		}
		w.setArg()
		return
	}
	w.option()
	n, _ := strconv.Atoi(strings.TrimSuffix(written(w.arg()), "*"))
	w.option()
	w.arg() // the width, or *
	w.option()
	if w.grid != nil && n > -10000 && n < 10000 {
		w.grid.rows = n
	}
	w.setArg()
}
