package relations

import (
	"fmt"
	"math"
	"slices"
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

// pair is a count with the share that is printed for it.
type pair struct{ count, share *quantity }

// pairings are the places of a table where counts and their shares stand in one row: in one
// cell, "157 (27.0%)", or in two columns.
func (g *grid) pairings() (names []string, lists [][]pair) {
	add := func(name string, of func(row int) pair) {
		var list []pair
		for row := g.firstRow; row < g.rows; row++ {
			p := of(row)
			if p.count != nil && p.share != nil && p.count.whole && p.count.Of == nil && strings.Contains(p.share.Unit, "%") && !strings.Contains(p.count.Unit, "%") && p.count.value >= 0 {
				list = append(list, p)
			}
		}
		if len(list) >= 3 {
			names, lists = append(names, name), append(lists, list)
		}
	}
	for c := g.firstCol; c < g.cols; c++ {
		add(fmt.Sprintf("column %q", g.colHeads[c]), func(row int) pair { return pair{g.cells[row][c], g.parens[row][c]} })
		for o := g.firstCol; o < g.cols && g.cols <= maxFields; o++ {
			if o != c {
				add(fmt.Sprintf("columns %q and %q", g.colHeads[c], g.colHeads[o]), func(row int) pair { return pair{g.cells[row][c], g.cells[row][o]} })
			}
		}
	}
	return names, lists
}

// percents finds counts with their shares, and the number that they are of: their sum, the
// largest of them (a last row of totals), or a number that the document prints.
func (p *paper) percents(g *grid) *ruled {
	var best *ruled
	names, lists := g.pairings()
	for i, list := range lists {
		sum, most := 0.0, 0.0
		for _, l := range list {
			sum, most = sum+l.count.value, math.Max(most, l.count.value)
		}
		totals := []float64{sum, most}
		for _, t := range p.counted() {
			totals = append(totals, float64(t.n))
		}
		for _, total := range totals {
			r := sharesOf(list, total)
			r.rule = fmt.Sprintf("%s, %s: shares of %.0f", g.name(), names[i], total)
			r.support.tried = float64(len(totals) * len(lists))
			if r.support.believed() && (best == nil || r.support.held > best.support.held) {
				best = r
			}
		}
	}
	return best
}

// sharesOf holds counts with their shares against the number that they are of.
func sharesOf(list []pair, total float64) *ruled {
	r := &ruled{family: "share", support: support{named: true}}
	var seen []float64
	for _, l := range list {
		if total == 0 || l.count.value > total {
			continue
		}
		at := 100 * l.count.value / total
		ok := span{at - hair, at + hair}.meets(l.share.far)
		r.ask(l.share, []*quantity{l.count}, ok, func([]string) string {
			return fmt.Sprintf("{ratio: {of: [%.0f, %.0f], scale: 100}}", l.count.value, total)
		})
		if ok && (l.count.value == 0 || l.count.value == total || slices.Contains(seen, l.count.value)) {
			continue // no evidence of its own
		}
		seen = append(seen, l.count.value)
		if ok {
			r.support.held++
		} else {
			r.support.failed++
		}
		r.support.p += math.Min(1, 1.6*l.share.digit/20)
	}
	if n := r.support.all(); n > 0 {
		r.support.p /= float64(n)
	}
	return r
}
