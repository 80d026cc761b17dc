package csvout

import (
	"encoding/csv"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mcpstats/reports"
	"mcpstats/reports/internal/sample"
	"mcpstats/reports/internal/standard"
)

func lines(t *testing.T, table reports.Table) [][]string {
	t.Helper()
	text, err := Render(table)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestRender(t *testing.T) {
	table := reports.Table{
		ID: "t",
		Columns: []reports.Column{
			{Name: "Run", Key: "run"}, {Name: "Mean", Key: "mean", Kind: reports.Percent}, {Name: "95%", Key: "interval", Kind: reports.Interval}, {Name: "n", Key: "n", Kind: reports.Integer},
		},
		Rows: [][]reports.Cell{
			{{Text: "short…", Full: "the whole, \"long\" name"}, {Text: "58.8%", Value: 0.5875, HasValue: true}, {Text: "[…]", Low: 0.489, High: math.Inf(1), HasValue: true}, {Text: "12,345", Value: 12345, HasValue: true}},
			{{Text: "007"}, {Text: "n/a"}, {Text: "n/a"}, {Text: "0", HasValue: true}},
		},
	}
	text, err := Render(table)
	if err != nil {
		t.Fatal(err)
	}
	want := "run,mean,interval_low,interval_high,n\n\"the whole, \"\"long\"\" name\",0.5875,0.489,Infinity,12345\n007,,,,0\n"
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Error(diff)
	}
}

func TestRenderRefusesRaggedRows(t *testing.T) {
	_, err := Render(reports.Table{ID: "t", Columns: []reports.Column{{Key: "a"}, {Key: "b"}}, Rows: [][]reports.Cell{{{}}}})
	if err == nil || err.Error() != "csv: row 1 of table t has 1 cells, expected 2" {
		t.Errorf("got %v", err)
	}
}

// The signs are those of OWASP's page on CSV injection.
func TestFormulasAreGuarded(t *testing.T) {
	for _, s := range []string{"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1", "\u00a0=1", "\ufeff=1", "＝1", "－1", "-2+3+cmd|' /C calc'!A0"} {
		if got := guard(s); got != "'"+s {
			t.Errorf("guard(%q) = %q", s, got)
		}
	}
	for _, s := range []string{"", "run", "007", "a=b", "1-2", "'quoted", "  "} {
		if got := guard(s); got != s {
			t.Errorf("guard(%q) = %q", s, got)
		}
	}
}

// Every table of a report with hostile names reads back as rectangular CSV whose
// text holds no formula and loses nothing.
func TestHostileTables(t *testing.T) {
	doc := standard.Report(t, sample.Hostile())
	for _, b := range doc.Blocks {
		table, ok := b.(reports.Table)
		if !ok {
			continue
		}
		rows := lines(t, table)
		if len(rows) != len(table.Rows)+1 {
			t.Fatalf("%s: %d lines for %d rows", table.ID, len(rows), len(table.Rows))
		}
		for i, row := range table.Rows {
			at := 0
			for k, cell := range row {
				kind := table.Columns[k].Kind
				if kind == reports.Text {
					whole := cell.Text
					if cell.Full != "" {
						whole = cell.Full
					}
					// The CSV reader turns \r\n within a field into \n.
					got := strings.TrimPrefix(rows[i+1][at], "'")
					if got != strings.ReplaceAll(strings.TrimPrefix(whole, "'"), "\r\n", "\n") {
						t.Errorf("%s: %.40q came back as %.40q", table.ID, whole, got)
					}
				}
				at++
				if kind == reports.Interval {
					at++
				}
			}
		}
	}
}

func TestNumbersAreLossless(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64().Draw(t, "v")
		got, err := strconv.ParseFloat(number(v), 64)
		if err != nil || got != v && !(math.IsNaN(got) && math.IsNaN(v)) {
			t.Fatalf("%v came back as %v (%v)", v, got, err)
		}
	})
}

func TestOneEmptyColumn(t *testing.T) {
	rows := lines(t, reports.Table{Columns: []reports.Column{{Key: "a"}}, Rows: [][]reports.Cell{{{}}, {{Text: "x"}}}})
	if diff := cmp.Diff([][]string{{"a"}, {""}, {"x"}}, rows); diff != "" {
		t.Error(diff)
	}
}
