package xlsx

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// listingOf has so many rows, the third with a long text and one that would be a formula; a
// column is empty in all of them.
func listingOf(n int) *reports.Listing {
	return &reports.Listing{ID: "attempts", Says: "Each attempt.", Prose: "evidence",
		Columns: []reports.Column{{Name: "Run", Key: "run"}, {Name: "Task", Key: "task"}, {Name: "Trial", Key: "trial", Kind: reports.Integer}, {Name: "Annotator", Key: "annotator"}, {Name: "Evidence", Key: "evidence"}, {Name: "Step", Key: "step", Kind: reports.Integer}},
		Rows: func(yield func([]reports.Cell) bool) {
			for i := range n {
				row := []reports.Cell{{Text: "=a"}, {Text: fmt.Sprint("t", i)}, {Value: float64(i), HasValue: true, Text: fmt.Sprint(i)}, {}, {Text: "ok"}, {}}
				if i == 2 {
					row[4].Text, row[5] = strings.Repeat("a word and ", 15), reports.Cell{Value: 7, HasValue: true, Text: "7"}
				}
				if !yield(row) {
					return
				}
			}
		}}
}

func TestListing(t *testing.T) {
	var out bytes.Buffer
	if err := Render(&out, document(), Scores{Attempts: listingOf(4)}); err != nil {
		t.Fatal(err)
	}
	f := open(t, out.Bytes())
	for cell, want := range map[string]string{"A4": "Run", "B4": "Task", "C4": "Trial", "D4": "Evidence", "E4": "Step", "F4": "", "A5": "=a", "B8": "t3", "C8": "3", "E7": "7", "E8": "", "A9": ""} {
		if have, err := f.GetCellValue(attemptSheet, cell); err != nil || have != want {
			t.Errorf("%s is %q, want %q (%v)", cell, have, want, err)
		}
	}
	if formula, err := f.GetCellFormula(attemptSheet, "A5"); err != nil || formula != "" {
		t.Errorf("a name became the formula %q (%v)", formula, err)
	}
	if p, err := f.GetPanes(attemptSheet); err != nil || !p.Freeze || p.YSplit != longHeader || p.XSplit != 2 {
		t.Errorf("panes %+v (%v)", p, err)
	}
	// The long text is wrapped, and its row has room for it; others keep one line.
	id, err := f.GetCellStyle(attemptSheet, "D7")
	if err != nil {
		t.Fatal(err)
	}
	if look, err := f.GetStyle(id); err != nil || !look.Alignment.WrapText {
		t.Errorf("%+v (%v)", look, err)
	}
	high, err := f.GetRowHeight(attemptSheet, 7)
	if low, err2 := f.GetRowHeight(attemptSheet, 6); err != nil || err2 != nil || high < 3*lineHeight || low != lineHeight {
		t.Errorf("heights %v and %v (%v, %v)", high, low, err, err2)
	}
	filtered := false
	for _, part := range parts(t, out.Bytes(), "xl/tables/") {
		filtered = filtered || bytes.Contains(part, []byte(`name="t_attempts"`)) && bytes.Contains(part, []byte(`<autoFilter ref="A4:E8"/>`))
	}
	if !filtered {
		t.Error("the list has no filter")
	}
}

// What Excel has no room for is left out and said, on the sheet and for the first one.
func TestListingIsBounded(t *testing.T) {
	f := excelize.NewFile()
	defer f.Close()
	b := &book{file: f, styles: map[style]int{}, tables: map[string]bool{}, replaced: map[string][]byte{}}
	for _, name := range []string{summarySheet, attemptSheet} {
		if _, err := f.NewSheet(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.writeListing(attemptSheet, listingOf(9), 5); err != nil {
		t.Fatal(err)
	}
	const says = "The sheet Attempts holds the first 5 of 9 lines, so that the book opens at once. tables/attempts.csv has all."
	if len(b.left) != 1 || b.left[0] != says {
		t.Errorf("%q", b.left)
	}
	var out bytes.Buffer
	if _, err := f.WriteTo(&out); err != nil {
		t.Fatal(err)
	}
	again := open(t, out.Bytes())
	rows, err := again.GetRows(attemptSheet)
	if err != nil || len(rows) != longHeader+5 || !strings.HasPrefix(rows[2][0], says) {
		t.Errorf("%d rows (%v): %q", len(rows), err, rows)
	}
}
