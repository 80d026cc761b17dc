package pdf

import (
	"slices"
	"strings"
)

// cellGap is the gap, in sizes, that tells columns of a table without rules from words.
const cellGap = 1.0

// tabular tells whether a line looks like a row of a table: runs with wide gaps between them.
func tabular(l *row) bool {
	runs := l.runs(cellGap)
	if len(runs) < 2 || strings.Count(plain(l.pieces), ". . .") > 0 || strings.Contains(plain(l.pieces), ".....") {
		return false
	}
	// A formula with its number, an item of a list, and a text in two columns are none.
	if len(runs) == 2 {
		if last := plain(runs[1]); equationNumber(last) {
			return false
		}
		if first := strings.TrimSpace(plain(runs[0])); bullet.MatchString(first) && len(first) < 5 {
			return false
		}
	}
	for _, r := range runs {
		if len(plain(r)) > 90 {
			return false
		}
	}
	return true
}

func equationNumber(s string) bool {
	s = strings.TrimSpace(s)
	return len(s) >= 3 && len(s) <= 6 && s[0] == '(' && s[len(s)-1] == ')'
}

// unruled finds tables without rules among the lines of a region: rows in the same columns, most
// of whose cells are numbers, or that stand beside a caption of a table.
func (t *tables) unruled(items []*item, captions []*caption) []*item {
	for i := 0; i < len(items); i++ {
		if items[i].line == nil || items[i].taken || !tabular(items[i].line) {
			continue
		}
		end, rows := i+1, 1
		for j := i + 1; j < len(items); j++ {
			it := items[j]
			if it.line == nil || it.taken || it.line.base-items[j-1].line.base > 2.6*it.line.size() {
				break
			}
			if tabular(it.line) {
				rows++
				end = j + 1
				continue
			}
			// One row of one short cell may stand between others.
			if j+1 >= len(items) || items[j+1].line == nil || items[j+1].taken || !tabular(items[j+1].line) || len(plain(it.line.pieces)) > 50 {
				break
			}
		}
		captioned := t.besideCaption(items, captions, i, end)
		start := i
		if captioned { // a head over several columns may be one run alone
			for start > 0 && items[start-1].line != nil && !items[start-1].taken && items[start].line.base-items[start-1].line.base < 2*items[start].line.size() && len(plain(items[start-1].line.pieces)) < 60 {
				start--
			}
		}
		if rows < 3 && !(captioned && rows >= 2) {
			i = end - 1
			continue
		}
		a := &area{x0: items[i].line.x0(), x1: items[i].line.x1(), y0: items[start].line.top(), y1: items[end-1].line.bottom()}
		for _, it := range items[start:end] {
			a.rows = append(a.rows, it.line)
			a.x0, a.x1 = min(a.x0, it.line.x0()), max(a.x1, it.line.x1())
		}
		for _, r := range t.sheet.level(false) {
			if r.y() > a.y0 && r.y() < a.y1 && r.x0 > a.x0-20 && r.x1 < a.x1+20 && r.x1-r.x0 > 20 {
				if r.x1-r.x0 > 0.9*(a.x1-a.x0) {
					a.full = append(a.full, r)
				}
			}
		}
		t.sheet.parts(a)
		if !captioned && !numbersMostly(a) {
			i = end - 1
			continue
		}
		table, columns, why := t.read(a)
		if table == nil || !captioned && len(columns) < 2 {
			if why != "" {
				t.note("a table was left as text: " + why)
			}
			i = end - 1
			continue
		}
		f := &found{area: a, table: table, column: columns, page: t.page, side: a.y0, foot: a.y1}
		items = slices.Replace(items, start, end, &item{table: f})
		i = start
	}
	return items
}

// besideCaption tells whether a caption of a table without one ends just above the first of some
// lines or begins just below the last.
func (t *tables) besideCaption(items []*item, captions []*caption, i, end int) bool {
	top, bottom := items[i].line.top(), items[end-1].line.bottom()
	const near = 30
	for _, c := range captions {
		if !c.figure && c.of == nil && (c.bottom <= top+2 && top-c.bottom < near+12 || c.top >= bottom-2 && c.top-bottom < near) {
			return true
		}
	}
	return false
}

// numbersMostly tells whether most cells behind the first of each row are numbers, in rows of
// as many cells as each other.
func numbersMostly(a *area) bool {
	cells, numbers := 0, 0
	width := map[int]int{}
	for _, r := range a.rows {
		runs := r.runs(cellGap)
		width[len(runs)]++
		for _, c := range runs[1:] {
			cells++
			if s := plain(c); isNumber(s) || blank.MatchString(s) {
				numbers++
			}
		}
	}
	same := 0
	for _, n := range width {
		same = max(same, n)
	}
	return cells > 0 && float64(numbers) >= 0.6*float64(cells) && 2*same >= len(a.rows)
}
