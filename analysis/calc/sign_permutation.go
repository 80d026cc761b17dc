package calc

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var signPermutationHandlers = []handler{
	define(Statistic{
		Name: "sign_permutation", What: "sign test and paired permutation tests",
		Takes:   `inputs d, or a and b, and for "cluster_permutation" cluster (labels); options test ("sign", "permutation", "cluster_permutation"), method (auto, exact, monte_carlo), resamples, seed`,
		Methods: of(result.PairedTest, "sign", "permutation", "cluster_permutation"),
	}, signPermutation),
}

type signPermutationInputs struct {
	clusteredPairs
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
	Clusters      int      `json:"G,omitempty"` // what is flipped, where differences come in clusters
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
	diff, cluster, dropped, err := in.differences()
	if err != nil {
		return nil, err
	}
	switch opt.Test {
	case "sign":
		return sign(diff, dropped)
	case "permutation":
		return permutation(diff, dropped, opt)
	case "cluster_permutation":
		return clusterPermutation(diff, cluster, dropped, opt)
	}
	return nil, fmt.Errorf(`options.test: %q is not one of "sign", "permutation", "cluster_permutation"`, opt.Test)
}

func sign(diff stats.Differences, dropped int) (any, error) {
	var p [3]number
	var r stats.SignTestResult
	for i, alt := range []stats.Alternative{stats.Less, stats.Greater, stats.TwoSided} {
		var err error
		if r, err = stats.SignTest(diff, alt); err != nil {
			return nil, err
		}
		p[i] = number(r.P)
	}
	return signResult{
		NPlus: r.Plus, NMinus: r.Minus, NZero: r.Zero, NDropped: dropped, PTwoSided: p[2], PGreater: p[1], PLess: p[0],
		M: number(float64(r.Plus-r.Minus) / 2), Notes: r.Notes,
	}, nil
}

// permutation computes all three alternatives, from the same resamples where it draws them.
func permutation(diff stats.Differences, dropped int, o signPermutationOptions) (out permutationResult, err error) {
	opt := stats.PermutationOptions{Resamples: o.Resamples, Seed: o.Seed}
	if o.Statistic != "" && o.Statistic != "mean" && o.Statistic != "sum" {
		return out, errors.New(`options.statistic: the permutation test is of the "mean" (or "sum", which is the same)`)
	}
	if opt.Null, err = nullDistribution("method", o.Method, "monte_carlo"); err != nil {
		return out, err
	}
	var p [3]number
	var r stats.PermutationResult
	for i, alt := range []stats.Alternative{stats.Less, stats.Greater, stats.TwoSided} {
		opt.Alternative = alt
		if r, err = stats.PermutationPaired(diff, opt); err != nil {
			return out, err
		}
		p[i] = number(r.P)
	}
	return permutationResult{
		N: r.N, NNonzero: r.NUsed, NDropped: dropped, Sum: number(r.Sum), Mean: number(r.Statistic), NPerm: number(r.Permutations),
		CountTwoSided: number(math.Round(r.Extreme)), PTwoSided: p[2], PGreater: p[1], PLess: p[0], Exact: r.Exact, Notes: r.Notes,
	}, nil
}

// clusterPermutation flips the signs of whole clusters: those of their sums. The mean
// is that over all differences, whatever the sizes of their clusters.
func clusterPermutation(diff stats.Differences, cluster []int, dropped int, o signPermutationOptions) (any, error) {
	if cluster == nil {
		return nil, errors.New("inputs.cluster: missing; give a label for each difference")
	}
	sums := make([]float64, slices.Max(cluster)+1)
	for i, g := range cluster {
		sums[g] += diff.D[i]
	}
	flipped, err := stats.DifferencesOf(sums)
	if err != nil {
		return nil, err
	}
	r, err := permutation(flipped, dropped, o)
	if err != nil {
		return nil, err
	}
	r.N, r.Clusters, r.Mean = len(diff.D), len(sums), r.Sum/number(len(diff.D))
	return r, nil
}
