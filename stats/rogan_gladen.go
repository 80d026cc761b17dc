package stats

import (
	"fmt"
	"math"
)

// RoganGladen is a success rate corrected for the errors of the judge that
// measured it.
type RoganGladen struct {
	Apparent    float64 // share that the judge passed
	Sensitivity float64 // share of true successes that the judge passes
	Specificity float64 // share of true failures that the judge fails
	Corrected   float64 // (Apparent + Specificity - 1)/(Sensitivity + Specificity - 1), clipped to [0, 1]
	Interval    Interval
}

// RoganGladenRate corrects passed/judged for the judge's error rates, measured
// against a reference on a calibration sample (Rogan and Gladen 1978). The
// interval is that of Lang and Reiczigel (2014), which allows for the sampling
// error of the rate, the sensitivity and the specificity, taken as independent:
// it assumes that the calibration sample is not part of the judged one, and that
// the judge errs alike on both. Level 0 means 0.95.
//
// Errors: counts out of range, a calibration without a success or without a
// failure; an UndefinedError where sensitivity + specificity <= 1, since such a
// judge says nothing about success.
func RoganGladenRate(passed, judged int, calibration Confusion, level float64) (RoganGladen, error) {
	level, err := proportionArguments(passed, judged, level)
	if err != nil {
		return RoganGladen{}, err
	}
	c := calibration
	if c.TP < 0 || c.FP < 0 || c.FN < 0 || c.TN < 0 || c.TP+c.FN == 0 || c.TN+c.FP == 0 {
		return RoganGladen{}, &ArgumentError{Arg: "calibration", Reason: fmt.Sprintf("%+v; it needs at least one success and one failure of the reference", c)}
	}
	if max(c.TP, c.FP, c.FN, c.TN) > math.MaxInt32 {
		return RoganGladen{}, &ArgumentError{Arg: "calibration", Reason: fmt.Sprintf("%+v; counts above 2^31 are not compared exactly", c)}
	}
	res := RoganGladen{
		Apparent:    float64(passed) / float64(judged),
		Sensitivity: float64(c.TP) / float64(c.TP+c.FN),
		Specificity: float64(c.TN) / float64(c.TN+c.FP),
	}
	// Compared as integers: rates that sum to exactly 1 must not pass by rounding.
	if c.TP*c.TN <= c.FP*c.FN {
		return RoganGladen{}, &UndefinedError{Stat: "Rogan-Gladen rate", Reason: fmt.Sprintf("sensitivity %.3g and specificity %.3g sum to at most 1: the judge does not tell success from failure", res.Sensitivity, res.Specificity)}
	}
	res.Corrected = min(1, max(0, (res.Apparent+res.Specificity-1)/(res.Sensitivity+res.Specificity-1)))

	// Agresti-Coull adjusted counts: z^2 trials more for the rate, 2 for the others.
	z := zCritical(level)
	n, nSe, nSp := float64(judged)+z*z, float64(c.TP+c.FN)+2, float64(c.TN+c.FP)+2
	p, se, sp := (float64(passed)+z*z/2)/n, (float64(c.TP)+1)/nSe, (float64(c.TN)+1)/nSp
	youden := se + sp - 1
	if youden <= 0 {
		return RoganGladen{}, &UndefinedError{Stat: "Rogan-Gladen interval", Reason: "the calibration sample is too small to show that the judge tells success from failure"}
	}
	rate := (p + sp - 1) / youden
	varSe, varSp := se*(1-se)/nSe, sp*(1-sp)/nSp
	half := z * math.Sqrt(p*(1-p)/n+rate*rate*varSe+(1-rate)*(1-rate)*varSp) / youden
	centre := rate + 2*z*z*(rate*varSe-(1-rate)*varSp)
	res.Interval = Interval{Low: min(1, max(0, centre-half)), High: max(0, min(1, centre+half)), Level: level, Method: "lang_reiczigel"}
	return res, nil
}
