package main

import (
	"fmt"
	"math/rand/v2"

	"mcpstats/stats"
)

// simultaneousCells ask of many near-tied runs whether what is said of all of them at once holds: the rank
// sets of paired t tests with Holm's correction, those of max-t, and the simultaneous intervals of all
// pairwise differences, at 95% and at 99%.
func simultaneousCells(seed uint64, runs float64) ([]cell, error) {
	var experiments []experiment
	for _, promise := range []float64{0.95, 0.99} {
		for _, e := range []struct {
			n       int
			graded  bool
			studies int
		}{{5, false, 2000}, {10, false, 1000}, {20, false, 400}, {50, false, 100}, {5, true, 2000}, {10, true, 1000}, {20, true, 400}, {50, true, 100}} {
			experiments = append(experiments, simultaneousExperiment(e.n, scaled(e.studies, runs), promise, e.graded))
		}
	}
	return simulateAll(seed, experiments), nil
}

const (
	simultaneousTasks     = 100
	simultaneousResamples = 1000
	// nearTie is the step between the true means of neighbours: half the runs are apart by what a
	// hundred tasks may just show.
	nearTie = 0.002
)

// simultaneousExperiment counts runs where others count tasks.
func simultaneousExperiment(n, studies int, promise float64, graded bool) experiment {
	e := experiment{kind: coverage, promise: promise, n: n, runs: studies, setting: fmt.Sprintf("normal scores, %d tasks, steps of .2 points", simultaneousTasks),
		methods: []string{"rank sets (Holm)", "rank sets (max-t)", "max-t intervals of all pairs"}}
	if graded {
		e.setting = fmt.Sprintf("means of 4 trials, %d tasks, steps of .2 points", simultaneousTasks)
	}
	if promise == level {
		e.promise = 0
	}
	e.worker = func() func(*rand.Rand, []outcome) {
		scores := make([][]float64, n)
		for j := range scores {
			scores[j] = make([]float64, simultaneousTasks)
		}
		return func(rng *rand.Rand, out []outcome) {
			drawNearTied(rng, scores, graded)
			sets, err := pairedRankSets(scores, 1-promise)
			out[0] = answer(err == nil && holdTrueRanks(sets), err)
			adjusted, differences, covers, err := maxTPairs(scores, promise, rng.Uint64())
			out[2] = answer(covers, err)
			if err == nil {
				sets, err = setsOf(n, adjusted, differences, 1-promise)
			}
			out[1] = answer(err == nil && holdTrueRanks(sets), err)
		}
	}
	return e
}

// drawNearTied draws runs over the same tasks; the first is truly the best, the steps are alike.
func drawNearTied(rng *rand.Rand, scores [][]float64, graded bool) {
	for i := range scores[0] {
		task := 0.2 + 0.6*rng.Float64()
		for j := range scores {
			mean := task - nearTie*float64(j)
			if !graded {
				scores[j][i] = mean + 0.25*rng.NormFloat64()
				continue
			}
			solved := 0.0
			for range 4 {
				solved += success(rng, mean)
			}
			scores[j][i] = solved / 4
		}
	}
}

// holdTrueRanks tells whether all sets hold the true rank at once.
func holdTrueRanks(sets []stats.RankSet) bool {
	for j, s := range sets {
		if j+1 < s.Low || j+1 > s.High {
			return false
		}
	}
	return true
}

// maxTPairs are the adjusted p-values and differences of all pairs by max-t, and whether all
// intervals at once hold the true differences.
func maxTPairs(scores [][]float64, promise float64, seed uint64) (p, differences []float64, covers bool, err error) {
	var rows []stats.UnitDifferences
	var truth []float64
	for i := range scores {
		for j := i + 1; j < len(scores); j++ {
			d := make([]float64, len(scores[i]))
			for t := range d {
				d[t] = scores[i][t] - scores[j][t]
			}
			rows, truth = append(rows, stats.TaskDifferences(d)), append(truth, nearTie*float64(j-i))
		}
	}
	r, err := stats.MaxTIntervals(rows, stats.MaxTIntervalOptions{Level: promise, Replicates: simultaneousResamples, Seed: seed})
	if err != nil {
		return nil, nil, false, err
	}
	covers = true
	for k, ci := range r.Intervals {
		covers = covers && ci.Low <= truth[k] && truth[k] <= ci.High
	}
	return r.P, r.Estimate, covers, nil
}
