package main

import (
	"math/rand/v2"

	"mcpstats/stats"
)

// bootstrapResamples are fewer than the 10,000 of a report: quantiles of 2,000
// are close enough to show what the method does.
const bootstrapResamples = 2000

// meanMethods are the intervals of a mean, in the order of meanExperiment.
var meanMethods = []string{"t", "BCa bootstrap", "percentile bootstrap", "basic bootstrap", "studentized bootstrap"}

// meanCells puts the intervals of a mean to the values of one run.
func meanCells(seed uint64, runs float64) ([]cell, error) {
	var experiments []experiment
	for _, p := range valuePopulations {
		for _, n := range sizes {
			count := 4000
			if n > 300 {
				count = 2000
			}
			experiments = append(experiments, meanExperiment(p, n, scaled(count, runs)))
		}
	}
	return simulateAll(seed, experiments), nil
}

func meanExperiment(p population, n, runs int) experiment {
	return experiment{kind: coverage, setting: p.name, n: n, runs: runs, methods: meanMethods,
		worker: func() func(*rand.Rand, []outcome) {
			x := make([]float64, n)
			return func(rng *rand.Rand, out []outcome) {
				for i := range x {
					x[i] = p.draw(rng)
				}
				meanOutcomes(x, p.mean, rng.Uint64(), out)
			}
		}}
}

// meanOutcomes asks every interval of meanMethods whether it holds the mean. As
// in a report, the intervals that need replicates alone share them.
func meanOutcomes(x []float64, mean float64, seed uint64, out []outcome) {
	t, err := stats.MeanInterval(x, level)
	out[0] = holds(t, err, mean)
	s, err := stats.BootstrapMean(x, stats.BootstrapOptions{Method: stats.Studentized, Replicates: bootstrapResamples, Seed: seed})
	out[4] = holds(s.Interval, err, mean)
	sums, err := stats.Resampler{Units: len(x), Replicates: bootstrapResamples, Seed: seed}.Sums([][]float64{x})
	if err != nil {
		out[1], out[2], out[3] = undefined, undefined, undefined
		return
	}
	means, total := sums[0], 0.0
	for r := range means {
		means[r] /= float64(len(x))
	}
	for _, v := range x {
		total += v
	}
	for m, method := range []stats.BootstrapMethod{stats.BCa, stats.Percentile, stats.Basic} {
		b, err := stats.BootstrapFromReplicates(means, total/float64(len(x)), stats.MeanAcceleration(x), stats.BootstrapOptions{Method: method})
		out[m+1] = holds(b.Interval, err, mean)
	}
}
