package papers

import (
	"regexp"
	"strings"
)

// textTable reads the table that begins at line i: its grid and the line behind it; nil where
// none begins. Columns are parted by pipes, by tabs, or by runs of spaces at the same places.
func textTable(p *paper, lines []textLine, i int) (*grid, int) {
	for _, parts := range []func(*paper, []textLine, int) (*grid, int){pipeTable, tabTable, spaceTable} {
		if g, next := parts(p, lines, i); g != nil {
			return g, next
		}
	}
	return nil, i
}

// pipes splits a line at its pipes; nil where it has none between cells.
func pipes(s string) []string {
	s = strings.TrimSpace(s)
	if strings.Count(s, "|") < 1 || !strings.Contains(s, "|") {
		return nil
	}
	s = strings.TrimSuffix(strings.TrimPrefix(s, "|"), "|")
	var out []string
	start := 0
	for i := 0; i < len(s); i++ {
		if s[i] == '|' && (i == 0 || s[i-1] != '\\') {
			out = append(out, strings.TrimSpace(s[start:i]))
			start = i + 1
		}
	}
	return append(out, strings.TrimSpace(s[start:]))
}

func boxed(s string) string {
	return strings.NewReplacer("│", "|", "┃", "|", "║", "|").Replace(s)
}

// pipeTable reads lines of the same number of cells, with or without a rule below the head.
func pipeTable(p *paper, lines []textLine, i int) (*grid, int) {
	first := boxed(lines[i].s)
	if ruleLine.MatchString(first) && strings.ContainsAny(first, "|+┌├") && i+1 < len(lines) {
		g, next := pipeTable(p, lines, i+1)
		return g, next
	}
	cells := pipes(first)
	if cells == nil {
		return nil, i
	}
	bounded := strings.HasSuffix(strings.TrimSpace(first), "|")
	if !bounded && len(cells) < 3 && !(len(cells) == 2 && i+1 < len(lines) && ruleLine.MatchString(lines[i+1].s) && strings.Contains(lines[i+1].s, "|")) {
		return nil, i
	}
	g := newGrid()
	g.place = p.at(lines[i].number)
	width := len(cells)
	rule := false
	end := i
	rows := 0
	for end < len(lines) {
		s := boxed(lines[end].s)
		if strings.TrimSpace(s) == "" {
			break
		}
		if ruleLine.MatchString(s) {
			if len(g.rows) > 0 && g.headRows < 0 {
				g.headRows = len(g.rows)
			}
			rule = len(g.rows) > 0
			end++
			continue
		}
		c := pipes(s)
		if c == nil || len(c) > 2*width && width > 1 {
			// A cell that the page's text broke off: "ENV-BASIC |" above "| Search".
			break
		}
		row := gridRow{rule: rule}
		rule = false
		for _, cell := range c {
			row.cells = append(row.cells, plainCell(p, cell, lines[end].number))
		}
		// A line that goes on with the row above: its first cell is empty, and that row is short.
		if n := len(g.rows); n > 0 && len(c) < width && len(g.rows[n-1].cells) < width && c[0] == "" && len(g.rows[n-1].cells)+len(c)-1 <= width {
			last := &g.rows[n-1]
			if l := len(last.cells); l > 1 && last.cells[l-1].text.Plain == "" {
				last.cells = last.cells[:l-1]
			}
			last.cells = append(last.cells, row.cells[1:]...)
		} else {
			g.add(row)
			rows++
		}
		end++
		if g.full() {
			break
		}
	}
	if rows < 2 {
		return nil, i
	}
	return g, end
}

func plainCell(p *paper, s string, line int) gridCell {
	r := &rich{}
	inlineText(r, s, p.at(line))
	return gridCell{text: r.text(), place: p.at(line), rowSpan: 1, colSpan: 1}
}

// tabTable reads lines whose cells tabs part; an empty line between rows of the same width
// does not end it, for texts of pages put one behind each.
func tabTable(p *paper, lines []textLine, i int) (*grid, int) {
	width := strings.Count(strings.Trim(lines[i].s, "\t"), "\t") + 1
	if width < 2 || strings.HasPrefix(lines[i].s, "\t") && listItem.MatchString(lines[i].s) {
		return nil, i
	}
	g := newGrid()
	g.place = p.at(lines[i].number)
	end := i
	numbers := 0
	for k := i; k < len(lines) && !g.full(); k++ {
		s := lines[k].s
		if strings.TrimSpace(s) == "" {
			if k+1 < len(lines) && strings.Count(lines[k+1].s, "\t")+1 >= width && k == end {
				continue
			}
			break
		}
		if ruleLine.MatchString(s) {
			end = k + 1
			continue
		}
		cells := strings.Split(s, "\t")
		if len(cells) < 2 || len(cells) > 2*width+1 {
			break
		}
		row := gridRow{}
		for _, c := range cells {
			row.cells = append(row.cells, plainCell(p, strings.TrimSpace(c), lines[k].number))
			if isNumeric(c) {
				numbers++
			}
		}
		g.add(row)
		end = k + 1
	}
	if len(g.rows) < 2 || numbers == 0 && width < 3 {
		return nil, i
	}
	return g, end
}

var gapRun = regexp.MustCompile(`\s{2,}`)

// spaceTable reads lines whose columns stand under one another with two spaces or more
// between them. At least two lines must have numbers in the same columns.
func spaceTable(p *paper, lines []textLine, i int) (*grid, int) {
	if columns(lines[i].s) < 2 || listItem.MatchString(lines[i].s) && columns(lines[i].s) < 3 {
		return nil, i
	}
	end, numeric, wide := i, 0, 0
	for end < len(lines) {
		s := lines[end].s
		if strings.TrimSpace(s) == "" {
			break
		}
		n := columns(s)
		if n < 2 && !ruleLine.MatchString(s) && !(end > i && len(strings.TrimSpace(s)) < 40) {
			break
		}
		if numbersIn(s) >= 1 && n >= 2 {
			numeric++
		}
		if n >= 3 || n == 2 && numbersIn(s) == 1 {
			wide++
		}
		end++
	}
	if numeric < 2 || wide < 2 {
		return nil, i
	}
	block := lines[i:end]
	cuts := columnCuts(block)
	if len(cuts) == 0 {
		return nil, i
	}
	g := newGrid()
	g.place = p.at(block[0].number)
	rule := false
	for _, l := range block {
		if ruleLine.MatchString(l.s) {
			if len(g.rows) > 0 && g.headRows < 0 {
				g.headRows = len(g.rows)
			}
			rule = true
			continue
		}
		row := gridRow{rule: rule && len(g.rows) > 0}
		rule = false
		runes := []rune(expandTabs(l.s))
		from := 0
		for _, cut := range append(cuts, len(runes)) {
			cut = max(from, min(cut, len(runes)))
			row.cells = append(row.cells, plainCell(p, strings.TrimSpace(string(runes[from:cut])), l.number))
			from = cut
		}
		g.add(row)
	}
	return g, end
}

func columns(s string) int {
	return len(gapRun.Split(strings.TrimSpace(strings.ReplaceAll(s, "\t", "  ")), -1))
}

func numbersIn(s string) int {
	n := 0
	for _, c := range gapRun.Split(strings.TrimSpace(strings.ReplaceAll(s, "\t", "  ")), -1) {
		if isNumeric(c) {
			n++
		}
	}
	return n
}

func expandTabs(s string) string {
	if !strings.ContainsRune(s, '\t') {
		return s
	}
	var b strings.Builder
	col := 0
	for _, c := range s {
		if c == '\t' {
			n := 8 - col%8
			b.WriteString(strings.Repeat(" ", n))
			col += n
			continue
		}
		b.WriteRune(c)
		col++
	}
	return b.String()
}

// columnCuts finds where columns begin: behind each stretch of two or more places that are
// blank in every line but those that say one thing.
func columnCuts(block []textLine) []int {
	width := 0
	var rows [][]rune
	for _, l := range block {
		if ruleLine.MatchString(l.s) || columns(l.s) < 2 {
			continue
		}
		r := []rune(expandTabs(l.s))
		rows = append(rows, r)
		width = max(width, len(r))
	}
	width = min(width, 2000)
	ink := make([]bool, width)
	for _, r := range rows {
		for c := range min(len(r), width) {
			if r[c] != ' ' {
				ink[c] = true
			}
		}
	}
	var cuts []int
	first := 0
	for first < width && !ink[first] {
		first++
	}
	for c := first; c < width; {
		if ink[c] {
			c++
			continue
		}
		start := c
		for c < width && !ink[c] {
			c++
		}
		if c < width && (c-start >= 2 || c-start == 1 && partsNumbers(rows, start)) {
			cuts = append(cuts, start+1)
		}
	}
	return cuts
}

// partsNumbers tells whether a single blank place parts numbers in most lines: "0.022 0.061".
func partsNumbers(rows [][]rune, at int) bool {
	n := 0
	for _, r := range rows {
		if at > 0 && at+1 < len(r) && r[at-1] >= '0' && r[at-1] <= '9' && (r[at+1] >= '0' && r[at+1] <= '9' || r[at+1] == '.') {
			n++
		}
	}
	return n*2 > len(rows)
}
