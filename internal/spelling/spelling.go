// Package spelling is what all names that users type or logs carry have in common: which
// known one a misspelt one is nearest to, for the hint in an error message, and how a
// name becomes part of an id.
package spelling

import (
	"strings"
)

// mostCompared bounds the names that are compared: distances take time by the product of
// the lengths, and so long a text is not meant as a known name.
const mostCompared = 200

// Normal is a name as two spellings of it are compared: in lower case, without spaces
// around it, with "_" for "-" and a space.
func Normal(name string) string {
	return separators.Replace(strings.ToLower(strings.TrimSpace(name)))
}

var separators = strings.NewReplacer("-", "_", " ", "_")

// Nearest is the known name that the fewest edits lead to, the first of equals; "" where
// each differs in more than half of the name's letters, which is not a misspelling. A part of
// a known name, of three letters or more, is one edit from it: "board" of "leaderboard".
func Nearest(name string, known []string) string {
	asked := []rune(Normal(name))
	best, least := "", len(asked)/2+1
	for _, k := range known {
		letters := []rune(Normal(k))
		if len(asked) > mostCompared || len(letters) > mostCompared {
			continue
		}
		d := distance(asked, letters)
		if len(asked) > 2 && strings.Contains(string(letters), string(asked)) {
			d = min(d, 1)
		}
		if d < least {
			best, least = k, d
		}
	}
	return best
}

// Distance is how many letters must be inserted, deleted or replaced to make one text of the
// other (Levenshtein's distance), cases told apart. Time grows by the product of the lengths.
func Distance(a, b string) int { return distance([]rune(a), []rune(b)) }

// distance is Levenshtein's: the fewest letters to insert, delete or replace that make
// one text of the other. The algorithm is Wagner and Fischer's (1974) with one row of
// the table, whose entry j is the distance of a's first i letters to b's first j.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// Slug keeps the ASCII letters and digits of a name in lower case, at most so many of
// them, with a hyphen for what stood between: a part of an id, an anchor or a file's name.
// It is empty where the name has none, and two names may share it.
func Slug(name string, most int) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(name) {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		gap = false
		b.WriteRune(r)
		if b.Len() >= most {
			break
		}
	}
	return b.String()
}
