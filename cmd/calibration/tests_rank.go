package main

import (
	"math"
	"math/rand/v2"

	"mcpstats/stats"
)

// correlationCells puts the tests of association to pairs of independent columns,
// and Pearson's interval to normal pairs that correlate by .5.
func correlationCells(seed uint64, runs float64) ([]cell, error) {
	var experiments []experiment
	for _, n := range []int{5, 10, 30, 95, 300} {
		for _, ties := range []bool{false, true} {
			experiments = append(experiments, associationExperiment(n, scaled(10_000, runs), ties))
		}
		experiments = append(experiments, pearsonExperiment(n, scaled(10_000, runs)))
	}
	return simulateAll(seed, experiments), nil
}

// mostOrdered is the n up to which all orders are enumerated too.
const mostOrdered = 5

func associationExperiment(n, runs int, ties bool) experiment {
	e := experiment{kind: typeOneError, setting: "independent normals", n: n, runs: runs, methods: []string{"Pearson", "Spearman", "Kendall tau-b"}}
	if ties {
		e.setting = "independent grades 1 to 5"
	}
	enumerated := n <= mostOrdered
	if enumerated {
		e.methods = append(e.methods, "Spearman, all orders", "Kendall, all orders")
	}
	e.worker = func() func(*rand.Rand, []outcome) {
		x, y := make([]float64, n), make([]float64, n)
		return func(rng *rand.Rand, out []outcome) {
			for i := range x {
				x[i], y[i] = rng.NormFloat64(), rng.NormFloat64()
				if ties {
					x[i], y[i] = float64(1+rng.IntN(5)), float64(1+rng.IntN(5))
				}
			}
			pearson, err := stats.Pearson(x, y, level)
			out[0] = rejects(pearson.P, err)
			spearman, err := stats.Spearman(x, y)
			out[1] = rejects(spearman.P, err)
			kendall, err := stats.KendallTauB(x, y)
			out[2] = rejects(kendall.P, err)
			if enumerated {
				out[3] = rejects(stats.SpearmanPermutationP(x, y))
				out[4] = rejects(stats.KendallPermutationP(x, y))
			}
		}
	}
	return e
}

func pearsonExperiment(n, runs int) experiment {
	return experiment{kind: coverage, setting: "normals that correlate by .5", n: n, runs: runs, methods: []string{"Pearson, Fisher z"},
		worker: func() func(*rand.Rand, []outcome) {
			x, y := make([]float64, n), make([]float64, n)
			return func(rng *rand.Rand, out []outcome) {
				const rho = 0.5
				for i := range x {
					x[i] = rng.NormFloat64()
					y[i] = rho*x[i] + math.Sqrt(1-rho*rho)*rng.NormFloat64()
				}
				r, err := stats.Pearson(x, y, level)
				out[0] = holds(r.Interval, err, rho)
			}
		}}
}
