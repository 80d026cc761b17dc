package relations

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"mcpstats/analysis/claims"
	"mcpstats/analysis/result"
)

var (
	atK = regexp.MustCompile(`(?i)\b(r|recall|hit|hits|hr|pass|success|sr|solve|cov|coverage)\s?@\s?([0-9]+)\b`)
	upK = regexp.MustCompile(`(?i)\bpass\s?\^\s?\{?([0-9]+)\}?`)
)

// monotone holds what cannot fall, or cannot rise, with k: of a list's first five at least
// as much is found as of its first three, and five attempts that all succeed are rarer than
// three.
func monotone(g *grid) *ruled {
	type column struct {
		c, k int
		key  string
		up   bool
	}
	var columns []column
	for c := g.firstCol; c < g.cols; c++ {
		head := g.colHeads[c]
		if m := atK.FindStringSubmatchIndex(head); m != nil {
			k, _ := strconv.Atoi(head[m[4]:m[5]])
			columns = append(columns, column{c, k, strings.ToLower(head[:m[4]] + head[m[5]:]), true})
		} else if m := upK.FindStringSubmatchIndex(head); m != nil {
			k, _ := strconv.Atoi(head[m[2]:m[3]])
			columns = append(columns, column{c, k, strings.ToLower(head[:m[2]] + head[m[3]:]), false})
		}
	}
	r := &ruled{family: "monotone", stated: true, rule: g.name() + ": what is found of the first k cannot fall with k"}
	r.support = support{p: .5, tried: 1, named: true}
	for i, a := range columns {
		for _, b := range columns[i+1:] {
			if a.key != b.key || a.up != b.up || a.k == b.k {
				continue
			}
			low, high := a, b
			if (a.k > b.k) == a.up {
				low, high = b, a
			}
			for row := range g.rows {
				x, y := g.cells[row][low.c], g.cells[row][high.c]
				if x == nil || y == nil {
					continue
				}
				ok := y.far.high >= x.far.low
				if ok {
					r.support.held++
				} else {
					r.support.failed++
				}
				r.ask(y, []*quantity{x}, ok, func(ids []string) string { return fmt.Sprintf("{between: {low: %q}}", ids[0]) })
			}
		}
	}
	return r
}

var confidence = regexp.MustCompile(`(?i)\b(?:CIs?|confidence|credible|interval)\b`)

// inside holds estimates against the intervals printed behind them.
func (p *paper) inside() {
	r := &ruled{family: "interval", rule: "an estimate lies within the interval behind it"}
	r.support = support{p: .1, tried: 1}
	for i := range p.report.Numbers {
		n := &p.report.Numbers[i]
		q := p.quantities[i]
		if q == nil || len(n.Interval) != 2 || n.Role != "value" {
			continue
		}
		low, high := p.roleAfter(i, "low"), p.roleAfter(i, "high")
		if low == nil || high == nil {
			continue
		}
		if low.value > high.value { // "-0.03 (95% CI: -0.01 to -0.05)": read from the nearer bound
			low, high = high, low
		}
		ok := q.far.high >= low.far.low && q.far.low <= high.far.high
		stated := confidence.MatchString(n.Sentence) || n.Cell && (confidence.MatchString(n.ColHead) || confidence.MatchString(p.caption(n.Table)))
		// An estimate is printed to the digits of its bounds; "2 [4.1,19.46)" is a label of a class.
		alike := n.Decimals == low.Decimals && n.Decimals == high.Decimals
		if ok {
			r.support.held++
		} else if stated && alike {
			r.support.failed++
		} else {
			continue
		}
		r.ask(q, []*quantity{low, high}, ok, func(ids []string) string { return fmt.Sprintf("{between: {low: %q, high: %q}}", ids[0], ids[1]) })
	}
	r.stated = true
	p.keep(r, r.support.held >= 2*r.support.failed)
}

// roleAfter is the number of a role that follows number i at the same place.
func (p *paper) roleAfter(i int, role string) *quantity {
	own := &p.report.Numbers[i]
	for j := i + 1; j < len(p.report.Numbers) && j < i+6; j++ {
		n := &p.report.Numbers[j]
		if n.Block != own.Block || n.Row != own.Row || n.Col != own.Col || n.Role == "value" {
			return nil
		}
		if n.Role == role {
			return p.quantities[j]
		}
	}
	return nil
}

func (p *paper) caption(table string) string {
	for _, g := range p.grids {
		if g.ID == table {
			return g.Caption.Plain
		}
	}
	return ""
}

// parts holds counts with their share behind them against the number that both are of:
// "38 of 95 (40.0%)", "38/95 (40.0%)", "40.0% (38/95)". The document's words state it.
func (p *paper) parts() {
	r := &ruled{family: "share", rule: "k of n is the share behind it", stated: true}
	r.support = support{p: .05, tried: 1, named: true}
	for i := range p.report.Numbers {
		n := &p.report.Numbers[i]
		k := p.quantities[i]
		if n.Of == nil || k == nil || !k.whole {
			continue
		}
		of := p.roleAfter(i, "of")
		if of == nil || !of.whole || of.value < k.value || of.value == 0 {
			continue
		}
		share := p.shareBeside(i)
		if share == nil {
			continue
		}
		ok := span{100*k.value/of.value - hair, 100*k.value/of.value + hair}.meets(share.far)
		if ok {
			r.support.held++
		} else {
			r.support.failed++
		}
		r.askUnit(share, []*quantity{k, of}, ok, claims.Percent, func([]string) string {
			return fmt.Sprintf("{ratio: {of: [%.0f, %.0f]}}", k.value, of.value)
		})
	}
	p.keep(r, r.support.held >= r.support.failed)
}

// shareBeside is the percentage that belongs to the count at i: in parentheses behind it, or
// the one in whose parentheses it stands.
func (p *paper) shareBeside(i int) *quantity {
	own := &p.report.Numbers[i]
	percent := func(j int) *quantity {
		if j < 0 || j >= len(p.report.Numbers) {
			return nil
		}
		n := &p.report.Numbers[j]
		if n.Block != own.Block || n.Row != own.Row || n.Col != own.Col || n.Unit != "%" || n.UnitFrom == "head" || n.UnitFrom == "caption" {
			return nil
		}
		return p.quantities[j]
	}
	if own.InParens != nil {
		for j := i + 1; j < i+5 && j < len(p.report.Numbers); j++ {
			if p.report.Numbers[j].Role == "parenthesis" {
				return percent(j)
			}
		}
	}
	if own.Role == "parenthesis" {
		return percent(i - 1)
	}
	return nil
}

// unlikely tells whether most of what a document states fails, so that it is not what it was
// taken for.
func unlikely(answers []result.Claim, own []int) bool {
	bad := 0
	for _, i := range own {
		if answers[i].Verdict == result.Inconsistent {
			bad++
		}
	}
	return len(own) >= 3 && 2*bad > len(own)
}
