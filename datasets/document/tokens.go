package document

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is one number as it stands in a text, before anything is known of its neighbours.
type token struct {
	from, to int // bytes of what is printed, with bound and sign, without marks and unit
	end      int // after marks and unit
	bound    string
	sign     string // "-", "+" or ""
	body     string // digits as printed, with separators
	exponent string // of 1.2e-5 or 1.2×10⁻⁵: "-5"
	decimal  byte   // '.' or ',': which of the two is the decimal sign here
	unit     string
	marks    string
	approx   bool
	value    string // of a number in words: "6"
}

// reader goes through one text and finds its numbers. skip holds, for each byte, whether it
// is part of something that is no result (package-private masks say why).
type reader struct {
	s     string
	text  Text
	skip  []bool
	edges map[int]bool // where raised or lowered letters begin and end: no number goes on there
	comma bool         // the decimal sign is a comma
	cell  bool         // a table's cell, where letters may be glued to numbers as marks
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// tokens lists the numbers of the text in order.
func (r *reader) tokens() []token {
	var out []token
	s := r.s
	last := 0 // numbers do not overlap
	for i := 0; i < len(s); {
		c := s[i]
		begins := isDigit(c) || c == '.' && i+1 < len(s) && isDigit(s[i+1])
		if !begins {
			i++
			continue
		}
		if r.skip[i] {
			i = r.skipRun(i)
			continue
		}
		t, next, ok := r.number(i, last)
		if ok {
			out = append(out, t)
			last = t.end
		}
		if next <= i {
			next = i + 1
		}
		i = next
	}
	return out
}

// skipRun is the end of the masked stretch and of the digits that it ends in.
func (r *reader) skipRun(i int) int {
	for i < len(r.s) && r.skip[i] {
		i++
	}
	return i
}

// number reads the number whose digits begin at i. Where they are part of a word or an id,
// next is behind that word and ok is false.
func (r *reader) number(i, last int) (t token, next int, ok bool) {
	s := r.s
	before, size := utf8.DecodeLastRuneInString(s[:i])
	if size > 0 && i > last && !r.edges[i] {
		switch {
		case unicode.IsLetter(before), before == '_', before == '@', before == '\\', before == '^':
			return t, r.wordEnd(i), false
		case before == '#', before == '\'' || before == '’':
			return t, r.digitsEnd(i), false
		case before == '.' && i >= 2 && (isDigit(s[i-2]) || isLetterByte(s[i-2]) && i >= 3 && isLetterByte(s[i-3])):
			return t, r.wordEnd(i), false
		case isDash(before) || before == '/':
			p, _ := utf8.DecodeLastRuneInString(s[:i-size])
			if (unicode.IsLetter(p) || p == '_') && (before == '-' || before == '/' || before == '‑' || before == '–') {
				return t, r.wordEnd(i), false
			}
		}
	}
	t.from = i
	j := r.body(i, &t)
	if j == i { // a point with which a raised stretch begins or ends
		return t, i + 1, false
	}
	// Three parts are a version, a date or an address: 1.2.3, 192.168.0.1.
	if j+1 < len(s) && s[j] == '.' && isDigit(s[j+1]) && !r.edges[j] {
		return t, r.wordEnd(j), false
	}
	t.to = j
	j, ok = r.after(j, &t)
	if !ok {
		return t, j, false
	}
	r.before(last, &t)
	t.end = max(j, t.to)
	return t, t.end, true
}

// body reads digits, separators of thousands, decimals.
func (r *reader) body(i int, t *token) int {
	s := r.s
	j := r.digitsEnd(i)
	first := j - i
	t.decimal = '.'
	if r.comma {
		t.decimal = ','
	}
	group := byte(',')
	if r.comma {
		group = '.'
	}
	// Groups of three, all with the same separator.
	if first >= 1 && first <= 3 {
		separator := ""
		for j < len(s) {
			sep := groupSeparator(s[j:], group)
			if sep == "" || r.edges[j] || separator != "" && sep != separator || !threeDigits(s[j+len(sep):]) {
				break
			}
			if sep == "." || sep == "," {
				// 0,123 is no group; nor is 1.234 before another decimal sign of its kind.
				if s[i] == '0' {
					break
				}
			}
			separator = sep
			j += len(sep) + 3
		}
	}
	if j+1 < len(s) && s[j] == t.decimal && isDigit(s[j+1]) && (j == i || !r.edges[j]) && !r.edges[j+1] {
		j = r.digitsEnd(j + 1)
	}
	t.body = s[i:j]
	return j
}

// groupSeparator is the separator of thousands that s begins with: the comma (or the point
// where the comma is decimal), spaces that are no word spaces, the apostrophe.
func groupSeparator(s string, group byte) string {
	if s[0] == group || s[0] == '\'' {
		return s[:1]
	}
	c, n := utf8.DecodeRuneInString(s)
	switch c {
	case '\u2009', '\u202f', '\u2005', '\u2006', '\u2007', '\u2008', '\u200a', '\u00a0', '’', '٬':
		return s[:n]
	}
	return ""
}

func threeDigits(s string) bool {
	return len(s) >= 3 && isDigit(s[0]) && isDigit(s[1]) && isDigit(s[2]) && (len(s) == 3 || !isDigit(s[3]))
}

func (r *reader) digitsEnd(i int) int {
	for start := i; i < len(r.s) && isDigit(r.s[i]) && (i == start || !r.edges[i]); {
		i++
	}
	return i
}

// wordEnd is the end of the name or id that i stands in: letters, digits, and the signs that
// join them (GPT-4.1, Llama-3-8B, R@5, 1.2.3).
func (r *reader) wordEnd(i int) int {
	s := r.s
	for i < len(s) {
		c, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case unicode.IsLetter(c), unicode.IsDigit(c), c == '_', c == '@':
		case strings.ContainsRune(".-‑:/'’", c) && i+n < len(s) && joined(s[i+n:]) && (c != '/' || i > 0 && s[i-1] != ' '):
		default:
			return i
		}
		i += n
	}
	return i
}

func joined(s string) bool {
	c, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(c) || unicode.IsDigit(c)
}

func isLetterByte(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func isDash(c rune) bool {
	switch c {
	case '-', '‐', '‑', '‒', '–', '—', '−', '﹣', '－':
		return true
	}
	return false
}

// before reads what stands before the digits: sign, bound, currency, approximation.
func (r *reader) before(last int, t *token) {
	s := r.s
	head := s[last:t.from]
	c, n := utf8.DecodeLastRuneInString(head)
	if strings.ContainsRune("$€£¥", c) {
		t.unit = string(c) + t.unit
		head = head[:len(head)-n]
		t.from -= n
		c, n = utf8.DecodeLastRuneInString(head)
	}
	if c == '\u2009' || c == '\u202f' || c == '\u200a' { // a thin space between sign and digits
		if d, m := utf8.DecodeLastRuneInString(head[:len(head)-n]); d == '−' || d == '+' {
			head, c, n = head[:len(head)-n], d, m
			t.from -= n
		}
	}
	if isDash(c) && c != '—' || c == '+' {
		rest := head[:len(head)-n]
		p, _ := utf8.DecodeLastRuneInString(rest)
		// Behind a digit or a unit it is a range or a sum: "34-52", "34%-52%".
		free := rest == "" && last == 0 || rest != "" && !unicode.IsLetter(p) && !unicode.IsDigit(p) && !strings.ContainsRune("%)]*†", p)
		if c == '−' && rest != "" && !unicode.IsDigit(p) && p != '%' {
			free = true
		}
		if c == '+' && p == '/' || c == '-' && (p == '/' || p == '+') { // +/-
			free = false
		}
		if c == '-' && isDash(p) { // a range with two dashes, "30–-50"
			d, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(s[:last+len(rest)], isDash))
			free = free && !unicode.IsDigit(d) && d != '%'
		}
		if free {
			t.sign = "-"
			if c == '+' {
				t.sign = "+"
			}
			t.from = last + len(rest)
			head = rest
		}
	}
	if trimmed := strings.TrimRight(head, " \u00a0\u2009\u202f$"); trimmed != "" {
		for _, b := range []struct{ printed, bound string }{{"<=", "≤"}, {">=", "≥"}, {"<", "<"}, {">", ">"}, {"≤", "≤"}, {"≥", "≥"}, {"⩽", "≤"}, {"⩾", "≥"}, {"≲", "≤"}, {"≳", "≥"}} {
			if strings.HasSuffix(trimmed, b.printed) {
				t.bound = b.bound
				t.from = last + len(trimmed) - len(b.printed)
				return
			}
		}
		for _, a := range []string{"~", "∼", "≈", "≃", "≅", "˜"} {
			if strings.HasSuffix(trimmed, a) {
				t.approx = true
				return
			}
		}
		t.approx = t.approx || nearlyBefore(trimmed, t.body)
	}
}

// nearlyBefore tells whether the words before a number take back its exactness. Over, under
// and some do so before round numbers alone: "cases over 212 tools" counts the tools.
func nearlyBefore(s, body string) bool {
	s = strings.ToLower(s[max(0, len(s)-24):])
	for _, w := range []string{"about", "approximately", "approx.", "roughly", "around", "circa", "ca.", "nearly", "almost", "over", "more than", "at least", "up to", "less than", "fewer than", "at most", "above", "below", "under", "some", "exceeding", "close to"} {
		if rest, found := strings.CutSuffix(s, w); found && (rest == "" || !isLetterByte(rest[len(rest)-1])) {
			switch w {
			case "over", "above", "below", "under", "some":
				return strings.HasSuffix(body, "0") && !strings.Contains(body, ".")
			}
			return true
		}
	}
	return false
}
