package claims

import "math/big"

var checkRatio = declare(Check{
	Name: "ratio",
	Doc:  "Does it follow as a / b?",
	Forms: []Form{{
		Fields:  []Field{{Name: "of", Shape: "[a, b]", Doc: "The two numbers, in the order a / b"}, scaleField},
		Example: `printed: "5.76x", unit: ratio, check: {ratio: {of: ["57.6", "10.0"]}}`,
	}},
	Cite: "Arithmetic",
}, parsePair, factors.judgeRatio)

var checkProduct = declare(Check{
	Name: "product",
	Doc:  "Does it follow as the product of the factors?",
	Forms: []Form{{
		Fields:  []Field{{Name: "of", Shape: "[factors]", Doc: "The numbers that are multiplied; percents count as hundredths"}, scaleField},
		Example: `printed: "73", unit: count, check: {product: {of: ["9.00%", 814]}}`,
	}},
	Cite: "Arithmetic",
}, parseFactors, factors.judgeProduct)

var checkReduction = declare(Check{
	Name: "reduction",
	Doc:  "Does it follow as 1 - after / before?",
	Forms: []Form{{
		Fields:  []Field{{Name: "of", Shape: "[before, after]", Doc: "The two numbers, the earlier first"}, scaleField},
		Example: `printed: "75%", unit: percent, check: {reduction: {of: ["1000", "250"]}}`,
	}},
	Cite: "Arithmetic",
}, parsePair, factors.judgeReduction)

// factors are the operands of a product or quotient, in which percents count as
// hundredths unless a scale is given.
type factors struct {
	of    []*operand
	scale *big.Rat
}

func parseFactors(a *args) factors {
	ops := a.operands(1, "of")
	a.derive(ops...)
	return factors{of: ops, scale: a.scale()}
}

func parsePair(a *args) factors {
	x, y := a.pair("of")
	a.derive(x, y)
	return factors{of: []*operand{x, y}, scale: a.scale()}
}

func (f factors) judgeProduct(q *inquiry) outcome {
	return f.judge(q, joined(f.of, " x "), productOf)
}

func (f factors) judgeRatio(q *inquiry) outcome {
	return f.judge(q, joined(f.of, " / "), ratioOf)
}

func (f factors) judgeReduction(q *inquiry) outcome {
	before, after := f.of[0], f.of[1]
	return f.judge(q, "1 - "+joined([]*operand{after, before}, "/"), reductionOf)
}

func productOf(of []span) (span, bool) {
	s := point(big.NewRat(1, 1))
	for _, f := range of {
		s = s.times(f)
	}
	return s, true
}

func ratioOf(of []span) (span, bool) { return of[0].over(of[1]) }

func reductionOf(of []span) (span, bool) {
	s, ok := of[1].over(of[0])
	return point(big.NewRat(1, 1)).minus(s), ok
}

// judge compares the claim with what compute makes of the operands' spans; ok is
// false where it divides by what can be 0.
func (f factors) judge(q *inquiry, formula string, compute func([]span) (s span, ok bool)) outcome {
	by := f.scale
	if by == nil {
		by = new(big.Rat).Inv(q.claim.Unit.one())
	}
	shown := timesScale(formula, by)
	value, ok := compute(f.points())
	if !ok || value.low == nil {
		return unverifiable("%s: division by zero", shown)
	}
	of := func(r reading) (span, bool) {
		s, ok := compute(f.spans(r))
		return s.scaled(by), ok
	}
	return q.weigh(comparison{of: of, value: new(big.Rat).Mul(value.low, by), formula: shown, rounded: true})
}

// spans are what the operands stand for under a rule.
func (f factors) spans(r reading) []span {
	out := make([]span, len(f.of))
	for i, o := range f.of {
		if f.scale != nil {
			out[i] = o.raw(r, None)
		} else {
			out[i] = o.whole(r)
		}
	}
	return out
}

// points are the operands as they are printed.
func (f factors) points() []span {
	out := make([]span, len(f.of))
	for i, o := range f.of {
		p, unit := o.printed(None)
		if f.scale != nil {
			unit = None
		}
		out[i] = point(new(big.Rat).Mul(p.value, unit.one()))
	}
	return out
}
