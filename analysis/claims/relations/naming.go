package relations

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// token is a word of a text, in lower case, with where it stands.
type token struct {
	word     string
	from, to int
	capital  bool // a capital letter or a digit is in it
}

// tokens splits a text into words of letters and digits; "R@5" is one, a decimal number too.
func tokens(s string) []token {
	var out []token
	start := -1
	flush := func(end int) {
		if start >= 0 {
			w := s[start:end]
			t := token{word: canonical(strings.ToLower(w)), from: start, to: end}
			t.capital = strings.IndexFunc(w, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) }) >= 0
			out = append(out, t)
		}
		start = -1
	}
	for i, r := range s {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '@' || r == '%' && start < 0:
			if start < 0 {
				start = i
			}
		case r == '.' && start >= 0 && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9' && s[i-1] >= '0' && s[i-1] <= '9':
		default:
			flush(i)
		}
	}
	flush(len(s))
	return out
}

// canonical writes the usual abbreviations of metrics one way.
func canonical(w string) string {
	for _, pre := range []string{"recall@", "rec@"} {
		if strings.HasPrefix(w, pre) {
			return "r@" + w[len(pre):]
		}
	}
	for _, pre := range []string{"precision@", "prec@"} {
		if strings.HasPrefix(w, pre) {
			return "p@" + w[len(pre):]
		}
	}
	switch w {
	case "acc":
		return "accuracy"
	case "avg", "average":
		return "mean"
	}
	return w
}

// label is a head as a text may name it.
type label struct {
	grid  *grid
	row   bool
	index int
	words []string
}

var aside = regexp.MustCompile(`\([^)]*\)|\[[^\]]*\]|[↑↓*†‡]`)

// labels are the heads of a table's rows and columns. Of a head of several parts the last
// names the line.
func (g *grid) labels() []label {
	var out []label
	add := func(row bool, index int, head string) {
		parts := strings.Split(head, " / ")
		var ws []string
		for _, t := range tokens(aside.ReplaceAllString(parts[len(parts)-1], " ")) {
			if t.word != "%" {
				ws = append(ws, t.word)
			}
		}
		if len(ws) > 0 && len(ws) <= 8 {
			out = append(out, label{g, row, index, ws})
		}
	}
	for i := g.firstRow; i < g.rows; i++ {
		add(true, i, g.rowHeads[i])
		if s, ok := g.settingOf(i); ok {
			out = append(out, label{g, true, i, []string{s.name, s.value}})
		}
	}
	for j := g.firstCol; j < g.cols; j++ {
		add(false, j, g.colHeads[j])
	}
	return slices.DeleteFunc(out, func(l label) bool {
		same := 0
		for _, o := range out {
			if o.row == l.row && slices.Equal(o.words, l.words) {
				same++
			}
		}
		return same > 1
	})
}

// mention is a place of a text that names a line of a table.
type mention struct {
	label
	from, to int // indices of tokens
}

// mentions are the places of a text that name lines of the grid, each by the longest head
// that stands there. A name may be cut short where what is left out is a date, a size or the
// like, and no other line begins so.
func mentions(ts []token, labels []label) []mention {
	var out []mention
	for i := 0; i < len(ts); {
		var at []mention
		long := 0
		for _, l := range labels {
			n := namedAt(ts[i:], l, labels)
			if n == 0 || n < long {
				continue
			}
			if n > long {
				at, long = nil, n
			}
			at = append(at, mention{l, i, i + n})
		}
		if long == 0 {
			i++
			continue
		}
		out = append(out, at...)
		i += long
	}
	return out
}

// namedAt is how many tokens at the front name the label; 0 where they do not.
func namedAt(ts []token, l label, all []label) int {
	n := 0
	for n < len(l.words) && n < len(ts) && ts[n].word == l.words[n] {
		n++
	}
	if n == 0 || n == 1 && !ownName(ts[0], l) {
		return 0
	}
	if n == len(l.words) {
		return n
	}
	if n == 1 && len(l.words[0]) < 5 {
		return 0
	}
	for _, w := range l.words[n:] {
		if !incidental(w) {
			return 0
		}
	}
	for _, o := range all {
		if o.row == l.row && o.index != l.index && len(o.words) >= n && slices.Equal(o.words[:n], l.words[:n]) {
			return 0 // another line begins so
		}
	}
	return n
}

// ownName tells whether one word can stand for a line: a row's name must look like a name, a
// column's may be a plain word of some length.
func ownName(t token, l label) bool {
	if l.row {
		return t.capital && len(t.word) >= 2 && !plainWords[t.word]
	}
	return len(t.word) >= 3 || strings.ContainsAny(t.word, "@") || t.capital && len(t.word) == 2
}

// plainWords begin sentences, and name rows too.
var plainWords = map[string]bool{
	"all": true, "total": true, "mean": true, "overall": true, "base": true, "full": true, "none": true, "other": true, "others": true, "model": true, "no": true, "yes": true,
	"human": true, "test": true, "train": true, "the": true, "with": true, "without": true, "ours": true, "method": true, "methods": true, "baseline": true, "we": true, "our": true,
}

// incidental are the parts of a name that a text leaves out.
func incidental(w string) bool {
	switch w {
	case "instruct", "chat", "it", "preview", "base", "ours", "cosine", "match", "turbo", "latest", "exp", "experimental", "thinking", "high", "full":
		return true
	}
	return strings.IndexFunc(w, unicode.IsDigit) >= 0 && len(w) >= 2
}
