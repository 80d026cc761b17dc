package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// BayesianBootstrapOptions: Weights, where they are given, are lists of weights of 0 or more, one
// a task, each divided by its sum; else Replicates lists are drawn from Seed.
type BayesianBootstrapOptions struct {
	Margin     float64
	Level      float64 // 0 means 0.95
	Weights    [][]float64
	Replicates int // 0 means 10,000
	Seed       uint64
	Cluster    []int // of each task, whatever labels; its tasks get one drawn weight together. nil: every task its own
}

// BayesianBootstrap gives the posterior of the mean difference of two runs over tasks,
// for scores of any kind: each replicate weighs the tasks anew with Dirichlet(1, ..., 1)
// weights, which is the posterior under a prior that knows nothing and holds no value
// possible that was not seen. The shares of replicates beyond the margin are the
// probabilities, both ends of the margin counted as equal; the interval has the type-7
// quantiles of the replicates. diff holds differences first - second, higher better.
//
// Assumes independent tasks, or independent clusters where these are given; with fewer than about 20 it is too sure, as the bootstrap is.
//
// Errors: *ArgumentError for values that are not finite, weights of another length,
// negative, or summing to 0; *UndefinedError for fewer than two tasks, and, marked
// degenerate, for differences that are all equal: every weighting gives the same.
//
// Source: Rubin (1981), Annals of Statistics 9:130-134.
func BayesianBootstrap(diff Differences, opt BayesianBootstrapOptions) (PosteriorComparison, error) {
	level, err := levelOr(opt.Level)
	if err != nil {
		return PosteriorComparison{}, err
	}
	if err := diff.check(); err != nil {
		return PosteriorComparison{}, err
	}
	if err := checkPosteriorMargin(opt.Margin); err != nil {
		return PosteriorComparison{}, err
	}
	if _, err := variation("bayesian_bootstrap", diff); err != nil {
		return PosteriorComparison{}, err
	}
	means, err := opt.means(diff.D)
	if err != nil {
		return PosteriorComparison{}, err
	}
	m, err := Describe(means)
	if err != nil {
		return PosteriorComparison{}, err
	}
	r := PosteriorComparison{Mean: m.Mean, SD: m.SD}
	// A mean at the margin but for its rounding is at the margin.
	margin := opt.Margin + 4*0x1p-52*max(opt.Margin, largest(diff.D))
	better, worse := 0, 0
	for _, d := range means {
		if d > margin {
			better++
		} else if d < -margin {
			worse++
		}
	}
	n := float64(len(means))
	r.Better, r.Worse, r.Equivalent = float64(better)/n, float64(worse)/n, float64(len(means)-better-worse)/n
	slices.Sort(means)
	r.Interval = Interval{Low: sortedQuantile(means, (1-level)/2), High: sortedQuantile(means, (1+level)/2), Level: level, Method: "posterior_bootstrap"}
	return r, nil
}

// means are the weighted means of d, one a replicate.
func (opt BayesianBootstrapOptions) means(d []float64) ([]float64, error) {
	if opt.Weights == nil {
		if opt.Replicates == 0 {
			opt.Replicates = 10000
		}
		group, groups, err := opt.clusters(len(d))
		if err != nil {
			return nil, err
		}
		rs := Resampler{Units: len(d), Replicates: opt.Replicates, Seed: opt.Seed}
		if err := rs.check(); err != nil {
			return nil, err
		}
		means := make([]float64, opt.Replicates)
		rs.parallel(1, func() func(first, last int) {
			weights, drawn := make([]float64, len(d)), make([]float64, groups)
			return func(first, last int) {
				for r := first; r < last; r++ {
					rng := rand.New(rand.NewPCG(opt.Seed, mix64(uint64(r))))
					for g := range drawn {
						drawn[g] = rng.ExpFloat64()
					}
					for i, g := range group {
						weights[i] = drawn[g]
					}
					means[r], _ = weightedMean(d, weights)
				}
			}
		})
		return means, nil
	}
	means := make([]float64, len(opt.Weights))
	for r, weights := range opt.Weights {
		if len(weights) != len(d) {
			return nil, &ArgumentError{Arg: "weights", Reason: fmt.Sprintf("list %d has %d weights for %d tasks", r, len(weights), len(d))}
		}
		mean, ok := weightedMean(d, weights)
		if !ok {
			return nil, &ArgumentError{Arg: "weights", Reason: fmt.Sprintf("list %d; weights are finite, 0 or more, and not all 0", r)}
		}
		means[r] = mean
	}
	if len(means) == 0 {
		return nil, &ArgumentError{Arg: "weights", Reason: "no list of weights"}
	}
	return means, nil
}

// clusters numbers the tasks' clusters; without any, each task is its own.
func (opt BayesianBootstrapOptions) clusters(tasks int) (group []int, groups int, err error) {
	if opt.Cluster != nil {
		group, groups, err = clusterIndex(tasks, opt.Cluster)
		if err == nil && groups < 2 {
			err = &UndefinedError{Stat: "bayesian_bootstrap", Reason: "there is one cluster, which says nothing of the spread between clusters"}
		}
		return group, groups, err
	}
	group = make([]int, tasks)
	for i := range group {
		group[i] = i
	}
	return group, tasks, nil
}

func weightedMean(d, weights []float64) (mean float64, ok bool) {
	sum, total := 0.0, 0.0
	for i, w := range weights {
		if !(w >= 0) {
			return 0, false
		}
		total += w
		sum += w * d[i]
	}
	return sum / total, total > 0 && !math.IsInf(total, 1)
}
