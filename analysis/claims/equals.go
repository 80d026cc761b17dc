package claims

import (
	"fmt"
	"math/big"
	"slices"
)

func readEquals(a *args) func(*inquiry) outcome {
	ops := a.list("equals", a.bare, a.line, 1)
	a.derive(ops...)
	return func(q *inquiry) outcome {
		worst := outcome{}
		at := -1
		for _, op := range ops {
			o := q.equal(op)
			if g := slices.Index(gravity, o.verdict); at < 0 || g < at {
				worst, at = o, g
			}
		}
		return worst
	}
}

// equal holds the claim against another print of the same quantity.
func (q *inquiry) equal(op *operand) outcome {
	unit := q.claim.Unit
	name := op.show()
	if op.claim != nil {
		name = fmt.Sprintf("%s at %s", op.show(), op.claim.ID)
		if op.claim.Where != "" {
			name += " (" + op.claim.Where + ")"
		}
	}
	o := q.weigh(comparison{
		rules: sameQuantity, of: func(r reading) (span, bool) { return op.span(r, unit), true }, value: op.value(unit),
		suspect: func(span) []string { return []string{q.swapped(op), q.copies()} },
	})
	switch o.verdict {
	case Inconsistent:
		o.arithmetic = fmt.Sprintf("printed %s here, %s: no one value prints both", q.claim.Printed.Text, name)
	case Depends:
		o.arithmetic = fmt.Sprintf("printed %s here, %s", q.claim.Printed.Text, name)
	default:
		o.arithmetic = sentence(fmt.Sprintf("printed %s here, %s", q.claim.Printed.Text, name), map[bool]string{true: because(truncated)}[o.verdict == ByTruncation])
	}
	o.computed = op.show()
	return o
}

// swapped tells where two neighbouring digits changed places.
func (q *inquiry) swapped(op *operand) string {
	p, _ := op.printed(q.claim.Unit)
	a, b := digitsOf(q.claim.Printed.Text), digitsOf(p.Text)
	if len(a) != len(b) || a == b {
		return ""
	}
	for i := 0; i+1 < len(a); i++ {
		if a[:i]+string(a[i+1])+string(a[i])+a[i+2:] == b {
			return "two digits changed places"
		}
	}
	return ""
}

func digitsOf(s string) string {
	var out []byte
	for i := range len(s) {
		if isDigit(s[i]) {
			out = append(out, s[i])
		}
	}
	return string(out)
}

func readBetween(a *args) func(*inquiry) outcome {
	low, high := a.optional("low"), a.optional("high")
	if a.err == nil && low == nil && high == nil {
		a.fail(a.line, "low and high are missing; expected one of them or both")
	}
	return func(q *inquiry) outcome {
		unit := q.claim.Unit
		of := func(r reading) (span, bool) {
			s := everything()
			if low != nil {
				l := low.span(r, unit)
				s.low, s.lowOpen = l.low, l.lowOpen
			}
			if high != nil {
				h := high.span(r, unit)
				s.high, s.highOpen = h.high, h.highOpen
			}
			return s, true
		}
		var value *big.Rat
		words := ""
		switch {
		case low != nil && high != nil:
			value, words = high.value(unit), low.show()+" to "+high.show()
			if q.claim.Printed.value.Cmp(low.value(unit)) < 0 {
				value = low.value(unit)
			}
		case low != nil:
			value, words = low.value(unit), "at least "+low.show()
		default:
			value, words = high.value(unit), "at most "+high.show()
		}
		o := q.weigh(comparison{of: of, value: value, noSlip: true})
		o.computed = words
		o.arithmetic = fmt.Sprintf("%s is within %s", q.claim.Printed.Text, words)
		switch o.verdict {
		case Inconsistent:
			o.arithmetic = fmt.Sprintf("%s is not within %s", q.claim.Printed.Text, words)
		case Depends, ByTruncation:
			o.arithmetic = sentence(o.arithmetic, o.fits)
		}
		return o
	}
}
