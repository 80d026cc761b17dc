package calc

import (
	"errors"
	"fmt"
	"math"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// corrections are those of given p-values, by their declared names, which are also how
// package stats calls them. The max-t correction needs the differences themselves
// (rank_sets), and no correction is none.
var corrections = of(result.CorrectionMethod, "bonferroni", "sidak", "holm", "holm_sidak", "hochberg", "BH", "BY", "hommel")

var pAdjustHandlers = []handler{
	define(Statistic{
		Name: "p_adjust", What: "p-values corrected for multiple comparisons, by every method",
		Takes: "inputs p (NaN is left out of the family)", Methods: corrections,
	}, pAdjust),
}

type pAdjustInputs struct {
	P numbers `json:"p"`
}

type pAdjustOptions struct {
	M *int `json:"m"` // the number of p-values that are not NaN, checked where given
}

// pAdjust corrects the family by every method. NaN is not part of the family and stays NaN.
func pAdjust(in pAdjustInputs, opt pAdjustOptions) (any, error) {
	if in.P == nil {
		return nil, errors.New("inputs.p: missing; give a list of p-values")
	}
	defined := 0
	for _, p := range in.P {
		if !math.IsNaN(p) {
			defined++
		}
	}
	if opt.M != nil && *opt.M != defined {
		return nil, fmt.Errorf("options.m: %d, but the family has %d defined p-values; a family is given in full", *opt.M, defined)
	}
	var r fields
	for _, m := range corrections {
		adjusted, err := stats.Adjust(stats.Adjustment(m.Name), in.P)
		if err != nil {
			return nil, err
		}
		r.add(m.Name, numbers(adjusted))
	}
	return r, nil
}
