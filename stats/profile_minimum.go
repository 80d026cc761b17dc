package stats

import "math"

// profileMinimum returns the x in [0, top] at which value is least, given its derivative:
// the global minimum, for the restricted likelihoods of a variance ratio may have several
// local ones. Signs of the slope are taken at 0 and on a grid of equal steps in ln x;
// every change from falling to rising is closed in on until doubles cannot tell its ends
// apart, and the least of these minima and of the edge 0 wins, 0 where they tie.
func profileMinimum(top float64, value, slope func(x float64) float64) float64 {
	const steps, decades = 160, 16
	best, least := 0.0, value(0)
	low, falling := 0.0, slope(0) < 0
	for i := range steps + 1 {
		high := top * math.Pow(10, decades*(float64(i)/steps-1))
		falls := slope(high) < 0
		if falling && !falls {
			x := bisect(low, high, func(x float64) bool { return slope(x) < 0 })
			if v := value(x); v < least {
				best, least = x, v
			}
		}
		low, falling = high, falls
	}
	if falling {
		if v := value(top); v < least {
			best = top
		}
	}
	return best
}
