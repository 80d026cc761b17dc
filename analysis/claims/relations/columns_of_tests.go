package relations

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"mcpstats/analysis/claims"
	"mcpstats/stats"
)

// testColumns holds a table's column of p-values against its column of t or z. The degrees of
// freedom are those of a number of trials that the document prints, of pairs or of two groups
// of so many; one number for the whole table, chosen by how many rows it explains. The heads
// state the relation. Only where three rows hold and three quarters of all, one of them by
// its digits rather than by a bound, are the others judged: tails and test are then known.
func (p *paper) testColumns(g *grid) *ruled {
	t, pv, df := -1, -1, -1
	name := ""
	for c := g.firstCol; c < g.cols; c++ {
		switch head := words(g.colHeads[c]); {
		case symbolHead(head, "t", "stat", "value", "test", "score"):
			t, name = c, "t"
		case symbolHead(head, "z", "stat", "value", "test", "score"):
			t, name = c, "z"
		case symbolHead(head, "p", "val"):
			pv = c
		case symbolHead(head, "df", "-"):
			df = c
		}
	}
	if t < 0 || pv < 0 {
		return nil
	}
	var frees []float64
	if name == "t" {
		for _, n := range p.counted() {
			frees = append(frees, float64(n.n-1), float64(n.n-2), float64(2*n.n-2))
		}
	}
	if name == "z" || df >= 0 {
		frees = []float64{0}
	}
	var best *ruled
	for _, free := range frees {
		r := p.tested(g, t, pv, df, name, free)
		r.support.tried = float64(len(frees))
		if best == nil || r.support.held > best.support.held {
			best = r
		}
	}
	if best == nil || best.support.p == 1 || best.support.held < 3 || 4*best.support.failed > best.support.all() {
		return nil
	}
	best.stated = true
	return best
}

// symbolHead tells whether a head is a symbol, alone or followed by one of the words' beginnings.
func symbolHead(head []string, symbol string, then ...string) bool {
	if len(head) == 0 || head[0] != symbol {
		return false
	}
	return len(head) == 1 || slices.ContainsFunc(then, func(w string) bool { return strings.HasPrefix(head[1], w) })
}

func (p *paper) tested(g *grid, t, pv, df int, name string, free float64) *ruled {
	r := &ruled{family: "test statistic", rule: g.name() + ": p-values follow from " + name}
	if free > 0 {
		r.rule += fmt.Sprintf(" with %.0f degrees of freedom", free)
	}
	exact, product := 0, 0.0
	for row := g.firstRow; row < g.rows; row++ {
		stat, own := g.cells[row][t], p.cellOf(g, row, pv)
		if stat == nil || own == nil {
			continue
		}
		f := free
		if df >= 0 {
			d := g.cells[row][df]
			if d == nil {
				continue
			}
			f = d.value
		}
		tail := func(v float64) float64 {
			if f > 0 {
				return 2 * stats.StudentTSF(v, f)
			}
			return 2 * stats.NormalSF(v)
		}
		size := math.Abs(stat.value)
		s := span{tail(size + .55*stat.digit), tail(math.Max(0, size-.55*stat.digit))}
		ok := false
		switch limit := value(own); own.Bound {
		case "<", "≤":
			ok = s.low <= limit
			product += math.Log(.5)
		case ">", "≥":
			ok = s.high >= limit
			product += math.Log(.5)
		default:
			d := pow10(-own.Decimals)
			ok = s.meets(span{limit - .55*d, limit + d})
			product += math.Log(math.Min(1, 2*(d+s.wide())))
			if ok {
				exact++
			}
		}
		if ok {
			r.support.held++
		} else {
			r.support.failed++
		}
		check := fmt.Sprintf("{p_from_t: {t: %q, df: %q, tails: 2}}", stat.Plain, fmt.Sprint(f))
		if f == 0 {
			check = fmt.Sprintf("{p_from_z: {z: %q, tails: 2}}", stat.Plain)
		}
		r.askUnit(own, []*quantity{stat}, ok, claims.PValue, func([]string) string { return check })
	}
	r.support.p = 1
	if n := r.support.all(); n > 0 && exact > 0 {
		r.support.p = math.Exp(product / float64(n))
	}
	return r
}

// value is the number that stands in a quantity, a bound's too.
func value(q *quantity) float64 {
	var v float64
	if _, err := fmt.Sscan(q.Plain, &v); err != nil {
		return math.NaN()
	}
	return v
}

// cellOf is the number of a cell, be it a bound, which grids leave out.
func (p *paper) cellOf(g *grid, row, col int) *quantity {
	if q := g.cells[row][col]; q != nil {
		return q
	}
	for i := range p.report.Numbers {
		n := &p.report.Numbers[i]
		if n.Cell && n.Table == g.ID && n.Row == row && n.Col == col && (n.Role == "value" || n.Role == "p") {
			return p.anyQuantity(i)
		}
	}
	return nil
}
