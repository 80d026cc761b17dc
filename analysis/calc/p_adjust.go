package calc

import (
	"errors"
	"fmt"
	"math"

	"mcpstats/stats"
)

var pAdjustHandlers = []handler{
	define("p_adjust", "p-values corrected for multiple comparisons, by every method; inputs p (NaN is left out of the family)", pAdjust),
}

type pAdjustInputs struct {
	P numbers `json:"p"`
}

type pAdjustOptions struct {
	M *int `json:"m"` // the number of p-values that are not NaN, checked where given
}

type pAdjustResult struct {
	Bonferroni numbers `json:"bonferroni"`
	Sidak      numbers `json:"sidak"`
	Holm       numbers `json:"holm"`
	HolmSidak  numbers `json:"holm_sidak"`
	Hochberg   numbers `json:"hochberg"`
	BH         numbers `json:"BH"`
	BY         numbers `json:"BY"`
	Hommel     numbers `json:"hommel"`
}

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
	var r pAdjustResult
	for _, t := range []struct {
		method stats.Adjustment
		to     *numbers
	}{
		{stats.Bonferroni, &r.Bonferroni}, {stats.Sidak, &r.Sidak}, {stats.Holm, &r.Holm}, {stats.HolmSidak, &r.HolmSidak},
		{stats.Hochberg, &r.Hochberg}, {stats.BH, &r.BH}, {stats.BY, &r.BY}, {stats.Hommel, &r.Hommel},
	} {
		adjusted, err := stats.Adjust(t.method, in.P)
		if err != nil {
			return nil, err
		}
		*t.to = adjusted
	}
	return r, nil
}
