package stats

import (
	"fmt"
	"math"
	"slices"
)

// ExactSum adds finite numbers without rounding: its value is the sum's nearest
// double, whatever the order of the terms and however they were divided among sums
// that were merged later. The zero value is 0.
//
// It keeps the sum as a non-overlapping expansion of doubles (Shewchuk 1997,
// "Adaptive precision floating-point arithmetic and fast robust geometric
// predicates", GROW-EXPANSION). A sum whose magnitude passes the largest double on
// the way is infinite, or NaN, and stays so.
type ExactSum struct {
	parts []float64 // ascending in magnitude, without zeros
}

// ExactSumOf returns the sum of these numbers, for instance of another sum's Parts.
// Errors: a number, or a sum, that is not finite.
func ExactSumOf(x []float64) (ExactSum, error) {
	var s ExactSum
	for i, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return ExactSum{}, &ArgumentError{Arg: "x", Reason: fmt.Sprintf("value %d is %v; give finite numbers", i, v)}
		}
		s.Add(v)
	}
	if !s.finite() {
		return ExactSum{}, &ArgumentError{Arg: "x", Reason: "the sum is beyond the range of a double"}
	}
	return s, nil
}

// Add adds a finite number.
func (s *ExactSum) Add(x float64) {
	kept := s.parts[:0]
	for _, y := range s.parts {
		sum := x + y
		y0 := sum - x
		low := (x - (sum - y0)) + (y - y0)
		if low != 0 {
			kept = append(kept, low)
		}
		x = sum
	}
	switch {
	case x-x != 0: // infinite or NaN, and so would be what was lost in rounding
		kept = append(kept[:0], x)
	case x != 0:
		kept = append(kept, x)
	}
	s.parts = kept
}

// finite reports whether the sum is still within the range of a double.
func (s *ExactSum) finite() bool {
	n := len(s.parts)
	return n == 0 || s.parts[n-1]-s.parts[n-1] == 0
}

// AddProduct adds a*b: exactly, as long as the product's last bit is not below
// 2^-1074.
func (s *ExactSum) AddProduct(a, b float64) {
	high := a * b
	s.Add(high)
	if low := math.FMA(a, b, -high); low != 0 {
		s.Add(low)
	}
}

// Merge adds another sum.
func (s *ExactSum) Merge(o *ExactSum) {
	for _, x := range o.parts {
		s.Add(x)
	}
}

// Value is the double nearest to the sum, ties to even.
func (s *ExactSum) Value() float64 {
	n := len(s.parts)
	if n == 0 {
		return 0
	}
	n--
	high, low := s.parts[n], 0.0
	for n > 0 && low == 0 {
		n--
		x := high
		y := s.parts[n]
		high = x + y
		low = y - (high - x)
	}
	// What is below a remainder of half a unit decides which way it is rounded.
	if n > 0 && (low < 0 && s.parts[n-1] < 0 || low > 0 && s.parts[n-1] > 0) {
		y := low * 2
		if x := high + y; x-high == y {
			high = x
		}
	}
	return high
}

// Parts are doubles whose exact sum is this sum, largest first: its value, then the
// value of what remains, and so on. Equal sums have equal parts. One that is not
// finite is its own only part.
func (s *ExactSum) Parts() []float64 {
	if !s.finite() {
		return slices.Clone(s.parts)
	}
	var out []float64
	rest := ExactSum{parts: slices.Clone(s.parts)}
	for len(rest.parts) > 0 {
		v := rest.Value()
		out = append(out, v)
		rest.Add(-v)
	}
	return out
}
