package claims

import "math/big"

// reading is a rule by which printed numbers are taken to have been rounded. A
// check asks for each rule in turn whether numbers that were all rounded by it
// can stand behind what is printed.
type reading int

const (
	halfUp    reading = iota // to nearest, ties away from zero
	halfEven                 // to nearest, ties to the even digit
	anyTie                   // to nearest, ties either way: what binary floating point does to decimal ties
	truncated                // towards zero
	mixed                    // some numbers truncated, others rounded to nearest
	twice                    // to nearest with one digit more, and that again: 44.7468 as 44.75, then as 44.8
	rough                    // to nearest at the last digit that is not zero: "90%" for 93.6%
	roughDown                // truncated there
)

// readings are the rules in the order of how much they excuse.
var readings = []reading{halfUp, halfEven, anyTie, truncated, mixed, twice, rough, roughDown}

// searched are the rules that a search of counts tries. What rounding half up or
// half to even allows anyTie allows too, so that these need no search of their own;
// the last allows all that the others do.
var searched = []reading{anyTie, truncated, mixed}

// span is what the printed number stands for under a rule, in its printed unit.
// A number of unit count that is printed whole is exact, unless it is marked as
// approximate.
func (p Printed) span(r reading, unit Unit) span {
	if p.upper != nil {
		low, high := p.single(r, unit), p.upper.single(r, unit)
		return low.hull(high)
	}
	s := p.single(r, unit)
	// A strict bound is taken at its word, "<0.001" as below 0.001 itself; one that
	// includes the number includes all that is rounded to it.
	switch p.bound {
	case below:
		return span{high: p.value, highOpen: true}
	case atMost:
		return span{high: s.high, highOpen: s.highOpen}
	case above:
		return span{low: p.value, lowOpen: true}
	case atLeast:
		return span{low: s.low, lowOpen: s.lowOpen}
	}
	return s
}

// single is the span of the number alone, whatever its bound.
func (p Printed) single(r reading, unit Unit) span {
	digit := p.digit
	exact := p.exact(unit)
	switch {
	case r == rough || r == roughDown:
		if coarse := p.coarse(unit); coarse != nil {
			digit, exact = coarse, false
		}
	}
	if exact {
		return point(p.value)
	}
	half := new(big.Rat).Mul(digit, big.NewRat(1, 2))
	below, above := new(big.Rat).Sub(p.value, half), new(big.Rat).Add(p.value, half)
	down := p.truncation(digit)
	switch r {
	case halfUp:
		switch p.value.Sign() {
		case 0:
			return span{below, above, true, true}
		case -1:
			return span{below, above, true, false}
		}
		return span{below, above, false, true}
	case halfEven:
		// A tie goes to the even neighbour, so that its span has both ends and an odd
		// one's neither.
		open := oddMultiple(p.value, digit)
		return span{below, above, open, open}
	case truncated, roughDown:
		return down
	case mixed:
		return span{low: below, high: above}.hull(down)
	case twice:
		// The first rounding reaches half a unit of the digit that it keeps, a twentieth of
		// this one's, beyond the ties of the second.
		reach := new(big.Rat).Mul(digit, big.NewRat(1, 20))
		return span{low: below.Sub(below, reach), high: above.Add(above, reach)}
	}
	return span{low: below, high: above}
}

// truncation is what is cut off to the printed number. Cutting goes towards zero from both
// sides, so that a printed 0 has twice the width of other numbers.
func (p Printed) truncation(digit *big.Rat) span {
	low, high := new(big.Rat).Sub(p.value, digit), new(big.Rat).Add(p.value, digit)
	switch p.value.Sign() {
	case 0:
		return span{low, high, true, true}
	case -1:
		return span{low, p.value, true, false}
	}
	return span{p.value, high, false, true}
}

func oddMultiple(v, digit *big.Rat) bool {
	q := new(big.Rat).Quo(v, digit)
	return q.IsInt() && q.Num().Bit(0) == 1
}

// shareUnit is the unit of a number that is a part of a whole where its unit does
// not say so: a percentage where it is larger than the whole.
func (p Printed) shareUnit(unit Unit) Unit {
	switch {
	case unit.share():
		return unit
	case p.sign || new(big.Rat).Abs(p.value).Cmp(big.NewRat(1, 1)) > 0:
		return Percent
	}
	return Proportion
}

// exact reports whether the number is not rounded at all: a whole count.
func (p Printed) exact(unit Unit) bool { return unit == Count && p.whole && !p.about }

// coarse is one unit of the last digit that is not zero, where the number may
// have been rounded there: it ends in zeros before the point, and is no count or
// marked as approximate. Else nil.
func (p Printed) coarse(unit Unit) *big.Rat {
	if p.exact(unit) || p.bound != equal || p.value.Sign() == 0 || p.digit.Cmp(big.NewRat(1, 1)) < 0 {
		return nil
	}
	ten := big.NewRat(10, 1)
	digit := p.digit
	for {
		next := new(big.Rat).Mul(digit, ten)
		if !new(big.Rat).Quo(p.value, next).IsInt() {
			break
		}
		digit = next
	}
	if digit.Cmp(p.digit) == 0 {
		return nil
	}
	return digit
}
