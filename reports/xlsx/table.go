package xlsx

import (
	"fmt"
	"math"
	"unicode/utf8"

	"mcpstats/reports"
)

// grid writes a table's title, its captions and notes, the header, and the rows as
// an Excel table.
func (s *sheet) grid(p *page, g *grid) {
	for _, t := range g.tables {
		for i, row := range t.Rows {
			if len(row) != len(t.Columns) {
				s.do(fmt.Errorf("row %d of table %s has %d cells, expected %d", i+1, t.ID, len(row), len(t.Columns)))
				return
			}
		}
	}
	t := g.merged
	s.text(g.row, g.title(), style{strong: true, size: 12})
	for i, note := range t.Notes {
		s.across(g.row+1+i, p.width, note, style{tone: reports.Faint})
	}
	columns := g.columns()
	lines := 1
	names := make([]string, len(columns))
	for k, c := range columns {
		s.cell(k+1, g.header, c.name, style{header: true, wrap: true, right: c.kind != reports.Text, inset: k > 0})
		lines = max(lines, linesOf(c.name, p.width.of[k]-3))
		names[k] = c.name
	}
	s.tall(g.header, lineHeight*float64(lines)+3)
	for i, cells := range t.Rows {
		s.gridRow(p, g, i, columns, cells)
	}
	if len(t.Rows) == 0 {
		return
	}
	s.do(s.book.emphasize(p, g))
	s.table(g.header, names, len(t.Rows), t.ID)
}

func (s *sheet) gridRow(p *page, g *grid, i int, columns []sheetColumn, cells []reports.Cell) {
	row := g.header + 1 + i
	live := s.book.live(g, i, row)
	lines := 1
	for k, c := range columns {
		e := cells[c.from]
		formula := ""
		if c.part == single {
			formula = live[g.merged.Columns[c.from].Key]
		}
		wrap := wraps(c.kind, e, p.width.of[k])
		s.entry(k+1, row, c, e, formula, wrap)
		if wrap {
			lines = max(lines, linesOf(whole(e), p.width.of[k]))
		}
	}
	// Not every program makes a row as high as its text. What is longer can be read
	// in the cell.
	const mostLines = 8
	if lines > 1 {
		s.tall(row, float64(lineHeight*min(lines, mostLines)))
	}
}

// whole is a cell's text as it was before it was shortened.
func whole(e reports.Cell) string {
	if e.Full != "" {
		return e.Full
	}
	return e.Text
}

// wraps tells a text that is longer than its column.
func wraps(kind reports.Kind, e reports.Cell, width float64) bool {
	return (kind == reports.Text || kind == reports.Mixed && e.Kind == reports.Text) && float64(utf8.RuneCountInString(whole(e))) > width-1
}

// entry writes one cell of a table, with the formula that gives its number, if
// there is one; wrap lets a text take several lines.
func (s *sheet) entry(col, row int, c sheetColumn, e reports.Cell, formula string, wrap bool) {
	kind := c.kind
	if kind == reports.Mixed {
		kind = e.Kind
	}
	look := style{tone: e.Tone, strong: e.Strong}
	if kind == reports.Text {
		look.inset, look.wrap = col > 1, wrap
		to, linked := s.book.targets[e.Link]
		look.link = linked
		s.cell(col, row, whole(e), look)
		if linked {
			s.lead(col, row, to)
		}
		return
	}
	look.right = true
	v := e.Value
	switch c.part {
	case low:
		v, kind = e.Low, e.Bounds
	case high:
		v, kind = e.High, e.Bounds
	}
	look.format = formatOf(kind, e)
	switch {
	case !e.HasValue || math.IsNaN(v):
		return
	case math.IsInf(v, 1):
		s.cell(col, row, "inf", look)
		return
	case math.IsInf(v, -1):
		s.cell(col, row, "-inf", look)
		return
	case kind == reports.Points:
		v *= 100
	}
	if formula != "" {
		look.live = true
		s.cell(col, row, computed{formula, v}, look)
		return
	}
	s.cell(col, row, v, look)
}
