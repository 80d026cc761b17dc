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
	rounded bool                        // what is computed is not a whole number even where it counts something
}

// sameQuantity are the rules for one quantity that is printed twice: any one rule
// prints a value one way, so that ties are not free.
var sameQuantity = []reading{halfUp, halfEven, truncated, mixed, twice, rough, roughDown}

// weigh compares the claim's number with what is computed, rule by rule.
func (q *inquiry) weigh(c comparison) outcome {
	w := weighing{inquiry: q, comparison: c}
	if w.rules == nil {
		w.rules = readings
	}
	if r, ok := w.fits(big.NewRat(1, 1)); ok {
		return w.agrees(r)
	}
	return w.differs()
}

// weighing is a comparison with the claim that it is about.
type weighing struct {
	*inquiry
	comparison
}

// own is what the claim's number stands for.
func (w weighing) own(r reading) span {
	if w.rounded && w.claim.Unit == Count {
		return w.claim.Printed.span(r, None)
	}
	return w.inquiry.own(r)
}

// fits is the first rule under which what is computed, times by, can be what is
// printed.
func (w weighing) fits(by *big.Rat) (reading, bool) {
	return first(w.rules, func(r reading) bool {
		s, ok := w.of(r)
		return ok && !w.own(r).meet(s.scaled(by)).empty()
	})
}

// line shows the computation.
func (w weighing) line() string {
	if w.formula == "" {
		return show(w.value)
	}
	return fmt.Sprintf("%s = %s", w.formula, show(w.value))
}

// agrees is the outcome where a rule explains what is printed.
func (w weighing) agrees(r reading) outcome {
	o := outcome{verdict: verdictOf(r), computed: show(w.value)}
	o.arithmetic = sentence(w.line()+"; printed "+w.claim.Printed.Text, because(r))
	if o.verdict == Depends {
		o.fits = because(r)
		return o
	}
	if !w.own(halfUp).holds(w.value) && !w.own(anyTie).holds(w.value) {
		// The printed digits give another number, which the unrounded ones need not.
		s, _ := w.of(mixed)
		o.arithmetic = sentence(fmt.Sprintf("%s from the printed digits, %s before rounding; printed %s", w.line(), s.show(), w.claim.Printed.Text), because(r))
	}
	return o
}

// differs is the outcome where no rule does.
func (w weighing) differs() outcome {
	reach, _ := w.of(mixed)
	o := outcome{verdict: Inconsistent, computed: show(w.value), arithmetic: w.line()}
	if reach.low == nil || reach.high == nil || reach.low.Cmp(reach.high) != 0 {
		o.arithmetic += ", before rounding " + reach.show()
	}
	o.arithmetic += fmt.Sprintf("; printed %s stands for %s", w.claim.Printed.Text, w.own(mixed).show())
	switch {
	case w.slipped(reach):
		o.verdict = Depends
		o.fits = "fits where the one is in percent and the other a proportion"
	case w.suspect != nil:
		o.fits = sentence(w.suspect(w.own(mixed))...)
	}
	return o
}

// slipped reports whether a factor of 100 would explain what is printed: a percent
// that was taken for a proportion. Of numbers that can be 0, and of units that are
// not shares, it explains nothing.
func (w weighing) slipped(reach span) bool {
	unit, zero := w.claim.Unit, new(big.Rat)
	if w.noSlip || w.own(mixed).holds(zero) || reach.holds(zero) || !unit.share() && unit != None && unit != Ratio {
		return false
	}
	_, up := w.fits(big.NewRat(100, 1))
	_, down := w.fits(big.NewRat(1, 100))
	return up || down
}
