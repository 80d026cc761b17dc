package marked

import (
	"strings"
	"testing"
)

// TestCut: the pieces joined are the text again, whatever the marks.
func TestCut(t *testing.T) {
	text := "We reach 78.95% on 95 tasks."
	marks := []Mark{{9, 14, Piece{Verdict: "consistent"}}, {12, 16, Piece{Verdict: "depends"}}, {19, 21, Piece{Verdict: "unverifiable"}}, {25, 90, Piece{Verdict: "x"}}}
	var joined strings.Builder
	var numbers []string
	for _, p := range Cut(text, marks) {
		joined.WriteString(p.Text)
		if p.Verdict != "" {
			numbers = append(numbers, p.Text)
		}
	}
	if joined.String() != text || strings.Join(numbers, " ") != "78.95 95" {
		t.Errorf("%q, %q", joined.String(), numbers)
	}
}

// TestPageEscapes: what a paper prints is text, never markup, in sentences, cells and hovers.
func TestPageEscapes(t *testing.T) {
	evil := `<script>"x"</script>`
	p := &Page{Title: evil, Answer: evil, Notes: []Note{{Printed: evil, Where: evil, Verdict: "inconsistent", Arithmetic: evil}}, Blocks: []Block{
		{Kind: Paragraph, Pieces: []Piece{{Text: evil}, {Text: "1", Verdict: "inconsistent", Hover: evil, Note: 1}}},
		{Kind: Table, Pieces: []Piece{{Text: evil}}, Rows: [][]Cell{{{Pieces: []Piece{{Text: evil}}, Head: true, ColSpan: 2, RowSpan: 1}}}},
	}}
	var b strings.Builder
	if err := Write(&b, p); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "<script>") || !strings.Contains(b.String(), `<mark class="inconsistent" title=`) || !strings.Contains(b.String(), `colspan="2"`) {
		t.Error(b.String())
	}
}
