package xlsx

import (
	"math"
	"strconv"
	"testing"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
	"mcpstats/reports/internal/sample"
	"mcpstats/reports/internal/standard"
)

// TestEveryNumber: whatever the sheets bring together, every number of every table
// of a report stands in the workbook, in a row with its text.
func TestEveryNumber(t *testing.T) {
	doc := standard.Report(t, sample.Full())
	f := open(t, render(t, doc, nil))
	numbers := map[string]int{} // to the digits that excelize reads
	for _, sheet := range f.GetSheetList() {
		if sheet == chartSheet {
			continue // repeats what stands elsewhere
		}
		rows, err := f.GetRows(sheet, excelize.Options{RawCellValue: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			for _, cell := range row {
				if v, err := strconv.ParseFloat(cell, 64); err == nil {
					numbers[digits(v)]++
				}
			}
		}
	}
	all := 0
	for _, block := range doc.Blocks {
		table, ok := block.(reports.Table)
		if !ok || table.Extract != "" {
			continue
		}
		for r, row := range table.Rows {
			for k, cell := range row {
				kind := table.Columns[k].Kind
				if kind == reports.Mixed {
					kind = cell.Kind
				}
				if !cell.HasValue || kind == reports.Text {
					continue
				}
				// A spreadsheet shows numbers: what is said in minutes is there in minutes.
				values, scale := []float64{cell.Value}, 1/cell.Measure.Divisor()
				if kind == reports.Interval {
					values, kind = []float64{cell.Low, cell.High}, cell.Bounds
				}
				if kind == reports.Points {
					scale = 100
				}
				for _, v := range values {
					if math.IsInf(v, 0) || math.IsNaN(v) {
						continue
					}
					all++
					key := digits(v * scale)
					if numbers[key]--; numbers[key] < 0 {
						t.Errorf("row %d of %s: %s %v is not in the workbook as often as in the report", r+1, table.ID, table.Columns[k].Key, v)
					}
				}
			}
		}
	}
	if all < 200 {
		t.Errorf("%d numbers, want a whole report's", all)
	}
}

func digits(v float64) string { return strconv.FormatFloat(v, 'e', 12, 64) }

// TestFewSheets: as many sheets as there are kinds of results, however many
// benchmarks.
func TestFewSheets(t *testing.T) {
	one, _ := small(t, "one")
	before := len(open(t, render(t, one, nil)).GetSheetList())
	five, _ := small(t, "one", "two", "three", "four", "five")
	f := open(t, render(t, five, nil))
	if after := f.GetSheetList(); len(after) != before {
		t.Errorf("%d sheets for one benchmark, %d for five: %v", before, len(after), after)
	}
	tables, err := f.GetTables("Leaderboard")
	if err != nil || len(tables) != 1 {
		t.Errorf("%d tables on the leaderboard, %v, want one of all benchmarks", len(tables), err)
	}
}
