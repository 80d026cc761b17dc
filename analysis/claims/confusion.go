package claims

import (
	"fmt"
	"math/big"
	"strings"

	"mcpstats/analysis/result"
)

// maxMatrix bounds the n of which all confusion matrices are tried.
const maxMatrix = 5000

// rate is one rate of a confusion matrix as a quotient of counts.
type rate struct {
	name  string
	fixed stage
	of    func(m result.Confusion) (num, den int)
}

// stage tells what of a matrix fixes a rate: the number of errors; with it the
// true positives; or all four counts.
type stage int

const (
	byErrors stage = iota
	byHits
	byAll
)

var rates = []rate{
	{"f1", byHits, func(m result.Confusion) (int, int) { return 2 * m.TP, 2*m.TP + m.FP + m.FN }},
	{"agreement", byErrors, func(m result.Confusion) (int, int) { return m.TP + m.TN, m.TP + m.FP + m.FN + m.TN }},
	{"precision", byAll, func(m result.Confusion) (int, int) { return m.TP, m.TP + m.FP }},
	{"recall", byAll, func(m result.Confusion) (int, int) { return m.TP, m.TP + m.FN }},
	{"specificity", byAll, func(m result.Confusion) (int, int) { return m.TN, m.TN + m.FP }},
	{"predicted", byAll, func(m result.Confusion) (int, int) { return m.TP + m.FP, m.TP + m.FP + m.FN + m.TN }},
	{"actual", byAll, func(m result.Confusion) (int, int) { return m.TP + m.FN, m.TP + m.FP + m.FN + m.TN }},
}

// constraint is a rate with the span that it must lie in.
type constraint struct {
	rate
	operand *operand
}

func readConfusion(a *args) func(*inquiry) outcome {
	n := a.denominator("n")
	var given []constraint
	for _, r := range rates {
		if o := a.optional(r.name); o != nil {
			given = append(given, constraint{r, o})
		}
	}
	if a.err == nil && len(given) == 0 {
		a.fail(a.line, "no rate; expected at least one of f1, precision, recall, agreement, specificity, predicted, actual")
	}
	a.own = false
	return func(q *inquiry) outcome {
		trials, ok := n.count()
		if !ok || trials < 1 || trials > maxMatrix {
			return outcome{verdict: Unverifiable, arithmetic: fmt.Sprintf("n = %s; confusion matrices are searched for n up to %d", n.show(), maxMatrix)}
		}
		var named []string
		for _, c := range given {
			named = append(named, c.name+" "+c.operand.show())
		}
		head := fmt.Sprintf("n = %d, %s", trials, strings.Join(named, ", "))
		o := outcome{}
		for _, r := range []reading{anyTie, truncated, mixed} {
			spans := make([]span, len(given))
			for i, c := range given {
				spans[i] = c.operand.part(r, q.claim.Unit)
			}
			matrices, total, ok := matricesThatFit(given, spans, trials)
			if total > 0 {
				o.verdict, o.computed = verdictOf(r), shownMatrices(matrices, total)
				o.arithmetic = sentence(head+": "+o.computed, because(r))
				o.fits = o.computed
				return o
			}
			if !ok {
				return outcome{verdict: Unverifiable, arithmetic: head + ": too many matrices to try; an F1 or agreement would narrow them"}
			}
		}
		o.verdict = Inconsistent
		o.arithmetic = head + ": no confusion matrix fits"
		o.fits = q.looser(given, trials)
		return o
	}
}

// looser names the rates that no matrix fits by themselves, or the pairs.
func (q *inquiry) looser(given []constraint, n int) string {
	var alone []string
	for i, c := range given {
		if _, total, ok := matricesThatFit(given[i:i+1], []span{c.operand.part(mixed, q.claim.Unit)}, n); ok && total == 0 {
			alone = append(alone, fmt.Sprintf("%s %s fits no matrix of n = %d", c.name, c.operand.show(), n))
		}
	}
	if len(alone) == 0 && len(given) > 1 {
		return "each rate fits by itself, not together"
	}
	return sentence(alone...)
}

// maxTried bounds the matrices that are tried for one set of rates: about a
// second.
const maxTried = 100_000_000

// matricesThatFit finds the confusion matrices of n attempts that meet every
// constraint: a few of them, and how many there are. ok is false where there are
// too many to try. Errors fix the agreement, and with the true positives F1, so
// that the split of the errors is tried only where these fit.
func matricesThatFit(given []constraint, spans []span, n int) (some []result.Confusion, total int, ok bool) {
	limits := make([]bounded, len(spans))
	for i, s := range spans {
		limits[i] = newBounded(s)
	}
	meets := func(at stage, m result.Confusion) bool {
		for i, c := range given {
			if c.fixed == at {
				if num, den := c.of(m); !limits[i].holds(num, den) {
					return false
				}
			}
		}
		return true
	}
	tried := 0
	for e := 0; e <= n; e++ {
		if !meets(byErrors, result.Confusion{FP: e, TN: n - e}) {
			continue
		}
		for tp := 0; tp <= n-e; tp++ {
			tried++
			if !meets(byHits, result.Confusion{TP: tp, FP: e, TN: n - e - tp}) {
				continue
			}
			for fp := 0; fp <= e; fp++ {
				m := result.Confusion{TP: tp, FP: fp, FN: e - fp, TN: n - e - tp}
				if tried++; tried > maxTried {
					return some, total, false
				}
				if !meets(byAll, m) {
					continue
				}
				if len(some) < 4 {
					some = append(some, m)
				}
				total++
			}
		}
	}
	return some, total, true
}

// bounded is a span of a rate, for many comparisons with quotients of counts.
type bounded struct {
	s          span
	low, high  float64
	impossible bool
}

func newBounded(s span) bounded {
	s = s.clip(new(big.Rat), big.NewRat(1, 1))
	if s.empty() {
		return bounded{impossible: true}
	}
	low, high, _ := s.floats()
	return bounded{s: s, low: low, high: high}
}

// holds compares in floating point away from the ends and exactly near them. A
// rate without a denominator is undefined and holds nothing.
func (b bounded) holds(num, den int) bool {
	if b.impossible || den == 0 {
		return false
	}
	const near = 1e-12
	v := float64(num) / float64(den)
	switch {
	case v < b.low-near || v > b.high+near:
		return false
	case v > b.low+near && v < b.high-near:
		return true
	}
	return b.s.holds(big.NewRat(int64(num), int64(den)))
}

func shownMatrices(some []result.Confusion, total int) string {
	var out []string
	for _, m := range some {
		out = append(out, fmt.Sprintf("tp %d, fp %d, fn %d, tn %d", m.TP, m.FP, m.FN, m.TN))
	}
	text := strings.Join(out, " or ")
	if total > len(some) {
		text += fmt.Sprintf(" or %d more", total-len(some))
	}
	return text
}
