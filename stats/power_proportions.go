package stats

import "math"

// TwoProportionsPower is the power to see a difference between two independent proportions.
type TwoProportionsPower struct {
	H       float64 // Cohen's h = 2 asin sqrt p1 - 2 asin sqrt p2
	Arcsine float64 // power of the test on h, both tails where two-sided
	Pooled  float64 // power of the z test with pooled variance, the near tail only
	Strict  float64 // the same, both tails
}

// PowerTwoProportions returns the power of a test of two independent success rates p1
// and p2, each from n tasks, in the usual approximations. For runs over the same tasks
// McNemarPower is the right one.
//
// Errors: *ArgumentError for proportions outside [0, 1], p1 = p2 both 0 or both 1, or n < 1.
//
// Source: Cohen (1988), ch. 6 (arcsine; R pwr.2p.test); Fleiss, Levin & Paik (2003),
// 4.2 (R power.prop.test).
func PowerTwoProportions(p1, p2 float64, n int, opt PowerOptions) (TwoProportionsPower, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return TwoProportionsPower{}, err
	}
	if n < 1 {
		return TwoProportionsPower{}, &ArgumentError{Arg: "n_per_group", Reason: "at least one task is needed"}
	}
	if err := checkProportions(p1, p2); err != nil {
		return TwoProportionsPower{}, err
	}
	return twoProportionsPower(p1, p2, float64(n), opt), nil
}

func checkProportions(p1, p2 float64) error {
	if !(p1 >= 0 && p1 <= 1) || !(p2 >= 0 && p2 <= 1) {
		return &ArgumentError{Arg: "p1, p2", Reason: "proportions lie between 0 and 1"}
	}
	if p1 == p2 && p1*(1-p1) == 0 {
		return &ArgumentError{Arg: "p1, p2", Reason: "both are 0 or both are 1, so that nothing varies"}
	}
	return nil
}

func twoProportionsPower(p1, p2, n float64, opt PowerOptions) TwoProportionsPower {
	r := TwoProportionsPower{H: 2*math.Asin(math.Sqrt(p1)) - 2*math.Asin(math.Sqrt(p2))}
	z := NormalISF(opt.tail())
	h, d := math.Abs(r.H), math.Abs(p1-p2)
	if opt.Alternative != TwoSided {
		h, d = r.H, p1-p2
		if opt.Alternative == Less {
			h, d = -h, -d
		}
	}
	shift := h * math.Sqrt(n/2)
	mean := (p1 + p2) / 2
	null := z * math.Sqrt(2*mean*(1-mean))
	sd := math.Sqrt(p1*(1-p1) + p2*(1-p2))
	r.Arcsine = NormalSF(z - shift)
	r.Pooled = NormalSF((null - math.Sqrt(n)*d) / sd)
	r.Strict = r.Pooled
	if opt.Alternative == TwoSided {
		r.Arcsine += NormalSF(z + shift)
		r.Strict += NormalSF((null + math.Sqrt(n)*d) / sd)
	}
	return r
}

// TwoProportionsSampleSize returns the number of tasks for each of two independent
// proportions, as a real number, that gives the arcsine test the power wanted.
//
// Errors: *ArgumentError for p1 = p2, proportions outside [0, 1], or p1 and p2 against
// the alternative.
func TwoProportionsSampleSize(p1, p2 float64, opt PowerOptions) (float64, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return 0, err
	}
	if err := checkProportions(p1, p2); err != nil {
		return 0, err
	}
	if p1 == p2 || opt.Alternative == Greater && p1 < p2 || opt.Alternative == Less && p1 > p2 {
		return 0, &ArgumentError{Arg: "p1, p2", Reason: "the proportions are equal or lie against the alternative"}
	}
	return increasingRoot(1, 100, func(n float64) float64 {
		return twoProportionsPower(p1, p2, n, opt).Arcsine - opt.Power
	}), nil
}

// TwoProportionsDetectable returns the smallest success rate above p1 that the arcsine test of two
// independent proportions tells from p1 with the power wanted, n tasks each; two-sided, or with the
// alternative that the second is greater. The flag is false where not even 1 can be distinguished from p1. The
// largest rate below p1 is 1 less the result for 1-p1.
//
// Errors: *ArgumentError for p1 outside [0, 1), n < 1, or the alternative Less.
func TwoProportionsDetectable(p1 float64, n int, opt PowerOptions) (p2 float64, possible bool, err error) {
	opt, err = opt.withDefaults()
	if err != nil {
		return 0, false, err
	}
	if n < 1 {
		return 0, false, &ArgumentError{Arg: "n_per_group", Reason: "at least one task is needed"}
	}
	if !(p1 >= 0 && p1 < 1) {
		return 0, false, &ArgumentError{Arg: "p1", Reason: "a proportion that can be exceeded lies between 0 and 1 (not included)"}
	}
	if opt.Alternative == Less {
		return 0, false, &ArgumentError{Arg: "alternative", Reason: "the rate to be seen lies above p1"}
	}
	above := func(p2 float64) float64 { return twoProportionsPower(p2, p1, float64(n), opt).Arcsine - opt.Power }
	if above(1) < 0 {
		return 0, false, nil
	}
	return math.Min(1, increasingRoot(p1, 1, above)), true, nil
}
