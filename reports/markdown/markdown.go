package markdown

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"mcpstats/reports"
)

// shownRows is how much of a long table the page shows; its CSV has all of it.
const shownRows = 12

// Render writes the document. Figures are linked to their SVG, or to their PNG
// where assets hold no SVG; a figure that assets do not hold is described by its
// caption and alternative text. A table is linked to its CSV. With nil assets the
// document stands alone: nothing is linked, and long tables are shown whole.
func Render(w io.Writer, doc *reports.Document, assets reports.Assets) error {
	r := &renderer{assets: assets}
	if doc.Title != "" {
		r.line("# " + strings.ReplaceAll(escapeStart(doc.Title), " #", ` \#`))
		r.gap()
	}
	if doc.Subtitle != "" {
		r.line("*" + escape(doc.Subtitle) + "*")
		r.gap()
	}
	for _, b := range doc.Blocks {
		if err := r.block(b); err != nil {
			return err
		}
	}
	_, err := w.Write(append(bytes.TrimRight(r.out.Bytes(), "\n"), '\n'))
	return err
}

type renderer struct {
	out    bytes.Buffer
	assets reports.Assets
}

func (r *renderer) line(s string) {
	r.out.WriteString(s)
	r.out.WriteByte('\n')
}

func (r *renderer) gap() { r.out.WriteByte('\n') }

func (r *renderer) block(b reports.Block) error {
	switch b := b.(type) {
	case reports.Heading:
		if b.Apart {
			r.line("---")
		}
		r.line(anchor(b.ID))
		// Signs at the end would be taken for a closing mark.
		r.line(strings.Repeat("#", min(b.Level+1, 6)) + " " + strings.ReplaceAll(escapeStart(b.Text), " #", ` \#`))
	case reports.Prose:
		r.line(prose(b))
	case reports.List:
		for _, item := range b.Items {
			r.line("- " + prose(item))
		}
	case reports.Table:
		r.table(b)
	case reports.Figure:
		r.figure(b)
	case reports.Footnote:
		r.line("<sub>" + spans(b.Spans, false) + "</sub>")
	case reports.Code:
		fence := strings.Repeat("`", max(3, longestRun(b.Text, '`')+1))
		r.line(fence + b.Lang)
		r.line(strings.TrimRight(b.Text, "\n"))
		r.line(fence)
	default:
		return fmt.Errorf("markdown: no rendering for a block of type %T", b)
	}
	r.gap()
	return nil
}

func anchor(id string) string { return `<a id="` + id + `"></a>` }

func prose(p reports.Prose) string {
	if p.Tone == reports.Careful {
		return "⚠ " + spans(p.Spans, false)
	}
	return spans(p.Spans, true)
}

func spans(list []reports.Span, start bool) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(span(s, start && b.Len() == 0))
	}
	return b.String()
}

// span keeps outer blanks outside of the marks, where Markdown needs them.
func span(s reports.Span, start bool) string {
	inner := strings.TrimSpace(s.Text)
	if inner == "" {
		return s.Text
	}
	left := s.Text[:strings.Index(s.Text, inner)]
	right := s.Text[len(left)+len(inner):]
	text := escape(inner)
	if start && !s.Strong && s.Link == "" {
		text = escapeStart(inner)
	}
	if s.Code {
		text = code(inner)
	}
	if s.Strong {
		text = "**" + text + "**"
	}
	if s.Link != "" {
		text = "[" + text + "](" + target(s.Link) + ")"
	}
	return left + text + right
}

func (r *renderer) figure(f reports.Figure) {
	r.line(anchor(f.ID))
	for _, ext := range []string{"svg", "png"} {
		path := reports.FigurePath(f.ID, ext)
		if _, ok := r.assets[path]; ok {
			r.line("![" + escape(f.Alt) + "](" + path + ")")
			r.gap()
			r.line("*" + escape(f.Caption) + "*")
			return
		}
	}
	r.line("*" + escape(f.Caption) + "*")
	r.gap()
	r.line(escape(f.Alt))
}
