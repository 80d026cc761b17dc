package xlsx

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// sheetColumn is a column of the workbook: a column of the table, or one bound
// of a column of intervals.
type sheetColumn struct {
	name string
	from int // index of the table's column
	kind reports.Kind
	part part
}

type part uint8

const (
	single part = iota
	low
	high
)

// expand gives every column of intervals two columns, and columns of the same
// name different ones, as Excel's tables need.
func expand(t reports.Table) []sheetColumn {
	var out []sheetColumn
	taken := map[string]bool{}
	add := func(c sheetColumn) {
		name := c.name
		if name == "" {
			name = "Column"
		}
		c.name = name
		for i := 2; taken[strings.ToLower(c.name)]; i++ {
			c.name = fmt.Sprintf("%s (%d)", name, i)
		}
		taken[strings.ToLower(c.name)] = true
		out = append(out, c)
	}
	for i, c := range t.Columns {
		name := strings.Join(strings.Fields(clip(c.Name, 200)), " ")
		if c.Kind == reports.Interval {
			add(sheetColumn{name + ", low", i, c.Kind, low})
			add(sheetColumn{name + ", high", i, c.Kind, high})
			continue
		}
		add(sheetColumn{name, i, c.Kind, single})
	}
	return out
}

// writeGrid writes a table's title, its captions and notes, the header, and the
// rows as an Excel table.
func (b *book) writeGrid(p *page, g *grid) error {
	for _, t := range g.tables {
		for i, row := range t.Rows {
			if len(row) != len(t.Columns) {
				return fmt.Errorf("row %d of table %s has %d cells, expected %d", i+1, t.ID, len(row), len(t.Columns))
			}
		}
	}
	t := g.merged
	if err := b.text(p.name, g.row, g.title(), style{strong: true, size: 12}); err != nil {
		return err
	}
	for i, note := range t.Notes {
		if err := b.across(p.name, g.row+1+i, p.width, note, style{tone: reports.Faint}); err != nil {
			return err
		}
	}
	columns := expand(t)
	lines := 1
	for k, c := range columns {
		if err := b.cell(p.name, k+1, g.header, c.name, style{header: true, wrap: true, right: c.kind != reports.Text, inset: k > 0}); err != nil {
			return err
		}
		lines = max(lines, linesOf(c.name, p.width.of[k]-3))
	}
	if err := b.file.SetRowHeight(p.name, g.header, lineHeight*float64(lines)+3); err != nil {
		return err
	}
	for i, cells := range t.Rows {
		if err := b.writeRow(p, g, i, columns, cells); err != nil {
			return err
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	if err := b.emphasize(p, g); err != nil {
		return err
	}
	return b.excelTable(p.name, g.header, len(columns), len(t.Rows), t.ID)
}

func (b *book) writeRow(p *page, g *grid, i int, columns []sheetColumn, cells []reports.Cell) error {
	row := g.header + 1 + i
	live := b.live(g, i, row)
	lines := 1
	for k, c := range columns {
		e := cells[c.from]
		formula := ""
		if c.part == single {
			formula = live[g.merged.Columns[c.from].Key]
		}
		wrap := wraps(c.kind, e, p.width.of[k])
		if err := b.entry(p.name, k+1, row, c, e, formula, wrap); err != nil {
			return err
		}
		if wrap {
			lines = max(lines, linesOf(whole(e), p.width.of[k]))
		}
	}
	// Not every program makes a row as high as its text. What is longer can be read
	// in the cell.
	const mostLines = 8
	if lines > 1 {
		return b.file.SetRowHeight(p.name, row, float64(lineHeight*min(lines, mostLines)))
	}
	return nil
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
func (b *book) entry(sheet string, col, row int, c sheetColumn, e reports.Cell, formula string, wrap bool) error {
	kind := c.kind
	if kind == reports.Mixed {
		kind = e.Kind
	}
	look := style{tone: e.Tone, strong: e.Strong}
	if kind == reports.Text {
		look.inset = col > 1
		s := whole(e)
		look.wrap = wrap
		to, linked := b.targets[e.Link]
		look.link = linked
		if err := b.cell(sheet, col, row, s, look); err != nil {
			return err
		}
		if !linked {
			return nil
		}
		name, err := excelize.CoordinatesToCellName(col, row)
		if err != nil {
			return err
		}
		return b.file.SetCellHyperLink(sheet, name, to.location(), "Location")
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
		return nil
	case math.IsInf(v, 1):
		return b.cell(sheet, col, row, "inf", look)
	case math.IsInf(v, -1):
		return b.cell(sheet, col, row, "-inf", look)
	case kind == reports.Points:
		v *= 100
	}
	if formula != "" {
		look.live = true
		return b.cell(sheet, col, row, computed{formula, v}, look)
	}
	return b.cell(sheet, col, row, v, look)
}

// excelTable makes a range with its header an Excel table, named after the ID,
// with filters.
func (b *book) excelTable(sheet string, header, columns, rows int, id string) error {
	ref, err := rangeOf(header, columns, rows)
	if err != nil {
		return err
	}
	stripes := false
	return b.file.AddTable(sheet, &excelize.Table{Range: ref, Name: b.tableName(id), StyleName: "TableStyleLight1", ShowRowStripes: &stripes})
}

func rangeOf(header, columns, rows int) (string, error) {
	first, err := excelize.CoordinatesToCellName(1, header)
	if err != nil {
		return "", err
	}
	last, err := excelize.CoordinatesToCellName(columns, header+rows)
	if err != nil {
		return "", err
	}
	return first + ":" + last, nil
}

// tableName is a name that Excel takes: letters, digits and underscores, no
// cell's address, unique in the workbook.
func (b *book) tableName(id string) string {
	name := "t_" + strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, clip(id, 100))
	base := name
	for i := 2; b.tables[strings.ToLower(name)]; i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	b.tables[strings.ToLower(name)] = true
	return name
}
