package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mcpstats/datasets/document"
)

// writer joins pieces into one text with its looks and places.
type writer struct {
	file  string
	plain strings.Builder
	out   document.Text
	page  int
}

// style marks the bytes from from on, and joins what touches a stretch of the same look.
func (w *writer) style(look document.Look, from, to int) {
	for i := len(w.out.Styles) - 1; i >= 0; i-- {
		s := &w.out.Styles[i]
		if s.Look == look {
			if s.To == from || strings.TrimSpace(w.plain.String()[s.To:from]) == "" {
				s.To = to
				return
			}
			break
		}
	}
	w.out.Styles = append(w.out.Styles, document.Style{Look: look, From: from, To: to})
}

func (w *writer) piece(p *piece) {
	if p.page != w.page {
		if w.page != 0 {
			w.out.Lines = append(w.out.Lines, document.Mark{From: w.plain.Len(), Place: document.Place{File: w.file, Page: p.page}})
		}
		w.page = p.page
	}
	from := w.plain.Len()
	w.plain.WriteString(p.text)
	to := w.plain.Len()
	for _, s := range []struct {
		look document.Look
		on   bool
	}{
		{document.Bold, p.font.Bold}, {document.Italic, p.font.Italic}, {document.Underlined, p.under}, {document.Struck, p.struck},
		{document.Superscript, p.script > 0}, {document.Subscript, p.script < 0}, {document.Coloured, p.colour != 0 && !grey(p.colour)},
	} {
		if s.on {
			w.style(s.look, from, to)
		}
	}
}

// grey colours are those of plain text.
func grey(c uint32) bool {
	r, g, b := int(c>>16&255), int(c>>8&255), int(c&255)
	return max(r, g, b)-min(r, g, b) < 24
}

// line writes pieces from left to right.
func (w *writer) line(pieces []*piece) {
	for i, p := range pieces {
		if i > 0 {
			w.plain.WriteString(between(pieces[i-1], p))
		}
		w.piece(p)
	}
}

// between is the space that a reader sees between two pieces of a line.
func between(a, b *piece) string {
	gap := b.x0 - a.x1
	size := max(a.size, b.size)
	if b.spaced && gap > 0.05*size {
		return " "
	}
	if a.script != b.script && gap < 0.25*size {
		return ""
	}
	last, _ := utf8.DecodeLastRuneInString(a.text)
	first, _ := utf8.DecodeRuneInString(b.text)
	if unicode.IsDigit(last) && unicode.IsDigit(first) && gap > 0.08*size && gap < 0.22*size {
		return "\u2009" // of 12 345
	}
	if gap > 0.14*size {
		return " "
	}
	return ""
}

// plain is the words of a line.
func plain(pieces []*piece) string {
	w := writer{}
	w.line(pieces)
	return w.plain.String()
}

func (w *writer) text() document.Text {
	w.out.Plain = w.plain.String()
	return w.out
}

// newline ends a line within a text: a space, or nothing where a word was divided.
func (w *writer) newline(next string, words map[string]bool) {
	s := w.plain.String()
	if s == "" || next == "" {
		return
	}
	last, n := utf8.DecodeLastRuneInString(s)
	first, _ := utf8.DecodeRuneInString(next)
	if last == '\u00ad' {
		w.cut(n)
		return
	}
	if last != '-' && last != '\u2010' {
		if last != '\u2014' && last != '/' {
			w.plain.WriteByte(' ')
		}
		return
	}
	head := s[:len(s)-n]
	before, _ := utf8.DecodeLastRuneInString(head)
	if !unicode.IsLetter(before) || !unicode.IsLetter(first) {
		if unicode.IsSpace(before) || head == "" {
			w.plain.WriteByte(' ') // a dash
		}
		return
	}
	left := head[strings.LastIndexFunc(head, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })+1:]
	right := next
	if i := strings.IndexFunc(next, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }); i >= 0 {
		right = next[:i]
	}
	whole, hyphened := strings.ToLower(left+right), strings.ToLower(left+"-"+right)
	switch {
	case words[hyphened] && !words[whole]:
	case words[whole] || unicode.IsLower(first) && !strings.Contains(left, "-") && !unicode.IsUpper(rune(lastByte(left))):
		w.cut(n)
	}
}

func lastByte(s string) byte {
	if s == "" {
		return 0
	}
	return s[len(s)-1]
}

// cut takes the last n bytes back.
func (w *writer) cut(n int) {
	s := w.plain.String()
	s = s[:len(s)-n]
	w.plain.Reset()
	w.plain.WriteString(s)
	for i := range w.out.Styles {
		w.out.Styles[i].To = min(w.out.Styles[i].To, len(s))
	}
}
