package xlsx

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// TestNoChartIsCut: of the charts of nine benchmarks none is cut by a page's end, and
// the charts between two ends fit on a page.
func TestNoChartIsCut(t *testing.T) {
	doc, _ := small(t, "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
	book := render(t, doc, nil)
	page, err := open(t, book).GetPageLayout(chartSheet)
	if err != nil {
		t.Fatal(err)
	}
	if page.AdjustTo == nil || *page.AdjustTo != chartScale || *page.Orientation != "portrait" {
		t.Errorf("charts are printed as %+v, want upright and at %d percent: Excel passes over breaks where it fits a sheet to pages", page, chartScale)
	}
	var sheet struct {
		Breaks []struct {
			After int `xml:"id,attr"`
		} `xml:"rowBreaks>brk"`
	}
	if err := xml.Unmarshal(unpacked(t, book, "xl/worksheets/sheet2.xml"), &sheet); err != nil {
		t.Fatal(err)
	}
	var drawing struct {
		Anchors []struct {
			From int `xml:"from>row"`
			To   int `xml:"to>row"`
		} `xml:"twoCellAnchor"`
	}
	if err := xml.Unmarshal(unpacked(t, book, "xl/drawings/drawing1.xml"), &drawing); err != nil {
		t.Fatal(err)
	}
	if len(drawing.Anchors) != 9 || len(sheet.Breaks) == 0 {
		t.Fatalf("%d charts and %d breaks, want a chart a benchmark on two pages", len(drawing.Anchors), len(sheet.Breaks))
	}
	top, next, bottom := 0, 0, 0 // rows from 0
	for _, a := range drawing.Anchors {
		if a.From < bottom {
			t.Errorf("a chart begins in row %d, the one before ends in row %d", a.From, bottom)
		}
		for next < len(sheet.Breaks) && sheet.Breaks[next].After <= a.From {
			top = sheet.Breaks[next].After
			next++
		}
		if next < len(sheet.Breaks) && sheet.Breaks[next].After <= a.To {
			t.Errorf("a page ends after row %d, within the chart in rows %d to %d", sheet.Breaks[next].After, a.From, a.To)
		}
		// A4 is 11.69 inches high, 1.2 of them margins; a pixel is 1/96 inch.
		if high := float64(a.To+1-top) * pixelsOfRow / 96 * chartScale / 100; high > 11.69-1.2 {
			t.Errorf("charts are %.1f inches high on a page", high)
		}
		bottom = a.To
	}
}

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

// TestNotesArePrinted: what stands above a narrow table is printed to its end.
func TestNotesArePrinted(t *testing.T) {
	doc, s := small(t, "one")
	var b bytes.Buffer
	if err := Render(&b, doc, s); err != nil {
		t.Fatal(err)
	}
	f := open(t, b.Bytes())
	merged, err := f.GetMergeCells(scoreSheetName)
	if err != nil || len(merged) != 1 {
		t.Fatalf("merged cells %v, %v, want those of the note", merged, err)
	}
	end := merged[0].GetEndAxis()
	noted, _, err := excelize.CellNameToCoordinates(end)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range f.GetDefinedName() {
		if name.Name != "_xlnm.Print_Area" || name.Scope != scoreSheetName {
			continue
		}
		_, last, _ := strings.Cut(name.RefersTo, ":")
		printed, _, err := excelize.CellNameToCoordinates(strings.ReplaceAll(last, "$", ""))
		if err != nil || printed < noted {
			t.Errorf("%s is printed, and the note runs to %s, %v", name.RefersTo, end, err)
		}
		return
	}
	t.Error("no print area")
}
