package claims

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

func readWeightedMean(a *args) func(*inquiry) outcome {
	parts := a.operands(1, "of")
	weights := a.operands(1, "weights")
	if a.err == nil && len(parts) != len(weights) {
		a.fail(a.line, "%d parts and %d weights; expected one weight a part", len(parts), len(weights))
	}
	for _, w := range weights {
		if w.literal != nil && w.literal.value.Sign() < 0 {
			a.fail(w.line, "weights: %q; expected a number of at least 0", clipText(w.text))
		}
	}
	a.derive(parts...)
	return func(q *inquiry) outcome {
		unit := q.claim.Unit
		of := func(r reading) (span, bool) {
			x, w := make([]span, len(parts)), make([]span, len(parts))
			for i := range parts {
				x[i] = parts[i].span(r, unit)
				p, u := weights[i].printed(Count)
				w[i] = p.span(r, u).clip(new(big.Rat), nil)
			}
			return weightedMean(x, w)
		}
		total, sum := new(big.Rat), new(big.Rat)
		terms := make([]string, len(parts))
		for i := range parts {
			w, _ := weights[i].printed(Count)
			total.Add(total, w.value)
			sum.Add(sum, new(big.Rat).Mul(w.value, parts[i].value(unit)))
			terms[i] = weights[i].show() + "x" + parts[i].show()
		}
		if total.Sign() <= 0 {
			return outcome{verdict: Unverifiable, arithmetic: "the weights sum to 0"}
		}
		formula := fmt.Sprintf("(%s)/%s", strings.Join(terms, " + "), show(total))
		plain, n := new(big.Rat), big.NewRat(int64(len(parts)), 1)
		for _, p := range parts {
			plain.Add(plain, p.value(unit))
		}
		plain.Quo(plain, n)
		return q.weigh(comparison{of: of, value: sum.Quo(sum, total), formula: formula, rounded: true, suspect: func(printed span) []string {
			if printed.holds(plain) {
				return []string{"the mean without weights, " + show(plain) + ", fits"}
			}
			return nil
		}})
	}
}

// weightedMean is the set of means that the values and weights allow; ok is false
// where all weights can be 0 only, or one is unbounded. With weights in boxes the
// largest mean gives every value above it its largest weight and every other its
// smallest, so that one of the len(x)+1 splits of the values in order is extreme.
func weightedMean(x, w []span) (span, bool) {
	for i := range x {
		if x[i].low == nil || x[i].high == nil || w[i].low == nil || w[i].high == nil || x[i].empty() || w[i].empty() {
			return everything(), len(x) > 0 && !x[i].empty() && !w[i].empty()
		}
	}
	extreme := func(value func(span) *big.Rat, better int) *big.Rat {
		order := make([]int, len(x))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(i, j int) int { return better * value(x[j]).Cmp(value(x[i])) })
		var best *big.Rat
		for split := 0; split <= len(order); split++ {
			sum, total := new(big.Rat), new(big.Rat)
			for at, i := range order {
				weight := w[i].low
				if at < split {
					weight = w[i].high
				}
				total.Add(total, weight)
				sum.Add(sum, new(big.Rat).Mul(weight, value(x[i])))
			}
			if total.Sign() <= 0 {
				continue
			}
			if m := sum.Quo(sum, total); best == nil || better*m.Cmp(best) > 0 {
				best = m
			}
		}
		return best
	}
	out := span{
		low:  extreme(func(s span) *big.Rat { return s.low }, -1),
		high: extreme(func(s span) *big.Rat { return s.high }, 1),
	}
	if out.low == nil || out.high == nil {
		return everything(), false
	}
	// An end is reached only if every value that carries weight reaches its own.
	for i := range x {
		if w[i].high.Sign() > 0 && out.low.Cmp(out.high) != 0 {
			out.lowOpen = out.lowOpen || x[i].lowOpen && w[i].low.Sign() > 0
			out.highOpen = out.highOpen || x[i].highOpen && w[i].low.Sign() > 0
		}
	}
	return out, true
}
