package stats

import (
	"fmt"
	"math"
)

// proportionArguments refuses counts that are not k successes in n > 0 trials
// and returns the level, 0.95 for 0.
func proportionArguments(k, n int, level float64) (float64, error) {
	switch {
	case n <= 0:
		return 0, &ArgumentError{Arg: "n", Reason: fmt.Sprintf("%d trials; a proportion needs at least one", n)}
	case k < 0 || k > n:
		return 0, &ArgumentError{Arg: "k", Reason: fmt.Sprintf("%d successes in %d trials; give 0 <= k <= n", k, n)}
	}
	return levelOr(level)
}

// Wald returns the interval k/n +- z sqrt(p(1-p)/n), clipped to [0, 1]. It has
// no width at k = 0 and k = n and covers too little for small n; it is here
// because papers print it. Also called the normal approximation interval.
func Wald(k, n int, level float64) (Interval, error) {
	level, err := proportionArguments(k, n, level)
	if err != nil {
		return Interval{}, err
	}
	p := float64(k) / float64(n)
	half := zCritical(level) * math.Sqrt(p*(1-p)/float64(n))
	return Interval{Low: max(0, p-half), High: min(1, p+half), Level: level, Method: "wald"}, nil
}

// Wilson returns the score interval for k successes in n independent trials
// (Wilson 1927), the inversion of the score test. It never leaves [0, 1]; at
// k = 0 its lower end is exactly 0 and at k = n its upper end exactly 1. Also
// R's prop.test(correct = FALSE).
func Wilson(k, n int, level float64) (Interval, error) {
	level, err := proportionArguments(k, n, level)
	if err != nil {
		return Interval{}, err
	}
	low, high := wilsonLimits(k, n, zCritical(level))
	return Interval{Low: low, High: high, Level: level, Method: "wilson"}, nil
}

func wilsonLimits(k, n int, z float64) (low, high float64) {
	return scoreLimits(float64(k), float64(n), z)
}

// WilsonCC returns Wilson's interval with continuity correction, method 4 of Newcombe
// (1998), Statistics in Medicine 17:857-872: all p with
// |k/n - p| - 1/(2n) <= z sqrt(p(1-p)/n), 0 at k = 0 and 1 at k = n. R's
// prop.test(correct = TRUE) is the same but at k = n/2, where it drops the correction.
func WilsonCC(k, n int, level float64) (Interval, error) {
	level, err := proportionArguments(k, n, level)
	if err != nil {
		return Interval{}, err
	}
	z, nf := zCritical(level), float64(n)
	shift := 0.5 / nf
	p, z22n := float64(k)/nf, z*z/(2*nf)
	iv := Interval{Low: 0, High: 1, Level: level, Method: "wilson_cc"}
	if up := p + shift; up < 1 {
		iv.High = min(1, (up+z22n+z*math.Sqrt(up*(1-up)/nf+z22n/(2*nf)))/(1+2*z22n))
	}
	if down := p - shift; down > 0 {
		root := z * math.Sqrt(down*(1-down)/nf+z22n/(2*nf))
		// (s-root) written as down^2 (1+2 z22n)/(s+root): no cancellation.
		iv.Low = down * down / (down + z22n + root)
	}
	return iv, nil
}

// ClopperPearson returns the exact interval for k successes in n independent
// trials (Clopper and Pearson 1934): the p for which neither one-sided binomial
// test rejects at (1-level)/2. It covers at least level for every p, usually
// more. Low is 0 at k = 0, High is 1 at k = n.
func ClopperPearson(k, n int, level float64) (Interval, error) {
	level, err := proportionArguments(k, n, level)
	if err != nil {
		return Interval{}, err
	}
	low, high := clopperPearsonLimits(k, n, (1-level)/2)
	return Interval{Low: low, High: high, Level: level, Method: "clopper_pearson"}, nil
}

func clopperPearsonLimits(k, n int, tail float64) (low, high float64) {
	kf, nf := float64(k), float64(n)
	high = 1
	switch {
	case k == 0:
		high = -math.Expm1(math.Log(tail) / nf)
	case k < n:
		high = betaQuantile(tail, kf+1, nf-kf, true)
	}
	switch {
	case k == n:
		low = math.Exp(math.Log(tail) / nf)
	case k > 0:
		low = betaQuantile(tail, kf, nf-kf+1, false)
	}
	return low, high
}

// AgrestiCoull returns the Wald interval around (k + z^2/2)/(n + z^2) with
// n + z^2 trials, clipped to [0, 1] (Agresti and Coull 1998).
func AgrestiCoull(k, n int, level float64) (Interval, error) {
	level, err := proportionArguments(k, n, level)
	if err != nil {
		return Interval{}, err
	}
	z := zCritical(level)
	total := float64(n) + z*z
	p := (float64(k) + z*z/2) / total
	half := z * math.Sqrt(p*(1-p)/total)
	return Interval{Low: max(0, p-half), High: min(1, p+half), Level: level, Method: "agresti_coull"}, nil
}

// Jeffreys returns the equal-tailed interval of the posterior Beta(k+1/2,
// n-k+1/2). It keeps a lower end above 0 at k = 0 and an upper end below 1 at
// k = n; JeffreysBoundary moves them there.
func Jeffreys(k, n int, level float64) (Interval, error) {
	level, err := proportionArguments(k, n, level)
	if err != nil {
		return Interval{}, err
	}
	a, b, tail := float64(k)+0.5, float64(n-k)+0.5, (1-level)/2
	return Interval{
		Low:   betaQuantile(tail, a, b, false),
		High:  betaQuantile(tail, a, b, true),
		Level: level, Method: "jeffreys",
	}, nil
}

// JeffreysBoundary is Jeffreys with the lower end 0 at k = 0 and the upper end
// 1 at k = n, as Brown, Cai and DasGupta (2001) recommend.
func JeffreysBoundary(k, n int, level float64) (Interval, error) {
	iv, err := Jeffreys(k, n, level)
	if err != nil {
		return Interval{}, err
	}
	if k == 0 {
		iv.Low = 0
	}
	if k == n {
		iv.High = 1
	}
	iv.Method = "jeffreys_bcd"
	return iv, nil
}
