package relations

import (
	"fmt"
	"math"
	"regexp"
	"strconv"

	"mcpstats/analysis/claims"
)

// effectsInText holds Cohen's d of running text against the means and standard deviations, or
// the t of two groups of known size, that its sentence prints. Which d a paper prints its other
// places tell: of at least three, three quarters must follow by one definition. The d of pairs
// follows from none of these, and such papers are left alone.
func (p *paper) effectsInText() {
	var rows []effectRow
	for i := range p.report.Numbers {
		if r, ok := p.effectRow(i); ok {
			rows = append(rows, r)
		}
	}
	if len(rows) < 3 {
		return
	}
	var tried []*hypothesis
	for _, definition := range []string{"pooled", "average", "first", "second"} {
		h := &hypothesis{ruled: ruled{family: "effect size", rule: "the text's effect sizes are d (" + definition + ") of the means and spreads before them"}}
		for _, r := range rows {
			check := r.check(definition)
			h.add(r.d, []*quantity{r.of[0], r.of[2]}, claims.None, 3*r.d.digit, func([]string) string { return check })
		}
		h.support.tried = 4
		p.test(h)
		tried = append(tried, h)
	}
	if best := strongest(tried); best != nil {
		p.keep(&best.ruled, best.support.held >= 3 && best.support.held >= 3*best.support.failed && best.support.chance() < believedChance)
	}
}

// effectRow is a d with what it follows from: mean, SD, mean, SD.
type effectRow struct {
	d  *quantity
	of []*quantity
}

func (r effectRow) check(definition string) string {
	return fmt.Sprintf("{cohens_d: {means: [%q, %q], sds: [%q, %q], definition: %s}}", r.of[0].Plain, r.of[2].Plain, r.of[1].Plain, r.of[3].Plain, definition)
}

// effectRow reads the sentence of a d: exactly two means, each with its standard deviation.
func (p *paper) effectRow(i int) (r effectRow, ok bool) {
	own := &p.report.Numbers[i]
	if own.Cell || own.Symbol != "d" || p.quantities[i] == nil || own.Bound != "" {
		return r, false
	}
	r.d = p.quantities[i]
	for j := range p.byBlock[own.Block] {
		at := p.byBlock[own.Block][j]
		n := &p.report.Numbers[at]
		if n.Sentence != own.Sentence || p.quantities[at] == nil {
			continue
		}
		switch n.Symbol {
		case "M", "Mean", "mean":
			if len(r.of)%2 != 0 {
				return r, false
			}
			r.of = append(r.of, p.quantities[at])
		case "SD", "sd", "s.d.", "Sd":
			if len(r.of)%2 != 1 {
				return r, false
			}
			r.of = append(r.of, p.quantities[at])
		case "d":
			if at != i { // another comparison
				return r, false
			}
		}
	}
	return r, len(r.of) == 4 && r.of[1].value > 0 && r.of[3].value > 0
}

var (
	adjustedFor = regexp.MustCompile(`(?i)\b(?:adjust|multivaria|logistic|regression|model|matched|paired|mcnemar|weighted|stratif|mantel)`)
	groupTestOf = []struct {
		name string
		text *regexp.Regexp
	}{
		{"fisher", regexp.MustCompile(`(?i)\bfisher['’]?s?\b`)},
		{"chi2", regexp.MustCompile(`(?i)\b(?:chi-?squared?|χ\s?2|χ²|two-proportion|two-sample\s+(?:z|proportion))`)},
	}
)

// groupsInText holds the odds ratios, and the p-values of a test that the sentence names, of
// two counts with what they are of: "24/50 vs. 14/50 (OR = 2.37, Fisher's exact test, p =
// .06)". Odds ratios that a model adjusts are none of these counts; a sentence or a document
// that speaks of such is left alone where three quarters of at least three do not hold.
func (p *paper) groupsInText() {
	odds := &hypothesis{ruled: ruled{family: "odds ratio", rule: "the text's odds ratios are those of the counts before them"}, depends: true}
	tests := &hypothesis{ruled: ruled{family: "two proportions", rule: "p-values follow from the counts before them by the test that the sentence names", stated: true}, depends: true}
	for i := range p.report.Numbers {
		own := &p.report.Numbers[i]
		if own.Cell || adjustedFor.MatchString(own.Sentence) {
			continue
		}
		or := own.Symbol == "OR" || own.Symbol == "ratio"
		if !or && own.Role != "p" {
			continue
		}
		k, n, ok := p.twoGroups(i)
		if !ok {
			continue
		}
		counts := fmt.Sprintf("k: [%.0f, %.0f], n: [%.0f, %.0f]", k[0].value, k[1].value, n[0], n[1])
		if or && p.quantities[i] != nil {
			q := p.quantities[i]
			odds.add(q, k, claims.Ratio, 3*q.digit/math.Max(1, q.value), func([]string) string { return "{odds_ratio: {" + counts + "}}" })
			continue
		}
		for _, t := range groupTestOf {
			if own.Role != "p" || !t.text.MatchString(own.Sentence) {
				continue
			}
			test := ", test: fisher"
			if t.name == "chi2" { // with a correction for continuity or without
				test = ""
			}
			tests.add(p.anyQuantity(i), k, claims.PValue, .05, func([]string) string { return "{two_proportions: {" + counts + test + "}}" })
			break
		}
	}
	p.test(odds)
	p.keep(&odds.ruled, odds.support.held >= 3 && odds.support.held >= 3*odds.support.failed && odds.support.chance() < believedChance)
	p.test(tests)
	p.keep(&tests.ruled, tests.support.held >= 2*tests.support.failed && tests.support.held >= 1)
}

// twoGroups are the two counts of the sentence before number i; ok is false where it prints
// another number of counts.
func (p *paper) twoGroups(i int) (k []*quantity, n []float64, ok bool) {
	own := &p.report.Numbers[i]
	for _, at := range p.byBlock[own.Block] {
		o := &p.report.Numbers[at]
		if o.Sentence != own.Sentence || o.Of == nil {
			continue
		}
		q := p.quantities[at]
		of, err := strconv.ParseFloat(o.Of.Plain, 64)
		if q == nil || !q.whole || err != nil || at > i || of < q.value || of < 2 {
			return nil, nil, false
		}
		k, n = append(k, q), append(n, of)
	}
	return k, n, len(k) == 2
}
