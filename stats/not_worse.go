package stats

import (
	"fmt"
	"math"
)

// NotWorse is a one-sided test of a margin: is a new run not worse than a base by the
// margin or more?
type NotWorse struct {
	Result
	Mean float64 // mean difference new - base
	SD   float64 // of the differences, cluster-robust where they come in clusters; of 0 and 1 that of a table
	// Lower and Upper are the one-sided confidence limits of the mean difference at 1-alpha
	// each; they are NaN for alpha of 0.5 and more.
	Lower, Upper float64
	// NeededMean is the smallest mean that would have passed at this scatter and number of
	// tasks; NaN where none would.
	NeededMean float64
	PWorse     float64 // of the opposite test: null, the new run is not worse by more than the margin
	Pass       bool    // P <= alpha
	Worse      bool    // PWorse <= alpha: the new run is shown to be worse by more than the margin
}

func checkMargin(margin, alpha float64) (float64, error) {
	if alpha == 0 {
		alpha = 0.05
	}
	switch {
	case !(alpha > 0 && alpha < 1):
		return 0, &ArgumentError{Arg: "alpha", Reason: "a level lies strictly between 0 and 1"}
	case !(margin >= 0) || math.IsInf(margin, 1):
		return 0, &ArgumentError{Arg: "margin", Reason: fmt.Sprintf("%v; a margin is a finite number, 0 or more", margin)}
	}
	return alpha, nil
}

// NotWorseT is the one-sided paired t test against a margin, for differences new - base
// of which higher is better. Null: the mean difference is -margin or less; alternative:
// the new run is not worse by the margin. t = (mean + margin)/(sd/sqrt n) on n-1 degrees
// of freedom. alpha 0 means 0.05. Assumptions and errors as PairedT; *ArgumentError for a
// negative margin.
//
// Also called: non-inferiority test, t.test(d, mu = -margin, alternative = "greater").
// Source: Schuirmann (1987), J. Pharmacokinet. Biopharm. 15, of whose two tests it is one.
func NotWorseT(diff Differences, margin, alpha float64) (NotWorse, error) {
	if err := diff.check(); err != nil {
		return NotWorse{}, err
	}
	alpha, err := checkMargin(margin, alpha)
	if err != nil {
		return NotWorse{}, err
	}
	m, err := variation("not_worse_t", diff)
	if err != nil {
		return NotWorse{}, err
	}
	return notWorseBy(Result{Method: "not_worse_t", DF: []float64{float64(m.N - 1)}, N: m.N, NUsed: m.N}, m.Mean, m.SE, m.SD, margin, alpha), nil
}

// NotWorseClustered is NotWorseT where tasks come in clusters whose members may be
// correlated: t = (mean + margin)/SECR1 on the number of clusters less one degrees of
// freedom, as ClusterRobustT. SD is SECR1 sqrt(n), that of as many independent tasks with
// the same standard error. Errors as ClusterRobustT; *ArgumentError for a negative margin.
//
// Source: Schuirmann (1987), J. Pharmacokinet. Biopharm. 15; Cameron & Miller (2015), J. Hum.
// Resour. 50.
func NotWorseClustered(diff Differences, cluster []int, margin, alpha float64) (NotWorse, error) {
	alpha, err := checkMargin(margin, alpha)
	if err != nil {
		return NotWorse{}, err
	}
	t, err := ClusterRobustT(diff, cluster)
	if err != nil {
		return NotWorse{}, err
	}
	m, err := ClusterRobustMean(diff.D, cluster, 0)
	if err != nil {
		return NotWorse{}, err
	}
	return notWorseBy(Result{Method: "not_worse_clustered", DF: t.DF, N: m.N, NUsed: m.N, Notes: t.Notes}, m.Mean, m.SECR1, m.SECR1*math.Sqrt(float64(m.N)), margin, alpha), nil
}

// notWorseBy is the t test of a mean with its standard error; blank has what the test is.
func notWorseBy(blank Result, mean, se, sd, margin, alpha float64) NotWorse {
	r, df := blank, blank.DF[0]
	r.Statistic = (mean + margin) / se
	r.P = tTail(r.Statistic, df, Greater)
	r = r.underflow()
	half := StudentTISF(alpha, df) * se
	out := NotWorse{Result: r, Mean: mean, SD: sd, NeededMean: half - margin, PWorse: tTail(r.Statistic, df, Less), Pass: r.P <= alpha, Lower: math.NaN(), Upper: math.NaN()}
	if alpha < 0.5 {
		out.Lower, out.Upper = mean-half, mean+half
	}
	out.Worse = out.PWorse <= alpha
	return out
}

// NotWorseTango is the score test of the same hypotheses for verdicts of 0 and 1 with one
// trial: of n tasks newOnly are solved by the new run alone and baseOnly by the base alone.
// The variance is the one under the null, so that it has a value without any task on which
// the runs differ, for a margin above 0. alpha 0 means 0.05. Approximate for few tasks.
//
// Errors: *ArgumentError for counts that are negative or above n and a margin outside [0, 1);
// *UndefinedError for no task, and, marked degenerate, for no task on which the runs differ
// where the margin is 0.
//
// Source: Tango (1998), Statistics in Medicine 17:891-908.
func NotWorseTango(newOnly, baseOnly, n int, margin, alpha float64) (NotWorse, error) {
	alpha, err := checkMargin(margin, alpha)
	if err != nil {
		return NotWorse{}, err
	}
	switch {
	case margin >= 1:
		return NotWorse{}, &ArgumentError{Arg: "margin", Reason: fmt.Sprintf("%v; the margin of a difference of two shares is below 1", margin)}
	case newOnly < 0 || baseOnly < 0 || n < 0 || newOnly > n || baseOnly > n-newOnly || n > 1<<52:
		return NotWorse{}, &ArgumentError{Arg: "new_only, base_only, n", Reason: fmt.Sprintf("%d and %d of %d tasks; give counts from 0 that together are no more than n", newOnly, baseOnly, n)}
	case n == 0:
		return NotWorse{}, &UndefinedError{Stat: "not_worse_tango", Reason: "no task"}
	case newOnly+baseOnly == 0 && margin == 0:
		return NotWorse{}, &UndefinedError{Stat: "not_worse_tango", Reason: "the runs differ on no task, and the margin is 0", Degenerate: true}
	}
	t := PairedTable{FirstOnly: newOnly, SecondOnly: baseOnly, Neither: n - newOnly - baseOnly}
	r := Result{Method: "not_worse_tango", Statistic: t.tangoScore(-margin), N: n, NUsed: newOnly + baseOnly}
	r.P = NormalSF(r.Statistic)
	r = r.underflow()
	out := NotWorse{Result: r, Mean: t.Difference(), PWorse: NormalSF(-r.Statistic), Pass: r.P <= alpha, Lower: math.NaN(), Upper: math.NaN(), NeededMean: math.NaN()}
	out.Worse = out.PWorse <= alpha
	if share := float64(newOnly+baseOnly) / float64(n); share > 0 {
		out.SD = math.Sqrt(share - out.Mean*out.Mean)
	}
	if alpha < 0.5 {
		ci, err := Tango(t, 1-2*alpha)
		if err != nil {
			return NotWorse{}, err
		}
		out.Lower, out.Upper = ci.Low, ci.High
	}
	for k := range newOnly + baseOnly + 1 { // the score rises with k
		needed := PairedTable{FirstOnly: k, SecondOnly: newOnly + baseOnly - k, Neither: t.Neither}
		if NormalSF(needed.tangoScore(-margin)) <= alpha {
			out.NeededMean = needed.Difference()
			break
		}
	}
	return out, nil
}

// NotWorseTangoTasks is how many tasks, as a real number, NotWorseTango needs to pass with
// the wanted power where the new run alone truly solves the share newOnly of the tasks and the base
// alone baseOnly:
//
//	n = ((z_alpha sqrt(v0) + z_power sqrt(v1)) / (newOnly - baseOnly + margin))^2
//
// with v1 the variance of a difference and v0 what the score test takes it for, at the
// constrained estimates. Alternative is not looked at: the test is one-sided. Approximate for few
// tasks.
//
// Errors: *ArgumentError for shares that are negative or sum to more than 1, a margin outside [0, 1),
// and a true difference of -margin or less, which no number of tasks passes.
//
// Source: Nam (1997), Biometrics 53:1422-1430.
func NotWorseTangoTasks(newOnly, baseOnly, margin float64, opt PowerOptions) (float64, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return 0, err
	}
	if _, err := checkMargin(margin, opt.Alpha); err != nil || margin >= 1 {
		return 0, &ArgumentError{Arg: "margin", Reason: fmt.Sprintf("%v; the margin of a difference of two shares is 0 or more and below 1", margin)}
	}
	d := newOnly - baseOnly
	switch {
	case !(newOnly >= 0 && baseOnly >= 0 && newOnly+baseOnly <= 1+1e-12):
		return 0, &ArgumentError{Arg: "new_only, base_only", Reason: fmt.Sprintf("%v and %v; shares of tasks are 0 or more and sum to 1 at most", newOnly, baseOnly)}
	case !(d+margin > 0):
		return 0, &ArgumentError{Arg: "new_only, base_only", Reason: fmt.Sprintf("a true difference of %v is worse by the margin, %v, or more: no number of tasks passes it", d, margin)}
	}
	v0 := tangoVariance(newOnly, baseOnly, 1, -margin)
	v1 := max(0, newOnly+baseOnly-d*d)
	root := (NormalISF(opt.Alpha)*math.Sqrt(max(0, v0)) + NormalISF(1-opt.Power)*math.Sqrt(v1)) / (d + margin)
	return max(1, root*root), nil
}
