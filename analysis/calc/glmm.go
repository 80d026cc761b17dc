package calc

import (
	"fmt"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var glmmHandlers = []handler{
	define(Statistic{
		Name: "glmm", What: "hierarchical logistic model of success: runs' abilities and differences, tasks at random",
		Takes:   `inputs y (0 or 1), task, run, one entry an attempt; option reference, the run of the intercept (the first without)`,
		Methods: of(result.EstimateMethod, "mixed_logistic"),
	}, glmm),
}

type glmmInputs struct {
	Y    numbers `json:"y"`
	Task []label `json:"task"`
	Run  []label `json:"run"`
}

type glmmOptions struct {
	Reference *label `json:"reference"`
}

func glmm(in glmmInputs, opt glmmOptions) (any, error) {
	if len(in.Y) == 0 || len(in.Task) != len(in.Y) || len(in.Run) != len(in.Y) {
		return nil, fmt.Errorf("inputs.y, inputs.task, inputs.run: %d, %d and %d entries; give one of each for every attempt", len(in.Y), len(in.Task), len(in.Run))
	}
	o := stats.Outcomes{}
	for i, y := range in.Y {
		if y != 0 && y != 1 {
			return nil, fmt.Errorf("inputs.y: entry %d is %v; an attempt is 0 or 1", i, y)
		}
		o.Pass = append(o.Pass, y == 1)
	}
	o.Task, _ = firstSeen(in.Task)
	o.Run, _ = firstSeen(in.Run)
	reference := 0
	if opt.Reference != nil {
		first := slices.Index(in.Run, *opt.Reference)
		if first < 0 {
			return nil, fmt.Errorf("options.reference: no attempt is of that run")
		}
		reference = o.Run[first]
	}
	r, err := stats.FitMixedLogistic(o, reference)
	if err != nil {
		return withoutValues(err, "coef", "se", "sigma", "loglik", "sigma_se")
	}
	out := fields{{"coef", numbers(r.Coef)}, {"se", numbers(r.SE)}, {"sigma", number(r.Sigma)}, {"loglik", number(r.LogLik)}}
	if !r.Edge {
		out.add("sigma_se", number(r.SigmaSE))
	}
	return out, nil
}
