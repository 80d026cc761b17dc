package papers

import (
	"strings"
	"unicode/utf8"

	"mcpstats/datasets/document"
)

// texKind tells tokens of TeX apart.
type texKind byte

const (
	texEnd     texKind = iota // the input is over
	texStop                   // the argument that is being typeset is over
	texCommand                // \name, without the backslash
	texText                   // letters; [ ] and * stand alone
	texSpace
	texPar // an empty line
	texOpen
	texClose
	texMath  // $ or $$
	texAlign // &
	texUp    // ^
	texDown  // _
	texTie   // ~
	texParam // #1
)

// texToken is one token and the place that it is printed from: a macro's text stands where
// the macro is used.
type texToken struct {
	kind texKind
	s    string
	at   document.Place
}

// texInput is a file that is being read or tokens that a macro left.
type texInput struct {
	tokens []texToken
	i      int
	src    string
	off    int
	line   int
	file   string // the name of a file, as places say it
	path   string // in the project
}

// next is the next token of the innermost input.
func (w *tex) next() texToken {
	for len(w.inputs) > 0 {
		in := &w.inputs[len(w.inputs)-1]
		if in.path == "" {
			if in.i < len(in.tokens) {
				t := in.tokens[in.i]
				in.i++
				return t
			}
			w.inputs = w.inputs[:len(w.inputs)-1]
			continue
		}
		if in.off < len(in.src) {
			if t, ok := in.lex(); ok {
				return t
			}
			continue
		}
		w.inputs = w.inputs[:len(w.inputs)-1]
		w.out.space = true
	}
	return texToken{kind: texEnd}
}

// back puts tokens back in front of the input.
func (w *tex) back(tokens ...texToken) {
	if len(tokens) > 0 {
		w.inputs = append(w.inputs, texInput{tokens: tokens})
	}
}

// lex reads one token of a file; false where there was only a comment.
func (in *texInput) lex() (texToken, bool) {
	s := in.src
	at := document.Place{File: in.file, Line: in.line}
	token := func(kind texKind, n int) (texToken, bool) {
		t := texToken{kind: kind, s: s[in.off : in.off+n], at: at}
		in.off += n
		return t, true
	}
	switch c := s[in.off]; c {
	case '%':
		end := strings.IndexByte(s[in.off:], '\n')
		if end < 0 {
			in.off = len(s)
			return texToken{}, false
		}
		in.off += end + 1
		in.line++
		for in.off < len(s) && (s[in.off] == ' ' || s[in.off] == '\t') {
			in.off++
		}
		if in.off < len(s) && s[in.off] == '\n' { // the empty line behind a comment
			return texToken{}, false
		}
		return texToken{}, false
	case '\\':
		return in.command(at)
	case '{':
		return token(texOpen, 1)
	case '}':
		return token(texClose, 1)
	case '$':
		if strings.HasPrefix(s[in.off:], "$$") {
			return token(texMath, 2)
		}
		return token(texMath, 1)
	case '&':
		return token(texAlign, 1)
	case '^':
		return token(texUp, 1)
	case '_':
		return token(texDown, 1)
	case '~':
		return token(texTie, 1)
	case '#':
		n := 1
		for in.off+n < len(s) && s[in.off+n] == '#' {
			n++
		}
		if in.off+n < len(s) && '1' <= s[in.off+n] && s[in.off+n] <= '9' {
			n++
		}
		return token(texParam, n)
	case '[', ']', '*', '=', ',':
		return token(texText, 1)
	case ' ', '\t', '\n', '\r', '\f':
		feeds := 0
		n := 0
		for in.off+n < len(s) && strings.IndexByte(" \t\n\r\f", s[in.off+n]) >= 0 {
			if s[in.off+n] == '\n' {
				feeds++
			}
			n++
		}
		in.line += feeds
		if feeds > 1 {
			return token(texPar, n)
		}
		return token(texSpace, n)
	default:
		n := 1
		for in.off+n < len(s) && strings.IndexByte("%\\{}$&^_~#[]*=, \t\n\r\f", s[in.off+n]) < 0 {
			n++
		}
		return token(texText, n)
	}
}

// command reads \name or \sign, and the spaces behind a name.
func (in *texInput) command(at document.Place) (texToken, bool) {
	s := in.src
	i := in.off + 1
	if i >= len(s) {
		in.off = i
		return texToken{}, false
	}
	n := 0
	for i+n < len(s) && (isASCIILetter(s[i+n]) || s[i+n] == '@') {
		n++
	}
	if n == 0 {
		_, n = utf8.DecodeRuneInString(s[i:])
		if s[i] == '\n' {
			in.line++
		}
		in.off = i + n
		return texToken{kind: texCommand, s: s[i : i+n], at: at}, true
	}
	in.off = i + n
	for in.off < len(s) && (s[in.off] == ' ' || s[in.off] == '\t') {
		in.off++
	}
	// A single line feed behind a name is a space, too, and an empty line is not.
	if in.off < len(s) && s[in.off] == '\n' {
		k := in.off + 1
		for k < len(s) && (s[k] == ' ' || s[k] == '\t') {
			k++
		}
		if k < len(s) && s[k] != '\n' {
			in.off = k
			in.line++
		}
	}
	return texToken{kind: texCommand, s: s[i : i+n], at: at}, true
}

func isASCIILetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

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

// mostTokens bounds an argument; the longest of real papers are tables in \resizebox.
const mostTokens = 2_000_000

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
