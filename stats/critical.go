package stats

import "math"

// zCritical is the standard normal value with (1-level)/2 above it. The tail's
// probability is what NormalISF takes, because 1-(1-level)/2 cannot hold a level near 1.
func zCritical(level float64) float64 {
	return NormalISF((1 - level) / 2)
}

// betaQuantile returns x with I_x(a, b) = p, by Newton steps on log p against
// log x inside a shrinking bracket. For upper true p is the probability above
// x, so that a small tail is never a difference from 1.
func betaQuantile(p, a, b float64, upper bool) float64 {
	tail := func(x float64) float64 {
		if upper {
			return betaTail(b, a, 1-x, x)
		}
		return betaTail(a, b, x, 1-x)
	}
	logBeta := lgamma(a) + lgamma(b) - lgamma(a+b)
	lo, hi := 0.0, 1.0
	x := a / (a + b)
	const steps = 400 // bisection alone reaches the last bit of 1e-100 in 385
	for range steps {
		f := tail(x)
		if f == p {
			return x
		}
		if (f < p) != upper {
			lo = x
		} else {
			hi = x
		}
		// d log(tail)/d log(x) = density * x / tail, with the tail's sign.
		slope := math.Exp((a-1)*math.Log(x)+(b-1)*math.Log1p(-x)-logBeta) * x / f
		if upper {
			slope = -slope
		}
		next := x * math.Exp((math.Log(p)-math.Log(f))/slope)
		if !(next > lo && next < hi) {
			next = (lo + hi) / 2
			if lo > 0 && hi/lo > 4 {
				next = math.Sqrt(lo) * math.Sqrt(hi)
			} else if lo == 0 {
				next = hi * 1e-3
			}
		}
		if math.Abs(next-x) <= 2e-16*x || next == lo || next == hi {
			return next
		}
		x = next
	}
	return x
}

func lgamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}
