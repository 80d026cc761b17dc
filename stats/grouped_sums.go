package stats

import (
	"fmt"
	"math"
	"math/big"
)

// SumGroup is exact sums over some of the units of a sample, whose values are
// (total + Shift) / Divisor: totals over several attempts, of which a mean is
// wanted, with Shift for attempts that are counted without having been scored.
type SumGroup struct {
	N       int      // units
	Total   ExactSum // of their totals
	Squares ExactSum // of the squares of their totals
	Shift   float64
	Divisor float64
}

// sumPrecision holds a sum of squares of doubles without rounding.
const sumPrecision = 4600

// MomentsOfSums returns the mean and standard deviation of all units of the groups
// together, each rounded once: no scale of the data and no order of summation
// shows. Errors: no units; a group without a divisor, or of sums that are not finite.
func MomentsOfSums(groups []SumGroup) (Moments, error) {
	real := func(v float64) *big.Float { return new(big.Float).SetPrec(sumPrecision).SetFloat64(v) }
	n := 0
	sum, squares := real(0), real(0)
	for i := range groups {
		g := &groups[i]
		if !(g.Divisor > 0) || math.IsInf(g.Divisor, 0) {
			return Moments{}, &ArgumentError{Arg: "groups", Reason: fmt.Sprintf("group %d divides by %v; give a number above 0", i, g.Divisor)}
		}
		if !g.Total.finite() || !g.Squares.finite() {
			return Moments{}, &ArgumentError{Arg: "groups", Reason: fmt.Sprintf("the sums of group %d are beyond the range of a double", i)}
		}
		n += g.N
		units, shift, divisor := real(float64(g.N)), real(g.Shift), real(g.Divisor)
		total, square := g.Total.big(), g.Squares.big()
		// sum (t+h)^2 = sum t^2 + 2h sum t + n h^2
		cross := real(2)
		cross.Mul(cross, shift).Mul(cross, total)
		shifts := real(0).Mul(units, shift)
		square.Add(square, cross).Add(square, real(0).Mul(shifts, shift))
		total.Add(total, shifts)
		sum.Add(sum, total.Quo(total, divisor))
		squares.Add(squares, square.Quo(square, divisor).Quo(square, divisor))
	}
	if n == 0 {
		return Moments{}, &UndefinedError{Stat: "mean", Reason: "no values"}
	}
	mean := real(0).Quo(sum, real(float64(n)))
	m := Moments{N: n}
	m.Mean, _ = mean.Float64()
	if n < 2 {
		return m, nil
	}
	deviations := squares.Sub(squares, sum.Mul(sum, mean))
	if deviations.Sign() <= 0 {
		return m, nil
	}
	variance := deviations.Quo(deviations, real(float64(n-1)))
	m.SD, _ = variance.Sqrt(variance).Float64()
	m.SE = m.SD / math.Sqrt(float64(n))
	return m, nil
}

// TIntervalOfMoments is Student's t interval of a mean. Level 0 means 0.95. Errors:
// UndefinedError for fewer than two values, or for no spread.
func TIntervalOfMoments(m Moments, level float64) (Interval, error) {
	level, err := levelOr(level)
	switch {
	case err != nil:
		return Interval{}, err
	case m.N < 2:
		return Interval{}, &UndefinedError{Stat: "t interval", Reason: "one value has no variance; at least two are needed"}
	case !(m.SD > 0):
		return Interval{}, &UndefinedError{Stat: "t interval", Reason: "all values are equal, so that their variance is zero", Degenerate: true}
	}
	return tInterval(m, level, TwoSided), nil
}

// big is the sum without rounding.
func (s *ExactSum) big() *big.Float {
	out := new(big.Float).SetPrec(sumPrecision)
	for _, p := range s.parts {
		out.Add(out, new(big.Float).SetFloat64(p))
	}
	return out
}
