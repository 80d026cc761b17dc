package papers

import (
	"strings"

	"mcpstats/datasets/document"
)

// texToPlain is the text of a formula.
func texToPlain(s string) string {
	r := &rich{}
	inlineTeX(r, s, document.Place{})
	return r.text().Plain
}

// inlineTeX typesets a formula into a sink.
func inlineTeX(out *rich, s string, at document.Place) {
	if len(s) > 20000 {
		s = s[:20000]
	}
	w := newTeX(newPaper(at.File, nil))
	w.out, w.math = out, true
	w.inline = 1
	w.inputs = []texInput{{src: s, file: at.File, line: at.Line, path: "formula"}}
	open := len(out.open)
	for {
		if t := w.run(nil); t.kind == texEnd {
			break
		}
		w.ending = ""
	}
	out.until(open)
}

// texToMarked is the text of a formula with its looks as HTML, for Markdown.
func texToMarked(s string, markdown bool) string {
	r := &rich{}
	inlineTeX(r, s, document.Place{})
	t := r.text()
	if !markdown {
		return t.Plain
	}
	tags := map[document.Look]string{document.Bold: "b", document.Italic: "i", document.Underlined: "u", document.Superscript: "sup", document.Subscript: "sub"}
	var b strings.Builder
	for i, c := range t.Plain {
		for k := len(t.Styles) - 1; k >= 0; k-- {
			if st := t.Styles[k]; st.From == i && tags[st.Look] != "" {
				b.WriteString("<" + tags[st.Look] + ">")
			}
		}
		switch c {
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '&':
			b.WriteString("&amp;")
		case '|':
			b.WriteString("&#124;")
		case '*', '_', '`', '[', ']', '\\', '$':
			b.WriteString("\\" + string(c))
		default:
			b.WriteRune(c)
		}
		end := i + len(string(c))
		for _, st := range t.Styles {
			if st.To == end && tags[st.Look] != "" {
				b.WriteString("</" + tags[st.Look] + ">")
			}
		}
	}
	return b.String()
}
