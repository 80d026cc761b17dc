package calc

import (
	"fmt"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var wilcoxonHandlers = []handler{
	define(Statistic{
		Name: "wilcoxon", What: "Wilcoxon signed-rank test and Hodges-Lehmann estimate",
		Takes:   "inputs a, b or d; options alternative, zero_method (pratt, wilcox, zsplit), method (auto, exact, approx), correction, conf_level",
		Methods: slices.Concat(of(result.PairedTest, "wilcoxon_signed_rank"), of(result.IntervalMethod, "hodges_lehmann"), of(result.EffectMethod, "rank_biserial"), of(result.ProcedureMethod, "pratt")),
	}, wilcoxon),
}

type wilcoxonOptions struct {
	Alternative alternative `json:"alternative"`
	ZeroMethod  string      `json:"zero_method"`
	Method      string      `json:"method"`
	Correction  *bool       `json:"correction"`
	ConfLevel   *float64    `json:"conf_level" within:"(0, 1)"` // asks for the Hodges-Lehmann estimate
	CIMethod    string      `json:"ci_method"`                  // informative
}

type wilcoxonResult struct {
	WPlus        number   `json:"w_plus"`
	WMinus       number   `json:"w_minus"`
	N            int      `json:"n"`
	NDropped     int      `json:"n_dropped"`
	NUsed        int      `json:"n_used"`
	Exact        bool     `json:"exact"`
	Z            number   `json:"z"`
	P            number   `json:"p"`
	RankBiserial number   `json:"rank_biserial"`
	Notes        []string `json:"notes,omitempty"`
	*hodgesLehmannResult
}

// value is the options as package stats has them. Zeros are treated by Pratt's method unless
// another is asked for.
func (o wilcoxonOptions) value() (opt stats.WilcoxonOptions, err error) {
	if opt.Alternative, err = o.Alternative.value(); err != nil {
		return opt, err
	}
	switch o.ZeroMethod {
	case "", "pratt":
		opt.Zeros = stats.Pratt
	case "wilcox":
		opt.Zeros = stats.DropZeros
	case "zsplit":
		opt.Zeros = stats.SplitZeros
	default:
		return opt, fmt.Errorf(`options.zero_method: %q is not one of "pratt", "wilcox", "zsplit"`, o.ZeroMethod)
	}
	opt.NoCorrection = o.Correction != nil && !*o.Correction
	opt.Null, err = nullDistribution("method", o.Method, "approx", "asymptotic")
	return opt, err
}

// wilcoxon adds the Hodges-Lehmann estimate where a level is given for its interval.
func wilcoxon(in pairs, o wilcoxonOptions) (any, error) {
	opt, err := o.value()
	if err != nil {
		return nil, err
	}
	diff, dropped, err := in.differences()
	if err != nil {
		return nil, err
	}
	r, err := stats.WilcoxonSignedRank(diff, opt)
	if err != nil {
		return nil, err
	}
	out := wilcoxonResult{
		WPlus: number(r.WPlus), WMinus: number(r.WMinus), N: r.N, NDropped: dropped, NUsed: r.NUsed, Exact: r.Exact,
		Z: number(r.Z), P: number(r.P), RankBiserial: number(r.RankBiserial), Notes: r.Notes,
	}
	if o.ConfLevel != nil {
		if out.hodgesLehmannResult, err = hodgesLehmann(diff, *o.ConfLevel); err != nil {
			return nil, err
		}
	}
	return out, nil
}
