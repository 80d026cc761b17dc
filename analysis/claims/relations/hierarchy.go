package relations

import (
	"fmt"
	"slices"
	"strings"
)

// wholeOf is a share of a kind with the largest it is said to be.
type wholeOf struct {
	name  string
	high  *quantity
	heads []string
}

// hierarchies holds the share of a kind against that of the kind above it, which another
// table prints: a row that is named "Fruit → Apple" is a part of that table's row "Fruit", and
// no part is larger than its whole. Both tables must give percentages of the same thing, by a
// word that the heads of their columns share, and most of the parts must bear the reading out.
func (p *paper) hierarchies() {
	r := &ruled{family: "whole", rule: "a part is no larger than its whole"}
	r.support = support{p: .6, tried: 1, named: true}
	wholes := p.wholeRows()
	for _, g := range p.grids {
		for row := g.firstRow; row < g.rows; row++ {
			above, _, ok := cutArrow(g.rowHeads[row])
			if !ok {
				continue
			}
			for c := g.firstCol; c < g.cols; c++ {
				q := g.cells[row][c]
				if q == nil || q.Unit != "%" {
					continue
				}
				at := slices.IndexFunc(wholes, func(w wholeOf) bool {
					return w.name == above && w.high.Table != q.Table && shareWord(w.heads, words(g.colHeads[c]))
				})
				if at < 0 {
					continue
				}
				w := wholes[at]
				ok := q.far.low <= w.high.far.high
				if ok {
					r.support.held++
				} else {
					r.support.failed++
				}
				r.ask(q, []*quantity{w.high}, ok, func(ids []string) string { return fmt.Sprintf("{between: {high: %q}}", ids[0]) })
			}
		}
	}
	p.keep(r, r.support.held >= 3 && r.support.held >= 3*r.support.failed)
}

// wholeRows are the rows of the tables whose cells are percentages, each with its largest
// value: the cell's, or the upper end of the range that it prints.
func (p *paper) wholeRows() []wholeOf {
	var out []wholeOf
	for i := range p.report.Numbers {
		n, q := &p.report.Numbers[i], p.quantities[i]
		if q == nil || !n.Cell || n.Unit != "%" || n.Role != "value" && n.Role != "high" || n.PlusMinus != nil {
			continue
		}
		if name := nameOf(n.RowHead); name != "" {
			out = append(out, wholeOf{name: name, high: q, heads: words(n.ColHead)})
		}
	}
	return out
}

// cutArrow splits the head of a row at an arrow.
func cutArrow(head string) (above, below string, ok bool) {
	for _, arrow := range []string{"→", "⟶", "⇒", "->", "»"} {
		if above, below, ok = strings.Cut(head, arrow); ok && strings.TrimSpace(below) != "" {
			return nameOf(above), nameOf(below), nameOf(above) != ""
		}
	}
	return "", "", false
}

// shareWord tells whether two heads have a word in common that says what is counted.
func shareWord(a, b []string) bool {
	return slices.ContainsFunc(a, func(w string) bool { return len(w) >= 5 && !sizes[w] && slices.Contains(b, w) })
}

// sizes are words of heads that say how something is counted, not what.
var sizes = map[string]bool{"share": true, "percent": true, "percentage": true, "average": true, "total": true, "number": true, "count": true, "range": true, "value": true}
