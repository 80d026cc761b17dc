package latex

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/internal/golden"
	"mcpstats/reports/internal/sample"
	"mcpstats/reports/internal/standard"
)

func rendered(t *testing.T, doc *reports.Document, assets reports.Assets) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Render(&out, doc, assets); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func composed(t *testing.T, res *result.Results) *reports.Document {
	t.Helper()
	res.Provenance.Command = "mcpstats report logs"
	doc := standard.Report(t, res)
	return doc
}

// body is what a file holds of the document, without the preamble.
func body(tex []byte) []byte {
	_, after, _ := bytes.Cut(tex, []byte(preamble))
	return after
}

// blocks is a document with one block of every kind.
func blocks() *reports.Document {
	return &reports.Document{Title: "Title", Subtitle: "Subtitle", Blocks: []reports.Block{
		reports.Heading{Level: 1, ID: "one", Text: "One & only"},
		reports.Prose{Spans: []reports.Span{{Text: "Plain, "}, {Text: "strong", Strong: true}, {Text: ", "}, {Text: "co--de '$x'", Code: true}, {Text: ", a "}, {Text: "link", Link: "drawn"}, {Text: " and one "}, {Text: "to nowhere", Link: "nowhere"}, {Text: ": -8.2 points [-1.0, +2.0], claude-4."}}},
		reports.Prose{Tone: reports.Careful, Spans: []reports.Span{{Text: "Careful."}}},
		reports.List{Items: []reports.Prose{{Spans: []reports.Span{{Text: "[first]"}}}, {Spans: []reports.Span{{Text: "second"}}}}},
		reports.List{},
		reports.Footnote{Spans: []reports.Span{{Text: "Small print."}}},
		reports.Code{Lang: "yaml", Text: "a: 1\n  b: \"2\"\n\n\\end{verbatim}\n"},
		reports.Figure{ID: "drawn", Caption: "Drawn.", Alt: "What it shows."},
		reports.Figure{ID: "pixels", Caption: "As pixels.", Alt: "What it shows."},
		reports.Figure{ID: "missing", Caption: "Not drawn.", Alt: "What it would show."},
	}}
}

func TestBlocks(t *testing.T) {
	assets := reports.Assets{"figures/drawn.pdf": {}, "figures/drawn.png": {}, "figures/pixels.png": {}}
	golden.Check(t, "blocks.tex", body(rendered(t, blocks(), assets)))
}

func TestReport(t *testing.T) {
	golden.Check(t, "two_runs.tex", body(rendered(t, composed(t, sample.Two(true)), reports.Assets{})))
}

// kinds is a table with a column of every kind.
func kinds() reports.Table {
	value := func(text string, v float64) reports.Cell { return reports.Cell{Text: text, Value: v, HasValue: true} }
	percent := func(text string, v float64) reports.Cell {
		return reports.Cell{Text: text, Value: v, HasValue: true, Kind: reports.Percent}
	}
	strong := value("58.8%", 0.588)
	strong.Strong, strong.Beats = true, []int{1, 2}
	careful := reports.CountCell(12345)
	careful.Tone = reports.Careful
	return reports.Table{
		ID: "kinds", Caption: "A column of every kind; n = 3.", Beaten: "exact McNemar test; Holm correction; adjusted p at most .05",
		Columns: []reports.Column{
			{Name: "Run", Key: "run"}, {Name: "success", Key: "success", Kind: reports.Percent}, {Name: "Attempts", Key: "n", Kind: reports.Integer},
			{Name: "A - B (points)", Key: "d", Kind: reports.Points}, {Name: "95% interval", Key: "i", Kind: reports.Interval},
			{Name: "p", Key: "p", Kind: reports.PValue}, {Name: "Mean", Key: "m", Kind: reports.Mixed}, {Name: "Always", Key: "always", Kind: reports.Integer},
		},
		Rows: [][]reports.Cell{
			{{Text: "alpha_one", Strong: true}, strong, careful, value("+8.2", 0.082), {Text: "[-1.9, +14.6]", HasValue: true}, value("<.001", 0.0001), percent("58.8%", 0.588), reports.CountCell(1)},
			{{Text: "[beta]"}, value("5.1%", 0.051), reports.CountCell(80), value("-10.2", -0.102), {Text: "n/a"}, value(".034", 0.034), value("1,234.5", 1234.5), reports.CountCell(1)},
			{{Text: "*"}, {Text: "n/a"}, {Text: "n/a"}, {Text: "n/a"}, {Text: "[-inf, 3.0]", HasValue: true}, value("1", 1), {Text: "n/a"}, reports.CountCell(1)},
		},
		Notes: []string{"Bold: separated from every other run."},
		Aside: []string{"always"},
	}
}

func TestTableOfEveryKind(t *testing.T) {
	var out bytes.Buffer
	if err := Table(&out, kinds()); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "kinds.tex", out.Bytes())
}

// rows is a table with n rows.
func rows(n int) reports.Table {
	table := reports.Table{ID: "rows", Caption: "Rows.", Long: true, Columns: []reports.Column{{Name: "N", Key: "n", Kind: reports.Integer}}}
	for i := range n {
		table.Rows = append(table.Rows, []reports.Cell{reports.CountCell(i + 1)})
	}
	return table
}

// A long table breaks over pages; the report shows a part and says where the
// rest is, the table's own file holds all.
func TestLongTables(t *testing.T) {
	doc := &reports.Document{Blocks: []reports.Block{rows(90)}}
	part := strings.ReplaceAll(string(body(rendered(t, doc, reports.Assets{}))), `\allowbreak{}`, "")
	if !strings.Contains(part, "25 of 90 rows; all of them in tables/rows.tex") || strings.Contains(part, "\n26 ") {
		t.Errorf("the report holds\n%s", part)
	}
	var whole bytes.Buffer
	if err := Table(&whole, rows(90)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`\begin{longtable}`, `\endhead`, "\n90 \\\\"} {
		if !strings.Contains(whole.String(), want) {
			t.Errorf("the table does not hold %q", want)
		}
	}
	if strings.Contains(whole.String(), "rows;") {
		t.Error("the whole table says that it is a part")
	}
}

// A table that is too wide for the page is turned, its neighbours share the
// turned pages, and its text columns are broken into lines.
func TestWideTablesAreTurned(t *testing.T) {
	wide := reports.Table{ID: "wide", Caption: "Wide."}
	row := []reports.Cell{}
	for _, key := range strings.Split("abcdefghijklmno", "") {
		wide.Columns = append(wide.Columns, reports.Column{Name: "Column " + key, Key: key})
		row = append(row, reports.Cell{Text: strings.Repeat("some words ", 8)})
	}
	wide.Rows = [][]reports.Cell{row}
	again := wide
	again.ID = "again"
	out := string(body(rendered(t, &reports.Document{Blocks: []reports.Block{wide, again, reports.Prose{Spans: []reports.Span{{Text: "After."}}}}}, nil)))
	for what, want := range map[string]int{`\begin{landscape}`: 1, `\end{landscape}`: 1, `\arraybackslash}p{`: 30} {
		if got := strings.Count(out, what); got != want {
			t.Errorf("%s occurs %d times, expected %d", what, got, want)
		}
	}
	if strings.Index(out, `\end{landscape}`) > strings.Index(out, "After.") {
		t.Error("the paragraph after the tables is turned too")
	}
}

func TestLetters(t *testing.T) {
	for _, c := range []struct {
		rows []int
		want string
	}{
		{nil, ""}, {[]int{1}, "b"}, {[]int{1, 2}, "bc"}, {[]int{1, 2, 3}, "b-d"}, {[]int{0, 2, 3, 4, 26}, "ac-eA"}, {[]int{52}, "(53)"},
	} {
		if got := letters(c.rows); got != c.want {
			t.Errorf("letters(%v) = %q, expected %q", c.rows, got, c.want)
		}
	}
}

func TestRaggedRowsAreRefused(t *testing.T) {
	bad := reports.Table{ID: "t", Columns: []reports.Column{{Key: "a"}, {Key: "b"}}, Rows: [][]reports.Cell{{{}}}}
	const want = "latex: row 1 of table t has 1 cells, expected 2"
	if err := Table(&bytes.Buffer{}, bad); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if err := Render(&bytes.Buffer{}, &reports.Document{Blocks: []reports.Block{bad}}, nil); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestRenderReportsWriteErrors(t *testing.T) {
	if err := Render(failing{}, &reports.Document{}, nil); err == nil || err.Error() != "disk full" {
		t.Errorf("got %v", err)
	}
}

func TestRenderIsDeterministic(t *testing.T) {
	doc := composed(t, sample.Full())
	if !bytes.Equal(rendered(t, doc, nil), rendered(t, composed(t, sample.Full()), nil)) {
		t.Error("the same document gives two files")
	}
}
