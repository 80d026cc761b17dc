package stats

import (
	"fmt"
	"math"
)

// VarianceComponents says how much of the scatter of one run's scores lies between tasks
// and how much within them, between the trials of a task. Variances are in squared units
// of the scores.
type VarianceComponents struct {
	Tasks, Trials int
	// Between and Within are the REML estimates; neither is below 0.
	Between, Within float64
	// BetweenMoment and WithinMoment are the moment estimates of an analysis of variance, of
	// binary scores those on the probability scale. BetweenMoment is below 0 where tasks
	// differ less than trials alone would make them.
	BetweenMoment, WithinMoment float64
	Mean                        float64 // unweighted mean of the tasks' means
	SE                          float64 // its standard error, from the REML estimates
	TrialVariance               float64 // the part of SE^2 that trials cause
	// MeanGLS weighs each task by what is known of it; SEGLS is its standard error.
	MeanGLS, SEGLS float64
}

// ShareTrials is the share of the mean's variance that trials cause, from 0 to 1: what
// any number of further trials of the same tasks could take away. It is undefined,
// marked degenerate, where no score varies.
func (v VarianceComponents) ShareTrials() (float64, error) {
	return shareOfTrials(v.TrialVariance, v.SE)
}

func shareOfTrials(trials, se float64) (float64, error) {
	if !(se > 0) {
		return 0, &UndefinedError{Stat: "share_trials", Reason: "no score varies, so that the mean has no variance to divide", Degenerate: true}
	}
	return trials / (se * se), nil
}

// TaskTrialVariance fits the one-way random-effects model
//
//	score of trial j at task t = mu + u_t + e_tj, u ~ (0, between), e ~ (0, within)
//
// by restricted maximum likelihood (REML). scores holds one list of trials a task, of any
// lengths from 1; tasks are independent draws, trials of a task exchangeable. The
// estimate is the global maximum over between >= 0 of the profile likelihood in
// between/within, and exactly 0 where that lies at the edge. For balanced data it is the
// moment estimator cut off at 0, in closed form. Normality makes REML the likelihood; the
// estimates are consistent without it, for 0/1 scores too.
//
// Errors: *ArgumentError for a task without trials and values that are not finite;
// *UndefinedError for fewer than two tasks, and where no task has two trials: trials and
// tasks cannot be told apart then.
//
// Also called: variance components, lmer(score ~ 1 + (1 | task)). Sources: Patterson &
// Thompson (1971), Biometrika 58; Searle, Casella & McCulloch (1992), Variance
// Components, ch. 3 and 6; Miller (2024), arXiv 2411.00640, on evaluations.
func TaskTrialVariance(scores [][]float64) (VarianceComponents, error) {
	d, err := newTaskTrials("scores", scores)
	if err != nil {
		return VarianceComponents{}, err
	}
	return d.components(), nil
}

// taskTrials are scores reduced to what the model needs, in units of 2^exp and from
// origin, so that neither scale nor offset costs digits.
type taskTrials struct {
	k, mean []float64 // by task: trials, and their mean
	n       float64   // trials in all
	ssw     float64   // sum of squares within tasks; exactly 0 where no task's trials differ
	origin  float64
	exp     int
}

func newTaskTrials(arg string, scores [][]float64) (taskTrials, error) {
	var all []float64
	repeated := false
	for t, task := range scores {
		if len(task) == 0 {
			return taskTrials{}, &ArgumentError{Arg: arg, Reason: fmt.Sprintf("task %d has no trial; leave it out", t)}
		}
		all = append(all, task...)
		repeated = repeated || len(task) > 1
	}
	exp, err := scaleOf(arg, all)
	if err != nil {
		return taskTrials{}, err
	}
	switch {
	case len(scores) < 2:
		return taskTrials{}, &UndefinedError{Stat: "variance components", Reason: "one task has nothing to vary between; at least two are needed"}
	case !repeated:
		return taskTrials{}, &UndefinedError{Stat: "variance components", Reason: "no task has two trials, so that trials and tasks cannot be told apart"}
	}
	d := taskTrials{n: float64(len(all)), exp: exp}
	scale := math.Ldexp(1, -exp)
	d.origin = meanOf(all, scale).hi
	var ssw sum2
	for _, task := range scores {
		moved := make([]float64, len(task))
		low, high, size := math.Inf(1), math.Inf(-1), 0.0
		for j, x := range task {
			moved[j] = x*scale - d.origin
			low, high, size = min(low, x*scale), max(high, x*scale), max(size, math.Abs(x*scale))
		}
		mean, ss := centred(moved, 1)
		if high-low > 8*0x1p-52*size { // what is less is the rounding of equal scores
			ssw = ssw.add(max(0, ss))
		}
		d.k, d.mean = append(d.k, float64(len(task))), append(d.mean, mean)
	}
	d.ssw = ssw.hi
	return d, nil
}

// components are the estimates in the units of the data.
func (d taskTrials) components() VarianceComponents {
	m := float64(len(d.k))
	plain, _ := centred(d.mean, 1)
	inverse, squares, weighted := 0.0, 0.0, 0.0
	for t, k := range d.k {
		inverse += 1 / k
		squares += k * k
		weighted += k * d.mean[t]
	}
	grand := weighted / d.n
	ssb := 0.0
	for t, k := range d.k {
		ssb += k * (d.mean[t] - grand) * (d.mean[t] - grand)
	}
	v := VarianceComponents{Tasks: len(d.k), Trials: int(d.n)}
	within := d.ssw / (d.n - m)
	between := (ssb/(m-1) - within) / ((d.n - squares/d.n) / (m - 1))
	v.BetweenMoment, v.WithinMoment = d.square(between), d.square(within)

	between, within = d.reml(ssb, between)
	v.Between, v.Within = d.square(between), d.square(within)
	v.Mean = d.back(plain)
	trials := within * inverse / (m * m)
	v.SE = math.Ldexp(math.Sqrt(between/m+trials), d.exp)
	v.TrialVariance = d.square(trials)
	mu, information := d.weighted(func(k float64) float64 { return 1 / (between + within/k) })
	v.MeanGLS, v.SEGLS = d.back(mu), math.Ldexp(math.Sqrt(1/information), d.exp)
	if between == 0 && within == 0 {
		v.MeanGLS, v.SEGLS = v.Mean, 0
	}
	return v
}

// reml are the two estimates; moment is the moment estimate of between.
func (d taskTrials) reml(ssb, moment float64) (between, within float64) {
	m := float64(len(d.k))
	if d.ssw == 0 {
		_, ss := centred(d.mean, 1)
		return max(0, ss) / (m - 1), 0
	}
	lambda := 0.0
	if balanced(d.k) {
		// The maximum is in closed form: the moment estimates, cut off at 0.
		if moment > 0 {
			return moment, d.ssw / (d.n - m)
		}
	} else {
		// Where tasks differ a lot, between/within is near the means' sum of squares over ssw.
		top := 1e4 * (1 + d.n*ssb/d.ssw)
		lambda = profileMinimum(top, d.profile, d.slope)
	}
	within = d.deviance(lambda) / (d.n - 1)
	return lambda * within, within
}

// deviance is Q of the ratio lambda = between/within: what within is estimated from.
func (d taskTrials) deviance(lambda float64) float64 {
	mu, _ := d.weighted(func(k float64) float64 { return k / (1 + lambda*k) })
	q := d.ssw
	for t, k := range d.k {
		q += k / (1 + lambda*k) * (d.mean[t] - mu) * (d.mean[t] - mu)
	}
	return q
}

// profile is -2 the restricted log-likelihood of lambda, less constants.
func (d taskTrials) profile(lambda float64) float64 {
	sum, logs := 0.0, 0.0
	for _, k := range d.k {
		sum += k / (1 + lambda*k)
		logs += math.Log1p(lambda * k)
	}
	return (d.n-1)*math.Log(d.deviance(lambda)) + logs + math.Log(sum)
}

// slope is the derivative of profile.
func (d taskTrials) slope(lambda float64) float64 {
	mu, _ := d.weighted(func(k float64) float64 { return k / (1 + lambda*k) })
	q, fall, sum, squares := d.ssw, 0.0, 0.0, 0.0
	for t, k := range d.k {
		w := k / (1 + lambda*k)
		part := w * (d.mean[t] - mu) * (d.mean[t] - mu)
		q += part
		fall += w * part
		sum += w
		squares += w * w
	}
	return -(d.n-1)*fall/q + sum - squares/sum
}

// weighted is the mean of the tasks' means under weights by their trials, and the sum of
// these.
func (d taskTrials) weighted(weight func(k float64) float64) (mean, sum float64) {
	for t, k := range d.k {
		w := weight(k)
		sum += w
		mean += w * d.mean[t]
	}
	return mean / sum, sum
}

func (d taskTrials) square(v float64) float64 { return math.Ldexp(v, 2*d.exp) }

func (d taskTrials) back(v float64) float64 { return math.Ldexp(v+d.origin, d.exp) }

func balanced(k []float64) bool {
	for _, other := range k[1:] {
		if other != k[0] {
			return false
		}
	}
	return true
}
