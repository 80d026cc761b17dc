package claims

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// shownDigits is how many significant digits of a computed number are shown.
const shownDigits = 6

// show prints a rational in decimal: all its digits where they are few, else
// shownDigits of them.
func show(v *big.Rat) string {
	if v == nil {
		return "no number"
	}
	if v.IsInt() {
		return v.Num().String()
	}
	for d := 1; d <= shownDigits; d++ {
		s := v.FloatString(d)
		if back, ok := new(big.Rat).SetString(s); ok && back.Cmp(v) == 0 {
			return s
		}
	}
	f, _ := v.Float64()
	return showFloat(f)
}

// showFloat prints a computed number with shownDigits significant digits.
func showFloat(f float64) string {
	return formatG(f, shownDigits)
}

// show prints a span in words.
func (s span) show() string {
	switch {
	case s.low == nil && s.high == nil:
		return "any number"
	case s.low == nil:
		if s.highOpen {
			return "below " + show(s.high)
		}
		return "at most " + show(s.high)
	case s.high == nil:
		if s.lowOpen {
			return "above " + show(s.low)
		}
		return "at least " + show(s.low)
	case s.low.Cmp(s.high) == 0:
		return show(s.low)
	}
	return show(s.low) + " to " + show(s.high)
}

// ceilMul is the smallest integer k with k >= v*n, or k > v*n where open.
func ceilMul(v *big.Rat, n int64, open bool) *big.Int {
	num := new(big.Int).Mul(v.Num(), big.NewInt(n))
	q, r := new(big.Int).DivMod(num, v.Denom(), new(big.Int))
	if r.Sign() != 0 || open {
		q.Add(q, big.NewInt(1))
	}
	return q
}

// floorMul is the largest integer k with k <= v*n, or k < v*n where open.
func floorMul(v *big.Rat, n int64, open bool) *big.Int {
	num := new(big.Int).Mul(v.Num(), big.NewInt(n))
	q, r := new(big.Int).DivMod(num, v.Denom(), new(big.Int))
	if r.Sign() == 0 && open {
		q.Sub(q, big.NewInt(1))
	}
	return q
}

// joined are operands with a sign between them, for a line of arithmetic.
func joined(ops []*operand, by string) string {
	parts := make([]string, len(ops))
	for i, o := range ops {
		parts[i] = o.show()
		if i > 0 && strings.HasPrefix(parts[i], "-") {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	const most = 12
	if len(parts) > most {
		parts = append(parts[:most:most], "...")
	}
	return strings.Join(parts, by)
}

// formatG prints a float with so many significant digits, without an exponent
// where the number is neither very small nor very large.
func formatG(f float64, digits int) string {
	if f == math.Trunc(f) && math.Abs(f) < 1e15 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	s := strconv.FormatFloat(f, 'g', digits, 64)
	return s
}
