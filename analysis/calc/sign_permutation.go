package calc

import (
	"errors"
	"fmt"
	"math"

	"mcpstats/stats"
)

var signPermutationHandlers = []handler{
	define("sign_permutation", `sign test and paired permutation test; inputs d, or a and b; options test ("sign", "permutation"), method (auto, exact, monte_carlo), resamples, seed`, signPermutation),
}

type signPermutationInputs struct {
	pairs
	Decimal []string `json:"d_decimal"` // informative: d as decimals
}

type signPermutationOptions struct {
	Test      string `json:"test"`
	Statistic string `json:"statistic"`
	Method    string `json:"method"`
	Resamples int    `json:"resamples" within:"the whole numbers from 1"`
	Seed      uint64 `json:"seed"`
}

type signResult struct {
	NPlus     int      `json:"n_plus"`
	NMinus    int      `json:"n_minus"`
	NZero     int      `json:"n_zero"`
	NDropped  int      `json:"n_dropped"`
	PTwoSided number   `json:"p_two_sided"`
	PGreater  number   `json:"p_greater"`
	PLess     number   `json:"p_less"`
	M         number   `json:"M"` // (n_plus - n_minus) / 2
	Notes     []string `json:"notes,omitempty"`
}

type permutationResult struct {
	N             int      `json:"n"`
	NNonzero      int      `json:"n_nonzero"`
	NDropped      int      `json:"n_dropped"`
	Sum           number   `json:"sum"`
	Mean          number   `json:"mean"`
	NPerm         number   `json:"n_perm"`
	CountTwoSided number   `json:"count_two_sided"`
	PTwoSided     number   `json:"p_two_sided"`
	PGreater      number   `json:"p_greater"`
	PLess         number   `json:"p_less"`
	Exact         bool     `json:"exact"`
	Notes         []string `json:"notes,omitempty"`
}

func signPermutation(in signPermutationInputs, opt signPermutationOptions) (any, error) {
	diff, dropped, err := in.differences()
	if err != nil {
		return nil, err
	}
	switch opt.Test {
	case "sign":
		return sign(diff, dropped)
	case "permutation":
		return permutation(diff, dropped, opt)
	}
	return nil, fmt.Errorf(`options.test: %q is not one of "sign", "permutation"`, opt.Test)
}

func sign(diff stats.Differences, dropped int) (any, error) {
	var p [3]number
	var r stats.SignTestResult
	for i, alt := range []stats.Alternative{stats.Less, stats.Greater, stats.TwoSided} {
		var err error
		if r, err = stats.SignTestDiff(diff, alt); err != nil {
			return nil, err
		}
		p[i] = number(r.P)
	}
	return signResult{
		NPlus: r.Plus, NMinus: r.Minus, NZero: r.Zero, NDropped: dropped, PTwoSided: p[2], PGreater: p[1], PLess: p[0],
		M: number(float64(r.Plus-r.Minus) / 2), Notes: r.Notes,
	}, nil
}

func permutation(diff stats.Differences, dropped int, o signPermutationOptions) (any, error) {
	opt := stats.PermutationOptions{Resamples: o.Resamples, Seed: o.Seed}
	if o.Statistic != "" && o.Statistic != "mean" && o.Statistic != "sum" {
		return nil, errors.New(`options.statistic: the permutation test is of the "mean" (or "sum", which is the same)`)
	}
	switch o.Method {
	case "", "auto":
	case "exact":
		opt.Null = stats.Exact
	case "monte_carlo":
		opt.Null = stats.Asymptotic
	default:
		return nil, fmt.Errorf(`options.method: %q is not one of "auto", "exact", "monte_carlo"`, o.Method)
	}
	var p [3]number
	var r stats.PermutationResult
	for i, alt := range []stats.Alternative{stats.Less, stats.Greater, stats.TwoSided} {
		opt.Alternative = alt
		var err error
		if r, err = stats.PermutationPairedDiff(diff, opt); err != nil {
			return nil, err
		}
		p[i] = number(r.P)
	}
	return permutationResult{
		N: r.N, NNonzero: r.NUsed, NDropped: dropped, Sum: number(r.Sum), Mean: number(r.Statistic), NPerm: number(r.Permutations),
		CountTwoSided: number(math.Round(r.Extreme)), PTwoSided: p[2], PGreater: p[1], PLess: p[0], Exact: r.Exact, Notes: r.Notes,
	}, nil
}
