package calc

import (
	"errors"
	"fmt"
	"math"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var varianceComponentsHandlers = []handler{
	define(Statistic{
		Name: "variance_components", What: "how much of the scatter lies between tasks and how much trials cause, and what that asks of a study",
		Takes: `options test: "one_run" (inputs scores, a list of trials for each task), "difference" (inputs a, b, likewise), both with option at, [[tasks, trials], ...]; ` +
			`"plan" (inputs between, within; options d, alpha, power, cost_task, cost_trial, max_k)`,
		Methods: of(result.EstimateMethod, "variance_components", "trial_plan"),
	}, varianceComponents),
}

type varianceInputs struct {
	Scores  []numbers `json:"scores"`
	A       []numbers `json:"a"`
	B       []numbers `json:"b"`
	Between *number   `json:"between"`
	Within  *number   `json:"within"`
}

type varianceOptions struct {
	Test      string  `json:"test"`
	At        [][]int `json:"at"`
	D         *number `json:"d"`
	Alpha     float64 `json:"alpha" within:"(0, 1)"`
	Power     float64 `json:"power" within:"(0, 1)"`
	CostTask  *number `json:"cost_task"`
	CostTrial *number `json:"cost_trial"`
	MaxK      int     `json:"max_k" within:"the whole numbers from 1"`
}

func varianceComponents(in varianceInputs, opt varianceOptions) (any, error) {
	switch opt.Test {
	case "", "one_run":
		v, err := stats.TaskTrialVariance(rowsOf(in.Scores))
		if err != nil {
			return withoutValues(err, "between", "within")
		}
		out := fields{{"between", number(v.Between)}, {"within", number(v.Within)},
			{"between_moment", number(v.BetweenMoment)}, {"within_moment", number(v.WithinMoment)},
			{"mean", number(v.Mean)}, {"se", number(v.SE)}}
		share, err := v.ShareTrials()
		out.addOr("share_trials", share, err)
		out.add("mean_gls", number(v.MeanGLS))
		out.add("se_gls", number(v.SEGLS))
		return out.standardErrors(opt.At, v.Between, v.Within)
	case "difference":
		v, err := stats.PairedTrialVariance(rowsOf(in.A), rowsOf(in.B))
		if err != nil {
			return withoutValues(err, "between", "within_a", "within_b")
		}
		out := fields{{"between", number(v.Between)}, {"within_a", number(v.WithinA)}, {"within_b", number(v.WithinB)},
			{"mean", number(v.Mean)}, {"se", number(v.SE)}}
		share, err := v.ShareTrials()
		out.addOr("share_trials", share, err)
		out.add("se_t", number(v.SEPaired))
		return out.standardErrors(opt.At, v.Between, v.WithinA+v.WithinB)
	case "plan":
		p, err := stats.PlanTrials(in.Between.orNaN(), in.Within.orNaN(), stats.TrialPlan{
			Difference: opt.D.orNaN(), CostTask: opt.CostTask.orNaN(), CostTrial: opt.CostTrial.orNaN(), MaxTrials: opt.MaxK,
			Power: stats.PowerOptions{Alpha: opt.Alpha, Power: opt.Power}})
		if err != nil {
			return nil, err
		}
		return fields{{"m", p.Tasks}, {"k", p.Trials}, {"cost", number(p.Cost)}, {"se", number(p.SE)}}, nil
	}
	return nil, fmt.Errorf(`options.test: %q is not one of "one_run", "difference", "plan"`, opt.Test)
}

// standardErrors adds the standard error at each pair of tasks and trials.
func (f fields) standardErrors(at [][]int, between, within float64) (any, error) {
	var ses numbers
	for i, pair := range at {
		if len(pair) != 2 {
			return nil, fmt.Errorf("options.at[%d]: %d numbers; give [tasks, trials]", i, len(pair))
		}
		se, err := stats.StandardErrorAt(between, within, pair[0], pair[1])
		if err != nil {
			return nil, err
		}
		ses = append(ses, se)
	}
	f.add("se_at", ses)
	return f, nil
}

// addOr adds a number, or NaN with the reason why there is none.
func (f *fields) addOr(key string, value float64, err error) {
	var undefined *stats.UndefinedError
	if !errors.As(err, &undefined) {
		f.add(key, number(value))
		return
	}
	f.add(key, number(math.NaN()))
	if undefined.Degenerate {
		f.add("degenerate", true)
	}
	f.add("reason", undefined.Error())
}
