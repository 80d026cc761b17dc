package stats

import (
	"fmt"
	"math"
)

// SpearmanInterval is the confidence interval of a Spearman correlation r of n pairs by
// Fisher's z with the standard error of Bonett and Wright (2000, Psychometrika 65, 23-28):
// tanh(atanh(r) +- z sqrt((1 + r^2/2)/(n-3))). It assumes continuous data of which some
// monotone transformation is bivariate normal, and is approximate; ties make it a little too
// narrow. Level 0 means 0.95.
//
// Errors: n < 4; |r| > 1 or not finite; an UndefinedError for |r| = 1, where z is infinite.
func SpearmanInterval(r float64, n int, level float64) (Interval, error) {
	return rankInterval("Spearman's rho", "bonett_wright", r, n, 4, level, func(r float64) float64 {
		return math.Sqrt((1 + r*r/2) / float64(n-3))
	})
}

// KendallInterval is the confidence interval of Kendall's tau of n pairs by Fisher's z with
// the standard error sqrt(.437/(n-4)) of Fieller, Hartley and Pearson (1957, Biometrika 44,
// 470-481), which Bonett and Wright (2000) find accurate up to |tau| about .8. It assumes
// continuous data, and is approximate; for tau-b with ties it is a little too narrow. Level 0
// means 0.95.
//
// Errors: n < 5; |tau| > 1 or not finite; an UndefinedError for |tau| = 1.
func KendallInterval(tau float64, n int, level float64) (Interval, error) {
	return rankInterval("Kendall's tau", "fieller_hartley_pearson", tau, n, 5, level, func(float64) float64 {
		return math.Sqrt(0.437 / float64(n-4))
	})
}

func rankInterval(stat, method string, r float64, n, least int, level float64, se func(float64) float64) (Interval, error) {
	level, err := levelOr(level)
	switch {
	case err != nil:
		return Interval{}, err
	case !(math.Abs(r) <= 1):
		return Interval{}, &ArgumentError{Arg: "r", Reason: fmt.Sprintf("%v is no correlation", r)}
	case n < least:
		return Interval{}, &UndefinedError{Stat: "interval of " + stat, Reason: fmt.Sprintf("it needs %d pairs, and there are %d", least, n)}
	case math.Abs(r) == 1:
		return Interval{}, &UndefinedError{Stat: "interval of " + stat, Reason: "the orders are the same, or opposite"}
	}
	half := zCritical(level) * se(r)
	z := math.Atanh(r)
	return Interval{Low: math.Tanh(z - half), High: math.Tanh(z + half), Level: level, Method: method}, nil
}
