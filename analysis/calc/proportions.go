package calc

import (
	"errors"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// The intervals of a proportion, and of the difference of two paired ones, in the order
// in which they are written.
var (
	shareIntervals = []computed[func(k, n int, level float64) (stats.Interval, error)]{
		bind(result.IntervalMethod, "wald", stats.Wald),
		bind(result.IntervalMethod, "wilson", stats.Wilson),
		bind(result.IntervalMethod, "wilson_cc", stats.WilsonCC),
		{"wilson_newcombe4", of(result.IntervalMethod, "wilson_cc")[0], stats.WilsonCC}, // the same, by its number in Newcombe (1998)
		bind(result.IntervalMethod, "clopper_pearson", stats.ClopperPearson),
		bind(result.IntervalMethod, "agresti_coull", stats.AgrestiCoull),
		bind(result.IntervalMethod, "jeffreys", stats.Jeffreys),
		bind(result.IntervalMethod, "jeffreys_bcd", stats.JeffreysBoundary),
	}
	pairedIntervals = []computed[func(stats.PairedTable, float64) (stats.Interval, error)]{
		{"wald", of(result.IntervalMethod, "paired_wald")[0], stats.PairedWald},
		bind(result.IntervalMethod, "wald_agresti_min", stats.AgrestiMin),
		bind(result.IntervalMethod, "bonett_price", stats.BonettPrice),
		bind(result.IntervalMethod, "newcombe8", stats.Newcombe8),
		bind(result.IntervalMethod, "newcombe10", stats.Newcombe10),
		bind(result.IntervalMethod, "tango", stats.Tango),
	}
)

var proportionsHandlers = []handler{
	define(Statistic{
		Name: "proportions", What: "intervals of a proportion, of the difference of two paired ones, of the ratio of two unrelated ones, or of several that hold together",
		Takes:   "inputs k, n; or table [[both, first], [second, neither]]; or k, n and k0, n0; or counts, one for each category of a whole; option conf_level",
		Methods: slices.Concat(methodsOf(shareIntervals), methodsOf(pairedIntervals), of(result.IntervalMethod, "koopman", "goodman", "wilson_bonferroni")),
	}, proportions),
}

type proportionInputs struct {
	K      *int      `json:"k"`
	N      *int      `json:"n"`
	K0     *int      `json:"k0"`
	N0     *int      `json:"n0"`
	Table  *table2x2 `json:"table"`
	Counts counts    `json:"counts"`
}

type proportionOptions struct {
	ConfLevel float64 `json:"conf_level" within:"(0, 1)"`
	Test      string  `json:"test"` // informative: the inputs decide
}

// ends is an interval as a list of two numbers.
type ends [2]number

func endsOf(iv stats.Interval) ends { return ends{number(iv.Low), number(iv.High)} }

// proportions tells by the inputs what the intervals are of, and computes them by every
// method.
func proportions(in proportionInputs, opt proportionOptions) (any, error) {
	switch {
	case in.Table != nil:
		t := stats.PairedTable{Both: in.Table[0][0], FirstOnly: in.Table[0][1], SecondOnly: in.Table[1][0], Neither: in.Table[1][1]}
		var r fields
		for _, c := range pairedIntervals {
			iv, err := c.value(t, opt.ConfLevel)
			if err != nil {
				return nil, err
			}
			r.add(c.key, endsOf(iv))
		}
		return append(fields{{"estimate", number(t.Difference())}}, r...), nil
	case in.Counts != nil:
		return severalShares(in.Counts, opt.ConfLevel)
	case in.K != nil && in.N != nil && in.K0 != nil && in.N0 != nil:
		ratio, err := stats.RiskRatioKoopman(float64(*in.K), float64(*in.N), float64(*in.K0), float64(*in.N0), opt.ConfLevel)
		if err != nil {
			return nil, err
		}
		return fields{{"estimate", number(ratio.Value)}, {"koopman", endsOf(ratio.Interval)}}, nil
	case in.K != nil && in.N != nil && in.K0 == nil && in.N0 == nil:
		var r fields
		for _, c := range shareIntervals {
			iv, err := c.value(*in.K, *in.N, opt.ConfLevel)
			if err != nil {
				return nil, err
			}
			r.add(c.key, endsOf(iv))
		}
		return append(fields{{"estimate", number(float64(*in.K) / float64(*in.N))}}, r...), nil
	}
	return nil, errors.New("inputs: give k and n, or k, n, k0 and n0, or table, or counts")
}

// severalShares are intervals of the categories' shares of their whole that hold together.
func severalShares(counts []int, level float64) (any, error) {
	observed, n := make([]float64, len(counts)), 0
	for i, c := range counts {
		observed[i] = float64(c)
		n += c
	}
	together, err := stats.Goodman(observed, level)
	if err != nil {
		return nil, err
	}
	var shares numbers
	var goodman, wilson []ends
	for i, c := range counts {
		iv, err := stats.Wilson(c, n, amongSeveral(level, len(counts)))
		if err != nil {
			return nil, err
		}
		shares = append(shares, float64(c)/float64(n))
		goodman, wilson = append(goodman, endsOf(together[i])), append(wilson, endsOf(iv))
	}
	return fields{{"estimate", shares}, {"goodman", goodman}, {"wilson_bonferroni", wilson}}, nil
}

// amongSeveral is the level of each of so many intervals that hold together at a level
// (Bonferroni); 0 means 0.95.
func amongSeveral(level float64, of int) float64 {
	if level == 0 {
		level = 0.95
	}
	return 1 - (1-level)/float64(of)
}
