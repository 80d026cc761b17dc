package stats

import "math"

// StudentizedRangeSF returns P(Q > q) for the range Q of k >= 2 independent standard normal
// variables: the studentized range with infinitely many degrees of freedom, which
// is the one rank tests such as Nemenyi's need. Within
// about 1e-13 in relative terms; the far tail is verified for k = 2 only, where it has
// a closed form. Arguments out of range give NaN.
func StudentizedRangeSF(q float64, k int) float64 {
	switch {
	case math.IsNaN(q) || k < 2:
		return math.NaN()
	case q <= 0:
		return 1
	case math.IsInf(q, 1):
		return 0
	}
	// With z the smallest of the k,
	//   P(Q > q) = k Int phi(z) [S(z)^(k-1) - (S(z)-S(z+q))^(k-1)] dz,  S = 1-Phi,
	// in which the bracket is a difference that expm1 forms without cancellation.
	// The trapezoidal rule converges geometrically for such an integrand; at a step of
	// 0.1 its error is far below rounding.
	const step = 0.1
	m := float64(k - 1)
	sum := 0.0
	low := -math.Min(q, 80) - 10
	for i := range int((12 - low) / step) {
		z := low + step*float64(i)
		s := NormalSF(z)
		sum += normalDensity(z) * math.Pow(s, m) * -math.Expm1(m*math.Log1p(-NormalSF(z+q)/s))
	}
	return math.Min(1, float64(k)*step*sum)
}

// StudentizedRangeISF returns the q with P(Q > q) = p, 0 < p < 1; the upper
// quantile of StudentizedRangeSF.
func StudentizedRangeISF(p float64, k int) float64 {
	if !(p > 0 && p < 1) || k < 2 {
		return math.NaN()
	}
	return solveTail(p, func(q float64) float64 { return StudentizedRangeSF(q, k) })
}
