package reports

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"mcpstats/internal/spelling"
)

// maxNameRunes is how much of a name, maxTextRunes how much of a message or an
// excerpt a reader is shown. CSV, workbook and results.json hold the rest.
const (
	maxNameRunes = 48
	maxTextRunes = 400
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
// as names of runs often differ in the last word.
func Shorten(s string, limit int) string {
	if len(s) <= limit { // bytes, and so letters
		return s
	}
	runes := []rune(s)
	if len(runes) <= limit {
		return s
	}
	tail := limit / 3
	return string(runes[:limit-tail-1]) + "…" + string(runes[len(runes)-tail:])
}

// shortName is a name as a sentence or a column header shows it.
func shortName(s string) string { return Shorten(Visible(s), maxNameRunes) }

// names gives every name one display form, different names different ones, and
// every section an ID that can stand in a link and in a file name.
type names struct {
	shown map[string]string
	taken map[string]bool
	ids   map[string]bool
	made  map[string][]string // of an ID, the words that it was made of
}

// fixedIDs belong to the sections that are no benchmark's.
var fixedIDs = []string{"methods", "references", "repeat", "inputs", "warnings", "warning-list", "claims", "claims-section", "glossary"}

func newNames() *names {
	n := &names{shown: map[string]string{}, taken: map[string]bool{}, ids: map[string]bool{}, made: map[string][]string{}}
	for _, id := range fixedIDs {
		n.ids[id] = true
	}
	return n
}

// show returns the display form of a name; the same for the same name.
func (n *names) show(raw string) string {
	if s, ok := n.shown[raw]; ok {
		return s
	}
	s := Shorten(Visible(raw), maxNameRunes)
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

// cell is a text cell with the display form of a name.
func (n *names) cell(raw string) Cell {
	shown := n.show(raw)
	if shown == raw {
		return Cell{Text: raw}
	}
	return Cell{Text: shown, Full: raw}
}

// id makes a unique identifier of lower-case letters, digits and hyphens.
func (n *names) id(words ...string) string {
	var parts []string
	for _, w := range words {
		if s := spelling.Slug(w, mostOfID); s != "" {
			parts = append(parts, s)
		}
	}
	first := strings.Join(parts, "-")
	if first == "" {
		first = "part"
	}
	id := first
	for i := 2; n.ids[id]; i++ {
		id = first + "-" + strconv.Itoa(i)
	}
	n.ids[id], n.made[id] = true, words
	return id
}

// mostOfID bounds the letters that a name gives to an id.
const mostOfID = 40
