package main

import (
	"math"
	"math/rand/v2"

	"mcpstats/stats"
)

// fewSizes are numbers of tasks about 20, below which the headline interval of a mean is
// Student's and from which it is BCa's.
var fewSizes = []int{3, 5, 10, 15, 19, 20, 25}

// fewCells puts the headline intervals of few tasks to the values of one run. Binary
// outcomes of single attempts have Wilson's interval instead, at any size.
func fewCells(seed uint64, runs float64) ([]cell, error) {
	var experiments []experiment
	for _, p := range valuePopulations[2:] {
		for _, n := range fewSizes {
			experiments = append(experiments, fewExperiment(p, n, scaled(4000, runs)))
		}
	}
	return simulateAll(seed, experiments), nil
}

func fewExperiment(p population, n, runs int) experiment {
	return experiment{kind: coverage, setting: p.name, n: n, runs: runs, methods: []string{"t, few tasks", "BCa bootstrap, few tasks"},
		worker: func() func(*rand.Rand, []outcome) {
			x := make([]float64, n)
			return func(rng *rand.Rand, out []outcome) {
				for i := range x {
					x[i] = p.draw(rng)
				}
				t, err := stats.MeanInterval(x, level)
				out[0] = holds(t, err, p.mean)
				b, err := stats.BootstrapMean(x, stats.BootstrapOptions{Replicates: bootstrapResamples, Seed: rng.Uint64()})
				out[1] = holds(b.Interval, err, p.mean)
			}
		}}
}

// skewedPopulations are differences by task of standard deviation 1 and mean 0 with a
// long tail to the right.
var skewedPopulations = []population{
	{"exponential", 0, false, func(rng *rand.Rand) float64 { return rng.ExpFloat64() - 1 }},
	{"lognormal, as of tokens", 0, false, func(rng *rand.Rand) float64 {
		const e = math.E
		return (math.Exp(rng.NormFloat64()) - math.Sqrt(e)) / math.Sqrt(e*(e-1))
	}},
}

// equivalenceCells puts the test of equivalence to skewed differences at either margin:
// the long tail points away from zero at the upper one, towards it at the lower one.
func equivalenceCells(seed uint64, runs float64) ([]cell, error) {
	var experiments []experiment
	for _, p := range skewedPopulations {
		for _, n := range sizes {
			experiments = append(experiments, equivalenceExperiment(p, 1, n, scaled(20_000, runs)), equivalenceExperiment(p, -1, n, scaled(20_000, runs)))
		}
	}
	return simulateAll(seed, experiments), nil
}

func equivalenceExperiment(p population, sign float64, n, runs int) experiment {
	const margin = 0.5
	setting := p.name + ", at the upper margin"
	if sign < 0 {
		setting = p.name + ", at the lower margin"
	}
	return experiment{kind: typeOneError, setting: setting, n: n, runs: runs, methods: []string{"TOST, skewed"},
		worker: func() func(*rand.Rand, []outcome) {
			d := make([]float64, n)
			return func(rng *rand.Rand, out []outcome) {
				for i := range d {
					d[i] = p.draw(rng) + sign*margin
				}
				diff, err := stats.DifferencesOf(d)
				if err != nil {
					out[0] = undefined
					return
				}
				r, err := stats.TOSTPaired(diff, -margin, margin, stats.EquivalenceOptions{})
				out[0] = answer(r.Equivalent, err)
			}
		}}
}
