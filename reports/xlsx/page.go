package xlsx

import (
	"slices"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// proseWidth is how many characters a line of text takes on a page, where it runs
// across columns.
const proseWidth = 120

// writePage writes one section.
func (b *book) writePage(p *page) error {
	s := b.open(p.name, layout{widths: *p.width, panes: p.panes(), beside: 1, high: 1, header: p.first})
	s.head(p.title)
	s.index(p)
	for _, g := range p.groups {
		if g.title != "" && g.row > 0 {
			s.text(g.row, g.title, style{strong: true, size: 13})
		}
		for _, r := range g.remarks {
			if r.look.mono {
				s.text(r.row, r.text, r.look)
			} else {
				s.across(r.row, p.width, r.text, r.look)
			}
		}
		for _, grid := range g.grids {
			s.grid(p, grid)
		}
	}
	columns, _ := p.width.span(proseWidth)
	if beyond := max(columns, len(p.width.of)); p.details() {
		s.unprinted(beyond)
	} else {
		s.printed(beyond, min(p.last, printedRows))
	}
	return s.end()
}

// details tells a sheet that few look for, and nobody on paper.
func (p *page) details() bool {
	return p.title != glossary && slices.ContainsFunc(knownParts, func(k knownPart) bool { return k.title == p.title })
}

// index lists the tables of a page that has several.
func (s *sheet) index(p *page) {
	if p.grids < 2 {
		return
	}
	row := firstRow
	s.text(row, "On this sheet", style{strong: true})
	for _, g := range p.groups {
		for _, grid := range g.grids {
			row++
			name := grid.title()
			if g.title != "" && grid.merged.Origin.Of != "" {
				name += ": " + grid.merged.Origin.Of
			}
			s.link(row, name, target{p.name, grid.row})
		}
	}
}

// panes keep a page's title and way back in sight, with the header where it is of
// the only table, and the names of the rows; nil where nothing is kept.
func (p *page) panes() *excelize.Panes {
	const highestHeader = 12 // beyond it, too little of a screen is left
	rows, columns := 0, 0
	if p.first > 0 && p.first <= highestHeader {
		rows = p.first
	} else if p.grids > 1 {
		rows = 2
	}
	for _, g := range p.groups {
		for _, grid := range g.grids {
			if c := grid.merged.Columns; len(c) > 4 && c[0].Kind == reports.Text && p.width.of[0] < widest/2 {
				columns = 1
			}
		}
	}
	return frozen(rows, columns)
}

// frozen keeps the first rows and columns of a sheet in sight; nil where there are
// none to keep.
func frozen(rows, columns int) *excelize.Panes {
	at, err := excelize.CoordinatesToCellName(columns+1, rows+1)
	if err != nil || rows+columns == 0 {
		return nil
	}
	panes := &excelize.Panes{Freeze: true, XSplit: columns, YSplit: rows, TopLeftCell: at, ActivePane: "bottomRight"}
	switch {
	case columns == 0:
		panes.ActivePane = "bottomLeft"
	case rows == 0:
		panes.ActivePane = "topRight"
	}
	return panes
}
