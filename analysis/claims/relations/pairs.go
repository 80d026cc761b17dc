package relations

import (
	"fmt"
	"slices"
	"strings"
)

// twins holds pairs of tables against each other that print the same rows and columns: a
// table of the text and its longer form in an appendix. Cells of one name in both are one
// quantity where nearly all of them agree. A row or a column that differs as a whole is
// another setting, and nothing is said of it.
func (p *paper) twins() {
	for i, a := range p.grids {
		for _, b := range p.grids[i+1:] {
			p.twin(a, b)
		}
	}
}

type twinCell struct {
	x, y     *quantity
	row, col string
	holds    bool
}

func (p *paper) twin(a, b *grid) {
	cells := shared(a, b)
	if len(cells) < 4 {
		return
	}
	s := support{tried: 1}
	var low, high, width float64
	for i, c := range cells {
		if c.holds {
			s.held++
		} else {
			s.failed++
		}
		if i == 0 || c.x.value < low {
			low = c.x.value
		}
		if i == 0 || c.x.value > high {
			high = c.x.value
		}
		width += c.x.near.wide() + c.y.near.wide()
	}
	if high <= low {
		return
	}
	s.p = min(1, width/float64(len(cells))/(high-low))
	r := &ruled{family: "repeat", rule: fmt.Sprintf("%s and %s print the same rows and columns", a.name(), b.name()), support: s}
	for _, c := range cells {
		if !c.holds && (alone(cells, func(o twinCell) bool { return o.row == c.row }) || alone(cells, func(o twinCell) bool { return o.col == c.col })) {
			continue
		}
		r.ask(c.y, []*quantity{c.x}, c.holds, func(ids []string) string { return fmt.Sprintf("{equals: %q}", ids[0]) })
	}
	// Two measurements of the same things under two conditions have some numbers in common:
	// only where all but one in ten agree is the one table the other.
	p.keep(r, s.held >= 8 && s.failed*10 <= s.all() && s.believed())
}

// alone tells whether no cell of a line holds: the line is another setting.
func alone(cells []twinCell, of func(twinCell) bool) bool {
	return !slices.ContainsFunc(cells, func(c twinCell) bool { return of(c) && c.holds })
}

// shared are the cells that two tables name alike, by row and column or by column and row.
func shared(a, b *grid) []twinCell {
	var out []twinCell
	index := map[string]*quantity{}
	for _, c := range namedCells(b) {
		index[c.row+"\x00"+c.col] = c.x
	}
	for _, c := range namedCells(a) {
		y := index[c.row+"\x00"+c.col]
		if y == nil {
			y = index[c.col+"\x00"+c.row]
		}
		if y == nil || c.x.Unit != y.Unit || c.x.value == 0 {
			continue
		}
		c.y, c.holds = y, c.x.far.meets(y.far)
		out = append(out, c)
	}
	return out
}

// namedCells are the cells of a table by the words of their heads; names that occur twice
// are left out.
func namedCells(g *grid) []twinCell {
	var out []twinCell
	times := map[string]int{}
	for r := range g.rows {
		row := nameOf(g.rowHeads[r])
		for c := range g.cols {
			q := g.cells[r][c]
			col := nameOf(g.colHeads[c])
			if q == nil || row == "" || col == "" || q.PlusMinus != nil {
				continue
			}
			times[row+"\x00"+col]++
			out = append(out, twinCell{x: q, row: row, col: col})
		}
	}
	return slices.DeleteFunc(out, func(c twinCell) bool { return times[c.row+"\x00"+c.col] > 1 })
}

// nameOf is a head as words.
func nameOf(head string) string {
	var ws []string
	for _, t := range tokens(strings.NewReplacer("↑", "", "↓", "").Replace(head)) {
		ws = append(ws, t.word)
	}
	if len(ws) == 1 && digits(ws[0]) == ws[0] {
		return ""
	}
	return strings.Join(ws, " ")
}
