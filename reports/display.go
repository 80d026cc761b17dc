package reports

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"mcpstats/internal/spelling"
)

// MaxNameRunes is how much of a name, MaxTextRunes how much of a message or an
// excerpt a reader is shown. CSV, workbook and results.json hold the rest.
const (
	MaxNameRunes = 48
	MaxTextRunes = 400
)

// Visible makes text that came from a log fit to print on one line: white space
// of any kind becomes one space, and what is invisible or turns the direction of
// writing is spelled out, so that it can neither hide nor reorder what follows.
func Visible(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	var b strings.Builder
	space := false
	for _, r := range s {
		if unicode.IsSpace(r) {
			space = b.Len() > 0
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		if hidden(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// VisibleText is Visible for texts of several lines: line breaks, tabs and spaces stay.
func VisibleText(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	odd := func(r rune) bool { return hidden(r) && r != '\n' && r != '\t' }
	if strings.IndexFunc(s, odd) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range strings.ReplaceAll(s, "\r\n", "\n") {
		if odd(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// hidden reports runes without a shape of their own. The two joiners are part of
// ordinary words in several scripts and stay.
func hidden(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	if r == nonJoiner || r == joiner {
		return false
	}
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r)
}

// Shorten cuts the middle out of text longer than limit runes; both ends stay,
// as names of runs often differ in the last word. Sentences are cut between words, names
// (limits up to MaxNameRunes) at the rune, since there every letter may tell two apart.
func Shorten(s string, limit int) string {
	if len(s) <= limit { // bytes, and so letters
		return s
	}
	runes := []rune(s)
	if len(runes) <= limit {
		return s
	}
	tail := limit / 3
	if limit <= MaxNameRunes {
		return string(runes[:limit-tail-1]) + "…" + string(runes[len(runes)-tail:])
	}
	head, end := wholeWords(runes, limit-tail-2, len(runes)-tail+1)
	return head + " … " + end
}

// longestWord bounds how far a cut moves to spare a word: what is longer is a path or a
// hash, and is cut where it must be.
const longestWord = 40

// wholeWords are the text before one cut and after another, each moved away from the
// middle to the nearest space.
func wholeWords(runes []rune, before, after int) (head, end string) {
	for at := before; at > max(0, before-longestWord); at-- {
		if runes[at] == ' ' {
			before = at
			break
		}
	}
	for at := after; at < min(len(runes), after+longestWord); at++ {
		if runes[at-1] == ' ' {
			after = at
			break
		}
	}
	return strings.TrimRight(string(runes[:before]), " "), string(runes[after:])
}

// ShortName is a name as a sentence or a column header shows it.
func ShortName(s string) string { return Shorten(Visible(s), MaxNameRunes) }

// Names gives every name one display form, different names different ones, and
// every section an ID that can stand in a link and in a file name.
type Names struct {
	shown map[string]string
	taken map[string]bool
	Ids   map[string]bool
	Made  map[string][]string // of an ID, the words that it was made of
}

// fixedIDs belong to the sections that are no benchmark's.
var fixedIDs = []string{"methods", "references", "repeat", "inputs", "warnings", "warning-list", "claims", "claims-section", "glossary"}

// NewNames makes an empty set of names. The IDs of the sections that belong to no benchmark are taken.
func NewNames() *Names {
	n := &Names{shown: map[string]string{}, taken: map[string]bool{}, Ids: map[string]bool{}, Made: map[string][]string{}}
	for _, id := range fixedIDs {
		n.Ids[id] = true
	}
	return n
}

// Show returns the display form of a name; the same for the same name.
func (n *Names) Show(raw string) string {
	if s, ok := n.shown[raw]; ok {
		return s
	}
	s := Shorten(Visible(raw), MaxNameRunes)
	if s == "" {
		s = "(no name)"
	}
	first := s
	for i := 2; n.taken[s]; i++ {
		s = first + " (" + strconv.Itoa(i) + ")"
	}
	n.shown[raw], n.taken[s] = s, true
	return s
}

// Cell is a text cell with the display form of a name.
func (n *Names) Cell(raw string) Cell {
	shown := n.Show(raw)
	if shown == raw {
		return Cell{Text: raw}
	}
	return Cell{Text: shown, Full: raw}
}

// Id makes a unique identifier of lower-case letters, digits and hyphens.
func (n *Names) Id(words ...string) string {
	var parts []string
	for _, w := range words {
		if s := spelling.Slug(w, MostOfID); s != "" {
			parts = append(parts, s)
		}
	}
	first := strings.Join(parts, "-")
	if first == "" {
		first = "part"
	}
	id := first
	for i := 2; n.Ids[id]; i++ {
		id = first + "-" + strconv.Itoa(i)
	}
	n.Ids[id], n.Made[id] = true, words
	return id
}

// MostOfID bounds the letters that a name gives to an id.
const MostOfID = 40
