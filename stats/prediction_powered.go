package stats

import (
	"fmt"
	"math"
)

// Labelled are human labels beside a judge's scores, one value a task: Labels and Judge
// of the same labelled tasks in the same order, Unlabelled the judge's scores of the tasks
// without a label. Several attempts of a task are averaged first. Of the difference of
// two runs each value is that of the first less that of the second.
type Labelled struct {
	Labels, Judge, Unlabelled []float64
}

// PredictionPoweredOptions: the zero value is a 95% interval with the tuned weight.
type PredictionPoweredOptions struct {
	Level  float64  // 0 means 0.95
	Weight *float64 // the judge's weight lambda, where it is given; nil tunes it
}

// PredictionPowered is a mean that uses both labels and the judge. The three intervals
// exist where HasInterval is true.
type PredictionPowered struct {
	N, Unlabelled       int
	Estimate, SE        float64
	HasInterval         bool // SE is above 0
	Interval, IntervalT Interval
	// SELarge and IntervalLarge divide by n and not n-1, as the authors' code prints them.
	SELarge                    float64
	IntervalLarge              Interval
	LabelsOnly, LabelsOnlySE   float64
	JudgeOnly                  float64 // mean of the judge's scores of all tasks
	Weight, WeightRaw          float64 // lambda as used, and before it is clipped to [0, 1]
	labelsConstant, errorsSame bool
	variance                   float64 // of the labels
}

// PredictionPoweredMean estimates the mean of what humans would have said of all tasks
// (PPI++): the labels' mean plus lambda times what the judge says of the unlabelled tasks
// more than of the labelled. The weight lambda is tuned on the same data and clipped to [0,
// 1]: 0 is the labels alone, which a judge without variation or without correlation to
// the labels gives, so that the judge can hardly hurt.
//
//	lambda = cov(y, f) / ((1 + n/N) var(f and u)),  estimate = mean(y) + lambda (mean(u) - mean(f))
//	SE^2   = var(y - lambda f)/n + lambda^2 var(u)/N
//
// with cov of divisor n, the other variances less one. IntervalT uses n-1 degrees of
// freedom; with fewer than 40 labels it covers less than it says, 93 to 95% of 95%
// (Headline). It assumes that the labelled tasks are a random sample of all; both samples
// count as drawn from more tasks, which is cautious where these are all there are.
//
// Errors: *ArgumentError for unequal lengths and values that are not finite;
// *UndefinedError for no label and for one, which has no standard error.
//
// Also called: rectified mean, control variate, ppi_mean_ci of ppi_py. Source:
// Angelopoulos, Duchi & Zrnic (2023), arXiv 2311.01453, section 6.
func PredictionPoweredMean(d Labelled, opt PredictionPoweredOptions) (PredictionPowered, error) {
	level, err := levelOr(opt.Level)
	if err != nil {
		return PredictionPowered{}, err
	}
	if err := d.check(); err != nil {
		return PredictionPowered{}, err
	}
	n, unlabelled := float64(len(d.Labels)), float64(len(d.Unlabelled))
	labels, _ := Describe(d.Labels)
	judge, err := Describe(d.Judge)
	if err != nil {
		return PredictionPowered{}, err
	}
	all := append(append([]float64(nil), d.Judge...), d.Unlabelled...)
	every, err := Describe(all)
	if err != nil {
		return PredictionPowered{}, err
	}
	r := PredictionPowered{
		N: len(d.Labels), Unlabelled: len(d.Unlabelled),
		LabelsOnly: labels.Mean, JudgeOnly: every.Mean,
		labelsConstant: allEqual(d.Labels), errorsSame: d.errorsSame(),
	}
	if !r.labelsConstant {
		r.variance, r.LabelsOnlySE = labels.SD*labels.SD, labels.SE
	}
	switch {
	case opt.Weight != nil:
		r.Weight, r.WeightRaw = *opt.Weight, *opt.Weight
		if math.IsNaN(r.Weight) || math.IsInf(r.Weight, 0) {
			return PredictionPowered{}, &ArgumentError{Arg: "lambda", Reason: fmt.Sprintf("%v; the judge's weight is a finite number", r.Weight)}
		}
	case len(d.Unlabelled) > 0 && !r.labelsConstant && !allEqual(all):
		var cross sum2
		for i, y := range d.Labels {
			cross = cross.add((y - labels.Mean) * (d.Judge[i] - judge.Mean))
		}
		r.WeightRaw = cross.hi / n / ((1 + n/unlabelled) * every.SD * every.SD)
		r.Weight = min(max(r.WeightRaw, 0), 1)
	}
	other, rest := 0.0, 0.0 // the judge's mean of unlabelled tasks less that of labelled, and its squared error
	if len(d.Unlabelled) > 0 {
		u, _ := Describe(d.Unlabelled)
		other = u.Mean - judge.Mean
		if len(d.Unlabelled) > 1 && !allEqual(d.Unlabelled) {
			rest = r.Weight * r.Weight * u.SD * u.SD / unlabelled
		}
	} else if r.Weight != 0 {
		return PredictionPowered{}, &ArgumentError{Arg: "lambda", Reason: "a weight other than 0 needs tasks that the judge alone scored"}
	}
	left := make([]float64, len(d.Labels))
	for i, y := range d.Labels {
		left[i] = y - r.Weight*d.Judge[i]
	}
	own := 0.0
	if m, _ := Describe(left); m.SD > 8*0x1p-52*largest(left, d.Labels) {
		own = m.SD * m.SD / n
	}
	r.Estimate = labels.Mean + r.Weight*other
	r.SE = math.Sqrt(own + rest)
	large := own * (n - 1) / n
	if len(d.Unlabelled) > 1 {
		large += rest * (unlabelled - 1) / unlabelled
	}
	r.SELarge = math.Sqrt(large)
	r.HasInterval = r.SE > 0
	z, t := zCritical(level), StudentTISF((1-level)/2, n-1)
	r.Interval = Interval{Low: r.Estimate - z*r.SE, High: r.Estimate + z*r.SE, Level: level, Method: "ppi_normal"}
	r.IntervalT = Interval{Low: r.Estimate - t*r.SE, High: r.Estimate + t*r.SE, Level: level, Method: "ppi_t"}
	r.IntervalLarge = Interval{Low: r.Estimate - z*r.SELarge, High: r.Estimate + z*r.SELarge, Level: level, Method: "ppi_normal"}
	return r, nil
}

// EffectiveLabels is how many labels alone would give the same standard error; the
// number of labels where the judge has no weight. It is undefined, marked degenerate,
// where the standard error is 0.
func (r PredictionPowered) EffectiveLabels() (float64, error) {
	switch {
	case r.Weight == 0:
		return float64(r.N), nil
	case r.SE == 0:
		return 0, &UndefinedError{Stat: "effective labels", Reason: "the standard error is 0", Degenerate: true}
	}
	return r.variance / (r.SE * r.SE), nil
}

// FewLabels is the number of labelled tasks below which the labels alone are the headline.
const FewLabels = 40

// A LabelledHeadline is the figure that stands first: the prediction-powered mean, or the
// labels' alone with the reason for it. HasInterval is false where labels that are not 0
// and 1 do not vary.
type LabelledHeadline struct {
	Powered     bool
	Estimate    float64
	HasInterval bool
	Interval    Interval
	Reason      string
}

// Headline chooses between the labels alone and both together, by rule: below 40 labelled
// tasks, or where the labels or the judge's errors on them do not vary, the labels alone,
// with Wilson's interval for verdicts of 0 and 1, else Student's t. A difference of two
// runs is no verdict, whatever its values.
func (r PredictionPowered) Headline(d Labelled, difference bool) (LabelledHeadline, error) {
	h := LabelledHeadline{Estimate: r.LabelsOnly}
	switch {
	case r.N < FewLabels:
		h.Reason = fmt.Sprintf("%d labelled tasks; below %d the weight tuned on them makes intervals too short", r.N, FewLabels)
	case r.labelsConstant:
		h.Reason = "the labels do not vary"
	case r.errorsSame:
		h.Reason = "the judge's errors on the labelled tasks do not vary"
	default:
		return LabelledHeadline{Powered: true, Estimate: r.Estimate, HasInterval: true, Interval: r.IntervalT}, nil
	}
	level, err := r.IntervalT.Level, error(nil)
	solved, verdicts := 0, !difference
	for _, y := range d.Labels {
		verdicts = verdicts && (y == 0 || y == 1)
		if y == 1 {
			solved++
		}
	}
	switch {
	case verdicts:
		h.HasInterval = true
		h.Interval, err = Wilson(solved, r.N, level)
	case !r.labelsConstant:
		h.HasInterval = true
		h.Interval, err = MeanInterval(d.Labels, level)
	}
	return h, err
}

func (d Labelled) check() error {
	if len(d.Labels) != len(d.Judge) {
		return &ArgumentError{Arg: "labels, judge_labelled", Reason: fmt.Sprintf("%d and %d values; the judge's scores are those of the labelled tasks", len(d.Labels), len(d.Judge))}
	}
	if len(d.Labels) > 0 {
		for _, list := range []struct {
			arg    string
			values []float64
		}{{"labels", d.Labels}, {"judge_labelled", d.Judge}, {"judge_unlabelled", append([]float64{0}, d.Unlabelled...)}} {
			if _, err := scaleOf(list.arg, list.values); err != nil {
				return err
			}
		}
	}
	switch len(d.Labels) {
	case 0:
		return &UndefinedError{Stat: "ppi", Reason: "no task has both a label and a score of the judge"}
	case 1:
		return &UndefinedError{Stat: "ppi", Reason: "one labelled task has no standard error; at least two are needed"}
	}
	return nil
}

// errorsSame tells whether the judge is off by the same on all labelled tasks.
func (d Labelled) errorsSame() bool {
	wrong := make([]float64, len(d.Labels))
	for i, y := range d.Labels {
		wrong[i] = y - d.Judge[i]
	}
	low, high := extremes(wrong)
	return high-low <= 8*0x1p-52*largest(d.Labels, d.Judge)
}

// allEqual tells whether values differ by no more than their rounding.
func allEqual(x []float64) bool {
	low, high := extremes(x)
	return high-low <= 8*0x1p-52*largest(x)
}

// largest is the largest absolute value of all lists.
func largest(lists ...[]float64) float64 {
	size := 0.0
	for _, x := range lists {
		for _, v := range x {
			size = max(size, math.Abs(v))
		}
	}
	return size
}
