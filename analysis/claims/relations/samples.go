package relations

import (
	"fmt"
	"regexp"
	"strings"

	"mcpstats/analysis/claims"
)

var (
	looked   = regexp.MustCompile(`(?i)\b(?:analy[sz]ed?|sampled?|examin(?:e|ed)|inspect(?:ed)?|annotat(?:e|ed)|review(?:ed)?|survey(?:ed)?|interview(?:ed)?|recruit(?:ed)?|enrol(?:l?ed)?|screen(?:ed)?|collect(?:ed)?|check(?:ed)?|read|labell?ed|test(?:ed)?|randomi[sz]ed)\s+(?:all\s+|the\s+|a total of\s+|further\s+|another\s+)?$`)
	ofThose  = regexp.MustCompile(`(?i)^(?:only|just|of (?:these|those|them),?|among (?:these|those|them),?|in total,?|overall,?)?\s*$`)
	didSo    = regexp.MustCompile(`^%\s+(?:of (?:these|those|them|the \p{L}+)\s+)?(?:were|was|had|have|are|is|did|do|contain(?:ed)?|involved?|showed|failed|passed|reported|answered|included?|led|used|returned|required|received|died|survived|responded|completed)\b`)
	weighted = regexp.MustCompile(`(?i)\bweighted\b|\b(?:survey|sampling|sample|post-?stratification)\s+weights?\b|\bimput(?:ed|ation)\b`)
)

// samples holds a percentage with which a sentence begins against the number of things that
// the sentence before looked at: "We examined 814 calls. Only 9.05% involved a fault." A
// percentage whose digits nearly any count gives says nothing, and is left alone; so is a paper
// that weights what it counts.
func (p *paper) samples() {
	if p.says(weighted) {
		return
	}
	r := &ruled{family: "share of n", rule: "the text says what its shares are of", stated: true}
	r.support = support{p: .3, tried: 1, named: true}
	for i := 1; i < len(p.report.Numbers); i++ {
		q, n := p.quantities[i], p.quantities[i-1]
		if q == nil || n == nil || q.Cell || q.Table != "" || q.Block != n.Block || q.Unit != "%" || q.Approx || q.Decimals == 0 || q.value <= 0 || q.value >= 100 || q.Role != "value" {
			continue
		}
		if !n.whole || n.Approx || n.UnitFrom != "sentence" || measures[n.Unit] || n.value < 20 || n.value*q.digit > 50 || n.Sentence == q.Sentence {
			continue
		}
		text := p.textOf(q.Number)
		if q.To >= len(text) || !didSo.MatchString(text[q.To:]) || !looked.MatchString(text[:n.From]) || !adjoining(text, n.Sentence, q.Sentence) {
			continue
		}
		start := strings.LastIndexAny(text[:q.From], ".!?")
		if start < n.To || !ofThose.MatchString(strings.TrimSpace(text[start+1:q.From])) {
			continue
		}
		// The sentence before counts one thing.
		if i >= 2 && p.report.Numbers[i-2].Block == n.Block && p.report.Numbers[i-2].Sentence == n.Sentence {
			continue
		}
		ok := isCount(q.far, 100, int(n.value))
		if ok {
			r.support.held++
		} else {
			r.support.failed++
		}
		r.askUnit(q, []*quantity{n}, ok, claims.Percent, func([]string) string { return fmt.Sprintf("{proportion: {n: %.0f}}", n.value) })
	}
	p.keep(r, r.support.held+1 >= r.support.failed)
}
