package stats

import (
	"fmt"
	"math"
)

// PairedTOptions: the zero value is the two-sided test with a 95% interval.
type PairedTOptions struct {
	Alternative Alternative
	Level       float64 // confidence level of the interval; 0 means 0.95
}

// PairedTResult is the test with the interval for the mean difference. The
// interval of a one-sided test is one-sided too and ends in an infinity.
type PairedTResult struct {
	Result
	MeanDiff float64
	SDDiff   float64 // divisor n-1
	SE       float64 // SDDiff / sqrt(n)
	Interval Interval
}

// PairedT is Student's t test for paired samples, the one-sample t test of the
// differences d = a-b. Null: the mean difference is zero; alternative: it is not, or is
// positive (Greater) or negative (Less).
//
// It assumes independent pairs and a mean difference that is nearly normal, which
// the central limit theorem gives for n of a few dozen unless a few differences
// dominate. t = mean(d)/(sd(d)/sqrt n) with df = n-1; never exact for discrete
// scores. a and b are scores by task, in any one unit and at any scale. Where p
// underflows, it is the smallest positive double, an upper bound, and a note says so.
//
// Errors: *ArgumentError for no pairs;
// *UndefinedError, marked degenerate, for n = 1 and for differences that are all
// equal, exactly or up to rounding noise.
//
// Also called: dependent t test, matched-pairs t test, repeated-measures t test.
// Source: Student (1908), The probable error of a mean, Biometrika 6.
func PairedT(diff Differences, opt PairedTOptions) (PairedTResult, error) {
	if err := diff.check(); err != nil {
		return PairedTResult{}, err
	}
	if err := opt.Alternative.check(); err != nil {
		return PairedTResult{}, err
	}
	level, err := levelOr(opt.Level)
	if err != nil {
		return PairedTResult{}, err
	}
	m, err := variation("paired_t", diff)
	if err != nil {
		return PairedTResult{}, err
	}
	df := float64(m.N - 1)
	t := m.t()
	r := Result{Method: "paired_t", Statistic: t, DF: []float64{df}, P: tTail(t, df, opt.Alternative), N: m.N, NUsed: m.N}
	return PairedTResult{
		Result:   r.underflow(),
		MeanDiff: m.Mean, SDDiff: m.SD, SE: m.SE,
		Interval: tInterval(m.Moments, level, opt.Alternative),
	}, nil
}

// variation describes differences that vary, and refuses those that do not.
func variation(stat string, diff Differences) (scaledMoments, error) {
	switch {
	case len(diff.D) == 1:
		return scaledMoments{}, &UndefinedError{Stat: stat, Reason: "one pair has no variance; at least two are needed", Degenerate: true}
	case diff.constant():
		if _, _, zero := diff.Signs(); zero == len(diff.D) {
			return scaledMoments{}, &UndefinedError{Stat: stat, Reason: "all differences are zero", Degenerate: true}
		}
		return scaledMoments{}, &UndefinedError{Stat: stat, Reason: fmt.Sprintf("all differences equal %.6g up to rounding, so their variance is zero", diff.D[0]), Degenerate: true}
	}
	return describe("differences", diff.D)
}

// tTail returns the p-value of t.
func tTail(t, df float64, alt Alternative) float64 {
	switch alt {
	case Greater:
		return StudentTSF(t, df)
	case Less:
		return StudentTSF(-t, df)
	default:
		return studentTTwoSided(math.Abs(t), df)
	}
}

// tInterval returns the interval for the mean that belongs to the alternative.
func tInterval(m Moments, level float64, alt Alternative) Interval {
	df := float64(m.N - 1)
	ci := Interval{Low: math.Inf(-1), High: math.Inf(1), Level: level, Method: "t"}
	tail := 1 - level
	if alt == TwoSided {
		tail /= 2
	}
	half := StudentTISF(tail, df) * m.SE
	if alt != Less {
		ci.Low = m.Mean - half
	}
	if alt != Greater {
		ci.High = m.Mean + half
	}
	return ci
}
