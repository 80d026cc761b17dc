package stats

import "math"

// solveTail returns the x > 0 at which the decreasing survival function sf equals
// p, for p below sf(0). It brackets the root and runs regula falsi with the
// Illinois rule in (ln x, ln p), in which tails are nearly straight.
func solveTail(p float64, sf func(float64) float64) float64 {
	target := math.Log(p)
	f := func(u float64) float64 {
		return math.Log(math.Max(sf(math.Exp(u)), math.SmallestNonzeroFloat64)) - target
	}
	lo, hi := 0.0, 1.0
	flo := f(lo)
	for flo < 0 && lo > -740 {
		hi, lo = lo, lo-2
		flo = f(lo)
	}
	fhi := f(hi)
	for fhi > 0 && hi < 700 {
		lo, flo = hi, fhi
		hi++
		fhi = f(hi)
	}
	side := 0
	for range 200 {
		u := (lo*fhi - hi*flo) / (fhi - flo)
		if !(u > lo && u < hi) {
			u = lo + (hi-lo)/2
		}
		fu := f(u)
		if fu == 0 || u == lo || u == hi || hi-lo < 1e-15 {
			return math.Exp(u)
		}
		if fu > 0 {
			lo, flo = u, fu
			if side > 0 {
				fhi /= 2
			}
			side = 1
		} else {
			hi, fhi = u, fu
			if side < 0 {
				flo /= 2
			}
			side = -1
		}
	}
	return math.Exp(lo + (hi-lo)/2)
}
