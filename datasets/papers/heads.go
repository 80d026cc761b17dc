package papers

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"mcpstats/datasets/document"
)

// findHeads decides which rows and columns of a table name the others: by what the source
// says first (th, thead, what stands above the first rule), else by what stands in them, for
// heads are words where the cells below and beside them are numbers.
func findHeads(t *document.Table, g *grid) {
	t.HeadRows = headRows(t, g)
	for r := range t.HeadRows {
		for c := range t.Rows[r] {
			t.Rows[r][c].Head = true
		}
	}
	t.HeadColumns = headColumns(t)
	for r := t.HeadRows; r < len(t.Rows); r++ {
		row := t.Rows[r]
		for c := range row {
			if c < t.HeadColumns {
				row[c].Head = true
			} else if row[c].Head && isNumeric(row[c].Text.Plain) {
				row[c].Head = false // <th>12.3</th> among the numbers is a bold number
			}
		}
		groupRow(t, r)
	}
	// A rule below the head says nothing more.
	for len(t.Rules) > 0 && t.Rules[0] <= t.HeadRows {
		t.Rules = t.Rules[1:]
	}
}

func headRows(t *document.Table, g *grid) int {
	limit := min(len(t.Rows)-1, 6)
	if len(t.Rows) == 1 {
		return 0
	}
	if g.headRows > 0 && g.headRows <= limit && !numericRows(t, g.headRows) {
		return g.headRows
	}
	// Rows that are heads throughout.
	n := 0
	for n < limit && allHeads(t.Rows[n]) {
		n++
	}
	if n > 0 && !numericRows(t, n) {
		return n
	}
	// By content: rows of words above rows of numbers.
	n = 0
	for n < limit && n < 4 && wordsAbove(t, n) {
		n++
	}
	if n > 1 && n >= limit && !anyNumbers(t, 0) {
		return 1 // a table of words has one head
	}
	if n > 1 && !anyNumbers(t, n) {
		return 1
	}
	if n > 1 { // rows of words below the head may be rows whose numbers are missing
		for n > 1 && !spansIn(t.Rows[0]) && strings.TrimSpace(t.Rows[0][0].Text.Plain) != "" && strings.TrimSpace(t.Rows[n-1][0].Text.Plain) != "" {
			n--
		}
	}
	return n
}

func spansIn(row []document.Cell) bool {
	for _, c := range row {
		if c.ColSpan > 1 || c.RowSpan > 1 {
			return true
		}
	}
	return false
}

func allHeads(row []document.Cell) bool {
	said := 0
	for _, c := range row {
		if strings.TrimSpace(c.Text.Plain) == "" {
			continue
		}
		if !c.Head {
			return false
		}
		said++
	}
	return said > 0
}

// numericRows tells whether most cells of the first n rows are numbers with decimals or
// percent signs: a rule below them is then no head's.
func numericRows(t *document.Table, n int) bool {
	numbers, all := 0, 0
	for r := range n {
		for c := 1; c < len(t.Rows[r]); c++ {
			s := strings.TrimSpace(t.Rows[r][c].Text.Plain)
			if s == "" || t.Rows[r][c].Covered {
				continue
			}
			all++
			if isNumeric(s) && strings.ContainsAny(s, ".%±") {
				numbers++
			}
		}
	}
	return all > 0 && numbers*2 > all
}

func anyNumbers(t *document.Table, from int) bool {
	for r := from; r < len(t.Rows); r++ {
		for c := 1; c < len(t.Rows[r]); c++ {
			if isNumeric(t.Rows[r][c].Text.Plain) {
				return true
			}
		}
	}
	return false
}

// wordsAbove tells whether row r names columns: no cell but the first is a number, or its
// numbers are whole and those below are not.
func wordsAbove(t *document.Table, r int) bool {
	words, whole := 0, 0
	for c, cell := range t.Rows[r] {
		s := strings.TrimSpace(cell.Text.Plain)
		if s == "" || isBlank(s) {
			continue
		}
		if !isNumeric(s) {
			words++
			continue
		}
		if _, err := strconv.Atoi(s); err != nil || c == 0 {
			return false
		}
		if !decimalsBelow(t, r, c) {
			return false
		}
		whole++
	}
	return words+whole > 0
}

func decimalsBelow(t *document.Table, r, c int) bool {
	seen := 0
	for k := r + 1; k < len(t.Rows); k++ {
		s := strings.TrimSpace(t.Rows[k][c].Text.Plain)
		if s == "" || isBlank(s) {
			continue
		}
		if !isNumeric(s) || !strings.ContainsAny(s, ".,%±") {
			return false
		}
		seen++
	}
	return seen > 0
}

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
		v, err := strconv.ParseFloat(strings.TrimRight(strings.ReplaceAll(s, ",", ""), "%kKMB"), 64)
		if err != nil {
			return false
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

func decimalsOf(s string) int {
	if m := firstDecimals.FindStringSubmatch(s); m != nil {
		return len(m[1])
	}
	return 0
}

// groupRow marks a row below the head that names the rows below it (one text over the whole
// width, or alone in its row), or that is a head again (words in columns of numbers).
func groupRow(t *document.Table, r int) {
	row := t.Rows[r]
	said, alone := 0, -1
	words, bold := 0, true
	for c, cell := range row {
		s := strings.TrimSpace(cell.Text.Plain)
		if s == "" || cell.Covered {
			continue
		}
		said++
		alone = c
		if !isNumeric(s) && !isBlank(s) {
			words++
		}
		bold = bold && (cell.Head || all(cell.Text, document.Bold) || all(cell.Text, document.Italic))
	}
	last := r == len(t.Rows)-1
	if said == 1 && words == 1 && len(row) > 1 && !last {
		if span := row[alone].ColSpan; span == len(row) || alone <= t.HeadColumns && (span > 1 || onlyNamed(t, r)) {
			for c := range row {
				row[c].Head = true
			}
		}
		return
	}
	if said > 1 && words == said && !last && said > t.HeadColumns && (bold || rowOfHeads(t, r)) && numbersBelow(t, r) {
		for c := range row {
			row[c].Head = true
		}
	}
}

// onlyNamed tells whether a row that says its name alone stands above rows that say more.
func onlyNamed(t *document.Table, r int) bool {
	for _, c := range t.Rows[r+1] {
		if isNumeric(c.Text.Plain) {
			return true
		}
	}
	return false
}

// rowOfHeads tells whether a row repeats the words of the head.
func rowOfHeads(t *document.Table, r int) bool {
	same, said := 0, 0
	for c := 1; c < len(t.Rows[r]); c++ {
		s := strings.TrimSpace(t.Rows[r][c].Text.Plain)
		if s == "" {
			continue
		}
		said++
		for h := range t.HeadRows {
			if strings.TrimSpace(t.Rows[h][c].Text.Plain) == s {
				same++
				break
			}
		}
	}
	return said > 1 && same == said
}

func numbersBelow(t *document.Table, r int) bool {
	n := 0
	for c := 1; c < len(t.Rows[r]); c++ {
		if isNumeric(t.Rows[r+1][c].Text.Plain) {
			n++
		}
	}
	return n > 0
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
