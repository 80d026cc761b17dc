package stats

import (
	"fmt"
	"math"
)

// DifferenceComponents says how much of the scatter of the paired differences of two runs
// lies between tasks and how much trials cause. Variances are in squared units of the
// scores.
type DifferenceComponents struct {
	Tasks            int
	Between          float64 // variance between tasks of the true differences, REML, not below 0
	WithinA, WithinB float64 // variance between trials of a task, of each run (moment estimates)
	Mean             float64 // unweighted mean of the differences a - b of the tasks' means
	SE               float64 // its standard error, from the components
	TrialVariance    float64 // the part of SE^2 that trials cause
	SEPaired         float64 // the paired t test's standard error, sd / sqrt(tasks)
}

// ShareTrials is the share of the mean difference's variance that trials cause, from 0 to
// 1; undefined, marked degenerate, where nothing varies.
func (v DifferenceComponents) ShareTrials() (float64, error) {
	return shareOfTrials(v.TrialVariance, v.SE)
}

// PairedTrialVariance takes two runs over the same tasks, a list of trials for each task
// in the same order; trials are not matched, so that their order does not matter. With
// d_t the difference of the two means at task t, the model is
//
//	d_t ~ (delta, between + v_t), v_t = w_a/k_at + w_b/k_bt
//
// with each run's variance w between its trials pooled over its tasks and taken as known; between is
// the global maximum over between >= 0 of the restricted likelihood (a random-effects
// meta-analysis over tasks). Where all v_t are equal it is max(0, var(d) - v).
//
// Errors: *ArgumentError for runs over unequal numbers of tasks and those of
// TaskTrialVariance; *UndefinedError for fewer than two tasks, and where either run has no
// task with two trials.
//
// Also called: rma(d, v, method = "REML") of metafor. Sources: Viechtbauer (2005), J.
// Educ. Behav. Stat. 30:261-293; Madaan et al. (2024), arXiv 2406.10229, and Miller
// (2024), arXiv 2411.00640, on evaluations.
func PairedTrialVariance(a, b [][]float64) (DifferenceComponents, error) {
	if len(a) != len(b) {
		return DifferenceComponents{}, &ArgumentError{Arg: "a, b", Reason: fmt.Sprintf("%d and %d tasks; both runs have trials at the same tasks", len(a), len(b))}
	}
	da, err := newTaskTrials("a", a)
	if err != nil {
		return DifferenceComponents{}, err
	}
	db, err := newTaskTrials("b", b)
	if err != nil {
		return DifferenceComponents{}, err
	}
	m := float64(len(a))
	v := DifferenceComponents{Tasks: len(a)}
	within := func(d taskTrials) float64 { return d.ssw / (d.n - m) }
	v.WithinA, v.WithinB = da.square(within(da)), db.square(within(db))

	// Both runs in the larger one's scale, so that squares neither vanish nor overflow.
	exp := max(da.exp, db.exp)
	wa, wb := math.Ldexp(within(da), 2*(da.exp-exp)), math.Ldexp(within(db), 2*(db.exp-exp))
	known, diff := make([]float64, len(a)), make([]float64, len(a))
	noise := 0.0
	for t := range a {
		known[t] = wa/da.k[t] + wb/db.k[t]
		x, y := math.Ldexp(da.mean[t]+da.origin, da.exp-exp), math.Ldexp(db.mean[t]+db.origin, db.exp-exp)
		diff[t] = x - y
		noise = max(noise, 4*0x1p-52*max(math.Abs(x), math.Abs(y)))
	}
	mean, ss := centred(diff, 1)
	low, high := extremes(diff)
	if high-low <= 2*noise { // equal differences but for their rounding
		ss = 0
	}
	between := meta{d: diff, v: known, mean: mean, variance: max(0, ss) / (m - 1)}.between()
	trials := 0.0
	for _, k := range known {
		trials += k / (m * m)
	}
	v.Between = math.Ldexp(between, 2*exp)
	v.Mean = math.Ldexp(mean, exp)
	v.SE = math.Ldexp(math.Sqrt(between/m+trials), exp)
	v.TrialVariance = math.Ldexp(trials, 2*exp)
	v.SEPaired = math.Ldexp(math.Sqrt(max(0, ss)/(m-1)/m), exp)
	return v, nil
}

// meta are differences by task, each with a known variance of its own.
type meta struct {
	d, v           []float64
	mean, variance float64 // unweighted, of d
}

// between is the REML estimate of the variance that the known ones leave open.
func (x meta) between() float64 {
	if balanced(x.v) {
		return max(0, x.variance-x.v[0])
	}
	if x.variance == 0 {
		return 0
	}
	// All of d's range squared is more than any variance between tasks.
	top := 0.0
	for _, d := range x.d {
		top += (d - x.mean) * (d - x.mean)
	}
	return profileMinimum(10*top, x.profile, x.slope)
}

// profile is -2 the restricted log-likelihood of the variance tau2, less constants.
func (x meta) profile(tau2 float64) float64 {
	mu, sum := x.weighted(tau2)
	out := math.Log(sum)
	for t, d := range x.d {
		w := 1 / (tau2 + x.v[t])
		out += w*(d-mu)*(d-mu) - math.Log(w)
	}
	return out
}

// slope is the derivative of profile.
func (x meta) slope(tau2 float64) float64 {
	mu, sum := x.weighted(tau2)
	out, squares := sum, 0.0
	for t, d := range x.d {
		w := 1 / (tau2 + x.v[t])
		out -= w * w * (d - mu) * (d - mu)
		squares += w * w
	}
	return out - squares/sum
}

func (x meta) weighted(tau2 float64) (mean, sum float64) {
	for t, d := range x.d {
		w := 1 / (tau2 + x.v[t])
		sum += w
		mean += w * d
	}
	return mean / sum, sum
}
