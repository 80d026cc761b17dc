package power

import (
	"fmt"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// TrialPlan describes a study of several trials a task. Variances are those of the difference between two
// runs, in squared units of the metric, that within tasks of both runs together.
type TrialPlan struct {
	Alpha      float64 // level of the two-sided test, 0 means 0.05
	Power      float64 // wanted, 0 means 0.8
	Difference float64 // to be seen, in the metric's unit; its sign is ignored
	Between    float64
	Within     float64
	CostTask   float64 // of a task, however often it is tried
	CostTrial  float64 // of one trial of a task by both runs
	MaxTrials  int     // the most trials that are considered, 0 means 20
}

// PlanTrials finds the numbers of tasks and trials that see the difference with the wanted power for the least
// cost, and beside them the fewest tasks for every number of trials and the standard errors around them.
// Errors: a quantity outside its domain, named.
func PlanTrials(p TrialPlan) (*result.TrialStudy, error) {
	if p.MaxTrials == 0 {
		p.MaxTrials = 20
	}
	if p.Difference < 0 {
		p.Difference = -p.Difference
	}
	opt, err := (&Plan{Alpha: p.Alpha, Power: p.Power}).Options()
	if err != nil {
		return nil, err
	}
	plan := stats.TrialPlan{Difference: p.Difference, CostTask: p.CostTask, CostTrial: p.CostTrial, MaxTrials: p.MaxTrials, Power: opt}
	best, err := stats.PlanTrials(p.Between, p.Within, plan)
	if err != nil {
		return nil, fmt.Errorf("%s", stats.Reason(err))
	}
	s := &result.TrialStudy{Alpha: opt.Alpha, Power: opt.Power, Unit: "share", Difference: p.Difference, Source: result.DifferenceGiven,
		Between: p.Between, Within: p.Within, CostTask: p.CostTask, CostTrial: p.CostTrial, Best: choiceOf(best)}
	for k := 1; k <= p.MaxTrials; k++ {
		// With k trials alone the cost says nothing but which tasks suffice.
		fixed := plan
		fixed.MaxTrials, fixed.CostTask, fixed.CostTrial = 1, 1, 0
		at, err := stats.PlanTrials(p.Between+p.Within/float64(k), 0, fixed)
		if err != nil {
			return nil, fmt.Errorf("%s", stats.Reason(err))
		}
		s.Choices = append(s.Choices, result.TrialChoice{Trials: k, Tasks: at.Tasks, Cost: float64(at.Tasks) * (p.CostTask + float64(k)*p.CostTrial), SE: at.SE})
	}
	for _, m := range tasksAround(best.Tasks) {
		c := result.TrialCurve{Tasks: m}
		for k := 1; k <= p.MaxTrials; k++ {
			se, err := stats.StandardErrorAt(p.Between, p.Within, m, k)
			if err != nil {
				return nil, err
			}
			c.Points = append(c.Points, result.TrialsAt{Trials: k, SE: se})
		}
		s.Curves = append(s.Curves, c)
	}
	if p.Between == 0 && p.Within > 0 {
		s.Notes = append(s.Notes, "the variance between tasks is 0, which an estimate from few tasks or trials often is: that few tasks with many trials suffice rests on it")
	}
	if best.Trials == p.MaxTrials && p.MaxTrials > 1 {
		s.Notes = append(s.Notes, fmt.Sprintf("no more than %d trials are considered; with more the study may be cheaper still", p.MaxTrials))
	}
	if best.Tasks < 20 {
		s.Notes = append(s.Notes, "by the normal approximation, which asks for too few tasks below about 20")
	}
	return s, nil
}

func choiceOf(p stats.PlannedTrials) result.TrialChoice {
	return result.TrialChoice{Trials: p.Trials, Tasks: p.Tasks, Cost: p.Cost, SE: p.SE}
}

// tasksAround are the numbers of tasks whose standard errors are drawn: half, as many, double and fourfold.
func tasksAround(tasks int) []int {
	out := []int{max(2, tasks/2), tasks, 2 * tasks, 4 * tasks}
	return slices.Compact(out)
}
