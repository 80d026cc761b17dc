package notebook

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
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

// drawn are files for all figures of a document.
func drawn(doc *reports.Document) reports.Assets {
	assets := reports.Assets{}
	for _, b := range doc.Blocks {
		if f, ok := b.(reports.Figure); ok {
			assets[reports.FigurePath(f.ID, "png")] = []byte("\x89PNG " + f.ID)
		}
	}
	return assets
}

// blocks is a document with one block of every kind.
func blocks() *reports.Document {
	share := func(text string, v float64) reports.Cell {
		return reports.Cell{Text: text, Value: v, HasValue: true, Decimals: 1, Kind: reports.Percent}
	}
	first := share("58.8%", 0.5875)
	first.Strong = true
	return &reports.Document{Title: "Title", Subtitle: "Subtitle", Blocks: []reports.Block{
		reports.Heading{Level: 1, ID: "one", Text: "1. One"},
		reports.Prose{Spans: []reports.Span{{Text: "- Plain, "}, {Text: "strong", Strong: true}, {Text: ", "}, {Text: "code_x*", Code: true}, {Text: ", a "}, {Text: "link", Link: "drawn"}, {Text: " and one "}, {Text: "to nowhere", Link: "nowhere"}, {Text: ", $5."}}},
		reports.List{Items: []reports.Prose{{Spans: []reports.Span{{Text: "first"}}}, {Spans: []reports.Span{{Text: "second"}}}}},
		reports.Table{ID: "shares", Caption: "Shares.", Notes: []string{"A note."},
			Columns: []reports.Column{{Name: "Run", Key: "run"}, {Name: "Mean", Key: "mean", Kind: reports.Percent}},
			Rows:    [][]reports.Cell{{{Text: "alpha", Strong: true}, first}, {{Text: "b…a", Full: "be\nta"}, {Text: "n/a", Kind: reports.Percent}}}},
		reports.Footnote{Spans: []reports.Span{{Text: "Small print."}}},
		reports.Code{Lang: "yaml", Text: "a: 1\n```\nb: 2\n"},
		reports.Figure{ID: "drawn", Caption: "Drawn.", Alt: "What it shows."},
		reports.Figure{ID: "vector", Caption: "As vectors.", Alt: "What it shows."},
		reports.Figure{ID: "missing", Caption: "Not drawn.", Alt: "What it would show."},
	}}
}

func TestBlocks(t *testing.T) {
	assets := reports.Assets{"figures/drawn.png": []byte("png"), "figures/drawn.svg": []byte("<svg/>"), "figures/vector.svg": []byte("<svg>\n</svg>\n")}
	whole := rendered(t, blocks(), assets)
	// The first code cell is setup.py, which has no need of a copy.
	code, err := json.Marshal(lines(strings.TrimRight(setup, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	var book map[string]any
	if err := json.Unmarshal(whole, &book); err != nil {
		t.Fatal(err)
	}
	cell := book["cells"].([]any)[1].(map[string]any)
	if got, err := json.Marshal(cell["source"]); err != nil || !bytes.Equal(got, code) {
		t.Errorf("the first code cell is not setup.py: %v", err)
	}
	cell["source"] = "setup.py"
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(book); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "blocks.ipynb", out.Bytes())
}

// samples are the documents that the tests go over.
func samples(t *testing.T) map[string]*reports.Document {
	return map[string]*reports.Document{
		"empty": composed(t, sample.Empty()), "two": composed(t, sample.Two(true)), "judged": composed(t, sample.Judged()),
		"full": composed(t, sample.Full()), "hostile": composed(t, sample.Hostile()), "blocks": blocks(),
	}
}

// The rules are those of nbformat's schema, nbformat.v4.5.schema.json: required
// and allowed keys of the notebook, of its cells and of their outputs.
func TestNotebookFollowsTheSchema(t *testing.T) {
	id := regexp.MustCompile(`^[a-zA-Z0-9-_]+$`)
	keys := func(m map[string]any) string {
		var out []string
		for k := range m {
			out = append(out, k)
		}
		slices.Sort(out)
		return strings.Join(out, " ")
	}
	text := func(v any) bool {
		list, ok := v.([]any)
		for _, l := range list {
			if _, is := l.(string); !is {
				return false
			}
		}
		_, one := v.(string)
		return ok || one
	}
	for name, doc := range samples(t) {
		var book map[string]any
		if err := json.Unmarshal(rendered(t, doc, drawn(doc)), &book); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if keys(book) != "cells metadata nbformat nbformat_minor" || book["nbformat"] != 4.0 || book["nbformat_minor"] != 5.0 {
			t.Errorf("%s: the notebook has %s, of format %v.%v", name, keys(book), book["nbformat"], book["nbformat_minor"])
		}
		meta := book["metadata"].(map[string]any)
		if kernel := meta["kernelspec"].(map[string]any); kernel["name"] == "" || kernel["display_name"] == "" {
			t.Errorf("%s: no kernel", name)
		}
		if meta["language_info"].(map[string]any)["name"] != "python" {
			t.Errorf("%s: no language", name)
		}
		seen, runs := map[string]bool{}, 0
		for i, c := range book["cells"].([]any) {
			cell := c.(map[string]any)
			cid := cell["id"].(string)
			if !id.MatchString(cid) || len(cid) > 64 || seen[cid] {
				t.Errorf("%s: cell %d has the id %q", name, i, cid)
			}
			seen[cid] = true
			if !text(cell["source"]) {
				t.Errorf("%s: the source of %s is %T", name, cid, cell["source"])
			}
			if _, ok := cell["metadata"].(map[string]any); !ok {
				t.Errorf("%s: %s has no metadata", name, cid)
			}
			switch cell["cell_type"] {
			case "markdown":
				if keys(cell) != "cell_type id metadata source" {
					t.Errorf("%s: a Markdown cell has %s", name, keys(cell))
				}
			case "code":
				runs++
				if keys(cell) != "cell_type execution_count id metadata outputs source" || cell["execution_count"] != float64(runs) {
					t.Errorf("%s: code cell %d has %s and was run as number %v", name, runs, keys(cell), cell["execution_count"])
				}
				for _, o := range cell["outputs"].([]any) {
					out := o.(map[string]any)
					if keys(out) != "data execution_count metadata output_type" || out["output_type"] != "execute_result" || out["execution_count"] != cell["execution_count"] {
						t.Errorf("%s: an output of %s has %s", name, cid, keys(out))
					}
					for media, data := range out["data"].(map[string]any) {
						if !text(data) {
							t.Errorf("%s: %s of %s is %T", name, media, cid, data)
						}
					}
				}
			default:
				t.Errorf("%s: a cell of type %v", name, cell["cell_type"])
			}
		}
	}
}

// Every table and figure has its output in the file, in every medium.
func TestOutputsAreEmbedded(t *testing.T) {
	doc := composed(t, sample.Full())
	out := string(rendered(t, doc, drawn(doc)))
	tables, figures := 0, 0
	for _, b := range doc.Blocks {
		switch b.(type) {
		case reports.Table:
			tables++
		case reports.Figure:
			figures++
		}
	}
	for medium, want := range map[string]int{`"text/html"`: tables, `"text/markdown"`: tables, `"image/png"`: figures, `"text/plain"`: tables + figures} {
		if got := strings.Count(out, medium); got != want {
			t.Errorf("%d outputs as %s, expected %d", got, medium, want)
		}
	}
}

func TestRaggedRowsAreRefused(t *testing.T) {
	bad := reports.Table{ID: "t", Columns: []reports.Column{{Key: "a"}, {Key: "b"}}, Rows: [][]reports.Cell{{{}}}}
	err := Render(&bytes.Buffer{}, &reports.Document{Blocks: []reports.Block{bad}}, nil)
	if err == nil || err.Error() != "notebook: row 1 of table t has 1 cells, expected 2" {
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
	for name, doc := range samples(t) {
		if !bytes.Equal(rendered(t, doc, drawn(doc)), rendered(t, samples(t)[name], drawn(doc))) {
			t.Errorf("%s gives two files", name)
		}
	}
}
