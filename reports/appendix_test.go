package reports

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func levelled() *Document {
	within := Origin{Part: "benchmark", Benchmark: "b", Within: true}
	return &Document{Title: "T", Blocks: []Block{
		Prose{Spans: []Span{{Text: "head", Link: "all"}}},
		Heading{Level: 1, ID: "b", Text: "b", Origin: within},
		Heading{Level: 2, ID: "s1"}, Table{ID: "board-in-short", Extract: "board"}, Footnote{Onward: true},
		Heading{Level: 2, ID: "s2"}, Table{ID: "ledger-in-short", Extract: "ledger"}, Footnote{Onward: true},
		Heading{Level: 2, ID: "s3"}, Table{ID: "modes"}, Prose{Spans: []Span{{Text: "why"}}},
		Heading{Level: 1, ID: "careful"}, Table{ID: "all-in-short", Extract: "all"},
		Heading{Level: 1, ID: "b-2", Apart: true, Origin: within},
		Heading{Level: 2, ID: "s4"}, Table{ID: "board"}, Table{ID: "ledger"}, Prose{Spans: []Span{{Text: "back", Link: "s1"}, {Text: "here", Link: "board"}, {Text: "page", Link: "attempts/x.html"}}},
		Heading{Level: 1, ID: "w"}, Table{ID: "all"},
	}}
}

func ids(d *Document) (out []string) {
	for _, b := range d.Blocks {
		switch b := b.(type) {
		case Heading:
			out = append(out, b.ID)
		case Table:
			out = append(out, b.ID)
		}
	}
	return out
}

// TestSplit: the halves have every block between them, and links across name the other's file.
func TestSplit(t *testing.T) {
	first, appendix := levelled().Split()
	if d := cmp.Diff([]string{"b", "s1", "board-in-short", "s2", "ledger-in-short", "s3", "modes", "careful", "all-in-short"}, ids(first)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"b-2", "s4", "board", "ledger", "w", "all"}, ids(appendix)); d != "" {
		t.Error(d)
	}
	if got := first.Blocks[0].(Prose).Spans[0].Link; got != "appendix.md#all" || !IsPage(got) {
		t.Errorf("a link to the appendix leads to %q", got)
	}
	var links []string
	for _, s := range appendix.Blocks[4].(Prose).Spans {
		links = append(links, s.Link)
	}
	if d := cmp.Diff([]string{"report.md#s1", "board", "attempts/x.html"}, links); d != "" {
		t.Error(d)
	}
	whole := &Document{Blocks: []Block{Heading{Level: 1, ID: "a"}}}
	if first, appendix := whole.Split(); first != whole || appendix != nil {
		t.Error("a document without an appendix is parted")
	}
}

// TestPaper: one table a benchmark; the others stand in the appendix, and headings of nothing go.
func TestPaper(t *testing.T) {
	first, appendix := levelled().Paper()
	if d := cmp.Diff([]string{"b", "s1", "board-in-short", "s3"}, ids(first)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"b-2", "modes", "s4", "board", "ledger", "w", "all"}, ids(appendix)); d != "" {
		t.Error(d)
	}
}
