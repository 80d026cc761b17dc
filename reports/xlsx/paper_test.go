package xlsx

import (
	"fmt"
	"strings"
	"testing"

	"mcpstats/reports"
)

// TestWidePaper: a table is as wide as a page, however many columns it has; of
// scores, which need a column a task, a page holds as many as can be read.
func TestWidePaper(t *testing.T) {
	wide := reports.Table{ID: "wide", Caption: "Wide."}
	var row []reports.Cell
	for i := range 20 {
		wide.Columns = append(wide.Columns, reports.Column{Name: fmt.Sprintf("Column %d", i), Key: fmt.Sprintf("c%d", i)})
		row = append(row, reports.Cell{Text: strings.Repeat("x", 40)})
	}
	wide.Rows = [][]reports.Cell{row}
	f := open(t, render(t, &reports.Document{Title: "A report", Blocks: []reports.Block{
		reports.Heading{Level: 1, ID: "all", Text: "All"}, wide,
	}}, nil))
	page, err := f.GetPageLayout("All")
	if err != nil {
		t.Fatal(err)
	}
	if page.FitToWidth == nil || *page.FitToWidth != 1 {
		t.Errorf("20 columns of 40 characters are not one page wide: %v", page.FitToWidth)
	}
	for _, c := range []struct {
		width float64
		pages int
	}{{100, 1}, {259, 1}, {261, 2}, {600, 3}} { // 260 characters a page
		if got := pagesBeside(c.width); got != c.pages {
			t.Errorf("%v characters on %d pages, want %d", c.width, got, c.pages)
		}
	}
}
