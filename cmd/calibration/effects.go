package main

import (
	"math"
	"math/rand/v2"

	"mcpstats/stats"
)

// effectCells puts the intervals of effect sizes to data whose effect is known.
func effectCells(seed uint64, runs float64) ([]cell, error) {
	var experiments []experiment
	for _, n := range sizes {
		experiments = append(experiments, standardizedExperiment(n, scaled(10_000, runs)), dominanceExperiment(n, scaled(5_000, runs)))
		for _, p := range differencePopulations {
			if p.symmetric {
				experiments = append(experiments, centreExperiment(p, n, scaled(5_000, runs)))
			}
		}
	}
	return simulateAll(seed, experiments), nil
}

func standardizedExperiment(n, runs int) experiment {
	return experiment{kind: coverage, setting: "normal, d_z .5", n: n, runs: runs, methods: []string{"Cohen's d_z, noncentral t"},
		worker: func() func(*rand.Rand, []outcome) {
			d := make([]float64, n)
			return func(rng *rand.Rand, out []outcome) {
				for i := range d {
					d[i] = 0.5 + rng.NormFloat64()
				}
				diff, err := stats.DifferencesOf(d)
				if err != nil {
					out[0] = undefined
					return
				}
				dz, err := stats.CohenDz(diff, level)
				out[0] = holds(dz.Interval, err, 0.5)
			}
		}}
}

// dominanceExperiment draws two independent normal samples half a standard
// deviation apart; P(first > second) is the normal distribution at .5/sqrt 2.
func dominanceExperiment(n, runs int) experiment {
	delta := 2*stats.NormalCDF(0.5/math.Sqrt2) - 1
	return experiment{kind: coverage, setting: "two normal samples, shift .5", n: n, runs: runs, methods: []string{"Cliff's delta", "Vargha-Delaney A"},
		worker: func() func(*rand.Rand, []outcome) {
			x, y := make([]float64, n), make([]float64, n)
			return func(rng *rand.Rand, out []outcome) {
				for i := range x {
					x[i], y[i] = 0.5+rng.NormFloat64(), rng.NormFloat64()
				}
				cliff, err := stats.CliffsDelta(x, y, level)
				out[0] = holds(cliff.Interval, err, delta)
				a, err := stats.VarghaDelaneyA(x, y, level)
				out[1] = holds(a.Interval, err, (1+delta)/2)
			}
		}}
}

func centreExperiment(p population, n, runs int) experiment {
	return experiment{kind: coverage, setting: p.name, n: n, runs: runs, methods: []string{"Hodges-Lehmann"},
		worker: func() func(*rand.Rand, []outcome) {
			d := make([]float64, n)
			return func(rng *rand.Rand, out []outcome) {
				for i := range d {
					d[i] = p.draw(rng)
				}
				h, err := stats.HodgesLehmannEstimate(d, level)
				out[0] = holds(h.Interval, err, p.mean)
			}
		}}
}
