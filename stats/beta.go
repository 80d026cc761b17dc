package stats

import "math"

// betaTail returns I_x(a, b), the regularized incomplete beta function, for
// a, b > 0 and y = 1-x. Both x and y are asked for because the smaller of the two
// carries the accuracy: for x near 1 the error of x^a would be a times that of x.
// Relative error is about 1e-13 down to the smallest doubles.
func betaTail(a, b, x, y float64) float64 {
	switch {
	case x <= 0:
		return 0
	case y <= 0:
		return 1
	case x > (a+1)/(a+b+2):
		return 1 - betaLeft(b, a, y, x)
	}
	return betaLeft(a, b, x, y)
}

// betaLeft is betaTail on the side where the continued fraction converges.
func betaLeft(a, b, x, y float64) float64 {
	// The factor in front is a binomial probability of real arguments (Loader 2000).
	n := a + b
	delta := n*y - b // = a - n*x
	if x < y {
		delta = a - n*x
	}
	logFactor := stirlingError(n) - stirlingError(a) - stirlingError(b) -
		deviance(a, n*x, -delta) - deviance(b, n*y, delta)
	return math.Exp(logFactor) * math.Sqrt(b/(twoPi*a*n)) * betaFraction(a, b, x)
}

// betaFraction evaluates the continued fraction DLMF 8.17.22 by Lentz's method.
func betaFraction(a, b, x float64) float64 {
	const tiny = 1e-300
	guard := func(v float64) float64 {
		if math.Abs(v) < tiny {
			return tiny
		}
		return v
	}
	c, d := 1.0, 1/guard(1-(a+b)*x/(a+1))
	h := d
	for m := 1.0; m < maxTerms; m++ {
		even := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		d = 1 / guard(1+even*d)
		c = guard(1 + even/c)
		h *= d * c
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		d = 1 / guard(1+odd*d)
		c = guard(1 + odd/c)
		step := d * c
		h *= step
		if math.Abs(step-1) < 1e-16 {
			break
		}
	}
	return h
}
