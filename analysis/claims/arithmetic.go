package claims

import (
	"fmt"
	"math/big"
)

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

// linear makes a check that the number is a sum of the operands with signs.
func linear(a *args, ops []*operand, sign func(i int) int, by string) func(*inquiry) outcome {
	scale := a.scale()
	a.derive(ops...)
	return func(q *inquiry) outcome {
		unit := q.claim.Unit
		add := func(get func(o *operand) span) span {
			total := point(new(big.Rat))
			for i, o := range ops {
				s := get(o)
				if sign(i) < 0 {
					s = s.negated()
				}
				total = total.plus(s)
			}
			if scale != nil {
				total = total.scaled(scale)
			}
			return total
		}
		value := add(func(o *operand) span {
			if scale != nil {
				p, _ := o.printed(unit)
				return point(p.value)
			}
			return point(o.value(unit))
		})
		shown := scale
		if scale == nil {
			shown = q.conversion(ops)
		}
		o := q.weigh(comparison{
			of: func(r reading) (span, bool) {
				return add(func(o *operand) span {
					if scale != nil {
						return o.raw(r, unit)
					}
					return o.span(r, unit)
				}), true
			},
			value: value.low, formula: timesScale(joined(ops, by), shown),
		})
		return q.refine(o, ops, sign, scale)
	}
}

func readSum(a *args) func(*inquiry) outcome {
	return linear(a, a.operands(1, "of"), func(int) int { return 1 }, " + ")
}

func readDifference(a *args) func(*inquiry) outcome {
	x, y := a.pair("of")
	return linear(a, []*operand{x, y}, func(i int) int { return 1 - 2*i }, " - ")
}

func readPercentSum(a *args) func(*inquiry) outcome {
	ops := a.operands(1, "of")
	total := a.optional("total")
	a.own = false
	return func(q *inquiry) outcome {
		unit := wholeUnit(q.claim.Unit, ops)
		target := func(r reading) span {
			if total != nil {
				return total.span(r, unit)
			}
			return point(new(big.Rat).Inv(unit.one()))
		}
		sum, value := func(r reading) span {
			s := point(new(big.Rat))
			for _, o := range ops {
				s = s.plus(o.span(r, unit))
			}
			return s
		}, new(big.Rat)
		for _, o := range ops {
			value.Add(value, o.value(unit))
		}
		o := outcome{computed: show(value)}
		want := show(target(halfUp).low)
		if total != nil {
			want = total.show()
		}
		line := fmt.Sprintf("%s = %s", joined(ops, " + "), show(value))
		r, ok := first(readings, func(r reading) bool { return !sum(r).meet(target(r)).empty() })
		if !ok {
			o.verdict = Inconsistent
			o.arithmetic = fmt.Sprintf("%s, before rounding %s; the whole is %s", line, sum(mixed).show(), want)
			if value.Cmp(target(halfUp).low) < 0 {
				o.fits = "a part that is not listed, or shares of different wholes"
			} else {
				o.fits = "parts that overlap, or shares of different wholes"
			}
			return o
		}
		o.verdict = verdictOf(r)
		o.arithmetic = sentence(line+"; the whole is "+want, because(r))
		return o
	}
}

// wholeUnit is the unit in which parts of a whole are summed: percent where the
// claim does not say and one of them is marked so or larger than the whole.
func wholeUnit(own Unit, ops []*operand) Unit {
	if own.share() {
		return own
	}
	for _, o := range ops {
		if p, unit := o.printed(None); p.shareUnit(unit) != Proportion {
			return Percent
		}
	}
	return Proportion
}

func readProduct(a *args) func(*inquiry) outcome {
	ops := a.operands(1, "of")
	a.derive(ops...)
	return quotientLike(a, func() string { return joined(ops, " x ") }, func(get func(*operand) span) (span, bool) {
		s := point(big.NewRat(1, 1))
		for _, o := range ops {
			s = s.times(get(o))
		}
		return s, true
	})
}

func readRatio(a *args) func(*inquiry) outcome {
	x, y := a.pair("of")
	a.derive(x, y)
	return quotientLike(a, func() string { return joined([]*operand{x, y}, " / ") }, func(get func(*operand) span) (span, bool) {
		return get(x).over(get(y))
	})
}

func readReduction(a *args) func(*inquiry) outcome {
	before, after := a.pair("of")
	a.derive(before, after)
	return quotientLike(a, func() string { return "1 - " + joined([]*operand{after, before}, "/") }, func(get func(*operand) span) (span, bool) {
		s, ok := get(after).over(get(before))
		return point(big.NewRat(1, 1)).minus(s), ok
	})
}

// quotientLike makes a check of a product or quotient, in which percents count
// as hundredths unless a scale is given.
func quotientLike(a *args, formula func() string, compute func(get func(*operand) span) (span, bool)) func(*inquiry) outcome {
	scale := a.scale()
	return func(q *inquiry) outcome {
		by := scale
		if by == nil {
			by = new(big.Rat).Inv(q.claim.Unit.one())
		}
		shown := timesScale(formula(), by)
		of := func(r reading) (span, bool) {
			s, ok := compute(func(o *operand) span {
				if scale != nil {
					return o.raw(r, None)
				}
				return o.whole(r)
			})
			return s.scaled(by), ok
		}
		value, ok := compute(func(o *operand) span {
			p, unit := o.printed(None)
			if scale != nil {
				unit = None
			}
			return point(new(big.Rat).Mul(p.value, unit.one()))
		})
		if !ok || value.low == nil {
			return outcome{verdict: Unverifiable, arithmetic: shown + ": division by zero"}
		}
		return q.weigh(comparison{of: of, value: new(big.Rat).Mul(value.low, by), formula: shown, rounded: true})
	}
}
