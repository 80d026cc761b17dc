package relations

import (
	"fmt"
	"regexp"

	"mcpstats/analysis/claims"
)

var (
	allOf    = regexp.MustCompile(`(?i)\ball\s+(?:of\s+)?(?:the\s+|our\s+)?$`)
	mainOnes = regexp.MustCompile(`(?i)^\s*(?:[\p{L}-]+\s+){0,2}?\p{L}+s\s+(?:from|of|in|used in)\s+(?:the|our)\s+(?:main|full|whole|entire|primary)\s+(?:experiments?|evaluations?|study|studies|analysis|benchmark|comparison|results|table|sample|trial)\b`)
)

// allOfThem holds "all 12 models of the main experiment" against the number of models that
// the paper says it has: the only number of them that it prints elsewhere, three times at
// least, and as many as a table has rows.
func (p *paper) allOfThem() {
	r := &ruled{family: "repeat", rule: "all of them are as many as the paper says there are", stated: true}
	r.support = support{p: .1, tried: 1, named: true}
	for i := range p.report.Numbers {
		n, q := &p.report.Numbers[i], p.quantities[i]
		if q == nil || n.Cell || n.Table != "" || !q.whole || q.Approx || n.UnitFrom != "sentence" || q.value < 3 {
			continue
		}
		text := p.textOf(&n.Number)
		if n.To >= len(text) || !allOf.MatchString(text[:n.From]) || !mainOnes.MatchString(text[n.To:]) {
			continue
		}
		of := p.soMany(n)
		if of == nil {
			continue
		}
		ok := of.value == q.value
		if ok {
			r.support.held++
		} else {
			r.support.failed++
		}
		r.askUnit(q, []*quantity{of}, ok, claims.Count, func(ids []string) string { return fmt.Sprintf("{equals: %q}", ids[0]) })
	}
	p.keep(r, true)
}

// soMany is the number of things of a noun that the paper prints elsewhere, and nil where it
// prints several numbers of them that a table's rows could be.
func (p *paper) soMany(n *Number) *quantity {
	var found *quantity
	times := 0
	for i := range p.report.Numbers {
		o, q := &p.report.Numbers[i], p.quantities[i]
		if q == nil || o == n || o.Unit != n.Unit || o.UnitFrom != "sentence" || !q.whole || q.Approx || !p.rowsOfTable(q.value) {
			continue
		}
		if found != nil && found.value != q.value {
			return nil
		}
		found, times = q, times+1
	}
	if times < 2 {
		return nil
	}
	return found
}

// rowsOfTable tells whether some table has so many rows of numbers.
func (p *paper) rowsOfTable(n float64) bool {
	for _, g := range p.grids {
		rows := 0
		for r := g.firstRow; r < g.rows; r++ {
			if !g.named(r) {
				rows++
			}
		}
		if float64(rows) == n {
			return true
		}
	}
	return false
}
