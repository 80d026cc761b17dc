package calc

import "mcpstats/stats"

var univariateHandlers = []handler{
	define(Statistic{Name: "nist_univariate", What: "mean, standard deviation and lag-1 autocorrelation", Takes: "inputs y"}, univariate),
}

type univariateInputs struct {
	Y numbers `json:"y"`
}

type univariateResult struct {
	N    int     `json:"n"`
	Mean number  `json:"mean"`
	SD   *number `json:"sd,omitempty"` // from two values on
	SE   *number `json:"se,omitempty"`
	Lag1 *number `json:"lag1,omitempty"` // where values differ
}

// univariate computes what NIST's reference datasets certify for one variable.
func univariate(in univariateInputs, _ struct{}) (any, error) {
	m, err := stats.Describe(in.Y)
	if err != nil {
		return nil, err
	}
	r := univariateResult{N: m.N, Mean: number(m.Mean)}
	if m.N > 1 {
		sd, se := number(m.SD), number(m.SE)
		r.SD, r.SE = &sd, &se
		if m.SD > 0 {
			lag, err := stats.Lag1(in.Y)
			if err != nil {
				return nil, err
			}
			lag1 := number(lag)
			r.Lag1 = &lag1
		}
	}
	return r, nil
}
