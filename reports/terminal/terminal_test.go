package terminal

import (
	"bytes"
	"strings"
	"testing"
	"unicode"

	"github.com/jedib0t/go-pretty/v6/text"

	"mcpstats/analysis"
	"mcpstats/reports"
	"mcpstats/reports/internal/golden"
	"mcpstats/reports/internal/sample"
)

func printed(t *testing.T, doc *reports.Document, width int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Render(&out, doc, width); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestCommands(t *testing.T) {
	for _, c := range []struct {
		file    string
		width   int
		res     *analysis.Results
		compose func(*analysis.Results) (*reports.Document, error)
	}{
		{"compare_two.txt", 0, sample.Two(true), reports.ComposeComparisons},
		{"compare_six.txt", 0, sample.Many(6, 3), reports.ComposeComparisons},
		{"compare_narrow.txt", 80, sample.Many(6, 3), reports.ComposeComparisons},
		{"agree.txt", 0, sample.Judged(), reports.ComposeAgreement},
		{"summaries.txt", 0, sample.Full(), reports.ComposeSummaries},
		{"failures.txt", 120, sample.Full(), reports.ComposeFailures},
	} {
		doc, err := c.compose(c.res)
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, c.file, printed(t, doc, c.width))
	}
}

func TestInspection(t *testing.T) {
	found := &analysis.Inspection{
		Logs: []analysis.InspectedLog{{
			Input: analysis.Input{Path: "logs/run.parquet", Format: "parquet", Trajectories: 400, RecordErrors: 2, Errors: []string{"row 7, column success: maybe"}},
			Files: []string{"run.parquet"}, Steps: 8000, Calls: 1200,
			Columns:  []analysis.TakenColumn{{Column: "run", From: "system", How: "alias"}},
			Coverage: []analysis.FieldCoverage{{Field: "success", Known: 391}, {Field: "exit", Known: 400}},
			Values:   []analysis.FieldValues{{Field: "exit", Values: []analysis.ValueCount{{Value: "completed", Count: 390}, {Value: "timeout", Count: 10}}}},
		}},
		Skipped:  []analysis.SkippedFile{{Path: "logs/README.md", Reason: "no log"}},
		Ledger:   sample.Two(true).Ledger,
		Metrics:  []analysis.MetricInfo{sample.Success("bench")},
		Warnings: []analysis.Warning{{Code: "null_outcome", Message: "9 attempts have no outcome.", Where: "bench: run"}},
	}
	doc, err := reports.ComposeInspection(found)
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "doctor.txt", printed(t, doc, 0))
}

// What a log holds cannot steer the terminal, and a narrow window is kept to
// where columns of text can give way.
func TestHostileNames(t *testing.T) {
	doc, err := reports.Compose(sample.Hostile(), reports.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range string(printed(t, doc, 100)) {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			t.Fatalf("%q came through", r)
		}
	}
	table := reports.Table{Columns: []reports.Column{{Name: "Run", Key: "run"}, {Name: "Note", Key: "note"}, {Name: "n", Key: "n", Kind: reports.Integer}},
		Rows: [][]reports.Cell{{reports.TextCell(strings.Repeat("word ", 30)), reports.TextCell(strings.Repeat("x", 90)), reports.CountCell(12345)}}}
	var out bytes.Buffer
	if err := Table(&out, table, 60); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if n := text.StringWidth(strings.TrimRight(line, "\n")); n > 60 {
			t.Errorf("a line is %d wide: %s", n, line)
		}
	}
}
