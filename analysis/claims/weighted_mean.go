package claims

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

var checkWeightedMean = declare(Check{
	Name: "weighted_mean",
	Doc:  "Does the aggregate follow from its parts?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "of", Shape: "[parts]", Doc: "The parts that are averaged"},
			{Name: "weights", Shape: "[...]", Doc: "One weight a part, of at least 0, such as its number of tasks"},
		},
		Example: `printed: "0.26", unit: proportion, check: {weighted_mean: {of: ["0.20", "0.80"], weights: [90, 10]}}`,
	}},
	Cite: "Arithmetic",
}, parseWeightedMean, weighted.judge)

// weighted asks for a mean of parts with weights.
type weighted struct{ parts, weights []*operand }

func parseWeightedMean(a *args) weighted {
	w := weighted{parts: a.operands(1, "of"), weights: a.operands(1, "weights")}
	if a.err == nil && len(w.parts) != len(w.weights) {
		a.fail(a.line, "%d parts and %d weights; expected one weight a part", len(w.parts), len(w.weights))
	}
	for _, o := range w.weights {
		if o.literal != nil && o.literal.value.Sign() < 0 {
			a.fail(o.line, "weights: %q; expected a number of at least 0", clipText(o.text))
		}
	}
	a.derive(w.parts...)
	return w
}

func (w weighted) judge(q *inquiry) outcome {
	unit := q.claim.Unit
	sum, total := w.sum(unit)
	if total.Sign() <= 0 {
		return unverifiable("the weights sum to 0")
	}
	return q.weigh(comparison{
		of:      func(r reading) (span, bool) { return weightedMean(w.spans(r, unit)) },
		value:   new(big.Rat).Quo(sum, total),
		formula: w.formula(total),
		rounded: true,
		suspect: func(printed span) []string { return w.unweighted(printed, unit) },
	})
}

// sum is the weighted sum of the parts as they are printed, and that of the weights.
func (w weighted) sum(unit Unit) (sum, total *big.Rat) {
	sum, total = new(big.Rat), new(big.Rat)
	for i, part := range w.parts {
		weight, _ := w.weights[i].printed(Count)
		total.Add(total, weight.value)
		sum.Add(sum, new(big.Rat).Mul(weight.value, part.value(unit)))
	}
	return sum, total
}

// spans are what the parts and their weights stand for under a rule.
func (w weighted) spans(r reading, unit Unit) (parts, weights []span) {
	parts, weights = make([]span, len(w.parts)), make([]span, len(w.parts))
	for i := range w.parts {
		parts[i] = w.parts[i].span(r, unit)
		p, u := w.weights[i].printed(Count)
		weights[i] = p.span(r, u).clip(new(big.Rat), nil)
	}
	return parts, weights
}

func (w weighted) formula(total *big.Rat) string {
	terms := make([]string, len(w.parts))
	for i := range w.parts {
		terms[i] = w.parts[i].show()
		if weight := w.weights[i].show(); weight != "1" {
			terms[i] = weight + "x" + terms[i]
		}
	}
	return fmt.Sprintf("(%s)/%s", strings.Join(terms, " + "), show(total))
}

// unweighted says where the plain mean of the parts is what is printed.
func (w weighted) unweighted(printed span, unit Unit) []string {
	plain := new(big.Rat)
	for _, p := range w.parts {
		plain.Add(plain, p.value(unit))
	}
	plain.Quo(plain, big.NewRat(int64(len(w.parts)), 1))
	if !printed.holds(plain) {
		return nil
	}
	return []string{"the mean without weights, " + show(plain) + ", fits"}
}

// weightedMean is the set of means that the values and weights allow; ok is false
// where all weights can be 0 only, or one is unbounded. With weights in boxes the
// largest mean gives every value above it its largest weight and every other its
// smallest, so that one of the len(x)+1 splits of the values in order is extreme.
func weightedMean(x, w []span) (span, bool) {
	for i := range x {
		if unboundedOrEmpty(x[i]) || unboundedOrEmpty(w[i]) {
			return everything(), !x[i].empty() && !w[i].empty()
		}
	}
	out := span{low: extremeMean(lows(x), w, -1), high: extremeMean(highs(x), w, 1)}
	if out.low == nil || out.high == nil {
		return everything(), false
	}
	if out.low.Cmp(out.high) == 0 {
		return out, true
	}
	// An end is reached only if every value that carries weight reaches its own.
	for i := range x {
		carries := w[i].low.Sign() > 0
		out.lowOpen = out.lowOpen || x[i].lowOpen && carries
		out.highOpen = out.highOpen || x[i].highOpen && carries
	}
	return out, true
}

func unboundedOrEmpty(s span) bool { return s.low == nil || s.high == nil || s.empty() }

func lows(spans []span) []*big.Rat {
	out := make([]*big.Rat, len(spans))
	for i, s := range spans {
		out[i] = s.low
	}
	return out
}

func highs(spans []span) []*big.Rat {
	out := make([]*big.Rat, len(spans))
	for i, s := range spans {
		out[i] = s.high
	}
	return out
}

// extremeMean is the largest mean of the values that the weights allow, the
// smallest where better is -1; nil where all weights can be 0 only.
func extremeMean(values []*big.Rat, weights []span, better int) *big.Rat {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return better * values[j].Cmp(values[i]) })
	var best *big.Rat
	for split := range len(order) + 1 {
		m := splitMean(values, weights, order, split)
		if m != nil && (best == nil || better*m.Cmp(best) > 0) {
			best = m
		}
	}
	return best
}

// splitMean is the mean with the largest weights for the first split values in
// order and the smallest for the others; nil where these sum to 0.
func splitMean(values []*big.Rat, weights []span, order []int, split int) *big.Rat {
	sum, total := new(big.Rat), new(big.Rat)
	for at, i := range order {
		weight := weights[i].low
		if at < split {
			weight = weights[i].high
		}
		total.Add(total, weight)
		sum.Add(sum, new(big.Rat).Mul(weight, values[i]))
	}
	if total.Sign() <= 0 {
		return nil
	}
	return sum.Quo(sum, total)
}
