package document

import (
	"strings"
	"unicode/utf8"
)

var superDigits = map[rune]byte{'⁰': '0', '¹': '1', '²': '2', '³': '3', '⁴': '4', '⁵': '5', '⁶': '6', '⁷': '7', '⁸': '8', '⁹': '9', '⁻': '-', '⁺': '+'}

// exponent reads e-5, E+06, ×10⁻⁵, x 10^-5 and × 10^{-5}; a raised -5 needs no caret.
func (r *reader) exponent(j int, t *token) int {
	s := r.s
	if j+1 < len(s) && (s[j] == 'e' || s[j] == 'E') {
		k := j + 1
		if sign, n := signOf(s[k:]); n > 0 {
			end := r.digitsEnd(k + n)
			if end > k+n && end-k-n <= 3 {
				t.exponent = sign + s[k+n:end]
				t.to = end
				return end
			}
		} else if end := r.digitsEnd(k); end > k && end-k <= 3 && (end == len(s) || !joined(s[end:])) {
			t.exponent = s[k:end]
			t.to = end
			return end
		}
	}
	k := j
	for k < len(s) && s[k] == ' ' {
		k++
	}
	c, n := utf8.DecodeRuneInString(s[k:])
	if c == '×' || c == '·' || c == '⋅' || c == 'x' || c == '*' || c == '∗' {
		p := k + n
		for p < len(s) && s[p] == ' ' {
			p++
		}
		if strings.HasPrefix(s[p:], "10") {
			if power, end := r.power(p + 2); end > 0 {
				t.exponent = power
				t.to = end
				return end
			}
		}
	}
	if t.body == "10" {
		if power, end := r.power(j); end > 0 {
			t.body, t.exponent, t.to = "1", power, end
			return end
		}
	}
	return j
}

// power reads the exponent of ten at i.
func (r *reader) power(i int) (string, int) {
	s := r.s
	caret := i < len(s) && s[i] == '^'
	if caret {
		i++
	}
	brace := i < len(s) && s[i] == '{'
	if brace {
		i++
	}
	var out []byte
	raised := i < len(s) && r.text.Has(Superscript, i, i+1)
	for i < len(s) {
		c, n := utf8.DecodeRuneInString(s[i:])
		if d, is := superDigits[c]; is {
			out, raised = append(out, d), true
		} else if (caret || raised && r.text.Has(Superscript, i, i+1)) && (isDigit(s[i]) || len(out) == 0 && isDash(c)) {
			if isDash(c) {
				out = append(out, '-')
			} else {
				out = append(out, s[i])
			}
		} else {
			break
		}
		i += n
	}
	if brace && i < len(s) && s[i] == '}' {
		i++
	}
	if !caret && !raised || len(out) == 0 || len(out) > 3 || out[len(out)-1] == '-' || out[len(out)-1] == '+' {
		return "", 0
	}
	return string(out), i
}

func signOf(s string) (string, int) {
	c, n := utf8.DecodeRuneInString(s)
	switch {
	case isDash(c):
		return "-", n
	case c == '+':
		return "", n
	}
	return "", 0
}
