package xlsx

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"mcpstats/reports"
)

// hostile is text that would be a formula, endless, reordered, or no XML.
var hostile = []string{
	`=cmd|' /C calc'!A0`, "+1+1", "-2", "@SUM(A1)", "=1+1", strings.Repeat("x", 10000), "שלום עולם", "<b>&amp;", "_x0041_ is no A",
	" leading blank", "007", "1e5", "TRUE", "'quoted'",
}

func document() *reports.Document {
	doc := &reports.Document{Title: "A report", Subtitle: "2 runs, 80 tasks", Blocks: []reports.Block{
		reports.Prose{Spans: []reports.Span{{Text: "Of 2 runs, "}, {Text: "first", Strong: true}, {Text: " solves most."}}},
		reports.Prose{Tone: reports.Careful, Spans: []reports.Span{{Text: "Be careful."}}},
		reports.List{Items: []reports.Prose{{Tone: reports.Careful, Spans: []reports.Span{{Text: "A warning, "}, {Text: "explained", Link: "warnings"}}}}},
		reports.Heading{Level: 1, ID: "bench", Text: "bench", Origin: reports.Origin{Part: "benchmark", Benchmark: "bench", Within: true}},
		reports.Heading{Level: 2, ID: "leaderboard", Text: "Who leads", Origin: reports.Origin{Part: "leaderboard-section", Benchmark: "bench", Within: true}},
		reports.Figure{ID: "drawn", Caption: "Drawn."},
		reports.Table{ID: "board", Caption: "Runs by success.", Notes: []string{"A note."},
			Columns: []reports.Column{{Name: "Run", Key: "run"}, {Name: "Tasks", Key: "tasks", Kind: reports.Integer}, {Name: "success", Key: "success", Kind: reports.Percent},
				{Name: "95% interval", Key: "interval", Kind: reports.Interval}, {Name: "A - B (points)", Key: "difference", Kind: reports.Points},
				{Name: "p", Key: "p", Kind: reports.PValue}, {Name: "p", Key: "p2", Kind: reports.PValue}, {Name: "Any", Key: "any", Kind: reports.Mixed}},
			Rows: [][]reports.Cell{
				{{Text: "first", Strong: true, Link: "warning-list"}, {Text: "2,075", Value: 2075, HasValue: true}, {Text: "58.8%", Value: 0.5875, HasValue: true, Decimals: 1},
					{Text: "[48.9, 68.2]", Low: 0.489, High: 0.682, HasValue: true, Decimals: 1, Bounds: reports.Percent}, {Text: "+8.2", Value: 0.082, HasValue: true, Decimals: 1},
					{Text: "<.001", Value: 0.0004, HasValue: true, Decimals: 3}, {Text: ".03", Value: 0.034, HasValue: true, Decimals: 2},
					{Text: "3.14", Kind: reports.Number, Value: math.Pi, HasValue: true, Decimals: 2}},
				{{Text: "sec…ond", Full: "second, whole"}, {Text: "0", HasValue: true}, {Text: "0.0%", HasValue: true, Decimals: 1},
					{Text: "[-inf, +2.5]", Low: math.Inf(-1), High: 0.025, HasValue: true, Decimals: 1, Bounds: reports.Points}, {Text: "-12.0", Value: -0.12, HasValue: true, Decimals: 1},
					{Text: "n/a"}, {Text: "1", Value: 1, HasValue: true}, {Text: "words", Kind: reports.Text}},
			}},
		reports.Heading{Level: 1, ID: "closing", Text: "Closing: a/b*[?]\\ 'and' a name much longer than Excel takes"},
		reports.Prose{Spans: []reports.Span{{Text: "Some words."}}},
		reports.Code{Lang: "yaml", Text: "alpha: 0.05\n=formula\n"},
		reports.Heading{Level: 1, ID: "warnings", Text: "Warnings"},
		reports.Table{ID: "warning-list", Caption: "All.", Columns: []reports.Column{{Name: "Warning", Key: "warning"}}},
	}}
	t := reports.Table{ID: "hostile", Caption: "Hostile text.", Long: true, Columns: []reports.Column{{Name: "=Name", Key: "name"}, {Name: "_x0041_lso", Key: "also"}}}
	for i := range 24 {
		s := hostile[i%len(hostile)]
		t.Rows = append(t.Rows, []reports.Cell{{Text: s}, {Text: "short", Full: s}})
	}
	doc.Blocks = append(doc.Blocks, t)
	return doc
}

func scores(yield func(ScoreRow) bool) {
	for _, b := range []string{"bench", "another"} {
		for _, run := range []string{"first", "=second", "_x0041_"} {
			for m, metric := range []string{"success", "Success", "cost", "task"} {
				for task := range 3 {
					if metric == "cost" && task == 1 {
						continue
					}
					if !yield(ScoreRow{b, run, fmt.Sprintf("task-%d", task), 1, metric, float64(m) + float64(task)/3}) {
						return
					}
				}
			}
		}
	}
}

func render(t *testing.T, doc *reports.Document, s func(func(ScoreRow) bool)) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Render(&b, doc, Scores{All: s}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func open(t *testing.T, b []byte) *excelize.File {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestDeterministic(t *testing.T) {
	first := render(t, document(), scores)
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	for range 5 {
		if !bytes.Equal(first, render(t, document(), scores)) {
			t.Fatal("two renderings of one document differ")
		}
	}
}

// TestCells reads the workbook back: cells show what the report prints, and hold
// the number behind it.
func TestCells(t *testing.T) {
	f := open(t, render(t, document(), nil))
	const sheet = "Leaderboard"
	for _, tt := range []struct{ cell, shows, holds string }{
		{"A7", "Run", "Run"}, {"D7", "95% interval, low", "95% interval, low"}, {"E7", "95% interval, high", "95% interval, high"}, {"H7", "p (2)", "p (2)"},
		{"A8", "first", "first"}, {"B8", "2,075", "2075"}, {"C8", "58.8%", "0.5875"}, {"D8", "48.9%", "0.489"}, {"E8", "68.2%", "0.682"},
		{"F8", "+8.2", "8.2"}, {"G8", "<.001", "0.0004"}, {"H8", "0.03", "0.034"} /* .03 in Excel; excelize shows a digit before the point */, {"I8", "3.14", "3.141592653589793"},
		{"A9", "second, whole", "second, whole"}, {"B9", "0", "0"}, {"C9", "0.0%", "0"}, {"D9", "-inf", "-inf"}, {"E9", "+2.5", "2.5"},
		{"F9", "-12.0", "-12"}, {"G9", "", ""}, {"H9", "1", "1"}, {"I9", "words", "words"},
		{"A5", "Runs by success.", "Runs by success."}, {"A6", "A note.", "A note."},
	} {
		shows, err := f.GetCellValue(sheet, tt.cell)
		if err != nil {
			t.Fatal(err)
		}
		holds, err := f.GetCellValue(sheet, tt.cell, excelize.Options{RawCellValue: true})
		if err != nil {
			t.Fatal(err)
		}
		if shows != tt.shows {
			t.Errorf("%s shows %q, want %q", tt.cell, shows, tt.shows)
		}
		if got, err := strconv.ParseFloat(holds, 64); holds != tt.holds && (err != nil || !near(tt.holds, got)) {
			t.Errorf("%s holds %q, want %q", tt.cell, holds, tt.holds)
		}
		kind, err := f.GetCellType(sheet, tt.cell)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := strconv.ParseFloat(tt.holds, 64); err == nil && tt.holds != "-inf" && kind == excelize.CellTypeSharedString {
			t.Errorf("%s holds the number %s as text", tt.cell, tt.holds)
		}
	}
	tables, err := f.GetTables(sheet)
	if err != nil || len(tables) != 1 || tables[0].Range != "A7:I9" || tables[0].Name != "t_board" {
		t.Errorf("tables of %s: %+v, %v", sheet, tables, err)
	}
	panes, err := f.GetPanes(sheet)
	if err != nil || !panes.Freeze || panes.XSplit != 1 || panes.YSplit != 7 {
		t.Errorf("panes of %s: %+v, %v", sheet, panes, err)
	}
}

// rowOf finds the row that begins with a text.
func rowOf(t *testing.T, f *excelize.File, sheet, text string) int {
	t.Helper()
	rows, err := f.GetRows(sheet)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(rows, func(row []string) bool { return len(row) > 0 && row[0] == text })
	if at < 0 {
		t.Fatalf("no row of %s begins with %q", sheet, text)
	}
	return at + 1
}

// near compares to the 15 digits that excelize reads.
func near(want string, got float64) bool {
	w, err := strconv.ParseFloat(want, 64)
	return err == nil && math.Abs(w-got) <= 1e-14*math.Abs(w)
}

// TestHostileText: text stays the text it was, and no cell is a formula.
func TestHostileText(t *testing.T) {
	doc := document()
	f := open(t, render(t, doc, scores))
	hostileRow := rowOf(t, f, "Warnings", "=Name") + 1
	for i := range 24 {
		for _, col := range []string{"A", "B"} {
			got, err := f.GetCellValue("Warnings", fmt.Sprintf("%s%d", col, hostileRow+i))
			if err != nil {
				t.Fatal(err)
			}
			if want := hostile[i%len(hostile)]; got != want {
				t.Errorf("row %d reads %.50q, want %.50q", i, got, want)
			}
		}
	}
	for _, sheet := range f.GetSheetList() {
		rows, err := f.GetRows(sheet)
		if err != nil {
			t.Fatal(err)
		}
		for r, row := range rows {
			for c := range row {
				cell, err := excelize.CoordinatesToCellName(c+1, r+1)
				if err != nil {
					t.Fatal(err)
				}
				if formula, _ := f.GetCellFormula(sheet, cell); formula != "" {
					t.Errorf("%s!%s is the formula %q", sheet, cell, formula)
				}
			}
		}
	}
}

// TestLinks: every link leads to a sheet that exists.
func TestLinks(t *testing.T) {
	f := open(t, render(t, document(), scores))
	sheets := f.GetSheetList()
	links := 0
	for _, sheet := range sheets {
		cells, err := f.GetHyperLinkCells(sheet, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, cell := range cells {
			_, to, err := f.GetCellHyperLink(sheet, cell)
			if err != nil {
				t.Fatal(err)
			}
			links++
			name, _, _ := strings.Cut(strings.TrimPrefix(to, "'"), "'!")
			if !slices.Contains(sheets, strings.ReplaceAll(name, "''", "'")) {
				t.Errorf("%s!%s leads to %q, which does not exist", sheet, cell, to)
			}
		}
	}
	if links < 10 {
		t.Errorf("%d links, want one to each sheet, one back from each section, and those of the text", links)
	}
	summary, err := f.GetRows("Summary")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, row := range summary {
		lines = append(lines, strings.Join(row, "|"))
	}
	for _, want := range []string{"A report", "2 runs, 80 tasks", "Of 2 runs, first solves most.", "Be careful.", "Warnings|A warning, explained"} {
		if !slices.Contains(lines, want) {
			t.Errorf("the first sheet does not say %q", want)
		}
	}
}

// TestAllScores reads the scores back: a line an attempt, a column a metric, an
// empty cell where there is no score.
func TestAllScores(t *testing.T) {
	f := open(t, render(t, document(), scores))
	rows, err := f.GetRows("All scores", excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"Benchmark", "Run", "Task", "Attempt", "success", "Success (2)", "cost", "task (2)"}; !slices.Equal(rows[3], want) {
		t.Errorf("the header is %q, want %q", rows[3], want)
	}
	if len(rows) != 22 {
		t.Fatalf("%d rows, want a title, a link, a note, a header and twice 9 attempts", len(rows))
	}
	if rows[10][1] != "_x0041_" {
		t.Errorf("a run reads %q, want %q", rows[10][1], "_x0041_")
	}
	want := []string{"bench", "=second", "task-1", "1", "0.3333333333333333", "1.3333333333333333", "", "3.3333333333333335"}
	if !slices.Equal(rows[8], want) {
		t.Errorf("an attempt reads %q, want %q", rows[8], want)
	}
	tables, err := f.GetTables("All scores")
	if err != nil || len(tables) != 1 || tables[0].Range != "A4:H22" {
		t.Errorf("tables: %+v, %v", tables, err)
	}
	if f := open(t, render(t, document(), nil)); slices.Contains(f.GetSheetList(), "All scores") {
		t.Error("there is a sheet of scores without scores")
	}
}

func TestRaggedTable(t *testing.T) {
	doc := &reports.Document{Blocks: []reports.Block{reports.Heading{Level: 1, ID: "a", Text: "a"},
		reports.Table{ID: "ragged", Columns: []reports.Column{{Name: "a"}}, Rows: [][]reports.Cell{{{}, {}}}}}}
	if err := Render(io.Discard, doc, Scores{}); err == nil || !strings.Contains(err.Error(), "table ragged") {
		t.Errorf("error is %v, want one that names the table", err)
	}
}

// TestSheetNames: whatever the titles, the names are ones that Excel takes.
func TestSheetNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names, seen := newSheetNames(), map[string]bool{}
		for _, title := range rapid.SliceOfN(rapid.String(), 1, 12).Draw(t, "titles") {
			s := names.take(title)
			if n := len(utf16.Encode([]rune(s))); n == 0 || n > 31 {
				t.Errorf("%q has %d units", s, n)
			}
			if strings.ContainsAny(s, `[]:*?/\`) || strings.HasPrefix(s, "'") || strings.HasSuffix(s, "'") {
				t.Errorf("Excel refuses %q", s)
			}
			if seen[strings.ToLower(s)] || strings.EqualFold(s, "history") {
				t.Errorf("%q is taken", s)
			}
			seen[strings.ToLower(s)] = true
		}
	})
}

// TestPaper: every sheet prints on A4, tables in landscape, as wide as a page where it can
// be read, and a table's header comes on each page.
func TestPaper(t *testing.T) {
	f := open(t, render(t, document(), scores))
	for _, sheet := range f.GetSheetList() {
		page, err := f.GetPageLayout(sheet)
		if err != nil {
			t.Fatal(err)
		}
		props, err := f.GetSheetProps(sheet)
		if err != nil {
			t.Fatal(err)
		}
		want := "landscape"
		if sheet == summarySheet {
			want = "portrait" // a letter
		}
		if page.Orientation == nil || *page.Orientation != want || page.Size == nil || *page.Size != 9 || page.FitToWidth == nil || *page.FitToWidth != 1 || props.FitToPage == nil || !*props.FitToPage {
			t.Errorf("%s is not set up for paper", sheet)
		}
	}
	titles, areas := map[string]string{}, map[string]bool{}
	for _, name := range f.GetDefinedName() {
		if name.Name == "_xlnm.Print_Area" {
			areas[name.Scope] = true
			continue
		}
		titles[name.Scope] = name.RefersTo
	}
	for _, sheet := range f.GetSheetList() {
		if !areas[sheet] {
			t.Errorf("%s has no print area", sheet)
		}
	}
	if got := titles["All scores"]; got != "'All scores'!$A:$C,'All scores'!$4:$4" {
		t.Errorf("the header of the scores is %q", got)
	}
}
