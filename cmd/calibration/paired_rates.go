package main

import (
	"fmt"
	"math/rand/v2"

	"mcpstats/stats"
)

// pairedIntervals are the intervals of the difference of two success rates on the
// same tasks.
var pairedIntervals = []struct {
	name string
	of   func(stats.PairedTable, float64) (stats.Interval, error)
}{
	{"Newcombe 10", stats.Newcombe10},
	{"Tango", stats.Tango},
	{"Newcombe 8", stats.Newcombe8},
	{"Agresti-Min", stats.AgrestiMin},
	{"Bonett-Price", stats.BonettPrice},
	{"paired Wald", stats.PairedWald},
}

// pairedRates is a population of tasks: the probability that both runs solve one,
// and that only either does.
type pairedRates struct{ both, first, second float64 }

func (p pairedRates) difference() float64 { return p.first - p.second }

func (p pairedRates) String() string {
	return fmt.Sprintf("%.0f%% against %.0f%%, %.0f%% discordant", 100*(p.both+p.first), 100*(p.both+p.second), 100*(p.first+p.second))
}

var pairedPopulations = []pairedRates{
	{both: 0.4, first: 0.1, second: 0.1},
	{both: 0.35, first: 0.25, second: 0.15},
	{both: 0.78, first: 0.12, second: 0.02},
	{both: 0.04, first: 0.06, second: 0.01},
}

// mostEnumerated is the n up to which all tables are enumerated.
const mostEnumerated = 95

func pairedRateCells(seed uint64, runs float64) ([]cell, error) {
	var cells []cell
	for _, n := range sizes {
		if n <= mostEnumerated {
			exact, err := enumeratePaired(n)
			if err != nil {
				return nil, err
			}
			cells = append(cells, exact...)
			continue
		}
		for _, p := range pairedPopulations {
			e := experiment{kind: coverage, setting: p.String(), n: n, runs: scaled(10_000, runs)}
			for _, method := range pairedIntervals {
				e.methods = append(e.methods, method.name)
			}
			e.worker = func() func(*rand.Rand, []outcome) {
				return func(rng *rand.Rand, out []outcome) {
					t := p.draw(rng, n)
					for m, method := range pairedIntervals {
						i, err := method.of(t, level)
						out[m] = holds(i, err, p.difference())
					}
				}
			}
			cells = append(cells, e.simulate(seed)...)
		}
	}
	return cells, nil
}

func (p pairedRates) draw(rng *rand.Rand, n int) stats.PairedTable {
	var t stats.PairedTable
	for range n {
		switch u := rng.Float64(); {
		case u < p.both:
			t.Both++
		case u < p.both+p.first:
			t.FirstOnly++
		case u < p.both+p.first+p.second:
			t.SecondOnly++
		default:
			t.Neither++
		}
	}
	return t
}

// enumeratePaired sums the probability of every table of n tasks whose interval
// holds the true difference.
func enumeratePaired(n int) ([]cell, error) {
	totals := make([][]float64, len(pairedPopulations))
	for i := range totals {
		totals[i] = make([]float64, len(pairedIntervals))
	}
	probabilities := make([]float64, len(pairedPopulations))
	for both := range n + 1 {
		for first := range n - both + 1 {
			for second := range n - both - first + 1 {
				t := stats.PairedTable{Both: both, FirstOnly: first, SecondOnly: second, Neither: n - both - first - second}
				likely := false
				for i, p := range pairedPopulations {
					probabilities[i] = p.probability(t)
					likely = likely || probabilities[i] > 1e-12
				}
				if !likely {
					continue
				}
				for m, method := range pairedIntervals {
					interval, err := method.of(t, level)
					for i, p := range pairedPopulations {
						if holds(interval, err, p.difference()) == yes {
							totals[i][m] += probabilities[i]
						}
					}
				}
			}
		}
	}
	var cells []cell
	for i, p := range pairedPopulations {
		for m, method := range pairedIntervals {
			cells = append(cells, cell{kind: coverage, method: method.name, setting: p.String(), n: n, observed: totals[i][m], exact: true})
		}
	}
	return cells, nil
}

// probability is the multinomial one of a table, as a product of binomials.
func (p pairedRates) probability(t stats.PairedTable) float64 {
	n := t.N()
	out := stats.BinomialPMF(t.Both, n, p.both)
	if rest := n - t.Both; rest > 0 {
		out *= stats.BinomialPMF(t.FirstOnly, rest, p.first/(1-p.both))
		if rest -= t.FirstOnly; rest > 0 {
			out *= stats.BinomialPMF(t.SecondOnly, rest, p.second/(1-p.both-p.first))
		}
	}
	return out
}
