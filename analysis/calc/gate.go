package calc

import (
	"errors"
	"fmt"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var gateHandlers = []handler{
	define(Statistic{
		Name: "gate", What: "whether a new run is not worse than a base by a margin or more",
		Takes: `options test: "fixed_t" (inputs d, differences new - base by task), "fixed_clustered" (inputs d, and cluster, labels), "fixed_tango" (inputs new_only, base_only, n), "sequential" (inputs d in the order seen, within -1 and 1; ` +
			`options c, theta); margin, alpha`,
		Methods: slices.Concat(of(result.OtherTest, "not_worse_t", "not_worse_clustered", "not_worse_tango", "betting"), of(result.PairedTest, "cluster_robust_t"), of(result.IntervalMethod, "betting", "tango", "cr0_z", "cr1_t")),
	}, gate),
}

type gateInputs struct {
	D        numbers `json:"d"`
	Cluster  []label `json:"cluster"`
	NewOnly  *int    `json:"new_only"`
	BaseOnly *int    `json:"base_only"`
	N        *int    `json:"n"`
}

type gateOptions struct {
	Test   string  `json:"test"`
	Margin float64 `json:"margin"`
	Alpha  float64 `json:"alpha" within:"(0, 1)"`
	C      float64 `json:"c" within:"(0, 1)"`
	Theta  float64 `json:"theta" within:"(0, 1)"`
}

func gate(in gateInputs, opt gateOptions) (any, error) {
	decision := func(pass bool) stats.GateDecision {
		if pass {
			return stats.GatePass
		}
		return stats.GateUndecided
	}
	switch opt.Test {
	case "fixed_t", "fixed_clustered":
		diff, err := stats.DifferencesOf(in.D)
		if err != nil {
			return nil, err
		}
		var r stats.NotWorse
		cluster, _ := firstSeen(in.Cluster)
		if opt.Test == "fixed_t" {
			r, err = stats.NotWorseT(diff, opt.Margin, opt.Alpha)
		} else {
			r, err = stats.NotWorseClustered(diff, cluster, opt.Margin, opt.Alpha)
		}
		if err != nil {
			return withoutValues(err, "t", "p", "lower", "needed_mean")
		}
		return fields{{"mean", number(r.Mean)}, {"sd", number(r.SD)}, {"t", number(r.Statistic)}, {"p", number(r.P)},
			{"lower", number(r.Lower)}, {"needed_mean", number(r.NeededMean)}, {"decision", decision(r.Pass)}}, nil
	case "fixed_tango":
		if in.NewOnly == nil || in.BaseOnly == nil || in.N == nil {
			return nil, errors.New("inputs.new_only, inputs.base_only, inputs.n: give all three counts")
		}
		r, err := stats.NotWorseTango(*in.NewOnly, *in.BaseOnly, *in.N, opt.Margin, opt.Alpha)
		if err != nil {
			return withoutValues(err, "z", "p")
		}
		return fields{{"z", number(r.Statistic)}, {"p", number(r.P)}, {"difference", number(r.Mean)}, {"decision", decision(r.Pass)}}, nil
	case "sequential":
		return betting(in.D, opt)
	}
	return nil, fmt.Errorf(`options.test: %q is not one of "fixed_t", "fixed_clustered", "fixed_tango", "sequential"`, opt.Test)
}

// betting looks after every difference.
func betting(d []float64, opt gateOptions) (any, error) {
	b, err := stats.NewBetting(stats.BettingOptions{Margin: opt.Margin, Alpha: opt.Alpha, Cap: opt.C, Hedge: opt.Theta})
	if err != nil {
		return nil, err
	}
	var bets, notWorse, worse, low, high numbers
	for _, x := range d {
		if err := b.Add(x); err != nil {
			return nil, err
		}
		ci := b.Confidence()
		bets = append(bets, b.Bet())
		notWorse, worse = append(notWorse, b.NotWorse()), append(worse, b.Worse())
		low, high = append(low, ci.Low), append(high, ci.High)
	}
	return fields{{"lambda_t", bets}, {"e_not_worse", notWorse}, {"e_worse", worse},
		{"n_not_worse", b.FirstNotWorse()}, {"n_worse", b.FirstWorse()}, {"decision", b.Decision()},
		{"cs_low", low}, {"cs_high", high}}, nil
}
