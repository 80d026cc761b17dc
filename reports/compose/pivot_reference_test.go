package compose

import (
	"fmt"
	"testing"

	"mcpstats/reports"
)

// Of a table of 300 columns a page has the first 40, the CSV file all; columns that belong
// together are shown together: of pairs with an interval each the first 39 of three by three.
func TestWideTablesShowTheirFirstColumns(t *testing.T) {
	for together, shown := range map[int]int{1: 40, 2: 40, 3: 39} {
		table := reports.Table{Columns: []reports.Column{{Key: "run"}}}
		for i := range 300 {
			table.Columns = append(table.Columns, reports.Column{Key: fmt.Sprint("c", i)})
		}
		row := make([]reports.Cell, 301)
		table.Rows = [][]reports.Cell{row, row}
		showFirst(&table, together)
		if got := len(table.Shown().Columns); got != shown+1 || len(table.Columns) != 301 {
			t.Errorf("in steps of %d: %d columns of %d are shown, want %d", together, got, len(table.Columns), shown+1)
		}
		want := fmt.Sprintf("The first %d of 300 columns are shown; the CSV file has all 2 by 300 rows and columns.", shown)
		if len(table.Notes) != 1 || table.Notes[0] != want {
			t.Errorf("notes %q, want %q", table.Notes, want)
		}
	}
	narrow := reports.Table{Columns: make([]reports.Column, 41)}
	if showFirst(&narrow, 1); len(narrow.Aside) > 0 || len(narrow.Notes) > 0 {
		t.Errorf("40 columns: %q set aside, notes %q", narrow.Aside, narrow.Notes)
	}
}
