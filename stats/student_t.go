package stats

import "math"

// StudentTSF returns P(T > t) for Student's t distribution with df > 0 degrees of
// freedom, accurate in relative terms down to 1e-300. NaN arguments or df <= 0 give NaN.
func StudentTSF(t, df float64) float64 {
	if math.IsNaN(t) || !(df > 0) {
		return math.NaN()
	}
	p := 0.5 * studentTTwoSided(math.Abs(t), df)
	if t < 0 {
		return 1 - p
	}
	return p
}

// studentTTwoSided returns P(|T| > t), t >= 0.
func studentTTwoSided(t, df float64) float64 {
	if math.IsInf(t, 1) {
		return 0
	}
	if math.IsInf(df, 1) {
		return math.Erfc(t / math.Sqrt2)
	}
	root := math.Sqrt(df)
	if t > 1e15*root {
		// The leading term of I_x(df/2, 1/2) at x = df/t^2, which may underflow.
		a := df / 2
		lgA, _ := math.Lgamma(a + 1)
		lgB, _ := math.Lgamma(a + 0.5)
		return math.Pow(root/t, df) * math.Exp(lgB-lgA) / math.Sqrt(math.Pi)
	}
	// x = df/(df+t^2) and y = 1-x through the ratio of the smaller to the larger,
	// so that t^2 cannot overflow.
	var x, y float64
	if t < root {
		r := (t / root) * (t / root)
		x, y = 1/(1+r), r/(1+r)
	} else {
		r := (root / t) * (root / t)
		x, y = r/(1+r), 1/(1+r)
	}
	return betaTail(df/2, 0.5, x, y)
}

// StudentTISF returns the t with P(T > t) = p, 0 < p < 1; the upper quantile.
func StudentTISF(p, df float64) float64 {
	switch {
	case !(p >= 0 && p <= 1) || !(df > 0):
		return math.NaN()
	case p == 0:
		return math.Inf(1)
	case p == 1:
		return math.Inf(-1)
	case p == 0.5:
		return 0
	case p > 0.5:
		return -StudentTISF(1-p, df)
	case math.IsInf(df, 1):
		return NormalISF(p)
	}
	return solveTail(p, func(t float64) float64 { return StudentTSF(t, df) })
}

// StudentTQuantile returns the t with P(T <= t) = p.
func StudentTQuantile(p, df float64) float64 { return -StudentTISF(p, df) }
