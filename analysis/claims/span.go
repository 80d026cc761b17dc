package claims

import "math/big"

// span is a set of values between two ends: what a rounded number can stand for.
// A nil end is infinite; an open end is not itself in the set. Ends are exact.
type span struct {
	low, high         *big.Rat
	lowOpen, highOpen bool
}

// point is the span of one value.
func point(v *big.Rat) span { return span{low: v, high: v} }

// everything is the span of all values.
func everything() span { return span{} }

// empty reports whether no value lies in the span.
func (s span) empty() bool {
	if s.low == nil || s.high == nil {
		return false
	}
	c := s.low.Cmp(s.high)
	return c > 0 || c == 0 && (s.lowOpen || s.highOpen)
}

// holds reports whether v lies in the span.
func (s span) holds(v *big.Rat) bool { return !s.meet(point(v)).empty() }

// meet is the intersection.
func (s span) meet(t span) span {
	out := s
	if t.low != nil && (out.low == nil || t.low.Cmp(out.low) > 0 || t.low.Cmp(out.low) == 0 && t.lowOpen) {
		out.low, out.lowOpen = t.low, t.lowOpen
	}
	if t.high != nil && (out.high == nil || t.high.Cmp(out.high) < 0 || t.high.Cmp(out.high) == 0 && t.highOpen) {
		out.high, out.highOpen = t.high, t.highOpen
	}
	return out
}

// hull is the smallest span that holds both.
func (s span) hull(t span) span {
	out := s
	if s.low != nil && (t.low == nil || t.low.Cmp(s.low) < 0 || t.low.Cmp(s.low) == 0 && !t.lowOpen) {
		out.low, out.lowOpen = t.low, t.lowOpen
	}
	if s.high != nil && (t.high == nil || t.high.Cmp(s.high) > 0 || t.high.Cmp(s.high) == 0 && !t.highOpen) {
		out.high, out.highOpen = t.high, t.highOpen
	}
	return out
}

// clip cuts the span to what lies between low and high, which may be nil.
func (s span) clip(low, high *big.Rat) span { return s.meet(span{low: low, high: high}) }

func (s span) plus(t span) span {
	out := span{lowOpen: s.lowOpen || t.lowOpen, highOpen: s.highOpen || t.highOpen}
	if s.low != nil && t.low != nil {
		out.low = new(big.Rat).Add(s.low, t.low)
	}
	if s.high != nil && t.high != nil {
		out.high = new(big.Rat).Add(s.high, t.high)
	}
	return out
}

func (s span) minus(t span) span { return s.plus(t.negated()) }

func (s span) negated() span {
	out := span{lowOpen: s.highOpen, highOpen: s.lowOpen}
	if s.high != nil {
		out.low = new(big.Rat).Neg(s.high)
	}
	if s.low != nil {
		out.high = new(big.Rat).Neg(s.low)
	}
	return out
}

// scaled multiplies by a number other than 0.
func (s span) scaled(by *big.Rat) span {
	if by.Sign() < 0 {
		return s.negated().scaled(new(big.Rat).Neg(by))
	}
	out := span{lowOpen: s.lowOpen, highOpen: s.highOpen}
	if s.low != nil {
		out.low = new(big.Rat).Mul(s.low, by)
	}
	if s.high != nil {
		out.high = new(big.Rat).Mul(s.high, by)
	}
	return out
}

// end is one end of a span for the arithmetic of products: a value, whether it
// is left out, and whether it is infinite, with the sign in value.
type end struct {
	value    *big.Rat
	open     bool
	infinite bool
}

func (s span) ends() [2]end {
	low, high := end{s.low, s.lowOpen, false}, end{s.high, s.highOpen, false}
	if s.low == nil {
		low = end{big.NewRat(-1, 1), true, true}
	}
	if s.high == nil {
		high = end{big.NewRat(1, 1), true, true}
	}
	return [2]end{low, high}
}

// times multiplies two ends. A zero that is taken absorbs everything.
func (a end) times(b end) end {
	sign := a.value.Sign() * b.value.Sign()
	if sign == 0 {
		taken := a.value.Sign() == 0 && !a.open || b.value.Sign() == 0 && !b.open
		return end{new(big.Rat), !taken, false}
	}
	if a.infinite || b.infinite {
		return end{big.NewRat(int64(sign), 1), true, true}
	}
	return end{new(big.Rat).Mul(a.value, b.value), a.open || b.open, false}
}

func (a end) less(b end) bool {
	switch {
	case a.infinite && b.infinite:
		return a.value.Sign() < b.value.Sign()
	case a.infinite:
		return a.value.Sign() < 0
	case b.infinite:
		return b.value.Sign() > 0
	}
	return a.value.Cmp(b.value) < 0
}

func (a end) same(b end) bool {
	return a.infinite == b.infinite && a.value.Cmp(b.value) == 0
}

func (s span) times(t span) span {
	var low, high end
	for i, a := range s.ends() {
		for j, b := range t.ends() {
			p := a.times(b)
			if i == 0 && j == 0 {
				low, high = p, p
				continue
			}
			if p.less(low) || p.same(low) && !p.open {
				low = p
			}
			if high.less(p) || p.same(high) && !p.open {
				high = p
			}
		}
	}
	out := span{lowOpen: low.open, highOpen: high.open}
	if !low.infinite {
		out.low = low.value
	}
	if !high.infinite {
		out.high = high.value
	}
	return out
}

// over divides by t; ok is false where t can be 0 in its inside, and the quotient
// is no span.
func (s span) over(t span) (span, bool) {
	zero := new(big.Rat)
	positive := t.low != nil && t.low.Cmp(zero) >= 0
	negative := t.high != nil && t.high.Cmp(zero) <= 0
	if !positive && !negative || positive && negative {
		return everything(), false
	}
	if negative {
		q, ok := s.negated().over(t.negated())
		return q, ok
	}
	// 1/t has no upper end where t comes as near to 0 as one likes.
	inverse := span{low: new(big.Rat), lowOpen: true}
	if t.high != nil {
		inverse.low, inverse.lowOpen = new(big.Rat).Inv(t.high), t.highOpen
	}
	if t.low.Sign() > 0 {
		inverse.high, inverse.highOpen = new(big.Rat).Inv(t.low), t.lowOpen
	}
	return s.times(inverse), true
}

// slack is the relative error allowed for numbers that are computed in floating
// point: far above the error of the distributions, far below any printed digit.
const slack = 1e-9

// around is the span from low to high, given in floating point, widened by slack
// on both sides. An infinite end is infinite.
func around(low, high float64) span {
	return span{low: rat(low - slack*abs(low)), high: rat(high + slack*abs(high))}
}

func abs(v float64) float64 {
	if v < 0 {
		return -v
	}
	return v
}

// rat is the exact value of a finite float, nil for an infinite one or NaN.
func rat(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

// middle is halfway between two finite ends.
func (s span) middle() *big.Rat {
	return new(big.Rat).Mul(new(big.Rat).Add(s.low, s.high), big.NewRat(1, 2))
}

// floats returns the ends as floats; ok is false where one is infinite.
func (s span) floats() (low, high float64, ok bool) {
	if s.low == nil || s.high == nil {
		return 0, 0, false
	}
	low, _ = s.low.Float64()
	high, _ = s.high.Float64()
	return low, high, true
}
