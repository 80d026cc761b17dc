package claims

import "math/big"

var checkProportion = declare(Check{
	Name: "proportion",
	Doc:  "Does some count over n print so?",
	Forms: []Form{{
		Fields:  []Field{{Name: "n", Doc: "The number of trials, such as tasks: a whole number or a claim's id"}},
		Example: `printed: "78.95", unit: percent, check: {proportion: {n: 95}}`,
	}},
	Cite: "The GRIM test (Brown and Heathers 2017), of a share",
}, parseProportion, proportion.judge)

// proportion asks for a count over n trials.
type proportion struct{ n *operand }

func parseProportion(a *args) proportion {
	n := a.denominator("n")
	a.trials = n
	return proportion{n}
}

func (p proportion) judge(q *inquiry) outcome {
	n, ok := p.n.count()
	if !ok || n < 1 {
		return unverifiable("%s is not a number of trials", p.n.show())
	}
	return grim{inquiry: q, n: int64(n), most: int64(n), step: big.NewRat(1, 1), unit: q.claim.Printed.shareUnit(q.claim.Unit)}.judge()
}

var checkMean = declare(Check{
	Name: "mean",
	Doc:  "Does some total over n print so?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "n", Doc: "The number of values: a whole number or a claim's id"},
			{Name: "step", Optional: true, Doc: "What the values are multiples of, above 0, such as 0.5; 1 where it is left out"},
		},
		Example: `printed: "0.63", unit: none, check: {mean: {n: 4, step: "0.5"}}`,
	}},
	Cite: "The GRIM test (Brown and Heathers 2017)",
}, parseMean, mean.judge)

// mean asks for a total of multiples of step over n values.
type mean struct{ n, step *operand }

func parseMean(a *args) mean {
	n := a.denominator("n")
	step := a.optional("step")
	if step != nil && (step.literal == nil || step.literal.value.Sign() <= 0) {
		a.fail(step.line, "step: %q; expected a number above 0, such as 0.5", clipText(step.text))
	}
	return mean{n, step}
}

// unbounded is the largest total that a mean may be of: none.
const unbounded = 1 << 62

func (m mean) judge(q *inquiry) outcome {
	n, ok := m.n.count()
	if !ok || n < 1 {
		return unverifiable("%s is not a number of values", m.n.show())
	}
	step := big.NewRat(1, 1)
	if m.step != nil {
		step = m.step.literal.value
	}
	unit := q.claim.Unit
	if unit == Count {
		unit = None // a mean of counts is rounded even where it is printed whole
	}
	return grim{inquiry: q, n: int64(n), most: unbounded, step: step, unit: unit}.judge()
}
