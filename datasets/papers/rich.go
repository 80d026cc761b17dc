package papers

import (
	"unicode"
	"unicode/utf8"

	"mcpstats/datasets/document"
)

// rich collects the text of a block or cell as a reader meets it: white space becomes one
// space, looks are opened and closed, and every line of the file that the text comes from is
// noted once.
type rich struct {
	plain  []byte
	styles []document.Style
	lines  []document.Mark
	open   []look
	space  bool
	thin   bool // a thin space: kept within a number, else a space
	begun  bool
	start  document.Place // of the first letter
	last   document.Place
}

// look is a style that is still open; from is -1 until the first letter in it.
type look struct {
	is   document.Look
	from int
}

// write adds text that begins at a place; its line feeds count lines.
func (r *rich) write(s string, at document.Place) {
	for i := 0; i < len(s); {
		c, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case c == '\n':
			at.Line++
			r.space = true
		case c == ' ', c == '\t', c == '\r', c == '\f', c == '\v':
			r.space = true
		case c == '\u00ad', c == '\u200b', c == '\ufeff', c == '\u2060': // soft hyphen, spaces without width
		case unicode.Is(unicode.Cc, c):
		default:
			r.letter(c, s[i:i+n], at)
		}
		i += n
	}
}

func (r *rich) letter(c rune, s string, at document.Place) {
	if !r.begun {
		r.begun, r.start, r.last = true, at, at
		r.lines = append(r.lines, document.Mark{From: 0, Place: at}) // captions and notes have no other place
	} else {
		if r.thin && !r.space && len(r.plain) > 0 {
			if p := r.plain[len(r.plain)-1]; '0' <= p && p <= '9' && '0' <= c && c <= '9' {
				r.plain = append(r.plain, "\u2009"...)
			} else {
				r.space = true
			}
		}
		if r.space && len(r.plain) > 0 {
			r.plain = append(r.plain, ' ')
		}
	}
	r.space, r.thin = false, false
	if at != r.last {
		r.lines = append(r.lines, document.Mark{From: len(r.plain), Place: at})
		r.last = at
	}
	for i := range r.open {
		if r.open[i].from < 0 {
			r.open[i].from = len(r.plain)
		}
	}
	if c == utf8.RuneError && len(s) == 1 {
		r.plain = append(r.plain, "\ufffd"...)
		return
	}
	r.plain = append(r.plain, s...)
}

// begin opens a look, end closes the innermost of its kind.
func (r *rich) begin(is document.Look) { r.open = append(r.open, look{is, -1}) }

func (r *rich) end(is document.Look) {
	for i := len(r.open) - 1; i >= 0; i-- {
		if r.open[i].is == is {
			r.close(i)
			return
		}
	}
}

func (r *rich) close(i int) {
	if l := r.open[i]; l.from >= 0 && l.from < len(r.plain) {
		r.styles = append(r.styles, document.Style{Look: l.is, From: l.from, To: len(r.plain)})
	}
	r.open = append(r.open[:i], r.open[i+1:]...)
}

// until closes the looks opened since there were n of them.
func (r *rich) until(n int) {
	for len(r.open) > n {
		r.close(len(r.open) - 1)
	}
}

func (r *rich) empty() bool { return len(r.plain) == 0 }

// text ends the collection.
func (r *rich) text() document.Text {
	r.until(0)
	return document.Text{Plain: string(r.plain), Styles: r.styles, Lines: r.lines}
}

// all tells whether the text has letters or digits and every one of them the look.
func all(t document.Text, is document.Look) bool {
	if t.Plain == "" {
		return false
	}
	covered := make([]bool, len(t.Plain))
	for _, s := range t.Styles {
		if s.Look == is {
			for i := s.From; i < s.To && i < len(covered); i++ {
				covered[i] = true
			}
		}
	}
	said := false
	for i, c := range t.Plain {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			if said = true; !covered[i] {
				return false
			}
		}
	}
	return said
}
