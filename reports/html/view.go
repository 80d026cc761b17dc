package html

import (
	"bytes"
	"html/template"
	"regexp"
	"strconv"

	"mcpstats/reports"
)

// view is the document as the page's template reads it.
type view struct {
	Title, Subtitle string
	Style           template.CSS
	Script          template.JS
	Contents        []entry
	Head            []block // before the first heading
	Parts           []part
}

// entry is a line of the table of contents.
type entry struct {
	ID, Text string
	Under    []entry
}

// part is everything under one heading of the first level.
type part struct {
	ID     string
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
}

type prose struct {
	Tone  string
	Spans []span
}

type span struct {
	Text, Link   string
	Strong, Code bool
}

type figure struct {
	ID, Caption, Alt string
	SVG              template.HTML
	Wide             bool // would be too small to read at the width of a page
}

// widestFitting is the widest figure, in pixels, that a page shows whole; a wider
// one keeps its size and scrolls.
const widestFitting = 1100

var svgWidth = regexp.MustCompile(`^\s*<svg[^>]* width="(\d+)`)

// widthOf is the width that a figure's SVG states; 0 where it states none.
func widthOf(svg []byte) int {
	m := svgWidth.FindSubmatch(svg)
	if m == nil {
		return 0
	}
	n, err := strconv.Atoi(string(m[1]))
	if err != nil {
		return 0
	}
	return n
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
	for _, b := range doc.Blocks {
		out := block{}
		switch b := b.(type) {
		case reports.Heading:
			out.Heading = &heading{Level: min(max(b.Level, 1), 4) + 1, ID: b.ID, Text: b.Text}
			switch {
			case b.Level <= 1:
				v.Contents = append(v.Contents, entry{ID: b.ID, Text: b.Text})
				v.Parts = append(v.Parts, part{ID: b.ID})
			case b.Level == 2 && len(v.Contents) > 0:
				last := &v.Contents[len(v.Contents)-1]
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
			svg := assets[reports.FigurePath(b.ID, "svg")]
			out.Figure = &figure{ID: b.ID, Caption: b.Caption, Alt: b.Alt, SVG: template.HTML(bytes.TrimSpace(svg)), Wide: widthOf(svg) > widestFitting}
		case reports.Table:
			t, err := known.table(b)
			if err != nil {
				return nil, err
			}
			out.Table = t
		}
		if len(v.Parts) == 0 {
			v.Head = append(v.Head, out)
			continue
		}
		last := &v.Parts[len(v.Parts)-1]
		last.Blocks = append(last.Blocks, out)
	}
	return v, nil
}

func (a anchors) prose(p reports.Prose) prose {
	return prose{Tone: toneClass(p.Tone), Spans: a.spans(p.Spans)}
}

func (a anchors) spans(in []reports.Span) []span {
	out := make([]span, len(in))
	for i, s := range in {
		out[i] = span{Text: s.Text, Link: a.link(s.Link), Strong: s.Strong, Code: s.Code}
	}
	return out
}

func (a anchors) link(id string) string {
	if !a[id] {
		return ""
	}
	return id
}
