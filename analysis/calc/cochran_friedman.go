package calc

import (
	"fmt"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var cochranFriedmanHandlers = []handler{
	define(Statistic{
		Name: "cochran_friedman", What: "more than two paired runs",
		Takes:   `inputs blocks_by_treatment (or k for "nemenyi_q"); options test ("cochran_q", "friedman", "nemenyi_q"), alpha`,
		Methods: of(result.OtherTest, "cochran_q", "friedman", "iman_davenport", "nemenyi", "kendall_w"),
	}, cochranFriedman),
}

type cochranFriedmanInputs struct {
	Blocks []numbers `json:"blocks_by_treatment"`
	K      int       `json:"k"`
}

type cochranFriedmanOptions struct {
	Test  string  `json:"test"`
	Alpha float64 `json:"alpha" within:"(0, 1)"` // of nemenyi_q
}

// cochranFriedman picks the test by the option. Blocks are tasks, treatments runs.
func cochranFriedman(in cochranFriedmanInputs, opt cochranFriedmanOptions) (any, error) {
	blocks := make([][]float64, len(in.Blocks))
	for i, b := range in.Blocks {
		blocks[i] = b
	}
	switch opt.Test {
	case "cochran_q":
		return cochranQ(blocks)
	case "friedman":
		return friedman(blocks)
	case "nemenyi_q":
		return nemenyiQ(in.K, opt.Alpha)
	}
	return nil, fmt.Errorf(`options.test: %q is not one of "cochran_q", "friedman", "nemenyi_q"`, opt.Test)
}

type cochranQResult struct {
	K     int      `json:"k"`
	N     int      `json:"n"`
	NUsed int      `json:"n_used"`
	DF    int      `json:"df"`
	Q     number   `json:"Q"`
	P     number   `json:"p"`
	Notes []string `json:"notes,omitempty"`
}

// cochranQ leaves out of n_used the blocks in which all runs agree.
func cochranQ(blocks [][]float64) (any, error) {
	r, err := stats.CochranQ(blocks)
	if err != nil {
		return nil, err
	}
	k := len(blocks[0])
	return cochranQResult{K: k, N: r.N, NUsed: r.NUsed, DF: k - 1, Q: number(r.Statistic), P: number(r.P), Notes: r.Notes}, nil
}

type friedmanResult struct {
	K        int     `json:"k"`
	N        int     `json:"n"`
	AvgRanks numbers `json:"avg_ranks"`
	Chi2     number  `json:"chi2"`
	DF       int     `json:"df"`
	P        number  `json:"p"`
	KendallW number  `json:"kendall_w"`
	ImanF    *number `json:"iman_davenport_F,omitempty"`
	ImanP    *number `json:"iman_davenport_p,omitempty"`
	// Nemenyi's p-values and pairs run together: "0-1", "0-2", ..., by column of the
	// blocks.
	NemenyiP     numbers  `json:"nemenyi_p"`
	NemenyiPairs []string `json:"nemenyi_pairs"`
	NemenyiCD05  number   `json:"nemenyi_cd_05"`
	NemenyiCD10  number   `json:"nemenyi_cd_10"`
	Notes        []string `json:"notes,omitempty"`
}

// friedman adds what follows from the ranks: Iman and Davenport's F where it exists, and
// Nemenyi's comparisons of all pairs, in the order 0-1, 0-2 and so on.
func friedman(blocks [][]float64) (any, error) {
	f, err := stats.Friedman(blocks)
	if err != nil {
		return nil, err
	}
	n, k := len(blocks), len(f.AverageRanks)
	r := friedmanResult{
		K: k, N: n, AvgRanks: f.AverageRanks, Chi2: number(f.Statistic), DF: k - 1, P: number(f.P),
		KendallW: number(f.KendallW), Notes: f.Notes,
	}
	if f.HasImanDavenport {
		statistic, p := number(f.ImanDavenport.Statistic), number(f.ImanDavenport.P)
		r.ImanF, r.ImanP = &statistic, &p
	}
	for i, a := range f.AverageRanks {
		for j := i + 1; j < k; j++ {
			p, err := stats.NemenyiP(f.AverageRanks[j]-a, k, n)
			if err != nil {
				return nil, err
			}
			r.NemenyiP = append(r.NemenyiP, p)
			r.NemenyiPairs = append(r.NemenyiPairs, fmt.Sprintf("%d-%d", i, j))
		}
	}
	for _, cd := range []struct {
		alpha float64
		to    *number
	}{{0.05, &r.NemenyiCD05}, {0.10, &r.NemenyiCD10}} {
		value, err := stats.NemenyiCD(k, n, cd.alpha)
		if err != nil {
			return nil, err
		}
		*cd.to = number(value)
	}
	return r, nil
}

type nemenyiQResult struct {
	StudentizedRangeQ number `json:"studentized_range_q"`
	QDemsar           number `json:"q_demsar"`
}

// nemenyiQ is the quantile in both scales in use: the studentized range, and that divided by
// the square root of 2, which Demšar's tables have.
func nemenyiQ(k int, alpha float64) (any, error) {
	if alpha == 0 {
		alpha = 0.05
	}
	q, err := stats.NemenyiQ(k, alpha)
	if err != nil {
		return nil, err
	}
	return nemenyiQResult{StudentizedRangeQ: number(stats.StudentizedRangeISF(alpha, k)), QDemsar: number(q)}, nil
}
