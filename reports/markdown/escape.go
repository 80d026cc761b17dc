package markdown

import (
	"strings"
	"unicode"
)

// escape makes text that prints as it is, wherever it stands but at the start of
// a line: no markup, no HTML, no automatic link. Numbers and intervals need no
// escape and keep their look in the source.
func escape(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 8)
	literal := 0 // up to here the text needs no escape
	for i, r := range s {
		next := byte(0)
		if i+1 < len(s) {
			next = s[i+1]
		}
		switch {
		case i < literal:
			b.WriteRune(r)
		case unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
			b.WriteByte(' ')
		case r == '&' && (word(next) || next == '#'):
			b.WriteString("&amp;")
		case r == '<' && (letter(next) || next == '/' || next == '!' || next == '?'):
			b.WriteString("&lt;")
		case r == '@':
			b.WriteString("&#64;")
		case r == ':' && strings.HasPrefix(s[i:], "://"):
			b.WriteString("&#58;")
		case r == '.' && i >= 3 && strings.EqualFold(s[i-3:i], "www"):
			b.WriteString("&#46;")
		case r == '[':
			if n := numeric(s[i:]); n > 0 {
				literal = i + n
				b.WriteByte('[')
				continue
			}
			b.WriteString("\\[")
		case r == '_' && i > 0 && word(s[i-1]) && word(next):
			b.WriteByte('_') // between letters it is no emphasis
		case strings.ContainsRune("\\`*_]|~$", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// escapeStart is escape for the start of a line, where further signs would open
// a heading, a list, a quotation, a rule, a table or a definition.
func escapeStart(s string) string {
	out := escape(s)
	if out == "" {
		return out
	}
	switch c := out[0]; {
	case strings.IndexByte("#-+=>:", c) >= 0:
		return "\\" + out
	case c == '[':
		return "\\" + out
	case c >= '0' && c <= '9':
		digits := len(out) - len(strings.TrimLeft(out, "0123456789"))
		if rest := out[digits:]; digits < 10 && rest != "" && (rest[0] == '.' || rest[0] == ')') {
			return out[:digits] + "\\" + rest
		}
	}
	return out
}

// numeric is the length of a bracket that holds nothing but numbers, such as an
// interval, and that no link can follow; 0 for any other.
func numeric(s string) int {
	end := strings.IndexByte(s, ']')
	if end < 0 || end+1 < len(s) && strings.IndexByte("([:", s[end+1]) >= 0 {
		return 0
	}
	inner := strings.ReplaceAll(s[1:end], "inf", "0")
	if !strings.ContainsAny(inner, "0123456789") || strings.Trim(inner, "0123456789.,+- ") != "" {
		return 0
	}
	return end + 1
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func word(c byte) bool { return letter(c) || c >= '0' && c <= '9' }

// code makes a code span, fenced by more backticks than the text holds in a row.
func code(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
	if strings.TrimSpace(s) == "" {
		return escape(s)
	}
	fence := strings.Repeat("`", longestRun(s, '`')+1)
	pad := ""
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		pad = " "
	}
	return fence + pad + s + pad + fence
}

// longestRun is the length of the longest run of c in s.
func longestRun(s string, c byte) int {
	longest, n := 0, 0
	for i := 0; i < len(s); i++ {
		if s[i] == c {
			n++
			longest = max(longest, n)
		} else {
			n = 0
		}
	}
	return longest
}
