package papers

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"mcpstats/datasets/document"
)

// headColumns counts the columns at the left that name rows.
func headColumns(t *document.Table) int {
	width := len(t.Rows[0])
	numbers := make([]int, width) // cells that are numbers, below the head
	said := make([]int, width)
	for r := t.HeadRows; r < len(t.Rows); r++ {
		for c := range width {
			cell := t.Rows[r][c]
			s := strings.TrimSpace(cell.Text.Plain)
			if s == "" || isBlank(s) || cell.Covered && cell.ColSpan > 1 {
				continue
			}
			said[c]++
			if isNumeric(s) {
				numbers[c]++
			}
		}
	}
	some := 0 // columns with numbers
	for c := range width {
		if numbers[c]*2 > said[c] {
			some++
		}
	}
	if width == 1 {
		return 0
	}
	if some == 0 {
		return 1
	}
	n := 0
	for n < width-1 {
		switch {
		case said[n] == 0:
			if n > 0 && !moreWords(numbers, said, n+1) {
				return n
			}
		case numbers[n]*2 <= said[n]:
			if n > 0 && longWords(t, n) {
				return n
			}
		case n == 0 && counted(t, n) && numbers[1]*2 <= said[1]: // 1, 2, 3 before the names
		case n > 0 && t.IsLabel(t.HeadRows, n) && moreWords(numbers, said, n+1): // a version between names
		case n == 0 && setting(t):
			return 1
		default:
			return n
		}
		n++
	}
	// Numbers are left over at the right: columns of words before them name the rows.
	return n
}

func moreWords(numbers, said []int, from int) bool {
	return from < len(said)-1 && said[from] > 0 && numbers[from]*2 <= said[from]
}

// longWords tells whether a column describes rather than names: sentences.
func longWords(t *document.Table, col int) bool {
	length, n := 0, 0
	for r := t.HeadRows; r < len(t.Rows); r++ {
		if s := strings.TrimSpace(t.Rows[r][col].Text.Plain); s != "" {
			length, n = length+len([]rune(s)), n+1
		}
	}
	return n > 0 && length > 45*n
}

// counted tells whether a column counts rows: 1, 2, 3.
func counted(t *document.Table, col int) bool {
	last := 0
	for r := t.HeadRows; r < len(t.Rows); r++ {
		s := strings.Trim(t.Rows[r][col].Text.Plain, " .()#")
		if s == "" {
			continue
		}
		n, err := strconv.Atoi(s)
		if err != nil || n != last+1 {
			return false
		}
		last = n
	}
	return last > 0
}

// setting tells whether the first column's numbers are settings that name rows (k = 1, 2, 4;
// a temperature): each is larger than the one above it, the head names it, and the cells
// beside it have more decimals.
func setting(t *document.Table) bool {
	if t.HeadRows == 0 || strings.TrimSpace(t.Rows[t.HeadRows-1][0].Text.Plain) == "" {
		return false
	}
	decimals, others, rows := 0, 0, 0
	up, down := true, true
	last := 0.0
	for r := t.HeadRows; r < len(t.Rows); r++ {
		s := strings.TrimSpace(t.Rows[r][0].Text.Plain)
		m := leading.FindStringSubmatch(s)
		if m == nil || strings.ContainsAny(s, "±()[]") {
			return false
		}
		v, err := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", ""), 64)
		if err != nil {
			return false
		}
		switch { // 100KB is more than 512
		case strings.HasSuffix(s, "k"), strings.HasSuffix(s, "K"), strings.HasSuffix(s, "KB"):
			v *= 1e3
		case strings.HasSuffix(s, "M"), strings.HasSuffix(s, "MB"):
			v *= 1e6
		case strings.HasSuffix(s, "B") && !strings.HasSuffix(s, "bB"), strings.HasSuffix(s, "G"):
			v *= 1e9
		}
		up, down = up && (rows == 0 || v > last), down && (rows == 0 || v < last)
		last = v
		rows++
		decimals = max(decimals, decimalsOf(s))
		for c := 1; c < len(t.Rows[r]); c++ {
			others = max(others, decimalsOf(t.Rows[r][c].Text.Plain))
		}
	}
	return rows > 1 && (up || down) && others > decimals
}

var firstDecimals = regexp.MustCompile(`\.([0-9]+)`)

// leading is the number that a setting begins with: "4-8", "<0.5", "100KB".
var leading = regexp.MustCompile(`^[<>≤≥~]?\s*([0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?)`)

func decimalsOf(s string) int {
	if m := firstDecimals.FindStringSubmatch(s); m != nil {
		return len(m[1])
	}
	return 0
}

var numeric = regexp.MustCompile(`^[\[({]?\s*(?:[<>≤≥~≈∼=]=?\s*)*[$€£]?\s*[+\-−–±∓]?\s*[$€£]?\s*(?:[0-9]|\.[0-9])`)

// isNumeric tells whether a cell is a number with what may stand beside it, rather than words.
func isNumeric(s string) bool {
	s = strings.TrimSpace(s)
	if s == "" || !numeric.MatchString(s) {
		return false
	}
	digits, letters := 0, 0
	for _, c := range s {
		switch {
		case unicode.IsDigit(c):
			digits++
		case unicode.IsLetter(c):
			letters++
		}
	}
	return letters <= 3 || letters <= digits
}

// isBlank tells whether a cell says that there is no number, or only yes or no.
func isBlank(s string) bool {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "", "-", "–", "—", "−", "--", "---", "n/a", "na", "n.a.", "nan", "none", "oom", "✓", "✔", "✗", "✘", "×", "x", "yes", "no", "?", "*", "/", "·", "…", "...", "tbd", "n.s.", "ns", "ref", "ref.", "✅", "❌", "±":
		return true
	}
	return false
}
