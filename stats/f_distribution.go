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
	p, _ := betaTail(d2/2, d1/2, x, y)
	return p
}
