package calc

import (
	"errors"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var equivalenceHandlers = []handler{
	define(Statistic{
		Name: "tost", What: "paired equivalence test by two one-sided t tests",
		Takes:   "inputs a, b (or d), and cluster (labels) where they come in clusters; options low, high, or margin for both; alpha",
		Methods: slices.Concat(of(result.OtherTest, "tost", "tost_paired", "tost_clustered"), of(result.IntervalMethod, "t", "cr1_t")),
	}, tost),
}

type tostOptions struct {
	Low    *float64 `json:"low"`
	High   *float64 `json:"high"`
	Margin *float64 `json:"margin"`
	Alpha  float64  `json:"alpha" within:"(0, 1)"`
}

type tostResult struct {
	N          int      `json:"n"`
	NDropped   int      `json:"n_dropped"`
	MeanDiff   number   `json:"mean_diff"`
	DF         int      `json:"df"`
	TLower     number   `json:"t_lower"`
	PLower     number   `json:"p_lower"`
	TUpper     number   `json:"t_upper"`
	PUpper     number   `json:"p_upper"`
	P          number   `json:"p"`
	CILow      number   `json:"ci_low"` // of level 1 - 2 alpha
	CIHigh     number   `json:"ci_high"`
	Equivalent bool     `json:"equivalent"`
	Notes      []string `json:"notes,omitempty"`
}

// tost finds equivalence where both one-sided tests reject, so that its p-value is the
// larger of the two, and the interval of level 1 - 2 alpha lies within the margins exactly
// then.
func tost(in clusteredPairs, opt tostOptions) (any, error) {
	if opt.Margin != nil && opt.Low == nil && opt.High == nil {
		low := -*opt.Margin
		opt.Low, opt.High = &low, opt.Margin
	}
	if opt.Low == nil || opt.High == nil {
		return nil, errors.New("options: give low and high, the margins of equivalence, or margin for -margin to +margin")
	}
	diff, cluster, dropped, err := in.differences()
	if err != nil {
		return nil, err
	}
	var r stats.EquivalenceResult
	if cluster == nil {
		r, err = stats.TOSTPaired(diff, *opt.Low, *opt.High, stats.EquivalenceOptions{Alpha: opt.Alpha})
	} else {
		r, err = stats.TOSTClustered(diff, cluster, *opt.Low, *opt.High, stats.EquivalenceOptions{Alpha: opt.Alpha})
	}
	if err != nil {
		return nil, err
	}
	return tostResult{
		N: r.N, NDropped: dropped, MeanDiff: number(r.MeanDiff), DF: int(r.Lower.DF[0]),
		TLower: number(r.Lower.Statistic), PLower: number(r.Lower.P), TUpper: number(r.Upper.Statistic), PUpper: number(r.Upper.P),
		P: number(r.P), CILow: number(r.Interval.Low), CIHigh: number(r.Interval.High), Equivalent: r.Equivalent, Notes: r.Notes,
	}, nil
}
