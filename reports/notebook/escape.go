package notebook

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"mcpstats/reports"
)

// references stand for signs that mean something. A dollar or a backslash alone
// in its element begins no formula, and as a reference none in the source.
var references = map[byte]string{'$': "<span>&#36;</span>", '\\': "<span>&#92;</span>", '&': "&amp;", '<': "&lt;", '>': "&gt;"}

func reference(sign byte) string {
	if s, ok := references[sign]; ok {
		return s
	}
	return fmt.Sprintf("&#%d;", sign)
}

// plain is text as HTML that prints as it is; setup.py has the same rule.
func plain(s string) string { return write(s, false) }

// literal is text as Markdown that prints as it is, but at the start of a
// paragraph; setup.py has the same rule.
func literal(s string) string { return write(s, true) }

func write(s string, markdown bool) string {
	s = oneLine(s)
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if strings.IndexByte(`&<>$\`, c) >= 0 || markdown && means(s, i) {
			b.WriteString(reference(c))
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// means tells whether Markdown gives the sign at i a meaning, wherever it stands.
func means(s string, i int) bool {
	switch s[i] {
	case '`', '*', '[', ']', '|', '~', '#', '@':
		return true
	case '_': // within a word it is none
		return i == 0 || i+1 == len(s) || !word(s[i-1]) || !word(s[i+1])
	case ':':
		return strings.HasPrefix(s[i+1:], "//")
	case '.':
		return strings.HasSuffix(s[:i], "www")
	}
	return false
}

func word(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// opening is what would make a list, a heading's line or a definition of a
// paragraph.
var opening = regexp.MustCompile(`^([0-9]{1,9}[.)]|[-+=:])`)

// start is for the start of a paragraph what literal is for the rest of it.
func start(s string) string {
	mark := opening.FindString(s)
	if mark == "" {
		return s
	}
	last := len(mark) - 1
	return mark[:last] + reference(mark[last]) + s[len(mark):]
}

func heading(s string) string { return start(literal(s)) }

// oneLine keeps text on its line: a line's end would end the paragraph.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

func (r *renderer) spans(list []reports.Span, first bool) string {
	var b strings.Builder
	for _, s := range list {
		inner := strings.TrimSpace(s.Text)
		if inner == "" {
			b.WriteString(oneLine(s.Text))
			continue
		}
		left := s.Text[:strings.Index(s.Text, inner)]
		right := s.Text[len(left)+len(inner):]
		text := literal(inner)
		if first && b.Len() == 0 {
			text = start(text)
		}
		if s.Code {
			text = "<code>" + literal(inner) + "</code>"
		}
		if s.Strong {
			text = "<b>" + text + "</b>"
		}
		if s.Link != "" && r.known[s.Link] {
			text = "[" + text + "](#" + s.Link + ")"
		}
		b.WriteString(oneLine(left) + text + oneLine(right))
	}
	return b.String()
}

// fenced is preformatted text, which nothing in it can end.
func fenced(c reports.Code) string {
	fence := "```"
	for strings.Contains(c.Text, fence) {
		fence += "`"
	}
	return fence + c.Lang + "\n" + strings.TrimRight(c.Text, "\n") + "\n" + fence
}

func anchor(id string) string { return `<a id="` + plain(strings.ReplaceAll(id, `"`, "")) + `"></a>` }

// quote is a string literal that Python reads: strconv's escapes are Python's
// too, where the text is valid.
func quote(s string) string { return strconv.Quote(strings.ToValidUTF8(s, "\uFFFD")) }

// lines is text as notebooks keep it: a list of lines, each with its end.
func lines(s string) []string {
	if s == "" {
		return []string{}
	}
	return strings.SplitAfter(s, "\n")
}
