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

// mostTokens bounds an argument; the longest of real papers are tables in \resizebox.
const mostTokens = 2_000_000
