package stats

import "math"

// NormalSF returns P(Z > z) for the standard normal distribution, accurate in
// relative terms down to the smallest doubles.
func NormalSF(z float64) float64 { return 0.5 * math.Erfc(z/math.Sqrt2) }

// NormalCDF returns P(Z <= z), accurate in the lower tail.
func NormalCDF(z float64) float64 { return NormalSF(-z) }

func normalDensity(z float64) float64 { return math.Exp(-0.5*z*z) / math.Sqrt(twoPi) }

// NormalISF returns the z with P(Z > z) = p, 0 < p < 1; the upper quantile.
func NormalISF(p float64) float64 {
	switch {
	case !(p >= 0 && p <= 1):
		return math.NaN()
	case p == 0:
		return math.Inf(1)
	case p == 1:
		return math.Inf(-1)
	case p > 0.5:
		return -NormalISF(1 - p)
	}
	// Abramowitz and Stegun 26.2.23 is within 4.5e-4; three Halley steps on
	// ln SF bring it to full precision, in the far tail too.
	t := math.Sqrt(-2 * math.Log(p))
	z := t - (2.515517+t*(0.802853+t*0.010328))/(1+t*(1.432788+t*(0.189269+t*0.001308)))
	for range 3 {
		sf := NormalSF(z)
		if sf == 0 {
			break
		}
		hazard := normalDensity(z) / sf
		step := math.Log(sf/p) / hazard
		z += step / (1 + 0.5*step*(hazard-z))
	}
	return z
}

// NormalQuantile returns the z with P(Z <= z) = p.
func NormalQuantile(p float64) float64 { return -NormalISF(p) }
