package relations

import (
	"fmt"
	"math"
	"strings"
)

// baselines finds what the signed numbers in parentheses behind a table's cells are
// differences from: "45.2 (+3.1)" is 3.1 above the cell of another row, the same for the
// whole table or, in each stretch between rules, its first. A change in percent is tried,
// too. The null model is that of differences: a difference lies anywhere in the range of
// those that are printed.
func baselines(g *grid) *ruled {
	var signed int
	for r := range g.rows {
		for c := range g.cols {
			if q := g.parens[r][c]; q != nil && g.cells[r][c] != nil && q.sign != 0 {
				signed++
			}
		}
	}
	if signed < 4 {
		return nil
	}
	var best *ruled
	tried := 2 * float64(g.rows+2)
	consider := func(r *ruled) {
		if r == nil || r.support.all() < 4 {
			return
		}
		r.support.tried = tried
		if best == nil || r.support.failed*best.support.all() < best.support.failed*r.support.all() || r.support.failed*best.support.all() == best.support.failed*r.support.all() && r.support.held > best.support.held {
			best = r
		}
	}
	for _, relative := range []bool{false, true} {
		for row := g.firstRow; row < g.rows; row++ {
			consider(g.against(fmt.Sprintf("%q", g.rowHeads[row]), func(int) int { return row }, relative))
		}
		consider(g.against("the first row of each group", g.firstOfGroup, relative))
		consider(g.against("the row above", func(r int) int { return r - 1 }, relative))
	}
	if best == nil || !best.support.believed() {
		return nil
	}
	return best
}

func (g *grid) firstOfGroup(row int) int {
	for r := g.firstRow; r < row; r++ {
		if g.groups[r] == g.groups[row] && !g.named(r) {
			return r
		}
	}
	return -1
}

// against holds the differences in parentheses against the cells of a baseline.
func (g *grid) against(name string, baseline func(row int) int, relative bool) *ruled {
	kind := "difference"
	if relative {
		kind = "relative change"
	}
	r := &ruled{family: kind, rule: fmt.Sprintf("%s: parentheses hold the %s from %s", g.name(), kind, name)}
	low, high, width := math.Inf(1), math.Inf(-1), 0.0
	for row := g.firstRow; row < g.rows; row++ {
		base := baseline(row)
		if base < 0 || base >= g.rows || base == row {
			continue
		}
		for c := range g.cols {
			d, cell, from := g.parens[row][c], g.cells[row][c], g.cells[base][c]
			if d == nil || cell == nil || from == nil || d.sign == 0 || !relative && d.Unit == "%" && cell.Unit != "%" {
				continue
			}
			f := differenceOf
			if relative {
				f = changeOf
			}
			near, ok := f.of([]span{cell.near, from.near})
			far, ok2 := f.of([]span{cell.far, from.far})
			if !ok || !ok2 {
				continue
			}
			holds := far.meets(d.far)
			switch {
			case near.meets(d.near):
				r.support.held++
			case holds:
				r.support.near++
			default:
				r.support.failed++
			}
			low, high = math.Min(low, d.value), math.Max(high, d.value)
			width += near.wide() + d.near.wide()
			r.ask(d, []*quantity{cell, from}, holds, f.check)
		}
	}
	if n := r.support.all(); n > 0 && high > low {
		r.support.p = math.Min(1, width/float64(n)/(high-low))
	} else {
		r.support.p = 1
	}
	return r
}

// percents finds cells that hold a count with its share behind it, "157 (27.0%)", and the
// number that the counts of a column are of: their sum, or a number that the document prints.
func (p *paper) percents(g *grid) *ruled {
	var best *ruled
	for c := g.firstCol; c < g.cols; c++ {
		sum := 0.0
		n := 0
		for r := range g.rows {
			if k, share := g.cells[r][c], g.parens[r][c]; k != nil && share != nil && k.whole && k.Of == nil && strings.Contains(share.Unit, "%") {
				sum += k.value
				n++
			}
		}
		if n < 3 {
			continue
		}
		totals := []float64{sum}
		for _, t := range p.counted() {
			totals = append(totals, float64(t.n))
		}
		for _, total := range totals {
			r := &ruled{family: "share", rule: fmt.Sprintf("%s, column %q: shares of %.0f", g.name(), g.colHeads[c], total)}
			r.support.tried = float64(len(totals))
			for row := range g.rows {
				k, share := g.cells[row][c], g.parens[row][c]
				if k == nil || share == nil || !k.whole || !strings.Contains(share.Unit, "%") || total == 0 || k.value > total {
					continue
				}
				at := 100 * k.value / total
				ok := span{at - hair, at + hair}.meets(share.far)
				if ok {
					r.support.held++
				} else {
					r.support.failed++
				}
				r.support.p += math.Min(1, share.digit/20) / float64(n)
				r.ask(share, []*quantity{k}, ok, func([]string) string {
					return fmt.Sprintf("{ratio: {of: [%.0f, %.0f], scale: 100}}", k.value, total)
				})
			}
			if r.support.believed() && (best == nil || r.support.held > best.support.held) {
				best = r
			}
		}
	}
	return best
}
