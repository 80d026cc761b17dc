package figures

import (
	"fmt"
	"strings"
	"unicode"
)

const (
	ellipsis = "…"
	// longestName bounds the work on hostile names: no figure shows more runes.
	longestName = 400
)

// clean makes a name one line: white space becomes a space; control characters
// and those that turn the reading direction, which could disguise a name, go.
func clean(s string) string {
	runes := []rune(strings.ToValidUTF8(s, "\ufffd"))
	if len(runes) > longestName {
		half := longestName / 2
		runes = append(append(append([]rune{}, runes[:half]...), '…'), runes[len(runes)-half:]...)
	}
	var b strings.Builder
	for _, r := range runes {
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case unicode.In(r, unicode.Cc, unicode.Cs, unicode.Bidi_Control), r == 0xfffe, r == 0xffff:
			continue
		}
		b.WriteRune(r)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// fit breaks a name into at most lines lines of at most width pixels. Breaks
// come after the marks that names are joined with; a name too long for that
// loses its middle, as names differ at their ends.
func (f *typefaces) fit(s string, px float64, bold bool, width float64, lines int) []string {
	s = clean(s)
	if s == "" {
		return nil
	}
	if out := f.wrap(s, px, bold, width); len(out) <= lines {
		return out
	}
	runes := []rune(s)
	lo, hi := 0, len(runes) // the most runes that fit, by bisection
	best := []string{ellipsis}
	for lo < hi {
		keep := (lo + hi + 1) / 2
		head := (keep + 1) / 2
		short := string(runes[:head]) + ellipsis + string(runes[len(runes)-(keep-head):])
		if out := f.wrap(short, px, bold, width); len(out) <= lines {
			best, lo = out, keep
		} else {
			hi = keep - 1
		}
	}
	return best
}

// wrap breaks a line greedily; a piece without a place to break is broken
// between any two characters.
func (f *typefaces) wrap(s string, px float64, bold bool, width float64) []string {
	var out []string
	cur := ""
	for _, piece := range pieces(s) {
		if f.width(strings.TrimRight(cur+piece, " "), px, bold) <= width {
			cur += piece
			continue
		}
		if cur != "" {
			out = append(out, strings.TrimRight(cur, " "))
			cur = ""
		}
		for _, r := range piece {
			if cur != "" && f.width(cur+string(r), px, bold) > width {
				out = append(out, cur)
				cur = ""
			}
			cur += string(r)
		}
	}
	if cur = strings.TrimRight(cur, " "); cur != "" {
		out = append(out, cur)
	}
	return out
}

// pieces splits a name after each mark that a line may end with.
func pieces(s string) []string {
	var out []string
	from, bracket := 0, -1
	for i, r := range s {
		switch {
		case r == '(':
			bracket = i
		case r == ')':
			bracket = -1
		}
		// A short remark such as "(n = 33)" stays in one piece.
		if bracket >= 0 && strings.IndexByte(s[bracket:], ')') < 16 {
			continue
		}
		if strings.ContainsRune("/_-:@· ", r) {
			next := i + len(string(r))
			out = append(out, s[from:next])
			from = next
		}
	}
	return append(out, s[from:])
}

// fitAll fits names that stand in one column and keeps different names
// different: those that were shortened alike get a number.
func (f *typefaces) fitAll(names []string, px float64, bold bool, width float64, lines int) [][]string {
	out := make([][]string, len(names))
	number := map[string]map[string]int{} // shortened -> original -> its number
	for i, n := range names {
		out[i] = f.fit(n, px, bold, width, lines)
		short := strings.Join(out[i], "\n")
		if number[short] == nil {
			number[short] = map[string]int{}
		}
		if number[short][n] == 0 {
			number[short][n] = len(number[short]) + 1
		}
		if k := number[short][n]; k > 1 {
			out[i] = f.fit(fmt.Sprintf("%s (%d)", n, k), px, bold, width, lines)
		}
	}
	return out
}

// widest is the width of the longest of lines.
func (f *typefaces) widest(lines []string, px float64, bold bool) float64 {
	var w float64
	for _, s := range lines {
		w = max(w, f.width(s, px, bold))
	}
	return w
}

// level is a name broken into at most lines lines at its own marks; false where
// a line would be wider than width.
func (f *typefaces) level(s string, px, width float64, lines int) ([]string, bool) {
	out := f.wrap(clean(s), px, false, width)
	whole := true
	for _, p := range pieces(clean(s)) {
		whole = whole && f.width(strings.TrimRight(p, " "), px, false) <= width
	}
	return out, whole && len(out) <= lines
}
