package xlsx

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// plain is the text of spans.
func plain(spans []reports.Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// text writes one cell of text in the first column.
func (b *book) text(sheet string, row int, s string, look style) error {
	return b.cell(sheet, 1, row, s, look)
}

// cell writes a value: a string stays a string, a float64 a number, a computed a
// formula with its value, nil leaves the cell empty.
func (b *book) cell(sheet string, col, row int, value any, look style) error {
	name, err := excelize.CoordinatesToCellName(col, row)
	if err != nil {
		return err
	}
	switch v := value.(type) {
	case string:
		err = b.file.SetCellStr(sheet, name, literal(v))
	case float64:
		err = b.file.SetCellFloat(sheet, name, v, -1, 64)
	case computed:
		if err = b.file.SetCellFloat(sheet, name, v.value, -1, 64); err == nil {
			err = b.file.SetCellFormula(sheet, name, v.formula)
		}
	}
	if err != nil {
		return err
	}
	id, err := b.id(look)
	if err != nil {
		return err
	}
	return b.file.SetCellStyle(sheet, name, name, id)
}

// escape is how workbooks spell a character by its number. Text that looks like
// one must spell its first underscore so; excelize forgets to.
var escape = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// literal is text that reads back as it is.
func literal(s string) string {
	return escape.ReplaceAllStringFunc(strings.ToValidUTF8(s, "\ufffd"), func(e string) string { return "_x005F" + e })
}

// across writes a paragraph that runs over several columns and as many lines as
// it needs.
func (b *book) across(sheet string, row int, w *widths, s string, look style) error {
	look.wrap = true
	if err := b.text(sheet, row, s, look); err != nil {
		return err
	}
	columns, width := w.span(proseWidth)
	last, err := excelize.CoordinatesToCellName(columns, row)
	if err != nil {
		return err
	}
	first, err := excelize.CoordinatesToCellName(1, row)
	if err != nil {
		return err
	}
	if columns > 1 {
		if err := b.file.MergeCell(sheet, first, last); err != nil {
			return err
		}
	}
	return b.file.SetRowHeight(sheet, row, lineHeight*float64(linesOf(s, width)))
}

const lineHeight = 15 // points

// linesOf is how many lines of the given width a text takes, about: words are not
// broken where they fit on a line.
func linesOf(s string, width float64) int {
	room := max(1, int(width/0.95)) // letters are narrower than the digits that widths count
	n := 0
	for _, paragraph := range strings.Split(s, "\n") {
		n++
		used := 0
		for _, word := range strings.Fields(paragraph) {
			size := utf8.RuneCountInString(word)
			switch {
			case used == 0:
			case used+1+size <= room:
				used += 1 + size
				continue
			default:
				n++
			}
			n += (size - 1) / room
			used = (size-1)%room + 1
		}
	}
	return min(n, 27) // Excel's rows end at 409 points
}

// link writes a cell that leads elsewhere in the workbook.
func (b *book) link(sheet, cell, s string, to target) error {
	if err := b.file.SetCellStr(sheet, cell, literal(s)); err != nil {
		return err
	}
	if err := b.file.SetCellHyperLink(sheet, cell, to.location(), "Location"); err != nil {
		return err
	}
	id, err := b.id(style{link: true})
	if err != nil {
		return err
	}
	return b.file.SetCellStyle(sheet, cell, cell, id)
}
