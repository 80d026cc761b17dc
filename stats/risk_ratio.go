package stats

import (
	"fmt"
	"math"
)

// RiskRatioKoopman returns the score interval of the ratio p1/p0 of two
// independent proportions, k1 of n1 against k0 of n0 (Koopman 1984, Biometrics
// 40:513-517): the ratios that the chi-square test with both proportions fitted
// under them does not reject. It is defined where one count is 0: the upper end is
// +Inf at k0 = 0, the lower end 0 at k1 = 0. Counts may be effective ones, divided
// by a design effect, and need not be whole. Also the asymptotic score interval of
// the relative risk, without Miettinen and Nurminen's factor n/(n-1); PropCIs'
// riskscoreci.
//
// Value is p1/p0, +Inf where k0 is 0. Errors: counts that are not 0 <= k <= n; both
// counts 0, where every ratio fits.
func RiskRatioKoopman(k1, n1, k0, n0, level float64) (Effect, error) {
	level, err := levelOr(level)
	if err != nil {
		return Effect{}, err
	}
	for _, c := range []struct{ k, n float64 }{{k1, n1}, {k0, n0}} {
		if !(c.n > 0) || math.IsInf(c.n, 1) || !(c.k >= 0 && c.k <= c.n) {
			return Effect{}, &ArgumentError{Arg: "counts", Reason: fmt.Sprintf("%v of %v; give 0 <= k <= n and n > 0", c.k, c.n)}
		}
	}
	if k1 == 0 && k0 == 0 {
		return Effect{}, &UndefinedError{Stat: "risk ratio", Reason: "both counts are 0"}
	}
	critical := zCritical(level)
	distance := func(ratio float64) float64 { return ratioScore(k1, n1, k0, n0, ratio) - critical*critical }
	e := Effect{Name: "risk_ratio", Value: math.Inf(1), HasInterval: true,
		Interval: Interval{Low: 0, High: math.Inf(1), Level: level, Method: "koopman"}}
	if k0 > 0 {
		e.Value = (k1 / n1) / (k0 / n0)
	}
	// The score grows away from the estimate on both sides, so each end is the one
	// root of distance on its side.
	if k1 > 0 {
		inside := e.Value
		if k0 == 0 {
			inside = outward(distance, 1, 2, false)
		}
		e.Interval.Low = bisectLog(distance, outward(distance, inside, 0.5, true), inside)
	}
	if k0 > 0 {
		inside := e.Value
		if k1 == 0 {
			inside = outward(distance, 1, 0.5, false)
		}
		e.Interval.High = bisectLog(distance, outward(distance, inside, 2, true), inside)
	}
	return e, nil
}

// outward multiplies a ratio by a step until the test rejects it, or until it does
// not.
func outward(distance func(float64) float64, ratio, step float64, rejected bool) float64 {
	for range 2000 {
		if (distance(ratio) > 0) == rejected {
			break
		}
		ratio *= step
	}
	return ratio
}

// bisectLog finds the ratio at which distance changes sign, between one that is
// rejected and one that is not.
func bisectLog(distance func(float64) float64, rejected, accepted float64) float64 {
	for range 200 {
		middle := math.Sqrt(rejected) * math.Sqrt(accepted)
		if middle == rejected || middle == accepted {
			break
		}
		if distance(middle) > 0 {
			rejected = middle
		} else {
			accepted = middle
		}
	}
	return accepted
}

// ratioScore is the score statistic of p1 = ratio p0: the squared contrast over its
// variance at the maximum of the likelihood under that restriction.
func ratioScore(k1, n1, k0, n0, ratio float64) float64 {
	a := (n1 + n0) * ratio
	b := n1*ratio + k1 + n0 + k0*ratio
	c := k1 + k0
	// The smaller root of a p^2 - b p + c, without cancellation.
	p0 := 2 * c / (b + math.Sqrt(max(0, b*b-4*a*c)))
	p0 = min(p0, 1, 1/ratio)
	p1 := min(ratio*p0, 1)
	contrast := k1/n1 - ratio*k0/n0
	variance := p1*(1-p1)/n1 + ratio*ratio*p0*(1-p0)/n0
	if variance <= 0 {
		if math.Abs(contrast) <= 1e-15 {
			return 0
		}
		return math.Inf(1)
	}
	return contrast * contrast / variance
}
