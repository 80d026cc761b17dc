package relations

import (
	"fmt"
	"regexp"
	"strings"

	"mcpstats/analysis/claims"
)

var (
	versus  = regexp.MustCompile(`^\s*%?\s*(?:vs\.?|versus)\s+(?:[\p{L}\p{N}’'@.\-]+\s+){0,3}$`)
	toward  = regexp.MustCompile(`^\s*%?\s*to\s+$`)
	fromTo  = regexp.MustCompile(`(?i)\bfrom\s+$`)
	opening = regexp.MustCompile(`^\s*%?\s*[(,]\s*$`)
)

// differences holds the differences that running text prints behind its two numbers:
// "0.932 vs. 0.892 (+4.0 points)", "from 0.517 to 0.568 (+0.051)". A difference in percent
// may be relative or absolute, which the text does not say, and is left alone.
func (p *paper) differences() {
	r := &ruled{family: "difference", rule: "the text's differences follow from the numbers before them", stated: true}
	r.support = support{p: .05, tried: 1, named: true}
	for i := 2; i < len(p.report.Numbers); i++ {
		a, b, d := p.quantities[i-2], p.quantities[i-1], p.quantities[i]
		if a == nil || b == nil || d == nil || d.sign == 0 || d.Cell || a.Block != d.Block || b.Block != d.Block || a.Sentence != d.Sentence || d.Unit == "%" {
			continue
		}
		plain := p.textOf(d.Number)
		if d.To > len(plain) || a.To > b.From || b.To > d.From-1 {
			continue
		}
		middle := plain[a.To:b.From]
		from := toward.MatchString(middle) && fromTo.MatchString(plain[:a.From])
		sign := strings.TrimRight(plain[b.To:d.From], "+-−–$ ")
		if !from && !versus.MatchString(middle) || !opening.MatchString(strings.TrimPrefix(sign, "%")) || a.Decimals != b.Decimals {
			continue
		}
		first, second := a, b
		if from || (a.value > b.value) != (d.value > 0) {
			first, second = b, a
		}
		scale := 1
		if (d.Unit == "points" || d.Unit == "pp") && first.value <= 1 && second.value <= 1 && first.digit < 1 {
			scale = 100
		}
		s, _ := differenceOf.of([]span{first.far, second.far})
		ok := span{float64(scale) * s.low, float64(scale) * s.high}.meets(d.far)
		if ok {
			r.support.held++
		} else {
			r.support.failed++
		}
		r.ask(d, []*quantity{first, second}, ok, func(ids []string) string { return fmt.Sprintf("{difference: {of: %s, scale: %d}}", quoted(ids), scale) })
	}
	p.keep(r, r.support.held >= 2*r.support.failed)
}

// ofTrials holds the percentages that the text says to be of a number of things: "38.1% of
// 42 tasks".
func (p *paper) ofTrials() {
	r := &ruled{family: "share of n", rule: "the text says what its shares are of", stated: true}
	r.support = support{p: .3, tried: 1, named: true}
	for i := range p.report.Numbers {
		n, q := &p.report.Numbers[i], p.quantities[i]
		if q == nil || n.Of == nil || n.Unit != "%" || n.Approx || n.Cell || q.whole || q.value > 100 {
			continue
		}
		of := p.roleAfter(i, "of")
		if of == nil || !of.whole || of.Approx || of.value < 2 || of.value > 5000 {
			continue
		}
		ok := isCount(q.far, 100, int(of.value))
		if ok {
			r.support.held++
		} else {
			r.support.failed++
		}
		r.askUnit(q, []*quantity{of}, ok, claims.Percent, func([]string) string { return fmt.Sprintf("{proportion: {n: %.0f}}", of.value) })
	}
	p.keep(r, r.support.held >= r.support.failed)
}
