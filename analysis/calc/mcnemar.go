package calc

import (
	"errors"
	"fmt"
	"math"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var mcnemarHandlers = []handler{
	define(Statistic{
		Name: "mcnemar", What: "McNemar's tests",
		Takes:   "inputs b, c or table [[a, b], [c, d]]",
		Methods: of(result.PairedTest, "mcnemar_exact", "mcnemar_midp", "mcnemar_chi2", "mcnemar_chi2_cc"),
	}, mcnemar),
}

type mcnemarInputs struct {
	B     *int      `json:"b"`
	C     *int      `json:"c"`
	Table *table2x2 `json:"table"`
}

type mcnemarOptions struct {
	Methods []string `json:"methods"` // all are always computed
}

type mcnemarResult struct {
	NDiscordant  int      `json:"n_discordant"`
	ExactP       number   `json:"exact_p"`
	MidP         number   `json:"midp_p"`
	ExactGreater number   `json:"exact_greater"`
	ExactLess    number   `json:"exact_less"`
	DiffProp     *number  `json:"diff_prop,omitempty"` // (b-c)/n, where the table gives n
	Chi2         number   `json:"chi2"`
	Chi2P        number   `json:"chi2_p"`
	Chi2CC       number   `json:"chi2_cc"`
	Chi2CCP      number   `json:"chi2_cc_p"`
	Notes        []string `json:"notes,omitempty"`
}

// counts are the discordant pairs, and n where a table gives it, else 0.
func (in mcnemarInputs) counts() (b, c, n int, err error) {
	if in.Table != nil {
		b, c = in.Table[0][1], in.Table[1][0]
		n = in.Table[0][0] + b + c + in.Table[1][1]
		if in.B != nil && *in.B != b || in.C != nil && *in.C != c {
			return 0, 0, 0, fmt.Errorf("inputs: b and c differ from the table's %d and %d", b, c)
		}
		if in.Table[0][0] < 0 || in.Table[1][1] < 0 {
			return 0, 0, 0, errors.New("inputs.table: counts cannot be negative")
		}
		return b, c, n, nil
	}
	if in.B == nil || in.C == nil {
		return 0, 0, 0, errors.New("inputs: give b and c, the discordant counts, or table [[a, b], [c, d]]")
	}
	return *in.B, *in.C, 0, nil
}

// mcnemar computes all variants of the test from the discordant pairs.
func mcnemar(in mcnemarInputs, _ mcnemarOptions) (any, error) {
	b, c, n, err := in.counts()
	if err != nil {
		return nil, err
	}
	exact, err := stats.McNemarExact(b, c)
	if err != nil {
		return nil, err
	}
	greater, err := stats.McNemarExactAlt(b, c, stats.Greater)
	if err != nil {
		return nil, err
	}
	less, err := stats.McNemarExactAlt(b, c, stats.Less)
	if err != nil {
		return nil, err
	}
	midp, err := stats.McNemarMidP(b, c)
	if err != nil {
		return nil, err
	}
	r := mcnemarResult{
		NDiscordant: exact.NUsed, ExactP: number(exact.P), MidP: number(midp.P),
		ExactGreater: number(greater.P), ExactLess: number(less.P), Notes: exact.Notes,
	}
	if n > 0 {
		diff := number(float64(b-c) / float64(n))
		r.DiffProp = &diff
	}
	if r.Chi2, r.Chi2P, err = chi2(b, c, false); err != nil {
		return nil, err
	}
	if r.Chi2CC, r.Chi2CCP, err = chi2(b, c, true); err != nil {
		return nil, err
	}
	return r, nil
}

// chi2 returns NaN for both where there are no discordant pairs.
func chi2(b, c int, corrected bool) (statistic, p number, err error) {
	r, err := stats.McNemarChi2(b, c, corrected)
	var undefined *stats.UndefinedError
	if errors.As(err, &undefined) {
		return number(math.NaN()), number(math.NaN()), nil
	}
	return number(r.Statistic), number(r.P), err
}
