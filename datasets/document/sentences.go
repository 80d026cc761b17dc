package document

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Span is a stretch of a text, in bytes: From to To (exclusive).
type Span struct{ From, To int }

// abbreviations end in a point and end no sentence.
var abbreviations = map[string]bool{
	"e.g": true, "i.e": true, "al": true, "fig": true, "figs": true, "tab": true, "tabs": true, "eq": true, "eqs": true, "sec": true, "secs": true,
	"sect": true, "app": true, "ch": true, "chap": true, "vs": true, "cf": true, "etc": true, "resp": true, "approx": true, "ca": true, "dr": true,
	"mr": true, "mrs": true, "ms": true, "prof": true, "st": true, "no": true, "nos": true, "vol": true, "pp": true, "p": true, "ed": true, "eds": true,
	"ref": true, "refs": true, "def": true, "thm": true, "alg": true, "viz": true, "w.r.t": true, "a.k.a": true, "i.i.d": true, "std": true, "dev": true,
	"avg": true, "max": true, "min": true, "incl": true, "excl": true, "inc": true, "ltd": true, "u.s": true, "u.k": true, "ph.d": true, "est": true,
}

// Sentences are the sentences of the text. A point ends one where a space and a new beginning
// follow, and neither an abbreviation, an initial nor a decimal stands before it.
func (t Text) Sentences() []Span { return sentences(t.Plain) }

func sentences(s string) []Span {
	var out []Span
	start := 0
	add := func(to int) {
		from := start
		for from < to && (s[from] == ' ' || s[from] == '\n' || s[from] == '\t') {
			from++
		}
		end := to
		for end > from && (s[end-1] == ' ' || s[end-1] == '\n' || s[end-1] == '\t') {
			end--
		}
		if end > from {
			out = append(out, Span{from, end})
		}
		start = to
	}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '.', '!', '?':
			end := i + 1
			for end < len(s) {
				c, n := utf8.DecodeRuneInString(s[end:])
				if !strings.ContainsRune(".!?)]\"'”’»*", c) {
					break
				}
				end += n
			}
			if end == len(s) {
				add(end)
				i = end
				continue
			}
			if !unicode.IsSpace(rune(s[end])) {
				continue
			}
			if s[i] == '.' && end == i+1 && !endsSentence(s[start:i], s[end:]) {
				continue
			}
			add(end)
			i = end
		case '\n':
			if i+1 < len(s) && s[i+1] == '\n' {
				add(i + 1)
			}
		}
	}
	add(len(s))
	return out
}

// endsSentence tells whether a point between before and after ends a sentence.
func endsSentence(before, after string) bool {
	word := before
	if i := strings.LastIndexAny(before, " \n\t(["); i >= 0 {
		word = before[i+1:]
	}
	next := strings.TrimLeft(after, " \n\t")
	c, _ := utf8.DecodeRuneInString(next)
	if unicode.IsLower(c) {
		return false
	}
	lower := strings.ToLower(word)
	if abbreviations[lower] {
		return lower == "etc" || lower == "al" && unicode.IsUpper(c) && !strings.HasPrefix(next, "(")
	}
	// Initials: "J. Smith".
	if utf8.RuneCountInString(word) == 1 && unicode.IsUpper([]rune(word)[0]) && unicode.IsUpper(c) {
		return false
	}
	return true
}

// said hands out the sentences of a text. Each is joined once, however many numbers it holds:
// a table that was read as text is one sentence with all of them.
type said struct {
	text  string
	spans []Span
	words []string
}

// at is the sentence that holds a byte.
func (s *said) at(offset int) string {
	if s.words == nil {
		s.words = make([]string, len(s.spans))
	}
	i, _ := slices.BinarySearchFunc(s.spans, offset+1, func(p Span, to int) int { return cmp.Compare(p.To, to) })
	if i == len(s.spans) {
		return ""
	}
	if s.words[i] == "" {
		s.words[i] = strings.Join(strings.Fields(s.text[s.spans[i].From:s.spans[i].To]), " ")
	}
	return s.words[i]
}
