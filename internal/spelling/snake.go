package spelling

import (
	"strings"
	"unicode"
)

// Snake parts by underscores the words that a name tells apart by capital letters alone.
// Letters that are all capital stay one word; a name without such words stays.
func Snake(name string) string {
	var out strings.Builder
	var before rune
	for _, c := range name {
		if unicode.IsUpper(c) && (unicode.IsLower(before) || unicode.IsDigit(before)) {
			out.WriteByte('_')
		}
		out.WriteRune(c)
		before = c
	}
	return out.String()
}
