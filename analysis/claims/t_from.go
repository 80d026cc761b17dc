package claims

import (
	"fmt"
	"math"
	"math/big"
)

var checkTFrom = declare(Check{
	Name: "t_from",
	Doc:  "Does this t follow from a mean and its spread?",
	Forms: []Form{
		{
			Fields: []Field{
				{Name: "mean", Doc: "The mean, of the differences in a paired design"},
				{Name: "sd", Doc: "The standard deviation of the values"},
				{Name: "n", Doc: "The number of values"},
			},
			Example: `printed: "2.5", check: {t_from: {mean: "0.50", sd: "1.20", n: 36}}`,
		},
		{
			Fields: []Field{
				{Name: "mean", Doc: "The mean, of the differences in a paired design"},
				{Name: "se", Doc: "In place of sd and n: the standard error of the mean"},
			},
			Example: `printed: "2.5", check: {t_from: {mean: "0.50", se: "0.20"}}`,
		},
	},
	Cite: "Student's t: the mean over its standard error",
}, parseTFrom, student.judge)

// student asks for the t of a mean: over se, or over sd/sqrt(n).
type student struct {
	mean, spread *operand
	n            *operand // nil: spread is the standard error
}

func parseTFrom(a *args) student {
	s := student{mean: a.operand("mean"), spread: a.optional("se")}
	if s.spread == nil {
		s.spread, s.n = a.operand("sd"), a.denominator("n")
	}
	a.derive(s.mean, s.spread)
	return s
}

func (s student) judge(q *inquiry) outcome {
	root, formula := 1.0, fmt.Sprintf("%s/%s", s.mean.show(), s.spread.show())
	if s.n != nil {
		n, ok := s.n.count()
		if !ok || n < 1 {
			return unverifiable("%s is not a number of values", s.n.show())
		}
		root, formula = math.Sqrt(float64(n)), fmt.Sprintf("%s/(%s/sqrt(%d))", s.mean.show(), s.spread.show(), n)
	}
	if s.spread.value(None).Sign() <= 0 {
		return unverifiable("%s: division by zero", formula)
	}
	value := new(big.Rat).Quo(s.mean.value(None), s.spread.value(None))
	return q.weigh(comparison{
		of:    func(r reading) (span, bool) { return s.quotient(r, root) },
		value: value.Mul(value, rat(root)), formula: formula,
	})
}

// quotient is what the mean over its spread can be under a rule, times root.
func (s student) quotient(r reading, root float64) (span, bool) {
	spread := s.spread.raw(r, None).clip(new(big.Rat), nil)
	t, ok := s.mean.raw(r, None).over(spread)
	return floatScaled(t, root), ok
}
