package main

import (
	"errors"
	"math/rand/v2"

	"mcpstats/stats"
)

// rankCells ranks five runs whose true means are nearly tied, apart by a step each, and
// asks whether the ranges of ranks hold the true ranks: of all runs at once, as rank
// sets promise, and of one run, as a percentile interval would.
func rankCells(seed uint64, runs float64) ([]cell, error) {
	var experiments []experiment
	for _, n := range []int{30, 100, 300} {
		for _, step := range []struct {
			size float64
			name string
		}{{0.001, "graded, steps of .001"}, {0.02, "graded, steps of .02"}} {
			experiments = append(experiments, rankExperiment(n, scaled(1_000, runs), step.size, step.name))
		}
	}
	return simulateAll(seed, experiments), nil
}

// rankResamples are drawn for the percentile ranges.
const rankResamples = 500

func rankExperiment(n, runs int, step float64, setting string) experiment {
	e := experiment{kind: coverage, setting: setting, n: n, runs: runs,
		methods: []string{"rank sets (Holm), all runs", "bootstrap ranks, all runs", "rank sets (Holm), the best run", "bootstrap ranks, the best run"}}
	e.worker = func() func(*rand.Rand, []outcome) {
		scores := make([][]float64, compared)
		for j := range scores {
			scores[j] = make([]float64, n)
		}
		return func(rng *rand.Rand, out []outcome) {
			for i := range n {
				difficulty := 0.2 * rng.NormFloat64()
				for j := range scores {
					// The first run is truly the best, and the steps are all alike.
					scores[j][i] = 0.5 - step*float64(j) + difficulty + 0.2*rng.NormFloat64()
				}
			}
			sets, err := pairedRankSets(scores, alpha)
			tell(out[0:], out[2:], err, func(j int) (int, int) { return sets[j].Low, sets[j].High })
			sampler := stats.Resampler{Units: n, Replicates: rankResamples, Seed: rng.Uint64()}
			sums, err := sampler.Sums(scores)
			var ranges []stats.RankInterval
			if err == nil {
				ranges, err = stats.RankIntervals(sums, true, level)
			}
			tell(out[1:], out[3:], err, func(j int) (int, int) { return ranges[j].Low, ranges[j].High })
		}
	}
	return e
}

// tell fills in whether the ranges hold the true ranks, of all runs and of the middle one.
func tell(all, best []outcome, err error, of func(j int) (low, high int)) {
	if err != nil {
		all[0], best[0] = undefined, undefined
		return
	}
	holdsRank := func(j int) bool {
		low, high := of(j)
		return low <= j+1 && j+1 <= high
	}
	every := true
	for j := range compared {
		every = every && holdsRank(j)
	}
	all[0], best[0] = answer(every, nil), answer(holdsRank(0), nil)
}

// pairedRankSets are the rank sets of runs by paired t tests with Holm's correction.
func pairedRankSets(scores [][]float64, alpha float64) ([]stats.RankSet, error) {
	var p, differences []float64
	for i := range scores {
		for j := i + 1; j < len(scores); j++ {
			diff, err := stats.Subtract(scores[i], scores[j])
			if err != nil {
				return nil, err
			}
			r, err := stats.PairedT(diff, stats.PairedTOptions{})
			var none *stats.UndefinedError
			if err != nil && !errors.As(err, &none) {
				return nil, err
			}
			if err != nil {
				r.P = 1
			}
			p, differences = append(p, r.P), append(differences, r.MeanDiff)
		}
	}
	adjusted, err := stats.Adjust(stats.Holm, p)
	if err != nil {
		return nil, err
	}
	return setsOf(len(scores), adjusted, differences, alpha)
}

// setsOf are the rank sets of runs from the adjusted p-values and differences of all pairs, in their
// order.
func setsOf(runs int, adjusted, differences []float64, alpha float64) ([]stats.RankSet, error) {
	better := make([][]bool, runs)
	for i := range better {
		better[i] = make([]bool, runs)
	}
	k := 0
	for i := range runs {
		for j := i + 1; j < runs; j++ {
			if adjusted[k] <= alpha {
				better[i][j], better[j][i] = differences[k] > 0, differences[k] < 0
			}
			k++
		}
	}
	return stats.RankSets(better)
}
