package calc

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var correlationHandlers = []handler{
	define(Statistic{
		Name: "correlation", What: "Kendall's tau-a, tau-b and tau-c, Spearman's rho and Pearson's r with two-sided p-values and intervals",
		Takes:   "inputs x, y; option conf_level",
		Methods: slices.Concat(of(result.OtherTest, "kendall_tau_b"), of(result.CoefficientMethod, "tau"), of(result.IntervalMethod, "fisher_z", "bonett_wright", "fieller_hartley_pearson")),
	}, correlation),
}

type correlationInputs struct {
	X numbers `json:"x"`
	Y numbers `json:"y"`
}

type correlationOptions struct {
	Alternative string  `json:"alternative"`
	ConfLevel   float64 `json:"conf_level" within:"(0, 1)"`
}

// correlation computes all coefficients, each p-value by every method that applies: exact ones
// need data without ties, and permutation ones few pairs.
func correlation(in correlationInputs, opt correlationOptions) (any, error) {
	if opt.Alternative != "" && opt.Alternative != "two-sided" {
		return nil, fmt.Errorf(`options.alternative: %q; correlations are tested two-sided`, opt.Alternative)
	}
	k, err := stats.KendallCorrelation(in.X, in.Y)
	var undefined *stats.UndefinedError
	if errors.As(err, &undefined) {
		nan := number(math.NaN())
		return fields{
			{"n", len(in.X)}, {"concordant", 0}, {"discordant", 0}, {"tau_b", nan}, {"tau_c", nan}, {"spearman", nan}, {"pearson", nan},
			{"undefined", true}, {"reason", undefined.Reason},
		}, nil
	}
	if err != nil {
		return nil, err
	}
	r := fields{
		{"n", k.N}, {"concordant", k.Concordant}, {"discordant", k.Discordant},
		{"tau_a", number(k.TauA)}, {"tau_b", number(k.TauB)}, {"tau_c", number(k.TauC)},
		{"kendall_z", number(k.Z)}, {"kendall_p_asymptotic", number(k.PAsymptotic)},
	}
	if p, ok := k.ExactP(); ok {
		r.add("kendall_p_exact", number(p))
	}
	// 9! = 362,880 orders. The exact distribution above knows no ties; trying all orders
	// holds with them.
	const enumerable = 9 // pairs whose orders can all be tried
	if k.N <= enumerable {
		p, err := stats.KendallPermutationP(in.X, in.Y)
		if err != nil {
			return nil, err
		}
		r.add("kendall_p_exact_perm", number(p))
	}
	rho, err := stats.Spearman(in.X, in.Y)
	if err != nil {
		return nil, err
	}
	r.add("spearman", number(rho.R))
	if rho.HasP {
		r.add("spearman_p_t", number(rho.P))
	}
	if k.N <= enumerable {
		p, err := stats.SpearmanPermutationP(in.X, in.Y)
		if err != nil {
			return nil, err
		}
		r.add("spearman_p_exact_perm", number(p))
	}
	for _, c := range []struct {
		name     string
		interval func(r float64, n int, level float64) (stats.Interval, error)
		r        float64
	}{{"kendall_tau_b", stats.KendallInterval, k.TauB}, {"spearman", stats.SpearmanInterval, rho.R}} {
		if i, err := c.interval(c.r, k.N, opt.ConfLevel); err == nil { // undefined for few pairs, and where the orders are the same
			r.add(c.name+"_ci_low", number(i.Low))
			r.add(c.name+"_ci_high", number(i.High))
		}
	}
	pearson, err := stats.Pearson(in.X, in.Y, opt.ConfLevel)
	if err != nil {
		return nil, err
	}
	r.add("pearson", number(pearson.R))
	if pearson.HasP {
		r.add("pearson_p", number(pearson.P))
	}
	if pearson.HasInterval {
		r.add("pearson_ci_low", number(pearson.Interval.Low))
		r.add("pearson_ci_high", number(pearson.Interval.High))
	}
	return r, nil
}
