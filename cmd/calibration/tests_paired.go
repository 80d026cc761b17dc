package main

import (
	"math/rand/v2"

	"mcpstats/stats"
)

// pairedTest is a test of task differences; means tests ask about the mean, the
// others about symmetry or the median and are put to symmetric data only.
type pairedTest struct {
	name string
	mean bool
	p    func(diff stats.Differences, seed uint64) (float64, error)
}

func wilcoxon(zeros stats.ZeroMethod) func(stats.Differences, uint64) (float64, error) {
	return func(diff stats.Differences, _ uint64) (float64, error) {
		r, err := stats.WilcoxonSignedRank(diff, stats.WilcoxonOptions{Zeros: zeros})
		return r.P, err
	}
}

var pairedTests = []pairedTest{
	{"paired t", true, func(diff stats.Differences, _ uint64) (float64, error) {
		r, err := stats.PairedT(diff, stats.PairedTOptions{})
		return r.P, err
	}},
	{"permutation", false, func(diff stats.Differences, seed uint64) (float64, error) {
		r, err := stats.PermutationPaired(diff, stats.PermutationOptions{Seed: seed, Resamples: 999})
		return r.P, err
	}},
	{"Wilcoxon, Pratt", false, wilcoxon(stats.Pratt)},
	{"Wilcoxon, zeros dropped", false, wilcoxon(stats.DropZeros)},
	{"Wilcoxon, zeros split", false, wilcoxon(stats.SplitZeros)},
	{"sign test", false, func(diff stats.Differences, _ uint64) (float64, error) {
		r, err := stats.SignTest(diff, stats.TwoSided)
		return r.P, err
	}},
}

// pairedTestCells puts the paired tests to two runs that are equally good, and
// the test of equivalence to two that differ by exactly the margin.
func pairedTestCells(seed uint64, runs float64) ([]cell, error) {
	var experiments []experiment
	for _, p := range differencePopulations {
		for _, n := range sizes {
			experiments = append(experiments, pairedExperiment(p, n, scaled(pairedRuns(n), runs)))
		}
	}
	return simulateAll(seed, experiments), nil
}

// pairedRuns is the number of simulated studies: fewer where each costs more.
func pairedRuns(n int) int {
	if n > 100 {
		return 10_000
	}
	return 20_000
}

func pairedExperiment(p population, n, runs int) experiment {
	var tests []pairedTest
	e := experiment{kind: typeOneError, setting: p.name, n: n, runs: runs}
	for _, t := range pairedTests {
		if t.mean || p.symmetric {
			tests = append(tests, t)
			e.methods = append(e.methods, t.name)
		}
	}
	e.methods = append(e.methods, "equivalence (TOST)")
	e.worker = func() func(*rand.Rand, []outcome) {
		d, shifted := make([]float64, n), make([]float64, n)
		return func(rng *rand.Rand, out []outcome) {
			const margin = 0.5
			for i := range d {
				d[i] = p.draw(rng)
				shifted[i] = d[i] + margin
			}
			diff, err := stats.DifferencesOf(d)
			draws := rng.Uint64()
			for m, t := range tests {
				if err != nil {
					out[m] = undefined
					continue
				}
				out[m] = rejects(t.p(diff, draws))
			}
			apart, err := stats.DifferencesOf(shifted)
			if err != nil {
				out[len(tests)] = undefined
				return
			}
			r, err := stats.TOSTPaired(apart, -margin, margin, stats.EquivalenceOptions{})
			out[len(tests)] = answer(r.Equivalent, err)
		}
	}
	return e
}
