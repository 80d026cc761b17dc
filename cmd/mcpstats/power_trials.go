package main

import (
	"github.com/spf13/pflag"

	"mcpstats/analysis/power"
)

// trialAsking is the command-line flags of a question of tasks and trials. It is asked where a cost is given.
type trialAsking struct {
	costTask, costTrial, between, within float64
	most                                 int
}

func (q *trialAsking) register(f *pflag.FlagSet) {
	f.Float64Var(&q.costTask, "cost-task", 0, "plan trials, too: what a task costs, however often it is tried")
	f.Float64Var(&q.costTrial, "cost-trial", 0, "plan trials, too: what one trial of a task costs, of both runs together")
	f.Float64Var(&q.between, "between", 0, "variance between tasks of the difference, in squared units of the metric (with runs: as observed)")
	f.Float64Var(&q.within, "within", 0, "variance between the trials of a task, of both runs together (with runs: as observed)")
	f.IntVar(&q.most, "max-trials", 20, "the most trials a task that are considered")
}

// asked tells whether trials are planned.
func (q *trialAsking) asked(f *pflag.FlagSet) bool {
	return f.Changed("cost-task") || f.Changed("cost-trial")
}

// plan reads the flags, with the level, power and difference of the other questions.
func (q *trialAsking) plan(f *pflag.FlagSet, of *power.Plan, observed bool) (power.TrialPlan, error) {
	p := power.TrialPlan{Alpha: of.Alpha, Power: of.Power, Between: q.between, Within: q.within, CostTask: q.costTask, CostTrial: q.costTrial, MaxTrials: q.most}
	switch {
	case q.most < 1:
		return p, usagef("power: --max-trials %d: expected a number above 0", q.most)
	case f.Changed("n") || of.SD != nil || of.DZ != nil || of.Discordance != nil || of.P1 != nil || of.P2 != nil || of.Odds != nil:
		return p, usagef("power: with --cost-task or --cost-trial the scatter is --between and --within, and tasks are what is looked for: leave --n and the other scatter out")
	case observed && (f.Changed("between") || f.Changed("within")):
		return p, usagef("power: --between, --within: with two runs they are taken from the logs; leave them out")
	case !observed && !(f.Changed("between") && f.Changed("within")):
		return p, usagef("power: to plan trials give --between and --within, the variances of the difference, or two runs with several attempts a task: mcpstats power A B PATH... --cost-trial 1")
	case !observed && of.Difference == nil:
		return p, usagef("power: --difference is needed: the difference to be seen, as in --difference 0.05")
	}
	if of.Difference != nil {
		p.Difference = *of.Difference
	}
	return p, nil
}
