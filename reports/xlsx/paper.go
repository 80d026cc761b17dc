package xlsx

import (
	"fmt"

	"github.com/xuri/excelize/v2"
)

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
		rows := fmt.Sprintf("%s!$%d:$%[2]d", quoted(sheet), header)
		if last != "" {
			rows = quoted(sheet) + "!$A:$" + last + "," + rows
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

// printed sets what of a sheet is printed: from its first cell to the given one.
func (b *book) printed(sheet string, column, row int) error {
	last, err := excelize.CoordinatesToCellName(column, row, true)
	if err != nil {
		return err
	}
	return b.file.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Area", RefersTo: quoted(sheet) + "!$A$1:" + last, Scope: sheet})
}
