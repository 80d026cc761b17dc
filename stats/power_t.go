package stats

import (
	"fmt"
	"math"
)

// PowerOptions of the planning functions: the zero value is a two-sided test at 0.05,
// planned for a power of 0.8.
type PowerOptions struct {
	Alternative Alternative
	Alpha       float64 // level of the test; 0 means 0.05
	Power       float64 // wanted by sample sizes and detectable differences; 0 means 0.8
}

func (opt PowerOptions) withDefaults() (PowerOptions, error) {
	if opt.Alpha == 0 {
		opt.Alpha = 0.05
	}
	if opt.Power == 0 {
		opt.Power = 0.8
	}
	if !(opt.Alpha > 0 && opt.Alpha < 1) {
		return opt, &ArgumentError{Arg: "alpha", Reason: "a level lies strictly between 0 and 1"}
	}
	if !(opt.Power > opt.Alpha && opt.Power < 1) {
		return opt, &ArgumentError{Arg: "power", Reason: fmt.Sprintf("%v; a power lies strictly between the level, %v, and 1", opt.Power, opt.Alpha)}
	}
	return opt, opt.Alternative.check()
}

// tail is the level of one tail of the test.
func (opt PowerOptions) tail() float64 {
	if opt.Alternative == TwoSided {
		return opt.Alpha / 2
	}
	return opt.Alpha
}

// PairedTPower returns the power of the paired t test with n pairs where the mean
// difference is dz standard deviations of the differences. The noncentral t
// distribution, df = n-1, noncentrality dz sqrt(n); a two-sided test counts rejections
// in both tails.
//
// Errors: *ArgumentError for n < 2 or dz not finite.
//
// Source: Cohen (1988), Statistical Power Analysis, ch. 2; R power.t.test(strict=TRUE).
func PairedTPower(dz float64, n int, opt PowerOptions) (float64, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return 0, err
	}
	if n < 2 {
		return 0, &ArgumentError{Arg: "n", Reason: "at least two pairs are needed"}
	}
	if math.IsNaN(dz) || math.IsInf(dz, 0) {
		return 0, &ArgumentError{Arg: "d_z", Reason: "not a finite number"}
	}
	return pairedTPower(dz, float64(n), opt), nil
}

func pairedTPower(dz, n float64, opt PowerOptions) float64 {
	df, delta := n-1, dz*math.Sqrt(n)
	t := StudentTISF(opt.tail(), df)
	switch opt.Alternative {
	case Greater:
		return NoncentralTSF(t, df, delta)
	case Less:
		return NoncentralTCDF(-t, df, delta)
	default:
		return math.Min(1, NoncentralTSF(t, df, delta)+NoncentralTCDF(-t, df, delta))
	}
}

// PairedTSampleSize returns the smallest number of pairs, as a real number, that gives
// the paired t test the power wanted for a standardised mean difference dz; round it
// up. It is at least 2.
//
// Errors: *ArgumentError for a dz that is zero, not finite, or against the alternative.
func PairedTSampleSize(dz float64, opt PowerOptions) (float64, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return 0, err
	}
	if dz == 0 || math.IsNaN(dz) || math.IsInf(dz, 0) || opt.Alternative == Greater && dz < 0 || opt.Alternative == Less && dz > 0 {
		return 0, &ArgumentError{Arg: "d_z", Reason: fmt.Sprintf("%v; the difference to be seen is not zero and lies in the direction of the alternative", dz)}
	}
	z := NormalISF(opt.tail()) + NormalISF(1-opt.Power)
	guess := math.Max(2, (z/dz)*(z/dz))
	if guess > 1e12 {
		return 0, &ArgumentError{Arg: "d_z", Reason: fmt.Sprintf("%v is too small: more than 1e12 pairs are needed", dz)}
	}
	return increasingRoot(2, guess+1, func(n float64) float64 { return pairedTPower(dz, n, opt) - opt.Power }), nil
}

// PairedTDetectable returns the smallest standardised mean difference (positive) that
// the paired t test of n pairs sees with the power wanted.
//
// Errors: *ArgumentError for n < 2.
func PairedTDetectable(n int, opt PowerOptions) (float64, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return 0, err
	}
	if n < 2 {
		return 0, &ArgumentError{Arg: "n", Reason: "at least two pairs are needed"}
	}
	sign := 1.0
	if opt.Alternative == Less {
		sign = -1
	}
	return increasingRoot(0, 10/math.Sqrt(float64(n)), func(d float64) float64 { return pairedTPower(sign*d, float64(n), opt) - opt.Power }), nil
}

// increasingRoot returns the root of an increasing function f above low, or low
// where f(low) >= 0. high is a first guess at an upper bound.
func increasingRoot(low, high float64, f func(float64) float64) float64 {
	flow := f(low)
	if flow >= 0 {
		return low
	}
	fhigh := f(high)
	for range 1000 {
		if fhigh >= 0 {
			break
		}
		low, flow = high, fhigh
		high *= 2
		fhigh = f(high)
	}
	side := 0
	for range 200 {
		x := (low*fhigh - high*flow) / (fhigh - flow)
		if !(x > low && x < high) {
			x = low + (high-low)/2
		}
		fx := f(x)
		if fx == 0 || x == low || x == high || high-low <= 1e-14*high {
			return x
		}
		if fx < 0 {
			low, flow = x, fx
			if side < 0 {
				fhigh /= 2
			}
			side = -1
		} else {
			high, fhigh = x, fx
			if side > 0 {
				flow /= 2
			}
			side = 1
		}
	}
	return high
}

// PairedMeanSampleSize returns the number of pairs, as a real number, that a
// normal-theory two-sided test of the mean paired difference needs to see a difference
// delta, in the units of the scores, when the differences have standard deviation sd:
// (z_(alpha/2) + z_power)^2 sd^2/delta^2. One-sided with opt.Alternative.
//
// Errors: *ArgumentError for delta = 0, sd <= 0 or values that are not finite.
//
// Source: Miller (2024), Adding Error Bars to Evals, arXiv:2411.00640, section 5 with K = 1.
func PairedMeanSampleSize(delta, sd float64, opt PowerOptions) (float64, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return 0, err
	}
	if delta == 0 || math.IsNaN(delta) || math.IsInf(delta, 0) {
		return 0, &ArgumentError{Arg: "delta", Reason: "the difference to be seen is a finite number other than zero"}
	}
	if !(sd > 0) || math.IsInf(sd, 0) {
		return 0, &ArgumentError{Arg: "sd", Reason: "a standard deviation is positive and finite"}
	}
	ratio := (NormalISF(opt.tail()) + NormalISF(1-opt.Power)) * sd / delta
	return ratio * ratio, nil
}

// PairedMeanDetectable returns the smallest mean difference that n pairs show with the
// power wanted, (z_(alpha/2) + z_power) sd / sqrt(n). Errors and source as
// PairedMeanSampleSize.
func PairedMeanDetectable(sd float64, n int, opt PowerOptions) (float64, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return 0, err
	}
	if n < 1 {
		return 0, &ArgumentError{Arg: "n", Reason: "at least one pair is needed"}
	}
	if !(sd > 0) || math.IsInf(sd, 0) {
		return 0, &ArgumentError{Arg: "sd", Reason: "a standard deviation is positive and finite"}
	}
	return (NormalISF(opt.tail()) + NormalISF(1-opt.Power)) * sd / math.Sqrt(float64(n)), nil
}
