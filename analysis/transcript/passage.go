package transcript

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"mcpstats/analysis/result"
)

// Limits bound what a transcript holds.
type Limits struct {
	Text  int // bytes of one text; 0: no limit, below: no text at all
	Total int // bytes of all texts together; 0: no limit
	Steps int // messages, claims and verdicts each; 0: no limit
	Calls int // of all messages together; 0: no limit
	Hits  int // places of one mode; 0: no limit
}

// window is what is kept around a piece of evidence in a text that is cut.
const window = 400

// inlined is a picture inside a text. Nobody reads it there, and a page of it is no text.
var inlined = regexp.MustCompile(`data:([a-zA-Z]+/[a-zA-Z0-9.+-]+)(?:;[a-z0-9=.-]+)*;base64,[A-Za-z0-9+/=_-]{64,}`)

// passages takes texts out of a log, as long as there is room.
type passages struct {
	limits Limits
	used   int
	cut    int
}

// least is what of every text is kept, whatever the others took: enough to tell what it is.
const least = 120

// take copies a text, or the parts of it that fit: its beginning, its end, and the
// surroundings of the evidence.
func (p *passages) take(text string, evidence ...string) result.Passage {
	if text == "" || p.limits.Text < 0 {
		return result.Passage{}
	}
	length := utf8.RuneCountInString(text)
	text = named(text)
	most := len(text)
	if p.limits.Text > 0 {
		most = min(most, p.limits.Text)
	}
	if p.limits.Total > 0 {
		most = min(most, max(p.limits.Total-p.used, least))
	}
	if most >= len(text) {
		p.used += len(text)
		return result.Passage{Text: strings.Clone(text), Length: length}
	}
	shown := parts(text, most, evidence)
	p.used += len(shown)
	if shown == text { // the surroundings of the evidence are all of it
		return result.Passage{Text: strings.Clone(text), Length: length}
	}
	p.cut++
	return result.Passage{Text: shown, Length: length, Cut: true}
}

// named replaces pictures by their names.
func named(text string) string {
	if !strings.Contains(text, ";base64,") {
		return text
	}
	return inlined.ReplaceAllStringFunc(text, func(s string) string {
		kind, data, _ := strings.Cut(strings.TrimPrefix(s, "data:"), ";base64,")
		kind, _, _ = strings.Cut(kind, ";")
		return fmt.Sprintf("[%s of %d bytes, not shown]", kind, len(data)/4*3)
	})
}

// stretch is a part of a text.
type stretch struct{ from, to int }

// parts are the beginning and the end of a text and what surrounds the evidence in it, with
// what is left out between them counted.
func parts(text string, most int, evidence []string) string {
	keep := []stretch{{0, most * 2 / 3}, {len(text) - most/3, len(text)}}
	for _, e := range evidence {
		if at := Find(text, e); at.to > 0 {
			keep = append(keep, stretch{max(0, at.from-window/2), min(len(text), at.to+window/2)})
		}
	}
	for i := range keep {
		keep[i].from, keep[i].to = boundary(text, keep[i].from), boundary(text, keep[i].to)
	}
	slices.SortFunc(keep, func(a, b stretch) int { return cmp.Compare(a.from, b.from) })
	var b strings.Builder
	end := 0
	for _, k := range keep {
		if k.from > end {
			fmt.Fprintf(&b, "\n[… %d characters left out …]\n", utf8.RuneCountInString(text[end:k.from]))
			end = k.from
		}
		if k.to > end {
			b.WriteString(text[end:k.to])
			end = k.to
		}
	}
	return b.String()
}

// boundary moves a place back to the beginning of a character.
func boundary(text string, at int) int {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

// Find is where a text holds a piece of evidence: word for word, or the beginning of it where
// the evidence was shortened. A place that ends at 0 is none: the evidence may say what is
// missing.
func Find(text, evidence string) stretch {
	evidence = strings.TrimSuffix(evidence, "…")
	if len(evidence) < 4 {
		return stretch{}
	}
	if at := strings.Index(text, evidence); at >= 0 {
		return stretch{at, at + len(evidence)}
	}
	return stretch{}
}
