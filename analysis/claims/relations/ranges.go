package relations

import (
	"fmt"
	"regexp"
	"strings"

	"mcpstats/analysis/claims"
)

// printedRange is a range of the text: two numbers, low and high.
type printedRange struct{ low, high *quantity }

var (
	openPart = regexp.MustCompile(`^[^().;]{0,60}\(\s*$`)
	nextPart = regexp.MustCompile(`(?i)^[^().;,]{0,40}(?:\bplus\b|\+|,?\s\band\b)\s*$`)
	lastPart = regexp.MustCompile(`^[^().;,]{0,40}\)`)
	example  = regexp.MustCompile(`(?i)\b(?:e\.g|for example|such as|inclu(?:de|des|ding)|mostly|mainly|between|of which|or)\b`)
)

// rangesOfRanges holds a range of a count against the ranges of its parts: "12-17 tools
// (3-7 required plus 5-10 distractors)". Nothing that is made of such parts is smaller than
// their smallest together, or larger than their largest. The same range of the same noun
// elsewhere in the paper is held against the same parts.
func (p *paper) rangesOfRanges() {
	r := &ruled{family: "sum", rule: "a range lies within what the ranges of its parts make", stated: true}
	r.support = support{p: .3, tried: 1, named: true}
	ranges := p.ranges()
	for i := range ranges {
		parts := p.partsOf(ranges, i)
		if len(parts) < 2 {
			continue
		}
		low, high := 0.0, 0.0
		var with []*quantity
		for _, x := range parts {
			low, high = low+x.low.value, high+x.high.value
			with = append(with, x.low, x.high)
		}
		for _, t := range append([]printedRange{ranges[i]}, again(ranges, i)...) {
			for _, q := range []*quantity{t.low, t.high} {
				ok := q.value >= low && q.value <= high
				if ok {
					r.support.held++
				} else {
					r.support.failed++
				}
				r.askUnit(q, with, ok, claims.Count, func([]string) string { return fmt.Sprintf("{between: {low: \"%g\", high: \"%g\"}}", low, high) })
			}
		}
	}
	p.keep(r, true)
}

// ranges are the ranges of whole numbers in running text, in its order.
func (p *paper) ranges() []printedRange {
	var out []printedRange
	for i := 0; i+1 < len(p.report.Numbers); i++ {
		a, b := p.quantities[i], p.quantities[i+1]
		if a == nil || b == nil || a.Role != "low" || b.Role != "high" || a.Block != b.Block || a.Cell || a.Table != "" || !a.whole || !b.whole || a.Approx || b.Approx || a.sign != 0 || a.value < 0 || a.value > b.value || b.Unit == "%" || len(b.Unit) < 4 {
			continue
		}
		out = append(out, printedRange{a, b})
	}
	return out
}

// partsOf are the ranges in the parentheses behind a range, where nothing else stands there
// and "plus", "+" or "and" join them.
func (p *paper) partsOf(ranges []printedRange, i int) []printedRange {
	own := ranges[i]
	text := p.textOf(own.low.Number)
	at := own.high.To
	var parts []printedRange
	gap := openPart
	for _, x := range ranges[i+1:] {
		if x.low.Block != own.low.Block || x.low.From < at || x.high.To > len(text) || !gap.MatchString(text[at:x.low.From]) {
			break
		}
		parts, at, gap = append(parts, x), x.high.To, nextPart
	}
	if len(parts) < 2 || !lastPart.MatchString(text[at:]) || example.MatchString(text[own.high.To:at]) {
		return nil
	}
	return parts
}

// again are the other places that print a range of the same noun.
func again(ranges []printedRange, i int) []printedRange {
	var out []printedRange
	for j, x := range ranges {
		if j != i && x.low.Plain == ranges[i].low.Plain && x.high.Plain == ranges[i].high.Plain && strings.EqualFold(x.high.Unit, ranges[i].high.Unit) {
			out = append(out, x)
		}
	}
	return out
}
