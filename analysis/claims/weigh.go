package claims

import (
	"fmt"
	"math/big"
)

// comparison is a printed number against a value computed from others, both in
// the claim's unit.
type comparison struct {
	rules   []reading                   // nil: all of them
	of      func(reading) (span, bool)  // what is computed, by a rule; false: nothing can be
	value   *big.Rat                    // from the numbers as they are printed
	formula string                      // "0.932 - 0.892"
	suspect func(printed span) []string // what would fit, where nothing does
	noSlip  bool                        // percent and proportion cannot have been mixed up
	rounded bool                        // what is computed is no whole number even where it counts something
}

// sameQuantity are the rules for one quantity that is printed twice: any one rule
// prints a value one way, so that ties are not free.
var sameQuantity = []reading{halfUp, halfEven, truncated, mixed, rough, roughDown}

// weigh compares the claim's number with what is computed, rule by rule.
func (q *inquiry) weigh(c comparison) outcome {
	rules := c.rules
	if rules == nil {
		rules = readings
	}
	own := q.own
	if c.rounded && q.claim.Unit == Count {
		own = func(r reading) span { return q.claim.Printed.span(r, None) }
	}
	fits := func(by *big.Rat) (reading, bool) {
		return first(rules, func(r reading) bool {
			s, ok := c.of(r)
			return ok && !own(r).meet(s.scaled(by)).empty()
		})
	}
	o := outcome{computed: show(c.value)}
	line := fmt.Sprintf("%s = %s", c.formula, show(c.value))
	if c.formula == "" {
		line = show(c.value)
	}
	if r, ok := fits(big.NewRat(1, 1)); ok {
		o.verdict = verdictOf(r)
		o.arithmetic = sentence(line+"; printed "+q.claim.Printed.Text, because(r))
		if r == mixed || r == rough || r == roughDown {
			o.fits = because(r)
		} else if !own(halfUp).holds(c.value) && !own(anyTie).holds(c.value) {
			s, _ := c.of(mixed)
			o.arithmetic = fmt.Sprintf("%s from the printed digits, %s before rounding; printed %s", line, s.show(), q.claim.Printed.Text)
			if b := because(r); b != "" {
				o.arithmetic += "; " + b
			}
		}
		return o
	}
	reach, _ := c.of(mixed)
	o.verdict = Inconsistent
	o.arithmetic = line
	if reach.low == nil || reach.high == nil || reach.low.Cmp(reach.high) != 0 {
		o.arithmetic += ", before rounding " + reach.show()
	}
	o.arithmetic += fmt.Sprintf("; printed %s stands for %s", q.claim.Printed.Text, own(mixed).show())
	slips := []*big.Rat{big.NewRat(100, 1), big.NewRat(1, 100)}
	if c.noSlip || own(mixed).holds(new(big.Rat)) || reach.holds(new(big.Rat)) || !q.claim.Unit.share() && q.claim.Unit != None && q.claim.Unit != Ratio {
		slips = nil
	}
	for _, by := range slips {
		if _, ok := fits(by); ok {
			o.verdict = Depends
			o.fits = "fits where the one is in percent and the other a proportion"
			return o
		}
	}
	if c.suspect != nil {
		o.fits = sentence(c.suspect(own(mixed))...)
	}
	return o
}
