package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// messages is stderr. Whatever is written at once is one line: a name that somebody
// else chose, of a file, a run or a task, can neither begin another line, which would
// look like a message of ours, nor tell the terminal what to do.
type messages struct{ to io.Writer }

func (m messages) Write(b []byte) (int, error) {
	line := strings.TrimSuffix(string(b), "\n")
	if _, err := io.WriteString(m.to, inert(line)+string(b[len(line):])); err != nil {
		return 0, err
	}
	return len(b), nil
}

// screen is the terminal that a person watches messages on, nil where none does.
func (m messages) screen() *os.File {
	if f, ok := m.to.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}

// inert shows what a terminal would obey: control characters, those that turn the
// direction of writing, other ends of lines, and bytes that are not UTF-8.
func inert(s string) string {
	harmless := func(r rune) bool {
		return !unicode.In(r, unicode.Cc, unicode.Bidi_Control, unicode.Zl, unicode.Zp) && r != utf8.RuneError
	}
	if strings.IndexFunc(s, func(r rune) bool { return !harmless(r) }) < 0 {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case harmless(r) || r == utf8.RuneError && n > 1:
			b.WriteString(s[:n])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		s = s[n:]
	}
	return b.String()
}
