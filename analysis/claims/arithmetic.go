package claims

import "math/big"

var scaleField = Field{Name: "scale", Optional: true, Doc: "A factor of the result, such as 100; with it the numbers are taken as they are printed, without conversion of units"}

// scale reads the factor of a check; nil where it is left out.
func (a *args) scale() *big.Rat {
	e := a.find("scale")
	if e == nil {
		return nil
	}
	text, _, err := scalar(e.value)
	if err == nil {
		var p Printed
		if p, err = ParsePrinted(text); err == nil && p.value.Sign() != 0 && p.bound == equal && p.upper == nil {
			return p.value
		}
	}
	a.fail(e.line, "scale: expected a number other than 0, such as 100")
	return nil
}

func timesScale(formula string, scale *big.Rat) string {
	if scale == nil || scale.Cmp(big.NewRat(1, 1)) == 0 {
		return formula
	}
	return "(" + formula + ") x " + show(scale)
}

var checkSum = declare(Check{
	Name: "sum",
	Doc:  "Does it follow as the sum of the parts?",
	Forms: []Form{{
		Fields:  []Field{{Name: "of", Shape: "[parts]", Doc: "The numbers that are added"}, scaleField},
		Example: `printed: "300+", unit: count, check: {sum: {of: [150, 150]}}`,
	}},
	Cite: "Arithmetic",
}, parseSum, linear.judge)

var checkDifference = declare(Check{
	Name: "difference",
	Doc:  "Does it follow as a - b?",
	Forms: []Form{{
		Fields:  []Field{{Name: "of", Shape: "[a, b]", Doc: "The two numbers, in the order a - b"}, scaleField},
		Example: `printed: "4.0", unit: points, check: {difference: {of: ["0.932", "0.892"], scale: 100}}`,
	}},
	Cite: "Arithmetic",
}, parseDifference, linear.judge)

// linear asks for a sum of numbers with signs, times scale.
type linear struct {
	terms []*operand
	signs []int
	scale *big.Rat
	by    string // what stands between the terms where they are shown
}

func parseSum(a *args) linear {
	terms := a.operands(1, "of")
	signs := make([]int, len(terms))
	for i := range signs {
		signs[i] = 1
	}
	return a.linear(linear{terms: terms, signs: signs, by: " + "})
}

func parseDifference(a *args) linear {
	x, y := a.pair("of")
	return a.linear(linear{terms: []*operand{x, y}, signs: []int{1, -1}, by: " - "})
}

func (a *args) linear(l linear) linear {
	l.scale = a.scale()
	a.derive(l.terms...)
	return l
}

func (l linear) judge(q *inquiry) outcome {
	unit := q.claim.Unit
	shown := l.scale
	if shown == nil {
		shown = q.conversion(l.terms)
	}
	o := q.weigh(comparison{
		of:      func(r reading) (span, bool) { return l.total(r, unit), true },
		value:   l.value(unit),
		formula: timesScale(joined(l.terms, l.by), shown),
	})
	return q.refine(o, l)
}

// total is what the sum can be under a rule, in the unit of the claim.
func (l linear) total(r reading, unit Unit) span {
	total := point(new(big.Rat))
	for i, o := range l.terms {
		s := o.span(r, unit)
		if l.scale != nil {
			s = o.raw(r, unit)
		}
		if l.signs[i] < 0 {
			s = s.negated()
		}
		total = total.plus(s)
	}
	return total.scaled(l.factor())
}

// value is the sum of the numbers as they are printed.
func (l linear) value(unit Unit) *big.Rat {
	total := new(big.Rat)
	for i, o := range l.terms {
		v := o.value(unit)
		if l.scale != nil {
			p, _ := o.printed(unit)
			v = p.value
		}
		total.Add(total, new(big.Rat).Mul(v, big.NewRat(int64(l.signs[i]), 1)))
	}
	return total.Mul(total, l.factor())
}

func (l linear) factor() *big.Rat {
	if l.scale == nil {
		return big.NewRat(1, 1)
	}
	return l.scale
}
