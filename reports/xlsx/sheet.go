package xlsx

import (
	"fmt"

	"github.com/xuri/excelize/v2"
)

// sheet is a sheet of the workbook while it is written, from top to bottom: a row
// goes out when the next one begins, so that one row is held as cells, and not the
// workbook. The first error stays: what follows does nothing, and end returns it.
type sheet struct {
	book   *book
	name   string
	stream *excelize.StreamWriter
	row    int // that is written now; 0: none yet
	cells  []any
	height float64 // of that row in points; 0: as the program finds
	err    error
}

// layout is what must be known of a sheet before its first row.
type layout struct {
	widths  widths
	panes   *excelize.Panes // nil: nothing is frozen
	white   bool            // no grid lines
	beside  int             // on how many pages beside each other it is printed
	scale   int             // instead: at so many percent
	upright bool            // printed upright, not in landscape
	high    int             // on how many below each other; 0: as many as it needs
	header  int             // the row that is printed on every page; 0: none
	fixed   string          // columns up to this one are, too; empty: none
}

// open begins a sheet.
func (b *book) open(name string, l layout) *sheet {
	s := &sheet{book: b, name: name}
	s.do(b.paper(name, l))
	// The library would say that every sheet is one cell large.
	s.do(b.file.SetSheetDimension(name, ""))
	s.do(l.widths.set(b.file, name))
	if l.white {
		gridLines := false
		s.do(b.file.SetSheetView(name, 0, &excelize.ViewOptions{ShowGridLines: &gridLines}))
	}
	if l.panes != nil {
		s.do(b.file.SetPanes(name, l.panes))
	}
	if s.err == nil {
		s.stream, s.err = b.file.NewStreamWriter(name)
	}
	return s
}

// do keeps the first error.
func (s *sheet) do(err error) {
	if s.err == nil {
		s.err = err
	}
}

// end completes the sheet.
func (s *sheet) end() error {
	s.flush()
	if s.err == nil {
		s.err = s.stream.Flush()
	}
	if s.err != nil {
		return fmt.Errorf("sheet %s: %w", s.name, s.err)
	}
	return nil
}

// flush writes the current row.
func (s *sheet) flush() {
	if s.err != nil || s.row == 0 || len(s.cells) == 0 && s.height == 0 {
		return
	}
	var opts []excelize.RowOpts
	if s.height > 0 {
		opts = append(opts, excelize.RowOpts{Height: min(s.height, excelize.MaxRowHeight)})
	}
	s.do(s.stream.SetRow(fmt.Sprintf("A%d", s.row), s.cells, opts...))
	clear(s.cells)
	s.cells, s.height = s.cells[:0], 0
}

// at goes to a row, which is the current one or one below.
func (s *sheet) at(row int) {
	if row == s.row {
		return
	}
	s.flush()
	if row < s.row {
		s.do(fmt.Errorf("row %d comes after row %d", row, s.row))
	}
	s.row = row
}

// put sets a cell of the current row.
func (s *sheet) put(col int, value any) {
	for len(s.cells) < col {
		s.cells = append(s.cells, nil)
	}
	s.cells[col-1] = value
}

// cell writes a value: a string stays a string, a float64 a number, a computed a
// formula with its value.
func (s *sheet) cell(col, row int, value any, look style) {
	s.at(row)
	id, err := s.book.id(look)
	s.do(err)
	out := excelize.Cell{StyleID: id, Value: value}
	switch v := value.(type) {
	case string:
		if out.Value = text(v); v == "" {
			out.Value = nil // no text, not an empty one: Excel counts those
		}
	case computed:
		out.Value, out.Formula = v.value, v.formula
	}
	s.put(col, out)
}

// text writes a cell of text in the first column.
func (s *sheet) text(row int, words string, look style) { s.cell(1, row, words, look) }

// across writes a paragraph that runs over several columns and as many lines as
// it needs.
func (s *sheet) across(row int, w *widths, words string, look style) {
	look.wrap = true
	s.text(row, words, look)
	columns, width := w.span(proseWidth)
	s.merge(row, columns)
	s.tall(row, lineHeight*float64(linesOf(words, width)))
}

// merge makes the first cells of a row one.
func (s *sheet) merge(row, columns int) {
	if columns < 2 || s.err != nil {
		return
	}
	last, err := excelize.CoordinatesToCellName(columns, row)
	s.do(err)
	s.do(s.stream.MergeCell(fmt.Sprintf("A%d", row), last))
}

// tall sets a row's height in points.
func (s *sheet) tall(row int, points float64) {
	s.at(row)
	s.height = points
}

// link writes a cell in the first column that leads elsewhere in the workbook.
func (s *sheet) link(row int, words string, to target) {
	s.text(row, words, style{link: true})
	s.lead(1, row, to)
}

// lead makes a cell lead elsewhere in the workbook.
func (s *sheet) lead(col, row int, to target) {
	name, err := excelize.CoordinatesToCellName(col, row)
	s.do(err)
	s.do(s.book.file.SetCellHyperLink(s.name, name, to.location(), "Location"))
}

// head writes a sheet's name and the way back.
func (s *sheet) head(title string) {
	s.text(1, title, style{strong: true, size: 14})
	s.link(2, "Back to the summary", target{summarySheet, 1})
}
