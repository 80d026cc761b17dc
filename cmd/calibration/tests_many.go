package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"mcpstats/stats"
)

// compared is how many equally good runs the tests of many runs are put to.
const compared = 5

// manyCells puts the tests of more than two runs, and the corrections for many
// comparisons, to five runs that are equally good.
func manyCells(seed uint64, runs float64) ([]cell, error) {
	var experiments []experiment
	for _, n := range sizes {
		experiments = append(experiments, cochranExperiment(n, scaled(10_000, runs)))
		for _, graded := range []bool{false, true} {
			experiments = append(experiments, friedmanExperiment(n, scaled(10_000, runs), graded))
		}
		if n > 10 {
			experiments = append(experiments, familyExperiment(n, scaled(5_000, runs)))
		}
	}
	return simulateAll(seed, experiments), nil
}

// blocks are n tasks by compared runs.
func blocks(n int) [][]float64 {
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, compared)
	}
	return out
}

func cochranExperiment(n, runs int) experiment {
	return experiment{kind: typeOneError, setting: "0/1 outcomes, 5 runs", n: n, runs: runs, methods: []string{"Cochran's Q"},
		worker: func() func(*rand.Rand, []outcome) {
			scores := blocks(n)
			return func(rng *rand.Rand, out []outcome) {
				for _, task := range scores {
					p := rng.Float64()
					for j := range task {
						task[j] = success(rng, p)
					}
				}
				r, err := stats.CochranQ(scores)
				out[0] = rejects(r.P, err)
			}
		}}
}

func friedmanExperiment(n, runs int, graded bool) experiment {
	e := experiment{kind: typeOneError, setting: "normal, 5 runs", n: n, runs: runs, methods: []string{"Friedman chi-square", "Iman-Davenport", "Nemenyi, any pair"}}
	if graded {
		e.setting = "graded: means of 4 trials, 5 runs"
	}
	e.worker = func() func(*rand.Rand, []outcome) {
		scores := blocks(n)
		return func(rng *rand.Rand, out []outcome) {
			for _, task := range scores {
				p := rng.Float64()
				for j := range task {
					task[j] = rng.NormFloat64()
					if graded {
						task[j] = trialMean(rng, p)
					}
				}
			}
			r, err := stats.Friedman(scores)
			out[0] = rejects(r.P, err)
			if err != nil {
				out[1], out[2] = undefined, undefined
				return
			}
			out[1] = answer(r.HasImanDavenport && r.ImanDavenport.P <= alpha, nil)
			gap := slices.Max(r.AverageRanks) - slices.Min(r.AverageRanks)
			out[2] = rejects(stats.NemenyiP(gap, compared, n))
		}
	}
	return e
}

// correctionName is the name that a correction has in the field.
func correctionName(m stats.Adjustment) string {
	switch m {
	case "":
		return "no correction"
	case stats.BH:
		return "Benjamini-Hochberg"
	case stats.BY:
		return "Benjamini-Yekutieli"
	}
	var words []string
	for word := range strings.SplitSeq(string(m), "_") {
		words = append(words, strings.ToUpper(word[:1])+word[1:])
	}
	return strings.Join(words, "-")
}

// familyExperiment counts the families of ten pairwise paired t tests in which
// anything at all is rejected after correction.
func familyExperiment(n, runs int) experiment {
	methods := append([]stats.Adjustment{""}, stats.Adjustments()...)
	e := experiment{kind: typeOneError, setting: fmt.Sprintf("any of 10 paired t tests of %d runs", compared), n: n, runs: runs}
	for _, m := range methods {
		e.methods = append(e.methods, correctionName(m))
	}
	e.worker = func() func(*rand.Rand, []outcome) {
		scores := make([][]float64, compared)
		for j := range scores {
			scores[j] = make([]float64, n)
		}
		return func(rng *rand.Rand, out []outcome) {
			for i := range n {
				p := rng.Float64()
				for j := range scores {
					scores[j][i] = trialMean(rng, p)
				}
			}
			var p []float64
			for j := range scores {
				for k := range j {
					diff, err := stats.Subtract(scores[j], scores[k])
					if err != nil {
						panic(err) // drawn here, and of one length
					}
					r, err := stats.PairedT(diff, stats.PairedTOptions{})
					if err != nil {
						r.P = 1 // two runs with equal scores show no difference
					}
					p = append(p, r.P)
				}
			}
			for m, method := range methods {
				if method == "" {
					out[m] = rejects(slices.Min(p), nil)
					continue
				}
				adjusted, err := stats.Adjust(method, p)
				if err != nil {
					out[m] = undefined
					continue
				}
				out[m] = rejects(slices.Min(adjusted), nil)
			}
		}
	}
	return e
}
