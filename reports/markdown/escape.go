package markdown

import (
	"strings"
	"unicode"
)

// escape makes text that prints as it is: no markup, no HTML, no automatic link.
func escape(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 8)
	start := true
	for i, r := range s {
		switch {
		case unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
			b.WriteByte(' ')
			continue
		case r == '&':
			// An entity stays an entity behind some renderers' backslash.
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '@':
			b.WriteString("&#64;")
		case r == ':' && strings.HasPrefix(s[i:], "://"):
			b.WriteString("&#58;")
		case r == '.' && (strings.HasSuffix(strings.ToLower(s[:i]), "www") || start || orderedMarker(s[:i])):
			b.WriteString("&#46;")
		case (r == '-' || r == '+' || r == '=') && start:
			b.WriteByte('\\')
			b.WriteRune(r)
		case strings.ContainsRune("\\`*_[]#|~$", r) && !(r == '_' && within(s, i)) && !(r == '#' && !start):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '!' && strings.HasPrefix(s[i+1:], "["):
			b.WriteString("\\!")
		default:
			b.WriteRune(r)
		}
		start = false
	}
	return b.String()
}

// within reports an underscore between two letters or digits, which is no
// emphasis and stays readable.
func within(s string, i int) bool {
	return i > 0 && i+1 < len(s) && word(s[i-1]) && word(s[i+1])
}

func word(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// orderedMarker reports that a line so far could begin a numbered list.
func orderedMarker(s string) bool {
	return s != "" && len(s) < 10 && strings.Trim(s, "0123456789") == ""
}

// code makes a code span, fenced by more backticks than the text holds in a row.
// In a table a pipe would end the cell even within code.
func code(s string, inTable bool) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
	if strings.TrimSpace(s) == "" {
		return escape(s)
	}
	if inTable && strings.Contains(s, "|") {
		return escape(s)
	}
	fence := strings.Repeat("`", longestRun(s, '`')+1)
	pad := ""
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") || strings.HasPrefix(s, " ") && strings.HasSuffix(s, " ") {
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
