package xlsx

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/xuri/excelize/v2"
)

// recalculateAlways makes LibreOffice compute every formula anew when it opens a
// workbook, whatever values stand in it.
const recalculateAlways = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`

// recalculate has LibreOffice open workbooks, compute their formulas, and save
// them; it skips the test where there is no LibreOffice.
func recalculate(t *testing.T, books map[string][]byte) map[string]*excelize.File {
	t.Helper()
	office, err := exec.LookPath("soffice")
	if err != nil {
		t.Skip("needs LibreOffice: the formulas are not recalculated")
	}
	dir := t.TempDir()
	user := filepath.Join(dir, "profile", "user")
	if err := os.MkdirAll(user, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(user, "registrymodifications.xcu"), []byte(recalculateAlways), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"--headless", "-env:UserInstallation=file://" + filepath.Join(dir, "profile"), "--convert-to", "xlsx", "--outdir", filepath.Join(dir, "out")}
	for name, content := range books {
		path := filepath.Join(dir, name+".xlsx")
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	if out, err := exec.Command(office, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	files := map[string]*excelize.File{}
	for name := range books {
		f, err := excelize.OpenFile(filepath.Join(dir, "out", name+".xlsx"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		files[name] = f
	}
	return files
}

// TestRecalculated has every formula computed by another program: it gives the
// number that the cell held, and a changed score what it gives on paper.
func TestRecalculated(t *testing.T) {
	doc, scores := small(t, "one")
	var b, both bytes.Buffer
	if err := Render(&b, doc, scores); err != nil {
		t.Fatal(err)
	}
	doc, scores = small(t, "one", "two")
	if err := Render(&both, doc, scores); err != nil {
		t.Fatal(err)
	}
	edited := open(t, b.Bytes())
	at := cellOf(t, edited, scoreSheetName, "a, attempt 1", "t4")
	if err := edited.SetCellFloat(scoreSheetName, at, 1, -1, 64); err != nil {
		t.Fatal(err)
	}
	at = cellOf(t, edited, furtherSheet, "cost, a, attempt 1", "t4")
	if err := edited.SetCellFloat(furtherSheet, at, 4, -1, 64); err != nil {
		t.Fatal(err)
	}
	var changed bytes.Buffer
	if err := edited.Write(&changed); err != nil {
		t.Fatal(err)
	}
	strange := render(t, document(), nil)
	files := recalculate(t, map[string][]byte{"one": b.Bytes(), "both": both.Bytes(), "changed": changed.Bytes(), "strange": strange})
	inert(t, files["strange"])
	hold(t, files["one"], onPaper)
	same(t, open(t, b.Bytes()), files["one"])
	same(t, open(t, both.Bytes()), files["both"])
	// a's score at t4 is .5 now: its mean 2.5/4, and the tie one more loss of =b.
	hold(t, files["changed"], []expectation{
		{"Leaderboard", "success", []string{"a"}, .625}, {"Leaderboard", "success", []string{"=b"}, .375},
		{"Leaderboard", "Sum of scores", []string{"a"}, 5}, {"Leaderboard", "Imputed", []string{"a"}, 1},
		{"Comparisons", "Wins", nil, 3}, {"Comparisons", "Ties", nil, 0}, {"Comparisons", "Losses", nil, 1}, {"Comparisons", "A - B (points)", nil, 25},
		{"Strata", "success", []string{"hard", "a"}, .5}, {"Strata", "success", []string{"easy", "a"}, .75},
		{"Summaries", "Mean", []string{"success", "level", "hard", "a"}, .5},
		// a's cost at t4 is 6.5 now, and b has none there.
		{"Summaries", "Mean", []string{"cost", "overall", "a"}, 20.5 / 4}, {"Summaries", "Mean", []string{"cost", "level", "hard", "a"}, 6.75},
		{"Comparisons", "Mean of A", []string{"cost", "=b", "a"}, 14. / 3},
	})
}

// inert checks that another program finds the text that would be a formula, and no
// formula.
func inert(t *testing.T, f *excelize.File) {
	t.Helper()
	found := false
	for _, sheet := range f.GetSheetList() {
		rows, err := f.GetRows(sheet)
		if err != nil {
			t.Fatal(err)
		}
		for r, row := range rows {
			for c, text := range row {
				name, err := excelize.CoordinatesToCellName(c+1, r+1)
				if err != nil {
					t.Fatal(err)
				}
				if formula, err := f.GetCellFormula(sheet, name); err != nil || formula != "" {
					t.Errorf("%s!%s is the formula %q, %v", sheet, name, formula, err)
				}
				found = found || text == hostile[0]
			}
		}
	}
	if !found {
		t.Errorf("no cell reads %q", hostile[0])
	}
}

// same compares every cell before and after: text is the text it was, a number the
// number, and no formula gives an error.
func same(t *testing.T, before, after *excelize.File) {
	t.Helper()
	formulas, cells := 0, 0
	raw := excelize.Options{RawCellValue: true}
	for _, sheet := range before.GetSheetList() {
		held, err := before.GetRows(sheet, raw)
		if err != nil {
			t.Fatal(err)
		}
		now, err := after.GetRows(sheet, raw)
		if err != nil {
			t.Fatal(err)
		}
		at := func(rows [][]string, r, c int) string {
			if r < len(rows) && c < len(rows[r]) {
				return rows[r][c]
			}
			return ""
		}
		for r := range max(len(held), len(now)) {
			width := 0
			for _, rows := range [][][]string{held, now} {
				if r < len(rows) {
					width = max(width, len(rows[r]))
				}
			}
			for c := range width {
				name, err := excelize.CoordinatesToCellName(c+1, r+1)
				if err != nil {
					t.Fatal(err)
				}
				formula, err := before.GetCellFormula(sheet, name)
				if err != nil {
					t.Fatal(err)
				}
				cells++
				if formula != "" {
					formulas++
				}
				was, is := at(held, r, c), at(now, r, c)
				var want float64
				if n, err := fmt.Sscan(was, &want); was == is || n == 1 && err == nil && nearly(is, want) {
					continue
				}
				t.Errorf("%s!%s = %s held %q and holds %q", sheet, name, formula, was, is)
			}
		}
	}
	if formulas < 100 || cells < 1000 {
		t.Errorf("%d formulas in %d cells, want those of the leaderboard, the comparisons, the strata, the summaries, the charts and the scores", formulas, cells)
	}
}
