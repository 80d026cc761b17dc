package relations

import (
	"fmt"
	"math"
	"regexp"
	"strings"
)

// gain is a difference that running text states between rows of a table: a signed number, or
// one in points, beside a column's name.
type gain struct {
	own    *quantity
	cells  []*quantity // the two cells that give it, or come nearest to it
	scale  int         // 100 where the cells are shares of 1 and the text counts points
	holds  bool
	digits float64 // how far off the nearest pair is, in units of the last digit of the cells
	pair   bool    // the sentence names both rows, and nothing else
	near   bool    // the sentence names both rows, whose difference it misses by one digit or two swapped
}

// gains holds the differences that the text states beside a column that it names against the
// cells of that column: one of the two rows is named in the sentence or before it in the
// passage, the other may be any, since texts leave out what they compare with. A difference
// that no other row gives is told where at least six such differences of the paper hold, four
// times as many as fail, and it looks like a slip: a few digits off what some row gives.
func (p *paper) gains() {
	r := &ruled{family: "difference", rule: "the text's differences are those of the cells that it names"}
	r.support = support{p: .1, tried: 1}
	labelled := p.labels()
	var found []gain
	for i := range p.report.Numbers {
		if g, ok := p.gainAt(i, labelled); ok {
			found = append(found, g)
		}
	}
	for _, g := range found {
		if !g.holds && !g.slip() {
			continue
		}
		if g.holds {
			r.support.held++
		} else {
			r.support.failed++
		}
		r.ask(g.own, g.cells, g.holds, func(ids []string) string {
			return fmt.Sprintf("{difference: {of: %s, scale: %d}}", quoted(ids), g.scale)
		})
	}
	p.keep(r, r.support.held >= 6 && r.support.held >= 4*r.support.failed)
}

// slip tells whether a stated difference that no pair of cells gives is a mistake of the
// paper rather than of the reading.
func (g gain) slip() bool {
	return g.pair || g.near || g.digits <= 5
}

var (
	gainUnit   = map[string]bool{"points": true, "pp": true, "": true}
	relatively = regexp.MustCompile(`(?i)\b(?:relative|average|averaged|mean|median|up to|at least|at most|more than|less than|previous|prior|state[- ]of[- ]the[- ]art|sota|human|original(?:ly)?|without|w/o|ablat\w+|remov\w+|validation|dev|respectively|error rate|p\s*[<=])\b`)
	pairVerb   = regexp.MustCompile(`(?i)^\s*(?:clearly\s+|also\s+|still\s+|even\s+)?(?:underperforms?|outperforms?|trails?|beats?|surpasses|surpass|exceeds?|leads?|lags?(?:\s+behind)?)\s+(?:the\s+)?$`)
	pairBy     = regexp.MustCompile(`(?i)^\s*by\s+$`)
	pairEnd    = regexp.MustCompile(`(?i)^\s*(?:percentage\s+|absolute\s+)?(?:points?|pp)?\s*(?:overall|on average|in total)\s*[.;]?\s*$`)
)

// gainAt reads the number at i as a stated difference; ok is false where it is none, or where
// the columns, the rows or the unit are not certain.
func (p *paper) gainAt(i int, labelled [][]label) (gain, bool) {
	n, q := &p.report.Numbers[i], p.quantities[i]
	points := n.Unit == "points" || n.Unit == "pp"
	if q == nil || n.Cell || n.Table != "" || n.Role != "value" && n.Role != "parenthesis" || n.Approx || !gainUnit[n.Unit] || q.sign == 0 && !points || q.value == 0 || q.Decimals == 0 {
		return gain{}, false
	}
	if n.Role == "parenthesis" && p.quantities[i-1] != nil {
		return gain{}, false // differences, of the numbers before it
	}
	text := p.doc.Blocks[n.Block].Text
	for _, s := range text.Sentences() {
		if n.From < s.From || n.To > s.To {
			continue
		}
		sentence := text.Plain[s.From:s.To]
		if relatively.MatchString(sentence) {
			return gain{}, false
		}
		var best *gain
		for g, labels := range labelled {
			if found, ok := p.gainOf(p.grids[g], labels, q, sentence, s.From, text.Plain[:s.From]); ok && (best == nil || found.better(*best)) {
				best = &found
			}
		}
		if best == nil {
			return gain{}, false
		}
		return *best, true
	}
	return gain{}, false
}

func (g gain) better(o gain) bool {
	if g.holds != o.holds {
		return g.holds
	}
	return g.digits < o.digits
}

// gainOf holds a stated difference against one table.
func (p *paper) gainOf(g *grid, labels []label, q *quantity, sentence string, offset int, earlier string) (gain, bool) {
	ts := tokens(sentence)
	var rows, columns []mention
	for _, m := range mentions(ts, labels) {
		if m.row {
			rows = append(rows, m)
		} else {
			columns = append(columns, m)
		}
	}
	from, to := q.From-offset, q.To-offset
	if found, ok := g.pairGain(q, rows, ts, sentence, from, to); ok {
		return found, true
	}
	col, ok := beside(columns, ts, from, to)
	if !ok {
		return gain{}, false
	}
	if len(rows) == 0 {
		for _, m := range mentions(tokens(earlier), labels) {
			if m.row {
				rows = append(rows, m)
			}
		}
	}
	if len(rows) == 0 {
		return gain{}, false
	}
	var best *gain
	for _, m := range rows {
		for r := g.firstRow; r < g.rows; r++ {
			if found, ok := gainBetween(q, g.cells[m.index][col.index], g.cells[r][col.index]); ok && r != m.index && (best == nil || found.better(*best)) {
				best = &found
			}
		}
	}
	if best == nil {
		return gain{}, false
	}
	if len(rows) == 2 && rows[0].index != rows[1].index {
		if named, ok := gainBetween(q, g.cells[rows[0].index][col.index], g.cells[rows[1].index][col.index]); ok && !best.holds && named.misprinted() {
			named.near = true
			best = &named
		}
	}
	return *best, true
}

// misprinted tells whether the printed difference is that of the two cells but for one digit,
// or two neighbours swapped.
func (g gain) misprinted() bool {
	d := math.Abs(g.cells[0].value-g.cells[1].value) * float64(g.scale)
	return near(fmt.Sprintf("%.*f", g.own.Decimals, d), strings.TrimLeft(g.own.Plain, "-"))
}

// pairGain reads "Alpha underperforms Beta by 22.1 points overall.", where no column is named:
// some column of a table must give it, or the mean of the columns.
func (g *grid) pairGain(q *quantity, rows []mention, ts []token, sentence string, from, to int) (gain, bool) {
	if len(rows) != 2 || rows[0].index == rows[1].index || rows[0].from != 0 || from < ts[rows[1].to-1].to {
		return gain{}, false
	}
	middle, by := sentence[ts[rows[0].to-1].to:ts[rows[1].from].from], sentence[ts[rows[1].to-1].to:from]
	if !pairVerb.MatchString(strings.Trim(middle, "* ")+" ") || !pairBy.MatchString(by) || !pairEnd.MatchString(sentence[to:]) || q.Unit == "" {
		return gain{}, false
	}
	var best *gain
	n, sum := 0.0, 0.0
	for c := g.firstCol; c < g.cols; c++ {
		found, ok := gainBetween(q, g.cells[rows[0].index][c], g.cells[rows[1].index][c])
		if !ok {
			continue
		}
		n, sum = n+1, sum+math.Abs(found.cells[0].value-found.cells[1].value)*float64(found.scale)
		if best == nil || found.better(*best) {
			best = &found
		}
	}
	if n < 2 || math.Abs(sum/n-math.Abs(q.value)) < 10*q.digit {
		return gain{}, false
	}
	best.pair = true
	return *best, true
}

// gainBetween holds a stated difference against two cells.
func gainBetween(q, x, y *quantity) (gain, bool) {
	if x == nil || y == nil || x.Unit != y.Unit || x.Decimals == 0 || x.Decimals != y.Decimals || x.PlusMinus != nil {
		return gain{}, false
	}
	high, low := x, y
	if high.value < low.value {
		high, low = low, high
	}
	if q.value < 0 {
		high, low = low, high
	}
	f := gain{own: q, cells: []*quantity{high, low}, scale: 1}
	share := math.Abs(high.value) <= 1 && math.Abs(low.value) <= 1 && x.Unit != "%"
	if share && (q.Unit != "" || q.Decimals < x.Decimals) {
		f.scale = 100
	}
	if !share && x.Unit != "%" && math.Max(math.Abs(high.value), math.Abs(low.value)) > 100 {
		return gain{}, false // points are of percentages
	}
	s := span{(high.far.low - low.far.high) * float64(f.scale), (high.far.high - low.far.low) * float64(f.scale)}
	f.holds = s.meets(q.far)
	f.digits = math.Abs((high.value-low.value)*float64(f.scale)-q.value) / (x.digit * float64(f.scale))
	return f, true
}
