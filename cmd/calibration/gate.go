package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"mcpstats/stats"
)

// gateMargin is what the new run of these studies may be worse by.
const gateMargin = 0.05

// gateStreams is how many streams of tasks are drawn of each kind.
const gateStreams = 100_000

// gatePopulation draws one task's difference new - base, whose mean is the one that is given.
type gatePopulation struct {
	name string
	draw func(mean float64) func(rng *rand.Rand) float64
}

var gatePopulations = []gatePopulation{
	{"0/1 outcomes, 20% of tasks discordant", func(mean float64) func(*rand.Rand) float64 {
		return func(rng *rand.Rand) float64 {
			switch u := rng.Float64(); {
			case u < (0.2+mean)/2:
				return 1
			case u < 0.2:
				return -1
			}
			return 0
		}
	}},
	{"graded: means of 4 trials", func(mean float64) func(*rand.Rand) float64 {
		return func(rng *rand.Rand) float64 {
			p := 0.1 + 0.8*rng.Float64()
			d := 0
			for range 4 {
				if rng.Float64() < p+mean {
					d++
				}
				if rng.Float64() < p {
					d--
				}
			}
			return float64(d) / 4
		}
	}},
	{"small losses, and 2% of tasks lost wholly", func(mean float64) func(*rand.Rand) float64 {
		// Most differences are alike, a few are as bad as can be: until one of these comes, nothing warns.
		const rare = 0.02
		const bad = -1.0
		good := (mean - rare*bad) / (1 - rare)
		return func(rng *rand.Rand) float64 {
			if rng.Float64() < rare {
				return bad
			}
			return good
		}
	}},
}

// gateCells looks at streams of tasks after every task. Where the new run is worse by exactly the margin
// both answers are wrong; where the runs are equal, passing is right.
func gateCells(seed uint64, runs float64) ([]cell, error) {
	var experiments []experiment
	for _, n := range []int{30, 100, 300, 1000} {
		for _, p := range gatePopulations {
			experiments = append(experiments, gateExperiment(p, typeOneError, -gateMargin, n, scaled(gateStreams, runs)))
		}
	}
	for _, n := range []int{30, 100, 300, 1000} {
		for _, p := range gatePopulations[:2] {
			experiments = append(experiments, gateExperiment(p, power, 0, n, scaled(gateStreams/10, runs)))
		}
	}
	return simulateAll(seed, experiments), nil
}

// peekFrom is the first look of who peeks with a test that is made for one look.
const peekFrom = 10

func gateExperiment(p gatePopulation, k kind, mean float64, n, runs int) experiment {
	e := experiment{kind: k, setting: fmt.Sprintf("%s; worse by %.0f points", p.name, -100*mean), n: n, runs: runs,
		methods: []string{"betting, pass at any look", "betting, failure at any look", "t test, pass at one look", "t test, pass at any look"}}
	if mean == 0 {
		e.setting = p.name + "; equal"
		e.methods = []string{"betting, pass at any look", "t test, pass at one look"}
	}
	critical := make([]float64, n+1)
	for i := 2; i <= n; i++ {
		critical[i] = stats.StudentTISF(alpha, float64(i-1))
	}
	e.worker = func() func(*rand.Rand, []outcome) {
		draw := p.draw(mean)
		return func(rng *rand.Rand, out []outcome) {
			bet, err := stats.NewBetting(stats.BettingOptions{Margin: gateMargin, Alpha: alpha})
			sum, squares, peeked, last := 0.0, 0.0, false, false
			for i := 1; i <= n && err == nil; i++ {
				d := draw(rng)
				err = bet.Add(d)
				sum, squares = sum+d, squares+d*d
				if i >= 2 {
					size := float64(i)
					mean := sum / size
					variance := (squares - size*mean*mean) / (size - 1)
					last = variance > 1e-12 && (mean+gateMargin)/math.Sqrt(variance/size) >= critical[i]
					peeked = peeked || last && i >= peekFrom
				}
			}
			if k == power {
				out[0], out[1] = answer(bet.FirstNotWorse() > 0, err), answer(last, err)
				return
			}
			out[0], out[1] = answer(bet.FirstNotWorse() > 0, err), answer(bet.FirstWorse() > 0, err)
			out[2], out[3] = answer(last, err), answer(peeked, err)
		}
	}
	return e
}
