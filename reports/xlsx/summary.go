package xlsx

import (
	"fmt"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// writeSummary writes the first sheet: the report's head in plain words, then
// what the other sheets hold, with links.
func (b *book) writeSummary(doc *reports.Document, head []reports.Block, scores []scoreSheet) error {
	const name, whereColumn, textColumn = "Summary", 36.0, 90.0
	columns := widths{[]float64{whereColumn, textColumn}}
	if err := columns.set(b.file, name); err != nil {
		return err
	}
	gridLines := false
	if err := b.file.SetSheetView(name, 0, &excelize.ViewOptions{ShowGridLines: &gridLines}); err != nil {
		return err
	}
	row := 1
	// tall makes the row as high as a text of the given width and size needs.
	tall := func(s string, width, size float64) error {
		points := float64(lineHeight)
		if size > 11 {
			points = size * 1.4
		}
		row++
		return b.file.SetRowHeight(name, row-1, points*float64(linesOf(s, width)))
	}
	// line runs over both columns.
	line := func(s string, look style) error {
		look.wrap = true
		if err := b.text(name, row, s, look); err != nil {
			return err
		}
		if err := b.file.MergeCell(name, fmt.Sprintf("A%d", row), fmt.Sprintf("B%d", row)); err != nil {
			return err
		}
		return tall(s, whereColumn+textColumn, look.size)
	}
	// entry has the link at the left: text in a cell that is a link does not wrap
	// everywhere.
	entry := func(sheet, s string, look style) error {
		if err := b.link(name, fmt.Sprintf("A%d", row), sheet, target{sheet, 1}); err != nil {
			return err
		}
		look.wrap = true
		if err := b.cell(name, 2, row, s, look); err != nil {
			return err
		}
		return tall(s, textColumn, look.size)
	}
	// paragraph is an entry where it leads somewhere, else a line.
	paragraph := func(mark string, spans []reports.Span, look style) error {
		for _, s := range spans {
			if to, ok := b.targets[s.Link]; ok {
				return entry(to.sheet, plain(spans), look)
			}
		}
		return line(mark+plain(spans), look)
	}
	if err := line(doc.Title, style{strong: true, size: 16}); err != nil {
		return err
	}
	if doc.Subtitle != "" {
		if err := line(doc.Subtitle, style{tone: reports.Faint}); err != nil {
			return err
		}
	}
	row++
	for _, block := range head {
		var err error
		switch block := block.(type) {
		case reports.Prose:
			err = paragraph("", block.Spans, style{tone: block.Tone, strong: block.Tone == reports.Careful})
		case reports.Footnote:
			err = paragraph("", block.Spans, style{tone: reports.Faint})
		case reports.List:
			for _, item := range block.Items {
				if err = paragraph("• ", item.Spans, style{tone: item.Tone}); err != nil {
					break
				}
			}
		}
		if err != nil {
			return err
		}
	}
	row++
	if err := line("In this workbook", style{strong: true, size: 12}); err != nil {
		return err
	}
	for _, s := range b.sheets {
		if err := entry(s.name, s.caption, style{tone: reports.Faint}); err != nil {
			return err
		}
	}
	for _, s := range scores {
		if err := entry(s.name, "Scores of "+s.benchmark+": one line an attempt", style{tone: reports.Faint}); err != nil {
			return err
		}
	}
	row++
	if err := b.paper(name, columns.total(), 0, ""); err != nil {
		return err
	}
	return line("Cells hold unrounded numbers and show as many digits as the report prints. "+
		"Shares are percent; differences of shares are points. An empty cell is a number that does not exist.", style{tone: reports.Faint})
}
