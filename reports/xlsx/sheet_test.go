package xlsx

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// parts reads all files of a workbook whose names begin alike.
func parts(t *testing.T, book []byte, begin string) [][]byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		t.Fatal(err)
	}
	var out [][]byte
	for _, f := range z.File {
		if !strings.HasPrefix(f.Name, begin) {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, content)
	}
	return out
}

func books(t *testing.T) [][]byte {
	t.Helper()
	var b bytes.Buffer
	doc, s := small(t, "one", "two")
	if err := Render(&b, doc, s); err != nil {
		t.Fatal(err)
	}
	return [][]byte{b.Bytes(), render(t, document(), scores)}
}

// TestSheetParts reads the sheets as they are stored: columns and rows come in
// order, a formula has a number, and nothing says that a sheet is one cell large.
func TestSheetParts(t *testing.T) {
	for _, book := range books(t) {
		formulas := 0
		sheets := parts(t, book, "xl/worksheets/sheet")
		for _, content := range sheets {
			var sheet struct {
				Dimension *struct{} `xml:"dimension"`
				Columns   []struct {
					Min int `xml:"min,attr"`
					Max int `xml:"max,attr"`
				} `xml:"cols>col"`
				Rows []struct {
					R     int `xml:"r,attr"`
					Cells []struct {
						At      string `xml:"r,attr"`
						Type    string `xml:"t,attr"`
						Formula string `xml:"f"`
						Value   string `xml:"v"`
					} `xml:"c"`
				} `xml:"sheetData>row"`
			}
			if err := xml.Unmarshal(content, &sheet); err != nil {
				t.Fatal(err)
			}
			if len(sheet.Rows) == 0 || sheet.Dimension != nil {
				t.Errorf("a sheet of %d rows, dimension %v", len(sheet.Rows), sheet.Dimension)
			}
			last := 0
			for _, c := range sheet.Columns {
				if c.Min != last+1 || c.Max < c.Min {
					t.Errorf("columns %d to %d follow column %d", c.Min, c.Max, last)
				}
				last = c.Max
			}
			last = 0
			for _, row := range sheet.Rows {
				if row.R <= last {
					t.Errorf("row %d follows row %d", row.R, last)
				}
				last = row.R
				for _, c := range row.Cells {
					if c.Formula == "" {
						continue
					}
					formulas++
					if c.Type != "" || c.Value == "" {
						t.Errorf("%s = %s is of type %q and holds %q, want a number", c.At, c.Formula, c.Type, c.Value)
					}
				}
			}
		}
		if len(sheets) < 5 {
			t.Errorf("%d sheets, %d formulas", len(sheets), formulas)
		}
	}
}

// TestTableParts: a table's columns are called as its header is, letter by letter,
// and its filters are over all of it. Excel calls a workbook damaged otherwise.
func TestTableParts(t *testing.T) {
	for _, book := range books(t) {
		f := open(t, book)
		ranges := map[string]string{} // "name range" to the sheet
		for _, sheet := range f.GetSheetList() {
			tables, err := f.GetTables(sheet)
			if err != nil {
				t.Fatal(err)
			}
			for _, table := range tables {
				ranges[table.Name+" "+table.Range] = sheet
			}
		}
		stored := parts(t, book, "xl/tables/table")
		if len(stored) == 0 || len(stored) != len(ranges) {
			t.Errorf("%d tables stored, %d on the sheets", len(stored), len(ranges))
		}
		ids := map[string]bool{}
		for _, content := range stored {
			var table struct {
				ID     string `xml:"id,attr"`
				Name   string `xml:"displayName,attr"`
				Ref    string `xml:"ref,attr"`
				Filter struct {
					Ref string `xml:"ref,attr"`
				} `xml:"autoFilter"`
				Columns []struct {
					Name string `xml:"name,attr"`
				} `xml:"tableColumns>tableColumn"`
			}
			if err := xml.Unmarshal(content, &table); err != nil {
				t.Fatal(err)
			}
			sheet, ok := ranges[table.Name+" "+table.Ref]
			if !ok || ids[table.ID] || table.Filter.Ref != table.Ref {
				t.Errorf("table %+v is on no sheet, or has another's ID, or filters something else", table)
				continue
			}
			ids[table.ID] = true
			from, _, _ := strings.Cut(table.Ref, ":")
			_, row, err := excelize.CellNameToCoordinates(from)
			if err != nil {
				t.Fatal(err)
			}
			rows, err := f.GetRows(sheet)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, c := range table.Columns {
				names = append(names, strings.ReplaceAll(c.Name, "_x005F_", "_"))
			}
			if !slices.Equal(names, rows[row-1]) {
				t.Errorf("the columns of %s are %q, its header is %q", table.Name, names, rows[row-1])
			}
		}
	}
}
