package papers

import (
	"strconv"
	"strings"

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
	spread(t)
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
	if n := g.headRows; n > 0 && n <= limit && !numericRows(t, n) {
		// Markdown has one row of heads; a second one stands below it in bold.
		for n < limit && blanks(t.Rows[n-1]) && boldWords(t.Rows[n]) && anyNumbers(t, n+1) {
			n++
		}
		return n
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

// blanks tells whether a row of heads leaves cells blank that the row below may name.
func blanks(row []document.Cell) bool {
	n := 0
	for _, c := range row {
		if !c.Covered && strings.TrimSpace(c.Text.Plain) == "" {
			n++
		}
	}
	return n > 0
}

// boldWords tells whether a row says words alone, all of them bold, in most of its cells.
func boldWords(row []document.Cell) bool {
	n := 0
	for _, c := range row {
		s := strings.TrimSpace(c.Text.Plain)
		if s == "" {
			continue
		}
		if isNumeric(s) && !strings.Contains(s, "%") || !all(c.Text, document.Bold) {
			return false
		}
		n++
	}
	return n*2 > len(row)
}

// spread gives the names of groups of columns to the blanks behind them, as plain tables
// print them (| | Group 1 ||| Group 2 |||): above another row of heads, and where all groups
// are equally wide.
func spread(t *document.Table) {
	for r := 0; r+1 < t.HeadRows; r++ {
		if spansIn(t.Rows[r]) {
			continue
		}
		var starts []int
		for c := t.HeadColumns; c < len(t.Rows[r]); c++ {
			if strings.TrimSpace(t.Rows[r][c].Text.Plain) != "" {
				starts = append(starts, c)
			}
		}
		if len(starts) < 2 || starts[0] != t.HeadColumns {
			continue
		}
		width := starts[1] - starts[0]
		even := width > 1
		for i, c := range starts {
			end := len(t.Rows[r])
			if i+1 < len(starts) {
				end = starts[i+1]
			}
			even = even && end-c == width
		}
		if !even {
			continue
		}
		for _, c := range starts {
			t.Rows[r][c].ColSpan = width
			for k := 1; k < width; k++ {
				covered := t.Rows[r][c]
				covered.Covered = true
				t.Rows[r][c+k] = covered
			}
		}
	}
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
