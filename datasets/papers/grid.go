package papers

import (
	"strings"

	"mcpstats/datasets/document"
)

// The largest table that is read; beyond it rows are left out and the reader says so.
const (
	mostColumns = 400
	mostCells   = 400_000
)

// grid is a table in the making: rows of cells as they stand in the source, with their spans,
// and what the source says of its heads.
type grid struct {
	rows     []gridRow
	latex    bool // cells below a \multirow are written out and empty
	headRows int  // rows that the source calls heads (thead, above the first rule); -1: it does not say
	caption  document.Text
	label    string
	notes    []document.Text
	place    document.Place
	captured document.Place
	cells    int
}

type gridRow struct {
	cells []gridCell
	rule  bool // a rule over the whole width stands above it
	head  bool // all of it was marked as a head
}

type gridCell struct {
	text     document.Text
	place    document.Place
	rowSpan  int
	colSpan  int
	head     bool
	coloured bool
}

func newGrid() *grid { return &grid{headRows: -1} }

// full tells whether no more cells are read.
func (g *grid) full() bool { return g.cells >= mostCells }

func (g *grid) add(r gridRow) {
	g.cells += len(r.cells)
	g.rows = append(g.rows, r)
}

// table lays the cells out in a rectangle and finds its heads; nil where there is no cell.
func (g *grid) table() *document.Table {
	rows := g.layout()
	if len(rows) == 0 || len(rows[0]) == 0 {
		return nil
	}
	t := &document.Table{Rows: rows, Caption: g.caption, Label: g.label, Notes: g.notes, Place: g.place, Captioned: g.captured}
	for i, r := range g.rows {
		if r.rule && i > 0 && i < len(rows) {
			t.Rules = append(t.Rules, i)
		}
	}
	if (t.Place == document.Place{}) {
		t.Place = rows[0][0].Place
	}
	t = trimmed(t)
	if t == nil {
		return nil
	}
	footnotes(t)
	findHeads(t, g)
	return t
}

// textBehind cuts the last rows of a Markdown table that say words in their first cell alone:
// Markdown takes a paragraph that follows a table without an empty line into it.
func (g *grid) textBehind(format string) []gridCell {
	if format != "markdown" {
		return nil
	}
	last := len(g.rows)
	for last > 2 {
		r := g.rows[last-1]
		if len(r.cells) < 2 || isNumeric(r.cells[0].text.Plain) || r.cells[0].colSpan > 1 {
			break
		}
		says := 0
		for _, c := range r.cells {
			if strings.TrimSpace(c.text.Plain) != "" {
				says++
			}
		}
		if says != 1 || r.cells[0].text.Plain == "" || len(r.cells[0].text.Plain) < 12 {
			break
		}
		last--
	}
	var out []gridCell
	for _, r := range g.rows[last:] {
		out = append(out, r.cells[0])
	}
	g.rows = g.rows[:last]
	return out
}

// layout places cells with their spans. A cell that a span from above covers moves to the
// right, as in HTML; LaTeX writes it out, and it is taken to be covered where it is empty.
func (g *grid) layout() [][]document.Cell {
	width := 0
	var rows [][]document.Cell
	type hold struct{ rows, row, col int } // rows still to be covered from the cell at row, col
	var held []hold
	at := func(i int) *hold {
		for len(held) <= i {
			held = append(held, hold{})
		}
		return &held[i]
	}
	for r, row := range g.rows {
		var out []document.Cell
		cover := func() bool { // places the cells that spans from above cover here
			c := len(out)
			h := at(c)
			if h.rows <= 0 {
				return false
			}
			h.rows--
			from := rows[h.row][h.col]
			from.Covered = true
			out = append(out, from)
			return true
		}
		for _, cell := range row.cells {
			if len(out) >= mostColumns {
				break
			}
			text := strings.TrimSpace(cell.text.Plain)
			if g.latex {
				if h := at(len(out)); h.rows > 0 {
					if text == "" && cell.colSpan <= 1 {
						cover()
						continue
					}
					h.rows = 0
				}
			} else {
				for len(out) < mostColumns && cover() {
				}
			}
			spanRows, spanCols := max(1, min(cell.rowSpan, len(g.rows)-r)), max(1, min(cell.colSpan, mostColumns-len(out)))
			made := document.Cell{Text: cell.text, RowSpan: spanRows, ColSpan: spanCols, Head: cell.head || row.head, Place: cell.place}
			if cell.coloured && text != "" {
				made.Text.Styles = append(made.Text.Styles, document.Style{Look: document.Coloured, From: 0, To: len(made.Text.Plain)})
			}
			col := len(out)
			for k := range spanCols {
				c := made
				c.Covered = k > 0
				out = append(out, c)
				if spanRows > 1 {
					*at(col + k) = hold{rows: spanRows - 1, row: r, col: col + k}
				} else if !g.latex {
					at(col + k).rows = 0
				}
			}
		}
		if !g.latex {
			for len(out) < len(held) && len(out) < mostColumns && cover() {
			}
		}
		width = max(width, len(out))
		rows = append(rows, out)
	}
	for r := range rows {
		for len(rows[r]) < width {
			place := document.Place{}
			if n := len(rows[r]); n > 0 {
				place = rows[r][n-1].Place
			}
			c := document.Cell{RowSpan: 1, ColSpan: 1, Place: place}
			if c.Place == (document.Place{}) {
				c.Place = g.place
			}
			rows[r] = append(rows[r], c)
		}
	}
	return rows
}

// trimmed drops rows and columns in which nothing stands at the edges and between.
func trimmed(t *document.Table) *document.Table {
	var rows [][]document.Cell
	var rules []int
	moved := map[int]int{}
	for r, row := range t.Rows {
		says := false
		for _, c := range row {
			says = says || strings.TrimSpace(c.Text.Plain) != "" && !c.Covered
		}
		covered := false
		for _, c := range row {
			covered = covered || c.Covered && c.RowSpan > 1
		}
		moved[r] = len(rows)
		if says || covered {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	for _, r := range t.Rules {
		if n := moved[r]; n > 0 && n < len(rows) && (len(rules) == 0 || rules[len(rules)-1] != n) {
			rules = append(rules, n)
		}
	}
	t.Rows, t.Rules = rows, rules
	// An empty last or first column comes of stray column marks.
	for len(t.Rows[0]) > 1 && emptyColumn(t, len(t.Rows[0])-1) {
		for r := range t.Rows {
			n := len(t.Rows[r]) - 1
			t.Rows[r] = t.Rows[r][:n]
			for c := range t.Rows[r] {
				if t.Rows[r][c].ColSpan > n-c {
					t.Rows[r][c].ColSpan = max(1, n-c)
				}
			}
		}
	}
	return t
}

func emptyColumn(t *document.Table, col int) bool {
	for r := range t.Rows {
		if c := t.Rows[r][col]; strings.TrimSpace(c.Text.Plain) != "" && !c.Covered {
			return false
		}
	}
	return true
}

// footnotes moves the last rows into the table's notes where each says one thing over the
// whole width that is longer than a name.
func footnotes(t *document.Table) {
	for len(t.Rows) > 2 {
		last := t.Rows[len(t.Rows)-1]
		text, said := document.Text{}, 0
		for _, c := range last {
			if !c.Covered && strings.TrimSpace(c.Text.Plain) != "" {
				text, said = c.Text, said+1
			}
		}
		spans := last[0].ColSpan == len(last) && len(last) > 1 || len(text.Plain) > 60 && len(last) > 2 && strings.TrimSpace(last[0].Text.Plain) != ""
		if said != 1 || !spans || len(text.Plain) < 25 && !strings.HasPrefix(strings.ToLower(text.Plain), "note") && !strings.ContainsAny(text.Plain[:1], "*†") {
			return
		}
		t.Notes = append([]document.Text{text}, t.Notes...)
		t.Rows = t.Rows[:len(t.Rows)-1]
		for len(t.Rules) > 0 && t.Rules[len(t.Rules)-1] >= len(t.Rows) {
			t.Rules = t.Rules[:len(t.Rules)-1]
		}
	}
}
