package html

import (
	"bytes"
	"html/template"
	"unicode/utf8"

	"mcpstats/reports"
)

// cell writes one entry of a table; a head names its row. Cells are most of a
// page, so nothing stands in one that the page can do without: tags that the
// standard lets end by themselves, quotes around values that are bare words, the
// class of a cell that has a number. data-v, data-l and data-h are what the script
// sorts and copies; data-p is invisible and makes the numbers of a column end the
// same way, so that their decimal points stand below each other.
func (a anchors) cell(b *bytes.Buffer, c reports.Cell, kind reports.Kind, longest tail, head bool) {
	if head {
		b.WriteString("<th scope=row")
	} else {
		b.WriteString("<td")
	}
	pieces := []string{c.Text}
	var classes []string
	switch n := utf8.RuneCountInString(c.Text); {
	case kind != reports.Text:
		if !c.HasValue || head {
			classes = append(classes, "n")
		}
	case n > longText:
		classes = append(classes, "l")
		pieces = breakable(c.Text)
	case n > longName:
		classes = append(classes, "m")
		pieces = breakable(c.Text)
	}
	if tone := toneClass(c.Tone); tone != "" {
		classes = append(classes, tone)
	}
	switch len(classes) {
	case 0:
	case 1:
		b.WriteString(" class=" + classes[0])
	default:
		b.WriteString(` class="` + classes[0] + " " + classes[1] + `"`)
	}
	if c.Full != "" {
		b.WriteString(` title="`)
		template.HTMLEscape(b, []byte(c.Full))
		b.WriteByte('"')
	}
	switch {
	case !c.HasValue:
	case kind == reports.Interval:
		bareAttribute(b, "data-l", number(c.Low))
		bareAttribute(b, "data-h", number(c.High))
	default:
		bareAttribute(b, "data-v", number(c.Value))
		if padded(kind) {
			bareAttribute(b, "data-p", longest.beyond(tailOf(c.Text)))
		}
	}
	b.WriteByte('>')
	link := a.link(c.Link)
	if c.Strong {
		b.WriteString("<strong>")
	}
	if link != "" {
		b.WriteString(`<a href="`)
		template.HTMLEscape(b, []byte(link))
		b.WriteString(`">`)
	}
	for i, s := range pieces {
		if i > 0 {
			b.WriteString("<wbr>")
		}
		template.HTMLEscape(b, []byte(s))
	}
	if link != "" {
		b.WriteString("</a>")
	}
	if c.Strong {
		b.WriteString("</strong>")
	}
}

// bareAttribute writes an attribute whose value is a bare word: digits, letters,
// signs. An empty one is left out.
func bareAttribute(b *bytes.Buffer, name, value string) {
	if value != "" {
		b.WriteString(" " + name + "=" + value)
	}
}
