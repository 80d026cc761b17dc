package xlsx

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// proseWidth is how many characters a line of text takes on a section's sheet,
// where it runs across columns.
const proseWidth = 110

// writeSheet writes one section.
func (b *book) writeSheet(s *sheet) error {
	widths := newWidths()
	for _, block := range s.blocks {
		if t, ok := block.(reports.Table); ok {
			widths.table(t)
		}
	}
	if err := widths.set(b.file, s.name); err != nil {
		return err
	}
	if err := b.text(s.name, 1, s.title, style{strong: true, size: 14}); err != nil {
		return err
	}
	if err := b.link(s.name, "A2", "Summary", target{"Summary", 1}); err != nil {
		return err
	}
	for i, block := range s.blocks {
		row := s.rows[i]
		var err error
		switch block := block.(type) {
		case reports.Heading:
			err = b.text(s.name, row, block.Text, style{strong: true, size: 12})
		case reports.Prose:
			err = b.across(s.name, row, widths, plain(block.Spans), style{tone: block.Tone})
		case reports.Footnote:
			err = b.across(s.name, row, widths, plain(block.Spans), style{tone: reports.Faint})
		case reports.List:
			for k, item := range block.Items {
				if err = b.across(s.name, row+k, widths, "• "+plain(item.Spans), style{tone: item.Tone}); err != nil {
					break
				}
			}
		case reports.Figure:
			err = b.across(s.name, row, widths, "Figure: "+block.Caption+" "+reports.FigurePath(block.ID, "png"), style{tone: reports.Faint})
		case reports.Code:
			for k, line := range strings.Split(strings.TrimRight(block.Text, "\n"), "\n") {
				if err = b.text(s.name, row+k, line, style{mono: true}); err != nil {
					break
				}
			}
		case reports.Table:
			err = b.table(s.name, row, block, widths)
		}
		if err != nil {
			return err
		}
	}
	if err := b.paper(s.name, widths.total(), s.header, ""); err != nil {
		return err
	}
	return b.freeze(s)
}

// pageWidth is how many characters stand side by side on a printed page before
// they are too small to read.
const pageWidth = 260

// paper prints a sheet of the given width on A4 in landscape, on as few pages
// beside each other as can be read, the header row and the columns up to last on
// each.
func (b *book) paper(sheet string, width float64, header int, last string) error {
	const a4 = 9
	landscape, size, wide, high, fit := "landscape", a4, 1+int(width/pageWidth), 0, true
	if err := b.file.SetPageLayout(sheet, &excelize.PageLayoutOptions{Orientation: &landscape, Size: &size, FitToWidth: &wide, FitToHeight: &high}); err != nil {
		return err
	}
	if header > 0 {
		quoted := "'" + strings.ReplaceAll(sheet, "'", "''") + "'"
		rows := fmt.Sprintf("%s!$%d:$%[2]d", quoted, header)
		if last != "" {
			rows = quoted + "!$A:$" + last + "," + rows
		}
		if err := b.file.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", RefersTo: rows, Scope: sheet}); err != nil {
			return err
		}
	}
	return b.file.SetSheetProps(sheet, &excelize.SheetPropsOptions{FitToPage: &fit})
}

// freeze keeps the header of a sheet's only table in sight, and the names of its
// rows.
func (b *book) freeze(s *sheet) error {
	panes := &excelize.Panes{Freeze: true}
	if s.header > 0 && s.header <= 12 {
		panes.YSplit = s.header
	}
	for _, block := range s.blocks {
		if t, ok := block.(reports.Table); ok && len(t.Columns) > 4 && t.Columns[0].Kind == reports.Text {
			panes.XSplit = 1
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
	return b.file.SetPanes(s.name, panes)
}

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

// cell writes a value: a string stays a string, a float64 a number, nil leaves
// the cell empty.
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

// linesOf is how many lines of the given width a text takes, about.
func linesOf(s string, width float64) int {
	n := 0
	for _, line := range strings.Split(s, "\n") {
		n += 1 + int(float64(utf8.RuneCountInString(line))*1.02/width)
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
