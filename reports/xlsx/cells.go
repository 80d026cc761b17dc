package xlsx

import (
	"strings"
	"unicode/utf8"

	"mcpstats/reports"
)

// plain is the text of spans.
func plain(spans []reports.Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

const lineHeight = 15 // points

// linesOf is how many lines of the given width a text takes, about: words are not
// broken where they fit on a line.
func linesOf(s string, width float64) int {
	room := max(1, int(width/0.95)) // letters are narrower than the digits that widths count
	n := 0
	for _, paragraph := range strings.Split(s, "\n") {
		n++
		used := 0
		for _, word := range strings.Fields(paragraph) {
			size := utf8.RuneCountInString(word)
			switch {
			case used == 0:
			case used+1+size <= room:
				used += 1 + size
				continue
			default:
				n++
			}
			n += (size - 1) / room
			used = (size-1)%room + 1
		}
	}
	return min(n, 27) // Excel's rows end at 409 points
}
