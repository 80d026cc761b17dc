package claims

import "math/big"

// counts is a run of whole numbers.
type counts struct{ low, high int64 }

var noCounts = counts{1, 0}

func (c counts) empty() bool { return c.low > c.high }

// countsIn are the k with k/n in the span, from 0 to most.
func countsIn(s span, n, most int64) counts {
	c := counts{0, most}
	if s.empty() {
		return noCounts
	}
	if s.low != nil {
		k := ceilMul(s.low, n, s.lowOpen)
		if !k.IsInt64() {
			return noCounts
		}
		c.low = max(c.low, k.Int64())
	}
	if s.high != nil {
		k := floorMul(s.high, n, s.highOpen)
		switch {
		case k.IsInt64():
			c.high = min(c.high, k.Int64())
		case k.Sign() < 0:
			return noCounts
		}
	}
	return c
}

// inFloat adds what floating point cuts off: k/n is a decimal number, and the
// program that computed it as a double got a little less, so that cutting digits
// off prints one unit less. 0.29*100 is 28.999999999999996.
func inFloat(p Printed, unit Unit, n, most int64) counts {
	s := p.span(truncated, unit)
	if s.high == nil || !s.highOpen {
		return noCounts
	}
	k := new(big.Rat).Mul(new(big.Rat).Mul(s.high, unit.one()), big.NewRat(n, 1))
	if !k.IsInt() || !k.Num().IsInt64() || k.Num().Int64() > most || k.Sign() < 0 {
		return noCounts
	}
	size, _ := new(big.Rat).Inv(unit.one()).Float64()
	top, _ := s.high.Float64()
	if float64(k.Num().Int64())/float64(n)*size < top {
		return counts{k.Num().Int64(), k.Num().Int64()}
	}
	return noCounts
}
