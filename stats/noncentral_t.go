package stats

import "math"

// NoncentralTSF returns P(T > t) for the noncentral t distribution with df > 0 degrees of
// freedom and noncentrality delta: T = (Z+delta)/U, U^2 a chi-square over df. Within
// about 1e-12 in relative terms where verified: the body, and the tails for delta = 0. NaN arguments or df <= 0 give NaN.
func NoncentralTSF(t, df, delta float64) float64 {
	if math.IsNaN(t) || math.IsNaN(delta) || !(df > 0) {
		return math.NaN()
	}
	if math.IsInf(t, 0) || math.IsInf(delta, 0) {
		switch {
		case math.IsInf(t, 0) && math.IsInf(delta, int(math.Copysign(1, t))):
			return math.NaN() // which infinity is the larger is not said
		case math.IsInf(t, -1) || math.IsInf(delta, 1):
			return 1
		}
		return 0
	}
	return noncentralIntegral(t, df, func(u float64) float64 { return NormalSF(t*u - delta) })
}

// NoncentralTCDF returns P(T <= t), accurate in the lower tail.
func NoncentralTCDF(t, df, delta float64) float64 { return NoncentralTSF(-t, df, -delta) }

// noncentralIntegral returns E f(U), U = sqrt(chi-square(df)/df), by the trapezoidal rule in
// v = ln u, where the integrand is entire and decays doubly exponentially to the
// right and exponentially to the left, so that the rule converges geometrically.
func noncentralIntegral(t, df float64, f func(u float64) float64) float64 {
	// f changes over 1/t, the density over 1/sqrt(2 df).
	step := 0.15 / math.Sqrt(2*df+t*t+1)
	if math.IsInf(df, 1) {
		return f(1)
	}
	at := func(i int) float64 {
		v := step * float64(i)
		// ln of the density of v over its value at 0: df (v - (e^2v - 1)/2).
		return math.Exp(df*(v-math.Expm1(2*v)/2)) * f(math.Exp(v))
	}
	sum := at(0)
	for _, direction := range []int{1, -1} {
		last := 0.0
		for i := direction; i*direction < maxTerms; i += direction {
			term := at(i)
			sum += term
			if term <= last && term <= 1e-18*sum {
				break
			}
			last = term
		}
	}
	a := df / 2
	return sum * step * 2 * math.Sqrt(a/twoPi) * math.Exp(-stirlingError(a))
}
