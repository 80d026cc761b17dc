package relations

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"mcpstats/datasets/document"
)

// wholeOf is a share of a kind with the largest it is said to be.
type wholeOf struct {
	name  string
	high  *quantity
	heads []string
	over  bool // the upper end of a range
}

// overAll says that a range is over all that were looked at, so that it holds for each of them.
var overAll = regexp.MustCompile(`(?i)\b(?:across|over|among)\s+(?:all|every|each)\s+[\p{L}-]+(?:\s+[\p{L}-]+){0,3}\b`)

// hierarchies holds the share of a kind against that of the kind above it, which another
// table prints: a row that is named "Fruit → Apple" is a part of that table's row "Fruit", and
// no part is larger than its whole. Both tables must give percentages of the same thing, by a
// word that the heads of their columns share, and most of the parts must bear the reading out.
// Where the paper says that its ranges are over all that it looked at, they hold for each: a
// further table that names a kind alone, as of one of them, is held against them, too.
func (p *paper) hierarchies() {
	r := &ruled{family: "whole", rule: "a part is no larger than its whole"}
	r.support = support{p: .6, tried: 1, named: true}
	wholes := p.wholeRows()
	kinds := map[string]string{} // of each kind, the one above it
	for _, g := range p.grids {
		for row := g.firstRow; row < g.rows; row++ {
			above, below, ok := cutArrow(g.rowHeads[row])
			if !ok {
				continue
			}
			kinds[below] = above
			for _, q := range g.cells[row] {
				r.atMost(q, wholeFor(q, above, wholes, false))
			}
		}
	}
	if len(kinds) > 0 && p.rangesOverAll() {
		for _, g := range p.grids {
			for row := g.firstRow; row < g.rows; row++ {
				if above := kinds[nameOf(g.rowHeads[row])]; above != "" {
					for _, q := range g.cells[row] {
						r.atMost(q, wholeFor(q, above, wholes, true))
					}
				}
			}
		}
	}
	p.keep(r, r.support.held >= 3 && r.support.held >= 3*r.support.failed)
}

// rangesOverAll tells whether a note to a table says of its ranges what they are over.
func (p *paper) rangesOverAll() bool {
	says := func(s string) bool { return strings.Contains(strings.ToLower(s), "range") && overAll.MatchString(s) }
	return slices.ContainsFunc(p.doc.Blocks, func(b document.Block) bool {
		return says(b.Text.Plain) || b.Table != nil && (says(b.Table.Caption.Plain) || slices.ContainsFunc(b.Table.Notes, func(n document.Text) bool { return says(n.Plain) }))
	})
}

// wholeFor is the whole that a percentage is a part of, by the name of its kind; nil where
// there is none. over asks for one that is the upper end of a range.
func wholeFor(q *quantity, above string, wholes []wholeOf, over bool) *quantity {
	if q == nil || q.Unit != "%" {
		return nil
	}
	for _, w := range wholes {
		if w.name == above && w.high.Table != q.Table && (w.over || !over) && shareWord(w.heads, words(q.ColHead)) {
			return w.high
		}
	}
	return nil
}

func (r *ruled) atMost(q, whole *quantity) {
	if whole == nil {
		return
	}
	ok := q.far.low <= whole.far.high
	if ok {
		r.support.held++
	} else {
		r.support.failed++
	}
	r.ask(q, []*quantity{whole}, ok, func(ids []string) string { return fmt.Sprintf("{between: {high: %q}}", ids[0]) })
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
			out = append(out, wholeOf{name: name, high: q, heads: words(n.ColHead), over: n.Role == "high"})
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
