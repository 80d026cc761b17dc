package markdown

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/compose"
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

// drawn are the files of all figures of a document, empty.
func drawn(doc *reports.Document) reports.Assets {
	assets := reports.Assets{}
	for _, b := range doc.Blocks {
		if f, ok := b.(reports.Figure); ok {
			assets[reports.FigurePath(f.ID, "svg")] = nil
		}
	}
	return assets
}

func TestReports(t *testing.T) {
	for _, c := range []struct {
		file string
		res  *result.Results
	}{
		{"empty.md", sample.Empty()},
		{"two_runs.md", sample.Two(true)},
		{"judged.md", sample.Judged()},
		{"full.md", sample.Full()},
	} {
		c.res.Provenance.Command = "mcpstats report logs"
		doc := standard.Report(t, c.res)
		golden.Check(t, c.file, rendered(t, doc, drawn(doc)))
	}
}

func TestFailures(t *testing.T) {
	doc, err := compose.Failures(sample.Full())
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "failures.md", rendered(t, doc, drawn(doc)))
}

// A document by itself links no file and cuts no table.
// What must be read of the failures is short, has one table a benchmark, and ends with a rule.
func TestFailuresBeginShort(t *testing.T) {
	doc, err := compose.Failures(sample.Full())
	if err != nil {
		t.Fatal(err)
	}
	first, rest, ok := strings.Cut(string(rendered(t, doc, drawn(doc))), "\n---\n")
	tables := strings.Count(first, "\n| :---")
	if lines := strings.Count(first, "\n"); !ok || lines > 60 || tables != 1 || !strings.Contains(rest, "All modes") {
		t.Errorf("%d lines with %d tables before the rule", lines, tables)
	}
}

func TestAlone(t *testing.T) {
	doc := standard.Report(t, sample.Full())
	out := string(rendered(t, doc, nil))
	for _, no := range []string{"tables/", "figures/", "<details>", " rows;"} {
		if strings.Contains(out, no) {
			t.Errorf("the document holds %q", no)
		}
	}
	if !strings.Contains(out, "| steps | overall |  | run-06 |") {
		t.Error("the last row of a long table is not there")
	}
}

func TestBlocks(t *testing.T) {
	long := reports.Table{ID: "long", Caption: "Long.", Long: true, Columns: []reports.Column{{Name: "N", Key: "n", Kind: reports.Integer}}, Notes: []string{"A note."}}
	for i := range 20 {
		long.Rows = append(long.Rows, []reports.Cell{reports.CountCell(i)})
	}
	doc := &reports.Document{Title: "Title", Subtitle: "Subtitle", Blocks: []reports.Block{
		reports.Heading{Level: 1, ID: "one", Text: "One"},
		reports.Prose{Spans: []reports.Span{{Text: "Plain, "}, {Text: "strong", Strong: true}, {Text: ", "}, {Text: "code", Code: true}, {Text: " and a "}, {Text: "link", Link: "long"}, {Text: "."}}},
		reports.Prose{Tone: reports.Careful, Spans: []reports.Span{{Text: "Careful."}}},
		reports.List{Items: []reports.Prose{{Spans: []reports.Span{{Text: "first"}}}, {Spans: []reports.Span{{Text: "second"}}}}},
		long,
		reports.Footnote{Spans: []reports.Span{{Text: "Small print."}}},
		reports.Code{Lang: "yaml", Text: "a: 1\n```\nb: 2\n"},
		reports.Figure{ID: "drawn", Caption: "Drawn.", Alt: "What it shows."},
		reports.Figure{ID: "pixels", Caption: "As pixels.", Alt: "What it shows."},
		reports.Figure{ID: "missing", Caption: "Not drawn.", Alt: "What it would show."},
	}}
	assets := reports.Assets{"figures/drawn.svg": {}, "figures/pixels.png": {}}
	golden.Check(t, "blocks.md", rendered(t, doc, assets))
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestRenderReportsWriteErrors(t *testing.T) {
	if err := Render(failing{}, &reports.Document{Title: "x"}, nil); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("got %v", err)
	}
}
