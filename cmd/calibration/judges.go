package main

import (
	"fmt"
	"math/rand/v2"

	"mcpstats/stats"
)

// verdicts is a population of attempts that a judge and a reference both call
// success with the same probability and agree on with the given kappa.
type verdicts struct{ rate, kappa float64 }

func (v verdicts) String() string {
	return fmt.Sprintf("%.0f%% success, kappa %.1f", 100*v.rate, v.kappa)
}

// agreeing are the probabilities that both say success, and that both say failure.
func (v verdicts) agreeing() (success, failure float64) {
	shared := v.kappa * v.rate * (1 - v.rate)
	return v.rate*v.rate + shared, (1-v.rate)*(1-v.rate) + shared
}

// ac1 is Gwet's coefficient of the population.
func (v verdicts) ac1() float64 {
	success, failure := v.agreeing()
	chance := 2 * v.rate * (1 - v.rate)
	return (success + failure - chance) / (1 - chance)
}

// judgeCells puts the intervals of agreement and of the corrected success rate to
// simulated judges.
func judgeCells(seed uint64, runs float64) ([]cell, error) {
	var experiments []experiment
	for _, n := range sizes {
		for _, v := range []verdicts{{0.5, 0.6}, {0.9, 0.6}, {0.5, 0.9}} {
			experiments = append(experiments, agreementExperiment(v, n, scaled(10_000, runs)))
		}
		for _, calibration := range []int{50, 200} {
			experiments = append(experiments, correctedExperiment(n, calibration, scaled(10_000, runs)))
		}
	}
	return simulateAll(seed, experiments), nil
}

func agreementExperiment(v verdicts, n, runs int) experiment {
	return experiment{kind: coverage, setting: v.String(), n: n, runs: runs, methods: []string{"Cohen's kappa", "Gwet's AC1"},
		worker: func() func(*rand.Rand, []outcome) {
			both, neither := v.agreeing()
			ratings := make([][]int, n)
			for i := range ratings {
				ratings[i] = make([]int, 2)
			}
			return func(rng *rand.Rand, out []outcome) {
				table := [][]int{{0, 0}, {0, 0}}
				for i := range n {
					first, second := 0, 0
					switch u := rng.Float64(); {
					case u < both:
						first, second = 1, 1
					case u < both+neither:
					case u < both+neither+(1-both-neither)/2:
						first = 1
					default:
						second = 1
					}
					table[first][second]++
					ratings[i][1] = first + second
					ratings[i][0] = 2 - ratings[i][1]
				}
				kappa, err := stats.CohenKappa(table, stats.KappaOptions{})
				out[0] = holds(kappa.Interval, err, v.kappa)
				ac1, err := stats.GwetAC1(ratings, level)
				out[1] = holds(ac1.Interval, err, v.ac1())
			}
		}}
}

// correctedExperiment judges n attempts, 60% of them successes, by a judge of
// sensitivity .9 and specificity .8 that was calibrated on others.
func correctedExperiment(n, calibration, runs int) experiment {
	const rate, sensitivity, specificity = 0.6, 0.9, 0.8
	judge := func(rng *rand.Rand) (truth, passed bool) {
		if rng.Float64() < rate {
			return true, rng.Float64() < sensitivity
		}
		return false, rng.Float64() >= specificity
	}
	return experiment{kind: coverage, setting: fmt.Sprintf("judge of sensitivity .9, specificity .8, calibrated on %d", calibration), n: n, runs: runs,
		methods: []string{"Rogan-Gladen (Lang-Reiczigel)", "Wilson, judge's errors ignored"},
		worker: func() func(*rand.Rand, []outcome) {
			return func(rng *rand.Rand, out []outcome) {
				var c stats.Confusion
				for range calibration {
					switch truth, passed := judge(rng); {
					case truth && passed:
						c.TP++
					case truth:
						c.FN++
					case passed:
						c.FP++
					default:
						c.TN++
					}
				}
				k := 0
				for range n {
					if _, passed := judge(rng); passed {
						k++
					}
				}
				r, err := stats.RoganGladenRate(k, n, c, level)
				out[0] = holds(r.Interval, err, rate)
				w, err := stats.Wilson(k, n, level)
				out[1] = holds(w, err, rate)
			}
		}}
}
