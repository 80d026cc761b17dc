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
	SD   float64 // of the differences; 0 where the test has none
	// Lower is the one-sided lower confidence limit of the mean difference at 1-alpha, and
	// NeededMean the mean that would have passed at this scatter and number of tasks. Both
	// belong to the t test; HasLimits is false for the score test.
	Lower, NeededMean float64
	HasLimits         bool
	Pass              bool // P <= alpha
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
	df := float64(m.N - 1)
	r := Result{Method: "not_worse_t", Statistic: m.tFrom(-margin), DF: []float64{df}, N: m.N, NUsed: m.N}
	r.P = tTail(r.Statistic, df, Greater)
	r = r.underflow()
	half := StudentTISF(alpha, df) * m.SE
	return NotWorse{Result: r, Mean: m.Mean, SD: m.SD, Lower: m.Mean - half, NeededMean: half - margin, HasLimits: true, Pass: r.P <= alpha}, nil
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
	return NotWorse{Result: r, Mean: float64(newOnly-baseOnly) / float64(n), Pass: r.P <= alpha}, nil
}
