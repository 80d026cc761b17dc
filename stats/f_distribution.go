package stats

import "math"

// FSF returns P(X > f) for Fisher's F distribution with d1 and d2 degrees of
// freedom, both positive; accurate in relative terms down to 1e-300.
func FSF(f, d1, d2 float64) float64 {
	switch {
	case math.IsNaN(f) || !(d1 > 0) || !(d2 > 0):
		return math.NaN()
	case f <= 0:
		return 1
	case math.IsInf(f, 1):
		return 0
	case math.IsInf(d2, 1):
		return ChiSquareSF(d1*f, d1)
	}
	r := f * (d1 / d2)
	x, y := 1/(1+r), r/(1+r)
	if r > 1 {
		x, y = (1/r)/(1+1/r), 1/(1+1/r)
	}
	return betaTail(d2/2, d1/2, x, y)
}

// FCDF returns P(X <= f), accurate in the lower tail.
func FCDF(f, d1, d2 float64) float64 {
	switch {
	case f <= 0:
		return 0
	case math.IsInf(d2, 1):
		return ChiSquareCDF(d1*f, d1)
	}
	return FSF(1/f, d2, d1) // 1/X is F with d2 and d1 degrees of freedom
}

// FISF returns the f with P(X > f) = p, 0 < p < 1; the upper quantile.
func FISF(p, d1, d2 float64) float64 {
	switch {
	case !(p >= 0 && p <= 1) || !(d1 > 0) || !(d2 > 0):
		return math.NaN()
	case p == 0:
		return math.Inf(1)
	case p == 1:
		return 0
	case math.IsInf(d2, 1):
		return ChiSquareISF(p, d1) / d1
	case p > 0.5:
		return 1 / FISF(1-p, d2, d1)
	}
	return solveTail(p, func(f float64) float64 { return FSF(f, d1, d2) })
}
