package reports

import (
	"fmt"
	"strings"
	"unicode"
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
