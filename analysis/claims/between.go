package claims

import (
	"fmt"
	"math/big"
)

var checkBetween = declare(Check{
	Name: "between",
	Doc:  "Does it lie within bounds?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "low", Optional: true, Doc: "The lower bound; one of the two must be there"},
			{Name: "high", Optional: true, Doc: "The upper bound"},
		},
		Example: `printed: "55.31", unit: percent, check: {between: {high: "60"}}`,
	}},
	Cite: "Arithmetic",
}, parseBetween, limits.judge)

// limits are bounds of a number, at least one of them.
type limits struct{ low, high *operand }

func parseBetween(a *args) limits {
	l := limits{low: a.optional("low"), high: a.optional("high")}
	if a.err == nil && l.low == nil && l.high == nil {
		a.fail(a.line, "low and high are missing; expected one of them or both")
	}
	return l
}

func (l limits) judge(q *inquiry) outcome {
	unit := q.claim.Unit
	o := q.weigh(comparison{
		of:     func(r reading) (span, bool) { return l.span(r, unit), true },
		value:  l.nearest(q.claim.Printed.value, unit),
		noSlip: true,
	})
	o.computed = l.show()
	o.arithmetic = fmt.Sprintf("%s is within %s", q.claim.Printed.Text, o.computed)
	switch o.verdict {
	case Inconsistent:
		o.arithmetic = fmt.Sprintf("%s is not within %s", q.claim.Printed.Text, o.computed)
	case Depends, ByTruncation:
		o.arithmetic = sentence(o.arithmetic, o.fits)
	}
	return o
}

// span is what lies within the bounds where these were rounded by a rule. A bound is
// rounded too, and is taken where it lets most through.
func (l limits) span(r reading, unit Unit) span {
	s := everything()
	if l.low != nil {
		low := l.low.span(r, unit)
		s.low, s.lowOpen = low.low, low.lowOpen
	}
	if l.high != nil {
		high := l.high.span(r, unit)
		s.high, s.highOpen = high.high, high.highOpen
	}
	return s
}

// nearest is the bound that a printed number is held against.
func (l limits) nearest(printed *big.Rat, unit Unit) *big.Rat {
	if l.high == nil || l.low != nil && printed.Cmp(l.low.value(unit)) < 0 {
		return l.low.value(unit)
	}
	return l.high.value(unit)
}

func (l limits) show() string {
	switch {
	case l.high == nil:
		return "at least " + l.low.show()
	case l.low == nil:
		return "at most " + l.high.show()
	}
	return l.low.show() + " to " + l.high.show()
}
