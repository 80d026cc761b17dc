package stats

import "math"

const (
	lnSqrt2Pi = 0.918938533204672741780329736406 // ln sqrt(2 pi)
	twoPi     = 2 * math.Pi

	// maxTerms bounds a series or continued fraction; the slowest needs a few
	// times the square root of its largest argument.
	maxTerms = 1 << 20
)

// stirlingError returns ln Gamma(z+1) - [ (z+1/2) ln z - z + ln sqrt(2 pi) ], z > 0,
// the correction term of C. Loader, "Fast and Accurate Computation of Binomial
// Probabilities" (2000).
func stirlingError(z float64) float64 {
	if z < 16 {
		lg, _ := math.Lgamma(z + 1)
		return lg - ((z+0.5)*math.Log(z) - z + lnSqrt2Pi)
	}
	// Stirling's series with Bernoulli numbers; at z = 16 the first term left
	// out is below 1e-18.
	zz := z * z
	return (1./12 - (1./360-(1./1260-(1./1680-(1./1188-691./360360/zz)/zz)/zz)/zz)/zz) / z
}

// log1pMinus returns ln(1+u) - u without the cancellation at small u, u > -1.
func log1pMinus(u float64) float64 {
	if math.Abs(u) > 0.3 {
		return math.Log1p(u) - u
	}
	// ln(1+u) = 2 artanh(r), r = u/(2+u), and 2r - u = -u*r.
	r := u / (2 + u)
	rr := r * r
	tail, power := 0.0, r*rr
	for k := 3.0; ; k += 2 {
		term := power / k
		tail += term
		if math.Abs(term) <= 1e-18*math.Abs(tail) {
			return 2*tail - u*r
		}
		power *= rr
	}
}

// deviance returns k ln(k/mu) + mu - k, Loader's bd0, given delta = mu - k, which
// the caller knows to better accuracy than the difference of the rounded values.
func deviance(k, mu, delta float64) float64 {
	if math.Abs(delta) <= 0.3*k {
		return -k * log1pMinus(delta/k)
	}
	return k*math.Log(k/mu) + delta
}
