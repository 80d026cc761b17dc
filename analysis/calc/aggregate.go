package calc

import (
	"fmt"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var aggregateHandlers = []handler{
	define(Statistic{
		Name: "aggregate", What: "several trials over several tasks in one number, and one system against another",
		Takes: `options test: "aggregate" (inputs scores, trials by tasks; options gamma, taus), "probability_of_improvement" (inputs x, y, likewise); ` +
			`with replicates a stratified bootstrap interval (conf_level, seed)`,
		Methods: append(of(result.EstimateMethod, "interquartile_mean", "performance_profile", "probability_of_improvement"), of(result.IntervalMethod, "percentile")...),
	}, aggregate),
}

type aggregateInputs struct {
	Scores []numbers `json:"scores"`
	X      []numbers `json:"x"`
	Y      []numbers `json:"y"`
}

type aggregateOptions struct {
	Test       string  `json:"test"`
	Gamma      *number `json:"gamma"`
	Taus       numbers `json:"taus"`
	ConfLevel  float64 `json:"conf_level" within:"(0, 1)"`
	Replicates int     `json:"replicates" within:"the whole numbers from 1"`
	Seed       uint64  `json:"seed"`
}

func aggregate(in aggregateInputs, opt aggregateOptions) (any, error) {
	switch opt.Test {
	case "", "aggregate":
		o := stats.AggregateOptions{Taus: opt.Taus}
		if opt.Gamma != nil {
			gamma := float64(*opt.Gamma)
			o.Gamma = &gamma
		}
		a, err := stats.AggregateScores(rowsOf(in.Scores), o)
		if err != nil {
			return nil, err
		}
		out := fields{{"mean", number(a.Mean)}, {"median", number(a.Median)}, {"iqm", number(a.IQM)}, {"optimality_gap", number(a.OptimalityGap)},
			{"profile", numbers(a.Profile)}, {"profile_of_means", numbers(a.ProfileOfMeans)}}
		return out.stratified("iqm_interval", opt, func(s [][][]float64) (float64, error) {
			a, err := stats.AggregateScores(s[0], stats.AggregateOptions{})
			return a.IQM, err
		}, rowsOf(in.Scores))
	case "probability_of_improvement":
		mean, byTask, err := stats.ProbabilityOfImprovement(rowsOf(in.X), rowsOf(in.Y))
		if err != nil {
			return nil, err
		}
		out := fields{{"probability_of_improvement", number(mean)}, {"per_task", numbers(byTask)}}
		return out.stratified("interval", opt, func(s [][][]float64) (float64, error) {
			p, _, err := stats.ProbabilityOfImprovement(s[0], s[1])
			return p, err
		}, rowsOf(in.X), rowsOf(in.Y))
	}
	return nil, fmt.Errorf(`options.test: %q is not one of "aggregate", "probability_of_improvement"`, opt.Test)
}

// stratified adds the interval of a statistic, where replicates are asked for.
func (f fields) stratified(key string, opt aggregateOptions, statistic func([][][]float64) (float64, error), systems ...[][]float64) (any, error) {
	if opt.Replicates == 0 {
		return f, nil
	}
	b, err := stats.StratifiedBootstrap(systems, statistic, stats.BootstrapOptions{Level: opt.ConfLevel, Replicates: opt.Replicates, Seed: opt.Seed})
	if err != nil {
		return nil, err
	}
	f.add(key, numbers{b.Interval.Low, b.Interval.High})
	return f, nil
}
