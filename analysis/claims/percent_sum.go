package claims

import (
	"fmt"
	"math/big"
)

var checkPercentSum = declare(Check{
	Name: "percent_sum",
	Doc:  "Do the shares make up the whole?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "of", Shape: "[shares]", Doc: "The shares"},
			{Name: "total", Optional: true, Doc: "What they make up; 100% where it is left out"},
		},
		Example: `printed: "33.3%", check: {percent_sum: {of: ["33.3%", "33.3%", "33.3%"]}}`,
	}},
	Cite: "Arithmetic",
}, parsePercentSum, percentSum.judge)

// percentSum asks whether shares make up a whole. The claim's own number need not
// be one of them: the claim stands for the list.
type percentSum struct {
	of    []*operand
	total *operand // nil: everything
}

func parsePercentSum(a *args) percentSum {
	p := percentSum{of: a.operands(1, "of"), total: a.optional("total")}
	a.own = false
	return p
}

func (p percentSum) judge(q *inquiry) outcome {
	unit := wholeUnit(q.claim.Unit, p.of)
	value, whole := new(big.Rat), p.value(unit)
	for _, o := range p.of {
		value.Add(value, o.value(unit))
	}
	want := show(whole)
	if p.total != nil {
		want = p.total.show()
	}
	line := fmt.Sprintf("%s = %s", joined(p.of, " + "), show(value))
	// The spans add up, so that the slack grows with every share: ten shares rounded to
	// whole percents may add up to anything from 96 to 105 and still make up the whole.
	r, ok := first(readings, func(r reading) bool { return !p.sum(r, unit).meet(p.whole(r, unit)).empty() })
	if ok {
		return outcome{verdict: verdictOf(r), computed: show(value), arithmetic: sentence(line+"; the whole is "+want, because(r))}
	}
	o := outcome{verdict: Inconsistent, computed: show(value), fits: "parts that overlap, or shares of different wholes"}
	o.arithmetic = fmt.Sprintf("%s, before rounding %s; the whole is %s", line, p.sum(mixed, unit).show(), want)
	if value.Cmp(whole) < 0 {
		o.fits = "a part that is not listed, or shares of different wholes"
	}
	return o
}

// sum is what the shares can sum to under a rule.
func (p percentSum) sum(r reading, unit Unit) span {
	s := point(new(big.Rat))
	for _, o := range p.of {
		s = s.plus(o.span(r, unit))
	}
	return s
}

// value is what they should sum to, as it is printed: of a bound such as "<100"
// the number that stands there.
func (p percentSum) value(unit Unit) *big.Rat {
	if p.total != nil {
		return p.total.value(unit)
	}
	return new(big.Rat).Inv(unit.one())
}

// whole is what they should sum to under a rule.
func (p percentSum) whole(r reading, unit Unit) span {
	if p.total != nil {
		return p.total.span(r, unit)
	}
	return point(p.value(unit))
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
