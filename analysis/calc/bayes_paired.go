package calc

import (
	"fmt"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var bayesPairedHandlers = []handler{
	define(Statistic{
		Name: "bayes_paired", What: "probability that the first of two runs is better by more than a margin, practically equal, or worse",
		Takes: `options test: "dirichlet" (inputs table [[both, first only], [second only, neither]]; option prior, the four parameters in that order), ` +
			`"bayesian_bootstrap" (inputs d, and weights, lists of one weight a task; options replicates and seed without weights); margin, conf_level`,
		Methods: append(of(result.EstimateMethod, "posterior_dirichlet", "posterior_bootstrap"), of(result.IntervalMethod, "posterior_dirichlet", "posterior_bootstrap")...),
	}, bayesPaired),
}

type bayesInputs struct {
	Table   [][]*int  `json:"table"`
	D       numbers   `json:"d"`
	Weights []numbers `json:"weights"`
}

type bayesOptions struct {
	Test       string  `json:"test"`
	Prior      numbers `json:"prior"`
	Margin     float64 `json:"margin"`
	ConfLevel  float64 `json:"conf_level" within:"(0, 1)"`
	Replicates int     `json:"replicates" within:"the whole numbers from 1"`
	Seed       uint64  `json:"seed"`
}

func bayesPaired(in bayesInputs, opt bayesOptions) (any, error) {
	var p stats.PosteriorComparison
	var err error
	switch opt.Test {
	case "dirichlet":
		p, err = dirichlet(in, opt)
	case "bayesian_bootstrap":
		var diff stats.Differences
		if diff, err = stats.DifferencesOf(in.D); err != nil {
			return nil, err
		}
		o := stats.BayesianBootstrapOptions{Margin: opt.Margin, Level: opt.ConfLevel, Replicates: opt.Replicates, Seed: opt.Seed}
		if in.Weights != nil {
			o.Weights = rowsOf(in.Weights)
		}
		p, err = stats.BayesianBootstrap(diff, o)
	default:
		return nil, fmt.Errorf(`options.test: %q is not one of "dirichlet", "bayesian_bootstrap"`, opt.Test)
	}
	if err != nil {
		return withoutValues(err, "p_better", "p_equivalent", "p_worse")
	}
	return fields{{"p_better", number(p.Better)}, {"p_equivalent", number(p.Equivalent)}, {"p_worse", number(p.Worse)},
		{"mean", number(p.Mean)}, {"sd", number(p.SD)}, {"interval", numbers{p.Interval.Low, p.Interval.High}}}, nil
}

func dirichlet(in bayesInputs, opt bayesOptions) (stats.PosteriorComparison, error) {
	var cells [4]int
	for i := range cells {
		if len(in.Table) != 2 || len(in.Table[i/2]) != 2 || in.Table[i/2][i%2] == nil {
			return stats.PosteriorComparison{}, fmt.Errorf("inputs.table: give [[both, first only], [second only, neither]], four counts")
		}
		cells[i] = *in.Table[i/2][i%2]
	}
	o := stats.DirichletOptions{Margin: opt.Margin, Level: opt.ConfLevel}
	if opt.Prior != nil {
		if len(opt.Prior) != 4 {
			return stats.PosteriorComparison{}, fmt.Errorf("options.prior: %d parameters; give four, for both, first only, second only, neither", len(opt.Prior))
		}
		o.Prior = stats.PairedPrior{Both: opt.Prior[0], FirstOnly: opt.Prior[1], SecondOnly: opt.Prior[2], Neither: opt.Prior[3]}
		if o.Prior == (stats.PairedPrior{}) {
			return stats.PosteriorComparison{}, fmt.Errorf("options.prior: all 0; the parameters of a Dirichlet prior are above 0")
		}
	}
	return stats.PairedDirichlet(stats.PairedTable{Both: cells[0], FirstOnly: cells[1], SecondOnly: cells[2], Neither: cells[3]}, o)
}
