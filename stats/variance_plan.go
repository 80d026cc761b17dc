package stats

import (
	"fmt"
	"math"
)

// StandardErrorAt is the standard error of a mean over tasks with trials trials each,
// sqrt(between/tasks + within/(tasks trials)). Of a difference of two runs within is the sum of
// the two runs' variances. Errors: *ArgumentError for a negative variance, no task, no trial.
func StandardErrorAt(between, within float64, tasks, trials int) (float64, error) {
	if err := checkComponents(between, within); err != nil {
		return 0, err
	}
	if tasks < 1 || trials < 1 {
		return 0, &ArgumentError{Arg: "at", Reason: fmt.Sprintf("%d tasks with %d trials; give at least one of each", tasks, trials)}
	}
	return math.Sqrt((between + within/float64(trials)) / float64(tasks)), nil
}

func checkComponents(between, within float64) error {
	for _, v := range []float64{between, within} {
		if !(v >= 0) || math.IsInf(v, 1) {
			return &ArgumentError{Arg: "between, within", Reason: fmt.Sprintf("%v is no variance; give a finite number, 0 or more", v)}
		}
	}
	return nil
}

// TrialPlan asks for the cheapest study that sees a difference.
type TrialPlan struct {
	Difference          float64 // to be seen, in units of the scores
	CostTask, CostTrial float64 // of a task, and of a trial of it, for both runs together
	MaxTrials           int     // the most trials a task that are tried; 0 means 20
	Power               PowerOptions
}

// PlannedTrials is the cheapest study: tasks, trials a task, what it costs, and the
// standard error of its difference.
type PlannedTrials struct {
	Tasks, Trials int
	Cost, SE      float64
}

// PlanTrials finds how many tasks and trials a task see a difference with the wanted
// power at the least cost, by the normal approximation: with k trials the fewest tasks m >= 2 with
//
//	(z_{1-alpha/2} + z_power)^2 (between + within/k)/m <= difference^2
//
// and of all k up to MaxTrials the one whose m (CostTask + k CostTrial) is least; the smaller
// k where costs tie. between and within are those of the difference, within summed over
// the two runs.
//
// Errors: *ArgumentError for negative variances, a difference that is not above 0,
// costs below 0 or both 0, and a study of more than 2^53 tasks.
//
// Source: Miller (2024), arXiv 2411.00640, section 4 and 5; Madaan et al. (2024).
func PlanTrials(between, within float64, plan TrialPlan) (PlannedTrials, error) {
	opt, err := plan.Power.withDefaults()
	if err != nil {
		return PlannedTrials{}, err
	}
	if plan.MaxTrials == 0 {
		plan.MaxTrials = 20
	}
	if err := checkComponents(between, within); err != nil {
		return PlannedTrials{}, err
	}
	d2 := plan.Difference * plan.Difference
	switch {
	case !(plan.Difference > 0) || math.IsInf(plan.Difference, 1):
		return PlannedTrials{}, &ArgumentError{Arg: "d", Reason: fmt.Sprintf("%v; the difference to be seen is above 0", plan.Difference)}
	case !(plan.CostTask >= 0 && plan.CostTrial >= 0 && plan.CostTask+plan.CostTrial > 0) || math.IsInf(plan.CostTask+plan.CostTrial, 1):
		return PlannedTrials{}, &ArgumentError{Arg: "cost_task, cost_trial", Reason: fmt.Sprintf("%v and %v; costs are 0 or more, and not both 0", plan.CostTask, plan.CostTrial)}
	case plan.MaxTrials < 1 || plan.MaxTrials > 1e6:
		return PlannedTrials{}, &ArgumentError{Arg: "max_k", Reason: fmt.Sprintf("%d; give 1 to 1000000 trials", plan.MaxTrials)}
	}
	z := NormalISF(opt.tail()) + NormalISF(1-opt.Power)
	var best PlannedTrials
	for k := 1; k <= plan.MaxTrials; k++ {
		variance := between + within/float64(k)
		m := max(2, math.Ceil(z*z*variance/d2))
		// The quotient's rounding may be on either side of a whole number.
		if m > 2 && z*z*variance/(m-1) <= d2 {
			m--
		} else if z*z*variance/m > d2 {
			m++
		}
		if !(m <= 1<<53) {
			return PlannedTrials{}, &ArgumentError{Arg: "d", Reason: fmt.Sprintf("%v asks for more than 2^53 tasks", plan.Difference)}
		}
		cost := m * (plan.CostTask + float64(k)*plan.CostTrial)
		if best.Trials == 0 || cost < best.Cost*(1-1e-14) {
			best = PlannedTrials{Tasks: int(m), Trials: k, Cost: cost, SE: math.Sqrt(variance / m)}
		}
	}
	return best, nil
}
