package xlsx

import (
	"fmt"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// proseWidth is how many characters a line of text takes on a page, where it runs
// across columns.
const proseWidth = 120

// writePage writes one section.
func (b *book) writePage(p *page) error {
	if err := p.width.set(b.file, p.name); err != nil {
		return err
	}
	if err := b.text(p.name, 1, p.title, style{strong: true, size: 14}); err != nil {
		return err
	}
	if err := b.link(p.name, "A2", "Back to the summary", target{summarySheet, 1}); err != nil {
		return err
	}
	if err := b.writeIndex(p); err != nil {
		return err
	}
	for _, g := range p.groups {
		if g.title != "" && g.row > 0 {
			if err := b.text(p.name, g.row, g.title, style{strong: true, size: 13}); err != nil {
				return err
			}
		}
		for _, r := range g.remarks {
			if r.look.mono {
				if err := b.text(p.name, r.row, r.text, r.look); err != nil {
					return err
				}
				continue
			}
			if err := b.across(p.name, r.row, p.width, r.text, r.look); err != nil {
				return err
			}
		}
		for _, grid := range g.grids {
			if err := b.writeGrid(p, grid); err != nil {
				return err
			}
		}
	}
	if err := b.paper(p.name, 1, p.first, ""); err != nil {
		return err
	}
	columns, _ := p.width.span(proseWidth)
	if err := b.printed(p.name, max(columns, len(p.width.of)), p.last); err != nil {
		return err
	}
	return b.freeze(p)
}

// writeIndex lists the tables of a page that has several.
func (b *book) writeIndex(p *page) error {
	if p.grids < 2 {
		return nil
	}
	row := firstRow
	if err := b.text(p.name, row, "On this sheet", style{strong: true}); err != nil {
		return err
	}
	for _, g := range p.groups {
		for _, grid := range g.grids {
			row++
			name := grid.title()
			if g.title != "" && grid.merged.Origin.Of != "" {
				name += ": " + grid.merged.Origin.Of
			}
			if err := b.link(p.name, fmt.Sprintf("A%d", row), name, target{p.name, grid.row}); err != nil {
				return err
			}
		}
	}
	return nil
}

// freeze keeps a page's title and way back in sight, with the header where it is
// of the only table, and the names of the rows.
func (b *book) freeze(p *page) error {
	const highestHeader = 12 // beyond it, too little of a screen is left
	panes := &excelize.Panes{Freeze: true}
	if p.first > 0 && p.first <= highestHeader {
		panes.YSplit = p.first
	} else if p.grids > 1 {
		panes.YSplit = 2
	}
	for _, g := range p.groups {
		for _, grid := range g.grids {
			if c := grid.merged.Columns; len(c) > 4 && c[0].Kind == reports.Text && p.width.of[0] < widest/2 {
				panes.XSplit = 1
			}
		}
	}
	switch {
	case panes.XSplit > 0 && panes.YSplit > 0:
		panes.ActivePane = "bottomRight"
	case panes.YSplit > 0:
		panes.ActivePane = "bottomLeft"
	case panes.XSplit > 0:
		panes.ActivePane = "topRight"
	default:
		return nil
	}
	cell, err := excelize.CoordinatesToCellName(panes.XSplit+1, panes.YSplit+1)
	if err != nil {
		return err
	}
	panes.TopLeftCell = cell
	return b.file.SetPanes(p.name, panes)
}
