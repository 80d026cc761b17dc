package calc

import (
	"errors"

	"mcpstats/stats"
)

var proportionsHandlers = []handler{
	define("proportions", "intervals of a proportion (inputs k, n) or of the difference of two paired ones (inputs table [[both, first], [second, neither]]); option conf_level", proportions),
}

type proportionInputs struct {
	K     *int      `json:"k"`
	N     *int      `json:"n"`
	Table *table2x2 `json:"table"`
}

type proportionOptions struct {
	ConfLevel float64 `json:"conf_level" within:"(0, 1)"`
	Test      string  `json:"test"` // informative: the inputs decide
}

// ends is an interval as a list of two numbers.
type ends [2]number

func endsOf(iv stats.Interval) ends { return ends{number(iv.Low), number(iv.High)} }

func proportions(in proportionInputs, opt proportionOptions) (any, error) {
	var r fields
	switch {
	case in.Table != nil:
		t := stats.PairedTable{Both: in.Table[0][0], FirstOnly: in.Table[0][1], SecondOnly: in.Table[1][0], Neither: in.Table[1][1]}
		for _, method := range []struct {
			key     string
			compute func(stats.PairedTable, float64) (stats.Interval, error)
		}{
			{"wald", stats.PairedWald}, {"wald_agresti_min", stats.AgrestiMin}, {"bonett_price", stats.BonettPrice},
			{"newcombe8", stats.Newcombe8}, {"newcombe10", stats.Newcombe10}, {"tango", stats.Tango},
		} {
			iv, err := method.compute(t, opt.ConfLevel)
			if err != nil {
				return nil, err
			}
			if len(r) == 0 {
				r.add("estimate", number(t.Difference()))
			}
			r.add(method.key, endsOf(iv))
		}
		return r, nil
	case in.K != nil && in.N != nil:
		for _, method := range []struct {
			key     string
			compute func(k, n int, level float64) (stats.Interval, error)
		}{
			{"wald", stats.Wald}, {"wilson", stats.Wilson}, {"wilson_cc", stats.WilsonCC}, {"wilson_newcombe4", stats.WilsonCC}, {"clopper_pearson", stats.ClopperPearson},
			{"agresti_coull", stats.AgrestiCoull}, {"jeffreys", stats.Jeffreys}, {"jeffreys_bcd", stats.JeffreysBoundary},
		} {
			iv, err := method.compute(*in.K, *in.N, opt.ConfLevel)
			if err != nil {
				return nil, err
			}
			if len(r) == 0 {
				r.add("estimate", number(float64(*in.K)/float64(*in.N)))
			}
			r.add(method.key, endsOf(iv))
		}
		return r, nil
	}
	return nil, errors.New("inputs: give k and n, or table")
}
