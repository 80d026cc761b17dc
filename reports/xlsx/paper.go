package xlsx

import (
	"fmt"

	"github.com/xuri/excelize/v2"
)

// pageWidth is how many characters stand side by side on a printed page before
// they are too small to read.
const pageWidth = 260

// pagesBeside is on how many pages beside each other columns of the given width,
// in characters, can be read.
func pagesBeside(width float64) int { return 1 + int(width/pageWidth) }

// paper prints a sheet on A4.
func (b *book) paper(sheet string, l layout) error {
	const a4 = 9
	orientation, size, high, fit := "landscape", a4, l.high, l.scale == 0
	if l.upright {
		orientation = "portrait"
	}
	options := &excelize.PageLayoutOptions{Orientation: &orientation, Size: &size}
	if fit {
		options.FitToWidth, options.FitToHeight = &l.beside, &high
	} else { // Excel minds breaks between pages only where it does not fit a sheet to them
		scale := uint(l.scale)
		options.AdjustTo = &scale
	}
	if err := b.file.SetPageLayout(sheet, options); err != nil {
		return err
	}
	left, top, bottom, footer := 0.4, 0.5, 0.7, 0.35 // inches; a wide table needs the room
	if err := b.file.SetPageMargins(sheet, &excelize.PageLayoutMarginsOptions{Left: &left, Right: &left, Top: &top, Bottom: &bottom, Footer: &footer}); err != nil {
		return err
	}
	if l.header > 0 {
		rows := fmt.Sprintf("%s!$%d:$%[2]d", quoted(sheet), l.header)
		if l.fixed != "" {
			rows = quoted(sheet) + "!$A:$" + l.fixed + "," + rows
		}
		if err := b.file.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", RefersTo: rows, Scope: sheet}); err != nil {
			return err
		}
	}
	// &A is the sheet's name, &P the page, &N how many there are.
	if err := b.file.SetHeaderFooter(sheet, &excelize.HeaderFooterOptions{OddFooter: "&L&A&RPage &P of &N"}); err != nil {
		return err
	}
	return b.file.SetSheetProps(sheet, &excelize.SheetPropsOptions{FitToPage: &fit})
}

// printed sets what of the sheet is printed: from its first cell to the given one.
func (s *sheet) printed(column, row int) {
	last, err := excelize.CoordinatesToCellName(column, row, true)
	s.do(err)
	s.do(s.book.file.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Area", RefersTo: quoted(s.name) + "!$A$1:" + last, Scope: s.name}))
}

// printedRows is how many rows of a section's sheet are printed: those of one page that can
// still be read. A book is printed to be handed round; who looks further has the file.
const printedRows = 60

// unprinted keeps a sheet of scores or details off the paper: what is printed of it is a cell that
// holds nothing, behind its columns.
func (s *sheet) unprinted(columns int) {
	empty, err := excelize.CoordinatesToCellName(min(columns+3, excelize.MaxColumns), 1, true)
	s.do(err)
	s.do(s.book.file.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Area", RefersTo: quoted(s.name) + "!" + empty + ":" + empty, Scope: s.name}))
}
