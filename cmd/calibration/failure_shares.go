package main

import (
	"fmt"
	"math/rand/v2"

	"mcpstats/stats"
)

// attemptsPerTask are the attempts that a rule which names failures sees of
// each task here.
const attemptsPerTask = 5

// modeTaskCounts are the numbers of tasks with several attempts each.
var modeTaskCounts = []int{10, 30, 95, 300}

// copied fills a task's attempts with outcomes of probability p: an attempt repeats the
// task's common outcome with probability sqrt(icc) and is drawn afresh else, so that any
// two attempts correlate by icc and every attempt has the probability p.
func copied(rng *rand.Rand, of []bool, p, keep float64) {
	common := rng.Float64() < p
	for i := range of {
		if of[i] = common; rng.Float64() >= keep {
			of[i] = rng.Float64() < p
		}
	}
}

// keepHalf makes any two attempts at a task correlate by .5.
const keepHalf = 0.7071067811865476

// shareCells puts the intervals of the share of a failure mode to attempts that come
// five to a task, and to those of which one task in five has ten and the others one.
func shareCells(seed uint64, runs float64) ([]cell, error) {
	var experiments []experiment
	for _, n := range modeTaskCounts {
		for _, p := range []float64{0.1, 0.5} {
			experiments = append(experiments,
				modeExperiment(p, n, scaled(10_000, runs), "5 attempts a task", func(int) int { return attemptsPerTask }),
				modeExperiment(p, n, scaled(10_000, runs), "1 or 10 attempts a task", func(task int) int {
					if task%5 == 0 {
						return 10
					}
					return 1
				}))
		}
	}
	return simulateAll(seed, experiments), nil
}

func modeExperiment(p float64, n, runs int, shape string, attempts func(task int) int) experiment {
	return experiment{kind: coverage, setting: fmt.Sprintf("share %.0f%%, %s, correlation .5", 100*p, shape), n: n, runs: runs,
		methods: []string{"score interval, own design effect", "CR1 t", "Wilson, tasks ignored"},
		worker: func() func(*rand.Rand, []outcome) {
			of := make([]bool, 10)
			return func(rng *rand.Rand, out []outcome) {
				var counts stats.ClusterCounts
				for task := range n {
					mine := of[:attempts(task)]
					copied(rng, mine, p, keepHalf)
					counts.Add(trues(mine), len(mine))
				}
				modeOutcomes(counts, p, out)
			}
		}}
}

// modeOutcomes asks the score interval, the t interval and Wilson's of independent
// attempts whether they hold the share p.
func modeOutcomes(counts stats.ClusterCounts, p float64, out []outcome) {
	share, err := counts.Share()
	score, scoreErr := share.ScoreInterval(level)
	t, tErr := share.TInterval(level)
	if err != nil {
		scoreErr, tErr = err, err
	}
	out[0], out[1] = holds(score, scoreErr, p), holds(t, tErr, p)
	w, err := stats.Wilson(counts.K, counts.N, level)
	out[2] = holds(w, err, p)
}

func trues(of []bool) int {
	k := 0
	for _, v := range of {
		if v {
			k++
		}
	}
	return k
}
