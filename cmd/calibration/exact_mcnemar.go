package main

import (
	"fmt"

	"mcpstats/stats"
)

var sizes = []int{10, 30, 95, 300, 1000}

// negligible is the probability below which outcomes are left out of a sum.
const negligible = 1e-18

// mcnemarTests are the versions of McNemar's test.
var mcnemarTests = []struct {
	name string
	p    func(b, c int) (stats.Result, error)
}{
	{"McNemar exact", stats.McNemarExact},
	{"McNemar mid-p", stats.McNemarMidP},
	{"McNemar chi-square", func(b, c int) (stats.Result, error) { return stats.McNemarChi2(b, c, false) }},
	{"McNemar chi-square, corrected", func(b, c int) (stats.Result, error) { return stats.McNemarChi2(b, c, true) }},
}

// mcnemarCells sums the probability of every rejected table of n tasks, of which
// a share is discordant and falls either way with equal probability.
func mcnemarCells(uint64, float64) ([]cell, error) {
	var cells []cell
	for _, test := range mcnemarTests {
		conditional := map[int]float64{} // P(rejection) by number of discordant tasks
		for _, discordance := range []float64{0.1, 0.2, 0.5} {
			for _, n := range sizes {
				total := 0.0
				for m := range n + 1 {
					weight := stats.BinomialPMF(m, n, discordance)
					if weight < negligible {
						continue
					}
					share, seen := conditional[m]
					if !seen {
						share = rejectedSplits(m, test.p)
						conditional[m] = share
					}
					total += weight * share
				}
				cells = append(cells, cell{kind: typeOneError, method: test.name, setting: fmt.Sprintf("%.0f%% of tasks discordant", 100*discordance), n: n, observed: total, exact: true})
			}
		}
	}
	signs, err := signCells()
	return append(cells, signs...), err
}

// rejectedSplits is the probability that m fair coin throws are split so unevenly
// that the test rejects.
func rejectedSplits(m int, p func(b, c int) (stats.Result, error)) float64 {
	share := 0.0
	for b := range m + 1 {
		if r, err := p(b, m-b); err == nil && r.P <= alpha {
			share += stats.BinomialPMF(b, m, 0.5)
		}
	}
	return share
}

// signCells enumerates the sign test of n differences, none of them zero.
func signCells() ([]cell, error) {
	var cells []cell
	for _, n := range sizes {
		share := 0.0
		d := make([]float64, n)
		for i := range d {
			d[i] = -1
		}
		for k := range n + 1 {
			if k > 0 {
				d[k-1] = 1
			}
			diff, err := stats.DifferencesOf(d)
			if err != nil {
				return nil, err
			}
			r, err := stats.SignTest(diff, stats.TwoSided)
			if err != nil {
				return nil, err
			}
			if r.P <= alpha {
				share += stats.BinomialPMF(k, n, 0.5)
			}
		}
		cells = append(cells, cell{kind: typeOneError, method: "sign test", setting: "no ties", n: n, observed: share, exact: true})
	}
	return cells, nil
}
