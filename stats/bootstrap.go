package stats

import (
	"fmt"
	"math"
)

// BootstrapMethod names a bootstrap interval.
type BootstrapMethod int

const (
	BCa         BootstrapMethod = iota // bias-corrected and accelerated (Efron 1987)
	Percentile                         // quantiles of the replicates
	Basic                              // 2*estimate - quantiles; also "reverse percentile", "empirical"
	Studentized                        // bootstrap-t; for means only
)

// String is the method's name as results print it.
func (m BootstrapMethod) String() string {
	switch m {
	case BCa:
		return "bca"
	case Percentile:
		return "percentile"
	case Basic:
		return "basic"
	case Studentized:
		return "studentized"
	}
	return fmt.Sprintf("BootstrapMethod(%d)", int(m))
}

// BootstrapOptions of the bootstrap functions. The zero value is a 95% BCa
// interval from 10,000 resamples of the values themselves.
type BootstrapOptions struct {
	Method     BootstrapMethod
	Level      float64 // 0 means 0.95
	Replicates int     // resamples; 0 means 10,000
	Seed       uint64
	Cluster    []int        // the cluster of each value, any labels; nil: every value is its own
	StrictBias bool         // BCa's bias from the share of replicates < estimate (Efron and Tibshirani 1993, R's boot), not counting half the equal ones (SciPy)
	Quantile   QuantileRule // default: type 7
}

// maxResamples bounds what is held at once: their Monte-Carlo error is then below
// one part in a thousand of any reported tail.
const maxResamples = 10_000_000

func (opt BootstrapOptions) withDefaults() (BootstrapOptions, error) {
	level, err := levelOr(opt.Level)
	if err != nil {
		return opt, err
	}
	opt.Level = level
	if opt.Replicates == 0 {
		opt.Replicates = 10000
	}
	if opt.Replicates < 0 || opt.Replicates > maxResamples {
		return opt, &ArgumentError{Arg: "replicates", Reason: fmt.Sprintf("%d; give at least one, at most %d", opt.Replicates, maxResamples)}
	}
	if opt.Method < BCa || opt.Method > Studentized {
		return opt, &ArgumentError{Arg: "method", Reason: "not one of BCa, Percentile, Basic, Studentized"}
	}
	return opt, nil
}

// Bootstrap is a bootstrap interval and what it was made from.
type Bootstrap struct {
	Estimate     float64
	SE           float64 // standard deviation of the replicates
	Interval     Interval
	Replicates   int        // that took part
	Less, Equal  int        // replicates below the estimate, and equal to it up to rounding
	Bias         float64    // BCa's z0
	Acceleration float64    // BCa's a
	Alpha        [2]float64 // levels of the replicates' quantiles that are the endpoints
	LimitSE      [2]float64 // Monte-Carlo standard errors of the endpoints: see Movement
	Notes        []string
}

// Acceleration is BCa's a, a sixth of the skewness of the jackknife values.
// Degenerate where they do not vary, so that it is 0/0.
type Acceleration struct {
	Value      float64
	Degenerate bool
}

// JackknifeAcceleration computes a from the statistic's leave-one-out values:
// sum u^3 / (6 (sum u^2)^1.5), u = mean of the values - value.
func JackknifeAcceleration(leaveOneOut []float64) Acceleration {
	// Leaving out a large value makes the statistic small: the sign turns.
	a := skewnessSixth(leaveOneOut)
	a.Value = -a.Value
	return a
}

// MeanAcceleration is the acceleration of the mean of x, from its leave-one-out
// means without computing them.
func MeanAcceleration(x []float64) Acceleration { return skewnessSixth(x) }

// DifferenceAcceleration is the acceleration of the mean of paired differences,
// degenerate where they are all equal up to their rounding errors.
func DifferenceAcceleration(diff Differences) Acceleration {
	if diff.check() != nil || diff.constant() {
		return Acceleration{Degenerate: true}
	}
	return skewnessSixth(diff.D)
}

// skewnessSixth is sum e^3 / (6 (sum e^2)^1.5) with e = x - mean.
func skewnessSixth(x []float64) Acceleration {
	low, high := 0.0, 0.0
	if len(x) > 0 {
		low, high = extremes(x)
	}
	// Leave-one-out values of equal data differ by rounding alone.
	const noise = 8 * 0x1p-52
	scale := high/2 - low/2
	if !(scale > noise*max(math.Abs(low), math.Abs(high))) {
		return Acceleration{Degenerate: true}
	}
	mean := 0.0
	for _, v := range x {
		mean += (v - low) / scale
	}
	mean /= float64(len(x))
	var s2, s3 float64
	for _, v := range x {
		e := (v-low)/scale - mean
		s2 += e * e
		s3 += e * e * e
	}
	return Acceleration{Value: s3 / (6 * s2 * math.Sqrt(s2))}
}

// BootstrapFromReplicates makes a BCa, percentile or basic interval of replicates
// that were computed elsewhere, e.g. by Resampler.Sums for many runs at once.
// acceleration matters to BCa alone. A BCa interval that does not exist, since
// the acceleration is degenerate or the estimate lies outside all replicates, is
// replaced by the percentile interval, whose method it then names; a note says
// why. Errors: no replicates, or one that is not finite; Method Studentized.
func BootstrapFromReplicates(replicates []float64, estimate float64, acceleration Acceleration, opt BootstrapOptions) (Bootstrap, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return Bootstrap{}, err
	}
	if opt.Method == Studentized {
		return Bootstrap{}, &ArgumentError{Arg: "method", Reason: "a studentized interval needs each replicate's standard error; use StudentizedInterval or BootstrapMean"}
	}
	if len(replicates) == 0 {
		return Bootstrap{}, &ArgumentError{Arg: "replicates", Reason: "none given"}
	}
	b := Bootstrap{Estimate: estimate, Replicates: len(replicates), Acceleration: acceleration.Value}
	low, high := extremes(replicates)
	sum := 0.0
	for _, t := range replicates {
		sum += t
	}
	if math.IsNaN(sum) || math.IsInf(low, 0) || math.IsInf(high, 0) || math.IsNaN(estimate) || math.IsInf(estimate, 0) {
		return Bootstrap{}, &ArgumentError{Arg: "replicates", Reason: "a replicate or the estimate is not finite; drop resamples for which the statistic does not exist"}
	}
	// Rounding must not part replicates that equal the estimate, which lattice
	// data have in plenty; no two lattice points are as near as this.
	tolerance := 1e-10 * (high - low)
	mean, ss := sum/float64(len(replicates)), 0.0
	perSpread := 0.0 // deviations are squared in units of the spread
	if high-low > 0x1p-1020 {
		perSpread = 1 / (high - low)
	}
	notAbove := 0
	for _, t := range replicates {
		e := (t - mean) * perSpread
		ss += e * e
		// Counted by sign bits: which side a replicate falls on, no processor predicts.
		d := t - estimate
		b.Less += int(math.Float64bits(d+tolerance) >> 63)
		notAbove += 1 - int(math.Float64bits(tolerance-d)>>63)
	}
	b.Equal = notAbove - b.Less
	if len(replicates) > 1 {
		b.SE = math.Sqrt(ss/float64(len(replicates)-1)) * (high - low)
	}

	tail := (1 - opt.Level) / 2
	b.Alpha = [2]float64{tail, 1 - tail}
	method := opt.Method
	if method == BCa {
		if reason := b.adjust(acceleration, opt, tail); reason != "" {
			method = Percentile
			b.Alpha = [2]float64{tail, 1 - tail}
			b.Notes = append(b.Notes, "percentile interval in place of BCa: "+reason)
		}
	}
	at := b.limitLevels(method, tail)
	q := quantiles(replicates, at[:], opt.Quantile)
	b.LimitSE = [2]float64{(q[3] - q[2]) / 2, (q[5] - q[4]) / 2}
	b.Interval = Interval{Low: q[0], High: q[1], Level: opt.Level, Method: method.String()}
	if method == Basic {
		b.Interval.Low, b.Interval.High = 2*estimate-q[1], 2*estimate-q[0]
		b.LimitSE[0], b.LimitSE[1] = b.LimitSE[1], b.LimitSE[0]
	}
	return b, nil
}

// adjust sets BCa's bias and levels, or returns why they do not exist.
func (b *Bootstrap) adjust(acceleration Acceleration, opt BootstrapOptions, tail float64) string {
	if acceleration.Degenerate {
		return "the leave-one-out values are all equal, so that the acceleration does not exist"
	}
	share := float64(b.Less)
	if !opt.StrictBias {
		share += float64(b.Equal) / 2
	}
	share /= float64(b.Replicates)
	if share <= 0 || share >= 1 {
		return "all replicates lie on one side of the estimate, so that the bias correction does not exist"
	}
	b.Bias = NormalQuantile(share)
	for end, z := range [2]float64{NormalQuantile(tail), NormalISF(tail)} {
		shifted := b.Bias + z
		denominator := 1 - acceleration.Value*shifted
		if denominator <= 0 {
			return "the acceleration is too large for this level"
		}
		b.Alpha[end] = NormalCDF(b.Bias + shifted/denominator)
	}
	return ""
}

// StudentizedInterval is the bootstrap-t interval [estimate - q_hi se, estimate -
// q_lo se] from the quantiles q of (replicate - estimate)/replicate's standard
// error. Resamples whose standard error is 0 are left out; used says how many
// took part. Errors: unequal lengths, se not positive, no usable resample.
func StudentizedInterval(replicates, replicateSE []float64, estimate, se float64, opt BootstrapOptions) (interval Interval, used int, err error) {
	opt, err = opt.withDefaults()
	if err != nil {
		return Interval{}, 0, err
	}
	if len(replicateSE) != len(replicates) {
		return Interval{}, 0, &ArgumentError{Arg: "replicateSE", Reason: fmt.Sprintf("%d standard errors for %d replicates", len(replicateSE), len(replicates))}
	}
	if !(se > 0) {
		return Interval{}, 0, &UndefinedError{Stat: "studentized bootstrap interval", Reason: "the estimate's standard error is 0: the values are all equal", Degenerate: true}
	}
	t := make([]float64, 0, len(replicates))
	for i, r := range replicates {
		if v := (r - estimate) / replicateSE[i]; replicateSE[i] > 0 && !math.IsNaN(v) && !math.IsInf(v, 0) {
			t = append(t, v)
		}
	}
	if len(t) == 0 {
		return Interval{}, 0, &UndefinedError{Stat: "studentized bootstrap interval", Reason: "every resample's standard error is 0"}
	}
	tail := (1 - opt.Level) / 2
	q := quantiles(t, []float64{tail, 1 - tail}, opt.Quantile)
	return Interval{Low: estimate - q[1]*se, High: estimate - q[0]*se, Level: opt.Level, Method: "studentized"}, len(t), nil
}
