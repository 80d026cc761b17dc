package stats

import "math"

// integrate returns the integral of f from low to high by the double exponential rule
// (Takahasi & Mori 1974), to a relative error of about 1e-13. f is told x and, without the
// rounding of a subtraction, how far it is from either end, at which it may be singular so
// long as it can be integrated; inside it is smooth. The step is halved until two sums
// agree.
func integrate(low, high float64, f func(x, fromLow, fromHigh float64) float64) float64 {
	width := high - low
	if !(width > 0) {
		return 0
	}
	// At t the place is low + width/(1 + exp(-2u)), u = pi/2 sinh t.
	at := func(t float64) float64 {
		u := math.Pi / 2 * math.Sinh(t)
		e := math.Exp(-2 * math.Abs(u))
		near, far := width*e/(1+e), width/(1+e) // from the nearer end, and from the other
		if near == 0 {
			return 0
		}
		weight := math.Pi / 2 * math.Cosh(t) * 2 * e / ((1 + e) * (1 + e)) * width
		var value float64
		if u < 0 {
			value = f(low+near, near, far)
		} else {
			value = f(high-near, far, near)
		}
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return 0 // so near a singular end that a double does not hold it
		}
		return weight * value
	}
	// A first sum of coarse steps, which also shows where anything is added: beyond 6,
	// places are nearer to an end than any double.
	const coarse = 12
	step := 0.5
	var adds [2*coarse + 1]float64
	most := 0.0
	for k := range adds {
		adds[k] = at(float64(k-coarse) * step)
		most = max(most, math.Abs(adds[k]))
	}
	first, last := len(adds), -1
	sum := 0.0
	for k, add := range adds {
		sum += add
		if math.Abs(add) > 1e-18*most {
			first, last = min(first, k), k
		}
	}
	if last < 0 {
		return 0
	}
	from, to := float64(max(0, first-1)-coarse)*step, float64(min(len(adds)-1, last+1)-coarse)*step
	before := sum * step
	for range 8 {
		for k := 0; ; k++ {
			t := from + (float64(k)+0.5)*step
			if t > to {
				break
			}
			sum += at(t)
		}
		step /= 2
		now := sum * step
		// The error squares with every halving, so that 1e-9 between two sums is less than
		// rounding in the last; coarse sums may agree by accident.
		if step <= 1.0/8 && math.Abs(now-before) <= 1e-9*math.Abs(now) {
			return now
		}
		before = now
	}
	return before
}
