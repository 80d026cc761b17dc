package terminal

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"mcpstats/reports"
)

// textWidth is the widest that a paragraph gets, whatever the window.
const textWidth = 100

// Render prints the document. Figures are left out; their values stand in tables.
// An error is the writer's, or a block that this package does not know.
func Render(w io.Writer, doc *reports.Document, window Window) error {
	var out bytes.Buffer
	if doc.Title != "" {
		out.WriteString(window.paint(clean(doc.Title), true, reports.Plain) + "\n")
		if doc.Subtitle != "" {
			paragraph(&out, doc.Subtitle, "", window, reports.Plain)
		}
		out.WriteByte('\n')
	}
	for _, b := range doc.Blocks {
		if err := block(&out, b, window); err != nil {
			return err
		}
	}
	_, err := w.Write(append(bytes.TrimRight(out.Bytes(), "\n"), '\n'))
	return err
}

func block(out *bytes.Buffer, b reports.Block, window Window) error {
	switch b := b.(type) {
	case reports.Figure:
		return nil
	case reports.Heading:
		title := clean(b.Text)
		mark := "-"
		if b.Level == 1 {
			mark = "="
		}
		fmt.Fprintf(out, "%s\n%s\n", window.paint(title, true, reports.Plain), strings.Repeat(mark, text.StringWidth(title)))
	case reports.Prose:
		paragraph(out, spans(b.Spans), "", window, b.Tone)
	case reports.List:
		for _, item := range b.Items {
			paragraph(out, spans(item.Spans), "- ", window, item.Tone)
		}
	case reports.Footnote:
		paragraph(out, spans(b.Spans), "", window, reports.Plain)
	case reports.Code:
		for line := range strings.Lines(b.Text) {
			out.WriteString("    " + clean(strings.TrimRight(line, "\n")) + "\n")
		}
	case reports.Table:
		printTable(out, b, window)
	default:
		return fmt.Errorf("terminal: no rendering for a block of type %T", b)
	}
	out.WriteByte('\n')
	return nil
}

func spans(list []reports.Span) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(s.Text)
	}
	return b.String()
}

// clean keeps a log's text from steering the terminal.
func clean(s string) string {
	lead := len(s) - len(strings.TrimLeft(s, " "))
	return s[:lead] + reports.Visible(s[lead:])
}

// paragraph writes one paragraph, further lines indented under its mark. It is
// painted line by line, after wrapping.
func paragraph(out *bytes.Buffer, s, mark string, window Window, tone reports.Tone) {
	s = clean(s)
	if window.Width > 0 {
		s = text.WrapSoft(s, max(20, min(window.Width, textWidth)-len(mark)))
	}
	for i, line := range strings.Split(s, "\n") {
		if i == 0 {
			out.WriteString(mark)
		} else {
			out.WriteString(strings.Repeat(" ", len(mark)))
		}
		out.WriteString(window.paint(strings.TrimRight(line, " "), false, tone) + "\n")
	}
}
