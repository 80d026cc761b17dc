package mapping

import (
	"fmt"
	"strings"
)

// normalize is a column name as aliases are compared: lower case, with "-" and
// space as "_".
func normalize(name string) string {
	return strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(strings.TrimSpace(name)))
}

// Nearest is the candidate with the smallest edit distance to name, "" where
// each differs from it in more than half of its letters.
func Nearest(name string, candidates []string) string {
	best, at := "", len(name)/2+1
	for _, c := range candidates {
		if d := editDistance(normalize(name), normalize(c)); d < at {
			best, at = c, d
		}
	}
	return best
}

// editDistance is the Levenshtein distance in bytes.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// list is names for a message: all of them, or the first forty.
func list(names []string) string {
	const most = 40
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

// missing says that a column is not there, which are, and which is nearest.
func missing(what string, names []string, nearest string) error {
	s := what + "; the file has " + list(names)
	if len(names) == 0 {
		s = what + "; the file has no columns"
	}
	if nearest != "" {
		s += fmt.Sprintf(" (nearest: %q)", nearest)
	}
	return fmt.Errorf("%s", s)
}
