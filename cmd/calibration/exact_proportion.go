package main

import "mcpstats/stats"

// rateInterval is an interval of a success rate, from k of n tasks.
type rateInterval struct {
	name string
	of   func(k, n int, level float64) (stats.Interval, error)
}

// rateIntervals are the intervals of one success rate.
var rateIntervals = []rateInterval{
	{"Wilson", stats.Wilson},
	{"Clopper-Pearson", stats.ClopperPearson},
	{"Jeffreys", stats.Jeffreys},
	{"Agresti-Coull", stats.AgrestiCoull},
	{"Wilson, corrected", stats.WilsonCC},
	{"Wald", stats.Wald},
}

const (
	averageRate = "average over rates 1% to 99%"
	worstRate   = "worst rate from 5% to 95%"
)

// rateGrid is how many rates between 0 and 1 the coverage is computed at.
const rateGrid = 1000

// coverage returns the exact coverage of an interval with n tasks at the rates
// 1/rateGrid, ..., 1 - 1/rateGrid.
func (method rateInterval) coverage(n int) ([]float64, error) {
	intervals := make([]stats.Interval, n+1)
	for k := range intervals {
		i, err := method.of(k, n, level)
		if err != nil {
			return nil, err
		}
		intervals[k] = i
	}
	out := make([]float64, rateGrid-1)
	for g := range out {
		p := float64(g+1) / rateGrid
		for k, i := range intervals {
			if holds(i, nil, p) == yes {
				out[g] += stats.BinomialPMF(k, n, p)
			}
		}
	}
	return out, nil
}

// proportionCells tells, for each interval and n, the coverage on average over
// success rates, and at the worst of them.
func proportionCells(uint64, float64) ([]cell, error) {
	var cells []cell
	for _, method := range rateIntervals {
		for _, n := range sizes {
			at, err := method.coverage(n)
			if err != nil {
				return nil, err
			}
			sum, count, worst := 0.0, 0, 1.0
			for g, c := range at {
				p := float64(g+1) / rateGrid
				if p >= 0.01 && p <= 0.99 {
					sum += c
					count++
				}
				if p >= 0.05 && p <= 0.95 {
					worst = min(worst, c)
				}
			}
			cells = append(cells,
				cell{kind: coverage, method: method.name, setting: averageRate, n: n, observed: sum / float64(count), exact: true},
				cell{kind: coverage, method: method.name, setting: worstRate, n: n, observed: worst, exact: true})
		}
	}
	return cells, nil
}
