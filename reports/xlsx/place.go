package xlsx

// place decides where everything will stand, before anything is written, so that
// links can point both ways.
func (b *book) place() {
	b.targets = map[string]target{}
	for _, p := range b.pages {
		p.width = newWidths()
		for _, g := range p.groups {
			for _, grid := range g.grids {
				p.width.table(grid)
			}
		}
		for _, id := range p.ids {
			b.targets[id] = target{p.name, 1}
		}
		p.place(b.targets)
	}
}

// firstRow is the first row below a page's title and its line of links.
const firstRow = 4

func (p *page) place(targets map[string]target) {
	row := firstRow
	if p.grids > 1 {
		row += p.grids + 2 // the index
	}
	for _, g := range p.groups {
		if len(g.remarks)+len(g.grids) == 0 {
			continue
		}
		g.row = row
		for _, id := range g.ids {
			targets[id] = target{p.name, row}
		}
		if g.title != "" {
			row++
		}
		for i := range g.remarks {
			g.remarks[i].row = row
			row++
		}
		if len(g.remarks) > 0 {
			row++
		}
		for _, grid := range g.grids {
			grid.row = row
			grid.header = row + 1 + len(grid.merged.Notes)
			for _, t := range grid.tables {
				targets[t.ID] = target{p.name, row}
			}
			if p.grids == 1 {
				p.first = grid.header
			}
			row = grid.header + len(grid.merged.Rows) + 2
		}
	}
	p.last = max(row-2, 1)
}
