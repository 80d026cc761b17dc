package relations

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"mcpstats/analysis/claims"
	"mcpstats/datasets/document"
)

// adjusts tells that the p-values of a document may be larger than their statistics say.
var adjusts = regexp.MustCompile(`(?i)\b(?:bonferroni|holm|hochberg|hommel|benjamini|fdr|false discovery|adjusted p|corrected p|p-adj|multiple (?:comparison|testing)|tukey|greenhouse|huynh|welch)`)

// reportedTests holds the test statistics of running text against their p-values, as
// statcheck does: t(581) = 2.01, p = .045. The document's own notation states the relation,
// so that one instance is enough.
func (p *paper) reportedTests() {
	r := &ruled{family: "test statistic", rule: "p-values follow from the statistics beside them", stated: true}
	r.support = support{p: .05, tried: 1, named: true}
	for i := range p.report.Numbers {
		n := &p.report.Numbers[i]
		if n.Role != "p" || n.Cell {
			continue
		}
		j := p.statisticBefore(i)
		if j < 0 {
			continue
		}
		check, ok := p.testOf(j)
		if !ok {
			continue
		}
		r.support.held++
		own, stat := p.anyQuantity(i), p.anyQuantity(j)
		r.askUnit(own, []*quantity{stat}, false, claims.PValue, func([]string) string { return check })
	}
	p.keep(r, true)
}

// anyQuantity is the number's quantity, or a bare one where it is a bound.
func (p *paper) anyQuantity(i int) *quantity {
	if q := p.quantities[i]; q != nil {
		return q
	}
	return &quantity{Number: &p.report.Numbers[i].Number, at: i}
}

// statisticBefore is the statistic that a p-value belongs to: the nearest before it in its
// sentence, with no other p-value in between.
func (p *paper) statisticBefore(i int) int {
	own := &p.report.Numbers[i]
	for j := i - 1; j >= 0 && j > i-8; j-- {
		n := &p.report.Numbers[j]
		if n.Block != own.Block || n.Sentence != own.Sentence || n.Role == "p" {
			return -1
		}
		if n.Role == "statistic" || n.Symbol == "z" || n.Symbol == "Z" {
			return j
		}
	}
	return -1
}

// testOf writes the check of the statistic at j with the degrees of freedom before it.
func (p *paper) testOf(j int) (check string, ok bool) {
	n := &p.report.Numbers[j]
	var df []string
	for k := j - 1; k >= 0 && k >= j-3; k-- {
		d := &p.report.Numbers[k]
		if d.Block != n.Block || d.Sentence != n.Sentence || d.Role != "df" && d.Role != "n" {
			break
		}
		if d.Role == "df" {
			df = slices.Insert(df, 0, d.Plain)
		}
	}
	if n.Bound != "" {
		return "", false
	}
	switch symbol := strings.Trim(n.Symbol, "$\\ {}"); {
	case (symbol == "t" || symbol == "T") && len(df) == 1:
		return fmt.Sprintf("{p_from_t: {t: %q, df: %q}}", n.Plain, df[0]), true
	case (symbol == "z" || symbol == "Z") && len(df) == 0:
		return fmt.Sprintf("{p_from_z: {z: %q}}", n.Plain), true
	case symbol == "F" && len(df) == 2:
		return fmt.Sprintf("{p_from_f: {f: %q, df: [%q, %q]}}", n.Plain, df[0], df[1]), true
	case symbol == "r" && len(df) == 1:
		return fmt.Sprintf("{p_from_r: {r: %q, df: %q}}", n.Plain, df[0]), true
	case len(df) == 1 && (strings.HasPrefix(symbol, "χ") || strings.HasPrefix(symbol, "chi") || strings.HasPrefix(symbol, "X")):
		return fmt.Sprintf("{p_from_chi2: {chi2: %q, df: %q}}", n.Plain, df[0]), true
	}
	return "", false
}

// adjusted tells whether the document speaks of corrections, under which a printed p may be
// larger than its statistic says, never smaller.
func (p *paper) adjusted() bool {
	return slices.ContainsFunc(p.doc.Blocks, func(b document.Block) bool {
		if b.Table == nil {
			return adjusts.MatchString(b.Text.Plain)
		}
		return adjusts.MatchString(b.Table.Caption.Plain) || slices.ContainsFunc(b.Table.Notes, func(t document.Text) bool { return adjusts.MatchString(t.Plain) })
	})
}
