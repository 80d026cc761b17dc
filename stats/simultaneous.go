package stats

import (
	"fmt"
	"math"
)

// Goodman returns simultaneous confidence intervals for the k proportions of a
// multinomial: with probability of at least about level all of them hold together
// (Goodman 1965, Technometrics 7:247-254). Each is a score interval at
// 1 - (1-level)/k, Bonferroni's share of the error, so it stays within [0, 1], is
// never without width, and is [0, .] at a count of 0.
//
// counts are the observations by category: n independent ones, or effective counts
// where they are clustered, that is counts divided by a design effect (Rao and
// Scott 1981), which need not be whole. The categories must be chosen beforehand,
// empty ones included. With k = 2 the second interval mirrors the first. Also
// DescTools' MultinomCI(method = "goodman"), statsmodels'
// multinomial_proportions_confint(method = "goodman").
//
// Errors: fewer than two categories; a count that is negative or not finite; no
// observation.
func Goodman(counts []float64, level float64) ([]Interval, error) {
	level, err := levelOr(level)
	if err != nil {
		return nil, err
	}
	if len(counts) < 2 {
		return nil, &ArgumentError{Arg: "counts", Reason: fmt.Sprintf("%d categories; a multinomial has at least two", len(counts))}
	}
	n := 0.0
	for i, c := range counts {
		if !(c >= 0) || math.IsInf(c, 1) {
			return nil, &ArgumentError{Arg: "counts", Reason: fmt.Sprintf("category %d holds %v; a count is finite and not negative", i, c)}
		}
		n += c
	}
	if n == 0 {
		return nil, &ArgumentError{Arg: "counts", Reason: "no observation"}
	}
	z := NormalISF((1 - level) / (2 * float64(len(counts))))
	out := make([]Interval, len(counts))
	for i, c := range counts {
		out[i] = Interval{Level: level, Method: "goodman"}
		out[i].Low, out[i].High = scoreLimits(c, n, z)
	}
	return out, nil
}

// WilsonEffective is Wilson's interval for effective counts: k of n, both divided
// by a design effect, so that they need not be whole (Rao and Scott 1981; Dean and
// Pagano 2015 on clustered samples). With whole counts it is Wilson's.
func WilsonEffective(k, n, level float64) (Interval, error) {
	level, err := levelOr(level)
	switch {
	case err != nil:
		return Interval{}, err
	case !(n > 0) || math.IsInf(n, 1):
		return Interval{}, &ArgumentError{Arg: "n", Reason: fmt.Sprintf("%v trials; a proportion needs more than none", n)}
	case !(k >= 0 && k <= n):
		return Interval{}, &ArgumentError{Arg: "k", Reason: fmt.Sprintf("%v successes in %v trials; give 0 <= k <= n", k, n)}
	}
	low, high := scoreLimits(k, n, zCritical(level))
	return Interval{Low: low, High: high, Level: level, Method: "wilson"}, nil
}

// scoreLimits solves |k - n p| = z sqrt(n p (1-p)), the lower end as a quotient of
// positive terms: the usual difference loses digits where n is large and k small.
func scoreLimits(k, n, z float64) (low, high float64) {
	z2 := z * z
	sum := 2*k + z2 + z*math.Sqrt(z2+4*k*(n-k)/n)
	low = 2 * k * (k / n) / sum
	high = 1
	if k < n {
		high = min(1, sum/(2*(n+z2)))
	}
	return low, high
}
