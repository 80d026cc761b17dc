package html

import (
	"html/template"

	"mcpstats/reports"
)

// view is the document as the page's template reads it.
type view struct {
	Title, Subtitle string
	Style           template.CSS
	FigureStyle     template.CSS // of all figures, each rule once
	Script          template.JS
	Contents        []entry
	Head            []block // before the first heading
	Parts           []part
	Appendix        []part
	AppendixEntries []entry

	drawings drawings
}

// entry is a line of the table of contents.
type entry struct {
	ID, Text string
	Under    []entry
}

// part is everything under one heading of the first level.
type part struct {
	ID     string
	Fold   string // what the fold says that the part is in; empty: it is open
	Blocks []block
}

// block is one block of the document; exactly one field is set.
type block struct {
	Heading  *heading
	Prose    *prose
	List     []prose
	Table    *table
	Figure   *figure
	Footnote []span
	Code     *reports.Code
}

type heading struct {
	Level    int // of the HTML element: 2 for a benchmark
	ID, Text string
	Runs     []string // to choose among; empty where there is no choice
	Same     bool     // says what the page's title says
}

type prose struct {
	Tone  string
	Spans []span
}

type span struct {
	Text, Link, Gloss string
	Strong, Code      bool
}

// tones are the classes of the tones.
var tones = [...]string{reports.Plain: "", reports.Good: "good", reports.Bad: "bad", reports.Careful: "careful", reports.Faint: "faint"}

func toneClass(t reports.Tone) string {
	if int(t) < len(tones) {
		return tones[t]
	}
	return ""
}

// anchors are the IDs that links may point to.
type anchors map[string]bool

func newView(doc *reports.Document, assets reports.Assets) (*view, error) {
	known := anchors(doc.Anchors())
	v := &view{Title: doc.Title, Subtitle: doc.Subtitle}
	parts, contents := &v.Parts, &v.Contents
	fold := benchmarkParts(doc.Blocks[:doc.AppendixAt()]) > 1
	for _, b := range doc.Blocks {
		out := block{}
		switch b := b.(type) {
		case reports.Heading:
			out.Heading = &heading{Level: min(max(b.Level, 1), 4) + 1, ID: b.ID, Text: b.Text}
			out.Heading.Same = b.Level <= 1 && b.Text == doc.Title
			if len(b.Runs) > 1 {
				out.Heading.Runs = b.Runs
			}
			if b.Apart {
				parts, contents, fold = &v.Appendix, &v.AppendixEntries, false
			}
			switch {
			case b.Level <= 1:
				*contents = append(*contents, entry{ID: b.ID, Text: b.Text})
				p := part{ID: b.ID}
				if fold && b.Origin.Within {
					p.Fold = b.Text
				}
				*parts = append(*parts, p)
			case b.Level == 2 && len(*contents) > 0:
				last := &(*contents)[len(*contents)-1]
				last.Under = append(last.Under, entry{ID: b.ID, Text: b.Text})
			}
		case reports.Prose:
			p := known.prose(b)
			out.Prose = &p
		case reports.List:
			for _, item := range b.Items {
				out.List = append(out.List, known.prose(item))
			}
		case reports.Footnote:
			out.Footnote = known.spans(b.Spans)
		case reports.Code:
			out.Code = &b
		case reports.Figure:
			out.Figure = v.drawings.figure(b, assets)
		case reports.Table:
			t, err := known.table(b)
			if err != nil {
				return nil, err
			}
			out.Table = t
		}
		if len(*parts) == 0 {
			v.Head = append(v.Head, out)
			continue
		}
		last := &(*parts)[len(*parts)-1]
		last.Blocks = append(last.Blocks, out)
	}
	return v, nil
}

// benchmarkParts counts the parts that are about a benchmark.
func benchmarkParts(blocks []reports.Block) int {
	n := 0
	for _, b := range blocks {
		if h, ok := b.(reports.Heading); ok && h.Level <= 1 && h.Origin.Within {
			n++
		}
	}
	return n
}

func (a anchors) prose(p reports.Prose) prose {
	return prose{Tone: toneClass(p.Tone), Spans: a.spans(p.Spans)}
}

func (a anchors) spans(in []reports.Span) []span {
	out := make([]span, len(in))
	for i, s := range in {
		out[i] = span{Text: s.Text, Link: a.link(s.Link), Gloss: s.Gloss, Strong: s.Strong, Code: s.Code}
	}
	return out
}

func (a anchors) link(id string) string {
	switch {
	case reports.IsPage(id):
		return id
	case !a[id]:
		return ""
	}
	return "#" + id
}
