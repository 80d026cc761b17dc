package terminal

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/jedib0t/go-pretty/v6/text"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/compose"
	"mcpstats/reports/internal/golden"
	"mcpstats/reports/internal/sample"
	"mcpstats/reports/internal/standard"
)

func printed(t *testing.T, doc *reports.Document, width int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Render(&out, doc, Window{Width: width}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestCommands(t *testing.T) {
	for _, c := range []struct {
		file    string
		width   int
		res     *result.Results
		compose func(*result.Results) (*reports.Document, error)
	}{
		{"compare_two.txt", 0, sample.Two(true), compose.Comparisons},
		{"compare_six.txt", 0, sample.Many(6, 3), compose.Comparisons},
		{"compare_narrow.txt", 80, sample.Many(6, 3), compose.Comparisons},
		{"agree.txt", 0, sample.Judged(), compose.Agreement},
		{"summaries.txt", 0, sample.Full(), compose.Summaries},
		{"closing_two.txt", 100, sample.Two(true), compose.Closing},
		{"closing_six.txt", 100, sample.Many(6, 3), compose.Closing},
		{"closing_narrow.txt", 60, sample.Many(6, 3), compose.Closing},
		{"failures.txt", 120, sample.Full(), compose.Failures},
	} {
		doc, err := c.compose(c.res)
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, c.file, printed(t, doc, c.width))
	}
}

func TestInspection(t *testing.T) {
	found := &result.Inspection{
		Logs: []result.InspectedLog{{
			Input: result.Input{Path: "logs/run.parquet", Format: "parquet", Trajectories: 400, RecordErrors: 2, Errors: []string{"row 7, column success: maybe"}},
			Files: []string{"run.parquet"}, Steps: 8000, Calls: 1200,
			Columns:  []result.TakenColumn{{Column: "run", From: "system", How: "alias"}},
			Coverage: []result.FieldCoverage{{Field: "success", Known: 391}, {Field: "exit", Known: 400}},
			Values:   []result.FieldValues{{Field: "exit", Values: []result.ValueCount{{Value: "completed", Count: 390}, {Value: "timeout", Count: 10}}}},
		}},
		Skipped:  []result.SkippedFile{{Path: "logs/README.md", Reason: "no log"}},
		Ledger:   sample.Two(true).Ledger,
		Metrics:  []result.MetricInfo{sample.Success("bench")},
		Warnings: []result.Warning{{Code: "null_outcome", Message: "9 attempts have no outcome.", Where: "bench: run"}},
	}
	doc, err := compose.Inspection(found)
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "doctor.txt", printed(t, doc, 0))
}

// What a log holds cannot steer the terminal, and a narrow window is kept to
// where columns of text can give way.
func TestHostileNames(t *testing.T) {
	doc := standard.Report(t, sample.Hostile())
	for _, r := range string(printed(t, doc, 100)) {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			t.Fatalf("%q came through", r)
		}
	}
	table := reports.Table{Columns: []reports.Column{{Name: "Run", Key: "run"}, {Name: "Note", Key: "note"}, {Name: "n", Key: "n", Kind: reports.Integer}},
		Rows: [][]reports.Cell{{reports.TextCell(strings.Repeat("word ", 30)), reports.TextCell(strings.Repeat("x", 90)), reports.CountCell(12345)}}}
	var out bytes.Buffer
	printTable(&out, table, Window{Width: 60})
	for line := range strings.Lines(out.String()) {
		if n := text.StringWidth(strings.TrimRight(line, "\n")); n > 60 {
			t.Errorf("a line is %d wide: %s", n, line)
		}
	}
}

// A narrow window folds a table and loses no column, no cell, no note.
func TestFoldedTablesAreWhole(t *testing.T) {
	doc, err := compose.Comparisons(sample.Many(6, 3))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range doc.Blocks {
		whole, ok := b.(reports.Table)
		if !ok {
			continue
		}
		whole = whole.Shown()
		for _, width := range []int{40, 60, 80, 100, 140} {
			seen := map[string]int{}
			for _, part := range folded(whole, width) {
				for i, c := range part.Columns {
					seen[c.Key]++
					for r, row := range part.Rows {
						at := slices.IndexFunc(whole.Columns, func(w reports.Column) bool { return w.Key == c.Key })
						if row[i].Text != whole.Rows[r][at].Text {
							t.Fatalf("width %d, row %d, column %s: %q, expected %q", width, r, c.Key, row[i].Text, whole.Rows[r][at].Text)
						}
					}
				}
			}
			for _, c := range whole.Columns {
				if seen[c.Key] == 0 {
					t.Errorf("width %d: no column %s", width, c.Key)
				}
			}
		}
	}
}

// Where fewer columns beside them leave room, names in the subject's columns stand whole; what
// folding cannot help is broken, as it must not overflow.
func TestNamesAreWhole(t *testing.T) {
	mode := strings.Repeat("m", 20)
	table := func(name string) reports.Table {
		out := reports.Table{Columns: []reports.Column{{Name: "Mode", Key: "mode"}}, Rows: [][]reports.Cell{{reports.TextCell(name)}}}
		for _, key := range []string{"a", "b", "c"} {
			out.Columns = append(out.Columns, reports.Column{Name: strings.Repeat(key, 8), Key: key, Kind: reports.Integer})
			out.Rows[0] = append(out.Rows[0], reports.CountCell(1))
		}
		return out
	}
	// 20 and three times 8, with three gaps of 2, are 50: in 49 one column goes below.
	for _, test := range []struct {
		name         string
		width, parts int
	}{{mode, 50, 1}, {mode, 49, 2}, {mode, 30, 3}, {"two " + mode, 50, 1}, {strings.Repeat("d", 64), 49, 1}} {
		parts := folded(table(test.name), test.width)
		var out bytes.Buffer
		printTable(&out, table(test.name), Window{Width: test.width})
		if len(parts) != test.parts {
			t.Errorf("%s in %d: %d parts, expected %d:\n%s", test.name, test.width, len(parts), test.parts, &out)
		}
		if strings.Contains(test.name, mode) && strings.Count(out.String(), mode) != test.parts {
			t.Errorf("the name is broken:\n%s", &out)
		}
	}
	// No column has room beside the whole name in 29: it is broken, and nothing overflows.
	var out bytes.Buffer
	printTable(&out, table(mode), Window{Width: 29})
	for line := range strings.Lines(out.String()) {
		if n := text.StringWidth(strings.TrimRight(line, "\n")); n > 29 {
			t.Errorf("a line is %d wide:\n%s", n, &out)
		}
	}
}

// Colour changes nothing but colour: without its sequences the text is the same.
func TestColour(t *testing.T) {
	sequences := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for _, width := range []int{0, 60, 100} {
		doc, err := compose.Closing(sample.Full())
		if err != nil {
			t.Fatal(err)
		}
		var coloured bytes.Buffer
		if err := Render(&coloured, doc, Window{Width: width, Colour: true}); err != nil {
			t.Fatal(err)
		}
		if !sequences.Match(coloured.Bytes()) {
			t.Errorf("width %d: nothing is coloured", width)
		}
		if got, want := sequences.ReplaceAllString(coloured.String(), ""), string(printed(t, doc, width)); got != want {
			t.Errorf("width %d: coloured and plain text differ:\n%s", width, cmp.Diff(want, got))
		}
	}
}
