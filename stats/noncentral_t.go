package stats

import "math"

// NoncentralTSF returns P(T > t) for the noncentral t distribution with df > 0 degrees of
// freedom, whole or not, and noncentrality delta: T = (Z+delta)/U, Z standard normal, df U^2
// chi-square. t and delta have either sign. The relative error is below 1e-11 wherever the
// value is a normal number (testdata/noncentral_t.json, to 40 digits); it is never 0 where a
// double can hold it. NaN arguments or df <= 0 give NaN.
//
// The integral is taken over the variable of the smaller relative spread, so that the other
// one's tail is a smooth function of it: over U where delta^2 <= 2 df, else over Z; over U
// for somewhat larger delta, too, where df is in the thousands, since an incomplete gamma
// function then costs more than the additional terms.
func NoncentralTSF(t, df, delta float64) float64 {
	const vast, negligible = 1e140, 1e-25 // squares stay finite; t does not change the value
	switch {
	case math.IsNaN(t) || math.IsNaN(delta) || !(df > 0):
		return math.NaN()
	case math.IsInf(t, 0) && delta == t:
		return math.NaN() // which infinity is the larger is not said
	case math.IsInf(t, 0) || math.IsInf(delta, 0):
		if math.IsInf(t, -1) || math.IsInf(delta, 1) {
			return 1
		}
		return 0
	case math.IsInf(df, 1):
		return NormalSF(t - delta)
	case math.Abs(t) < negligible:
		return NormalCDF(delta)
	case math.Abs(delta) > vast: // the spread of Z counts for nothing
		switch {
		case math.Signbit(t) != math.Signbit(delta):
			return NormalCDF(delta)
		case t > 0:
			return chiCDF(delta/t, df)
		}
		return chiSF(delta/t, df)
	case df >= 1 && delta*delta <= 2*df*(1+df/1000) && math.Abs(t) < vast:
		return noncentralOverU(t, df, delta)
	case t > 0:
		return noncentralOverZ(t, df, delta, true)
	}
	if p := noncentralOverZ(-t, df, -delta, true); p < 0.5 {
		return 1 - p
	}
	return math.Min(1, NormalCDF(delta)+noncentralOverZ(-t, df, -delta, false))
}

// NoncentralTCDF returns P(T <= t), accurate in the lower tail.
func NoncentralTCDF(t, df, delta float64) float64 { return NoncentralTSF(-t, df, -delta) }

// noncentralOverU is the integral of the density of U times P(Z > tu - delta) in v = ln u,
// where the integrand is analytic, has one mode (its logarithm is concave in u) and decays
// at least exponentially, so that the trapezoidal rule converges geometrically.
func noncentralOverU(t, df, delta float64) float64 {
	// The mode, with exp(-x^2/2) for the normal tail beyond 0.
	u := 1.0
	if t > delta {
		// The positive root of (df + t^2) u^2 - t delta u - df = 0.
		half := t * delta / 2
		root := math.Hypot(half, math.Sqrt(df)*math.Hypot(math.Sqrt(df), t))
		if half > 0 {
			u = (half + root) / (df + t*t)
		} else {
			u = df / (root - half)
		}
	}
	mode := math.Log(u)
	step := 0.25 / math.Sqrt(2*df*math.Max(1, u*u)+delta*delta+1)
	sum := trapezoid(step, func(v float64) float64 {
		v += mode
		// ln of the density of v over its value at 0: df (v - (e^2v - 1)/2).
		return math.Exp(df*logMinusSquare(v)) * NormalSF(t*math.Exp(v)-delta)
	})
	a := df / 2
	return math.Min(1, sum*2*math.Sqrt(a/twoPi)*math.Exp(-stirlingError(a)))
}

// logMinusSquare returns v - (e^2v - 1)/2 without cancellation at small v.
func logMinusSquare(v float64) float64 {
	if math.Abs(v) > 0.05 {
		return v - math.Expm1(2*v)/2
	}
	// -(2v)^2/2 (1/2! + 2v/3! + (2v)^2/4! + ...)
	x := 2 * v
	s := 0.0
	for k := 12.0; k > 2; k-- {
		s = (s + 1) * x / k
	}
	return -x * x / 4 * (1 + s)
}

// noncentralOverZ is the integral over y = z + delta > 0 of the normal density times
// P(U < y/t), or for lower false times P(U > y/t); t > 0. The trapezoidal rule runs over s
// with y = ln(1+e^s), which is y itself where y is large, so that z keeps its digits, and
// ln y near 0, where the integrand is a power of y.
func noncentralOverZ(t, df, delta float64, lower bool) float64 {
	perT := math.Sqrt(df) / t
	pull := perT * perT
	// The mode of y exp(-(y-delta)^2/2), and where U bends it, with (y/t)^df
	// exp(-df (y/t)^2 / 2) for the tail of U.
	y := largerRoot(1, delta, 1)
	if (y < t) == lower {
		y = largerRoot(1+pull, delta, 1+df)
	}
	at := softplusInverse(y)
	slope := -math.Expm1(-y)
	bend := 0.0 // at y = t, where the tail of U sets in
	if math.Abs(t-delta) < 45 {
		bend = -math.Expm1(-t) * perT
	}
	curvature := 1 + 2*bend*bend + slope*slope*(1+2*(math.Sqrt(df)/y)*(math.Sqrt(df)/y))
	tail := chiCDF
	if !lower {
		tail = chiSF
		curvature += slope * slope * 2 * pull
	}
	return math.Min(1, trapezoid(0.3/math.Sqrt(curvature), func(by float64) float64 {
		s := at + by
		y, z, slope := s, (at-delta)+by, 1.0
		if s < 40 {
			y = math.Log1p(math.Exp(s))
			z, slope = y-delta, -math.Expm1(-y)
		}
		density := normalDensity(z)
		if density == 0 {
			return 0
		}
		return slope * density * tail(y/t, df)
	}))
}

// largerRoot is the positive root of a y^2 - b y - c = 0, a and c > 0.
func largerRoot(a, b, c float64) float64 {
	half := b / 2
	root := math.Hypot(half, math.Sqrt(a)*math.Sqrt(c))
	if half > 0 {
		return (half + root) / a
	}
	return c / (root - half)
}

// softplusInverse returns the s with ln(1+e^s) = y.
func softplusInverse(y float64) float64 {
	if y > 40 {
		return y
	}
	return math.Log(math.Expm1(y))
}

// chiCDF returns P(U <= u), df U^2 chi-square.
func chiCDF(u, df float64) float64 { return ChiSquareCDF(df*u*u, df) }

// chiSF returns P(U > u).
func chiSF(u, df float64) float64 { return ChiSquareSF(df*u*u, df) }

// trapezoid integrates a positive function with one mode, near 0, over all reals.
func trapezoid(step float64, f func(float64) float64) float64 {
	sum := f(0)
	for _, direction := range []float64{step, -step} {
		last := 0.0
		for i := 1.0; i < maxTerms; i++ {
			term := f(i * direction)
			sum += term
			if term <= last && term <= 1e-18*sum {
				break
			}
			last = term
		}
	}
	return sum * step
}
