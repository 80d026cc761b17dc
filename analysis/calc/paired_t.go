package calc

import (
	"fmt"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var pairedTHandlers = []handler{
	define(Statistic{
		Name: "paired_t", What: "paired t test",
		Takes:   "inputs a, b (or d); options alternative, conf_level, nan_policy (drop_pair, raise)",
		Methods: slices.Concat(of(result.PairedTest, "paired_t"), of(result.IntervalMethod, "t")),
	}, pairedT),
}

type pairedTOptions struct {
	Alternative alternative `json:"alternative"`
	ConfLevel   float64     `json:"conf_level" within:"(0, 1)"`
	NaNPolicy   string      `json:"nan_policy"`
}

type pairedTResult struct {
	N        int      `json:"n"`
	NDropped int      `json:"n_dropped"`
	MeanDiff number   `json:"mean_diff"`
	SDDiff   number   `json:"sd_diff"`
	SE       number   `json:"se"`
	T        number   `json:"t"`
	DF       int      `json:"df"`
	P        number   `json:"p"`
	CILow    number   `json:"ci_low"`
	CIHigh   number   `json:"ci_high"`
	Notes    []string `json:"notes,omitempty"`
}

// pairedT drops pairs with a missing value, or refuses them with nan_policy raise.
func pairedT(in pairs, opt pairedTOptions) (any, error) {
	alt, err := opt.Alternative.value()
	if err != nil {
		return nil, err
	}
	diff, dropped, err := in.differences()
	if err != nil {
		return nil, err
	}
	switch opt.NaNPolicy {
	case "", "drop_pair":
	case "raise":
		if dropped > 0 {
			return nil, fmt.Errorf("inputs: %d pairs hold NaN", dropped)
		}
	default:
		return nil, fmt.Errorf(`options.nan_policy: %q is not one of "drop_pair", "raise"`, opt.NaNPolicy)
	}
	r, err := stats.PairedT(diff, stats.PairedTOptions{Alternative: alt, Level: opt.ConfLevel})
	if err != nil {
		return nil, err
	}
	return pairedTResult{
		N: r.N, NDropped: dropped, MeanDiff: number(r.MeanDiff), SDDiff: number(r.SDDiff), SE: number(r.SE),
		T: number(r.Statistic), DF: r.N - 1, P: number(r.P),
		CILow: number(r.Interval.Low), CIHigh: number(r.Interval.High), Notes: r.Notes,
	}, nil
}
