package xlsx

import (
	"fmt"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// writeSummary writes the first sheet: the report's head in plain words, then
// what the other sheets hold, with links.
func (b *book) writeSummary(doc *reports.Document, head []reports.Block, scores []scoreSheet) error {
	const name, textColumn = "Summary", 100.0
	if err := b.file.SetColWidth(name, "A", "A", textColumn); err != nil {
		return err
	}
	gridLines := false
	if err := b.file.SetSheetView(name, 0, &excelize.ViewOptions{ShowGridLines: &gridLines}); err != nil {
		return err
	}
	row := 1
	// A paragraph that leads somewhere is a link as a whole: a cell holds one.
	follow := func(spans []reports.Span) error {
		for _, s := range spans {
			if to, ok := b.targets[s.Link]; ok {
				return b.file.SetCellHyperLink(name, fmt.Sprintf("A%d", row-1), to.location(), "Location")
			}
		}
		return nil
	}
	line := func(s string, look style) error {
		look.wrap = true
		if err := b.text(name, row, s, look); err != nil {
			return err
		}
		points := lineHeight
		if look.size > 11 {
			points = int(look.size * 1.4)
		}
		if err := b.file.SetRowHeight(name, row, float64(points*linesOf(s, textColumn))); err != nil {
			return err
		}
		row++
		return nil
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
			err = line(plain(block.Spans), style{tone: block.Tone, strong: block.Tone == reports.Careful})
		case reports.Footnote:
			if err = line(plain(block.Spans), style{tone: reports.Faint}); err == nil {
				err = follow(block.Spans)
			}
		case reports.List:
			for _, item := range block.Items {
				if err = line("• "+plain(item.Spans), style{tone: item.Tone}); err == nil {
					err = follow(item.Spans)
				}
				if err != nil {
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
		title := s.title
		if s.caption != "" {
			title = "    " + clip(s.title+": "+s.caption, 120)
		}
		if err := b.link(name, fmt.Sprintf("A%d", row), title, target{s.name, 1}); err != nil {
			return err
		}
		row++
	}
	for _, s := range scores {
		title := "Scores of " + s.benchmark + ": one line an attempt"
		if err := b.link(name, fmt.Sprintf("A%d", row), title, target{s.name, 1}); err != nil {
			return err
		}
		row++
	}
	row++
	if err := b.paper(name); err != nil {
		return err
	}
	return line("Cells hold unrounded numbers and show as many digits as the report prints. "+
		"Shares are percent; differences of shares are points. An empty cell is a number that does not exist.", style{tone: reports.Faint})
}
