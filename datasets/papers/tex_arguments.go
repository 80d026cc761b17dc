package papers

import (
	"strings"
	"unicode/utf8"
)

// skipSpace reads over spaces and gives the next token back.
func (w *tex) skipSpace() texToken {
	for {
		t := w.next()
		if t.kind != texSpace {
			return t
		}
	}
}

// star reads the star of \section*.
func (w *tex) star() bool {
	t := w.next()
	if t.kind == texText && t.s == "*" {
		return true
	}
	w.back(t)
	return false
}

// arg reads an argument without typesetting it: a group without its braces, or one token.
func (w *tex) arg() []texToken {
	t := w.skipSpace()
	switch t.kind {
	case texEnd:
		return nil
	case texStop, texClose, texPar:
		w.back(t)
		return nil
	case texOpen:
		return w.group()
	case texText:
		_, n := utf8.DecodeRuneInString(t.s)
		if n < len(t.s) {
			w.back(texToken{texText, t.s[n:], t.at})
			t.s = t.s[:n]
		}
	}
	return []texToken{t}
}

// group reads to the closing brace of a group whose opening one was read.
func (w *tex) group() []texToken {
	var out []texToken
	for depth := 1; ; {
		t := w.next()
		switch t.kind {
		case texEnd:
			return out
		case texStop:
			w.back(t)
			return out
		case texOpen:
			depth++
		case texClose:
			if depth--; depth == 0 {
				return out
			}
		}
		out = append(out, t)
		if len(out) > mostTokens {
			return out
		}
	}
}

// option reads [..] where it stands next.
func (w *tex) option() ([]texToken, bool) { return w.between("[", "]") }

func (w *tex) between(open, shut string) ([]texToken, bool) {
	t := w.next()
	spaces := []texToken{}
	for t.kind == texSpace {
		spaces = append(spaces, t)
		t = w.next()
	}
	if t.kind != texText || !strings.HasPrefix(t.s, open) {
		w.back(append(spaces, t)...)
		return nil, false
	}
	var out []texToken
	if rest := t.s[len(open):]; rest != "" {
		w.back(texToken{texText, rest, t.at})
	}
	for depth := 0; len(out) < 10000; {
		t = w.next()
		switch t.kind {
		case texEnd, texPar:
			w.back(append(out, t)...)
			return nil, false
		case texStop:
			w.back(append(out, t)...)
			return nil, false
		case texOpen:
			depth++
		case texClose:
			depth--
		case texText:
			if i := strings.Index(t.s, shut); depth == 0 && i >= 0 {
				if i > 0 {
					out = append(out, texToken{texText, t.s[:i], t.at})
				}
				if rest := t.s[i+len(shut):]; rest != "" {
					w.back(texToken{texText, rest, t.at})
				}
				return out, true
			}
		}
		out = append(out, t)
	}
	w.back(out...)
	return nil, false
}

// written is the source of tokens, for names and lengths.
func written(tokens []texToken) string {
	var b strings.Builder
	for _, t := range tokens {
		switch t.kind {
		case texCommand:
			b.WriteString("\\" + t.s + " ")
		case texSpace, texPar:
			b.WriteByte(' ')
		default:
			b.WriteString(t.s)
		}
	}
	return strings.TrimSpace(b.String())
}
