package relations

import (
	"fmt"
	"regexp"
	"slices"

	"mcpstats/analysis/claims"
)

// discordantColumns holds columns of p-values against two columns of discordant counts, by
// the one of McNemar's tests that explains the most rows.
func (p *paper) discordantColumns(v view) {
	all := v.roles()
	a, ok := find(all, "onlyA", "")
	b, ok2 := find(all, "onlyB", "")
	pv, ok3 := find(all, "p", "")
	if !ok || !ok2 || !ok3 {
		return
	}
	var tried []*hypothesis
	for _, test := range discordantTests {
		h := &hypothesis{ruled: ruled{family: "McNemar", rule: fmt.Sprintf("%s: McNemar's test of %s and %s (%s)", v.name(), named(v, a), named(v, b), test)}}
		from, to := v.items()
		for i := from; i < to; i++ {
			own, x, y := v.at(i, pv), v.at(i, a), v.at(i, b)
			if own == nil || x == nil || y == nil {
				continue
			}
			h.add(own, []*quantity{x, y}, claims.PValue, 3*own.digit, func(ids []string) string {
				return fmt.Sprintf("{mcnemar: {only_a: %q, only_b: %q, test: %s}}", ids[0], ids[1], test)
			})
		}
		h.support.tried = float64(len(discordantTests))
		p.test(h)
		tried = append(tried, h)
	}
	if best := strongest(tried); best != nil {
		p.keep(&best.ruled, best.borne(believedChance))
	}
}

var discordantTests = []string{"exact", "midp", "chi2_cc", "chi2"}

var (
	mcnemar    = regexp.MustCompile(`(?i)\bmcnemar`)
	discordant = regexp.MustCompile(`(?i)\bdiscordant`)
	pairGap    = regexp.MustCompile(`^\s*(?:vs\.?|versus|against|and|to|:|/|,\s*c\s*=|;\s*c\s*=|,)\s*$`)
	symbolB    = regexp.MustCompile(`\bb\s*=\s*$`)
)

// discordantText holds the p-values of McNemar's tests whose sentence prints the two discordant
// counts: "McNemar's test, 22 vs. 8 discordant pairs, p = .016". A p that none of the tests
// gives is told; one that another test than the exact one gives depends.
func (p *paper) discordantText() {
	h := &hypothesis{ruled: ruled{family: "McNemar", rule: "p-values follow from the discordant counts before them", stated: true}, depends: true}
	for i := range p.report.Numbers {
		own := &p.report.Numbers[i]
		if own.Role != "p" || own.Cell || !mcnemar.MatchString(own.Sentence) {
			continue
		}
		pairs := p.discordantPairs(i)
		if len(pairs) != 1 {
			continue
		}
		x, y := pairs[0][0], pairs[0][1]
		h.add(p.anyQuantity(i), []*quantity{x, y}, claims.PValue, .05, func([]string) string {
			return fmt.Sprintf("{mcnemar: {only_a: %.0f, only_b: %.0f}}", x.value, y.value)
		})
	}
	p.test(h)
	p.keep(&h.ruled, h.support.held >= h.support.failed || len(h.asks) == 1)
}

// discordantPairs are the pairs of counts before number i in its sentence that can be the
// discordant ones: called b and c, or beside the word, with no other p-value in between.
func (p *paper) discordantPairs(i int) [][2]*quantity {
	own := &p.report.Numbers[i]
	plain := p.textOf(&own.Number)
	var out [][2]*quantity
	for j := i - 1; j > 0; j-- {
		y, x := &p.report.Numbers[j], &p.report.Numbers[j-1]
		if y.Block != own.Block || y.Sentence != own.Sentence || y.Role == "p" {
			break
		}
		if x.Sentence != own.Sentence || x.To > y.From || y.From > len(plain) {
			break
		}
		a, b := p.quantities[j-1], p.quantities[j]
		if a == nil || b == nil || !a.whole || !b.whole || a.Unit == "%" || b.Unit == "%" || !pairGap.MatchString(plain[x.To:y.From]) {
			continue
		}
		named := symbolB.MatchString(plain[:x.From]) || discordant.MatchString(plain[max(0, x.From-40):min(len(plain), y.To+40)])
		if named {
			out = append(out, [2]*quantity{a, b})
		}
	}
	return slices.Clip(out)
}
