package calc

import (
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

var hotellingHandlers = []handler{
	define(Statistic{
		Name: "hotelling", What: "whether several means of the same units are all zero, as the contrasts of an interaction",
		Takes:   "inputs rows: a row a unit, a number a variable",
		Methods: of(result.OtherTest, "hotelling_t2"),
	}, hotelling),
}

type hotellingInputs struct {
	Rows []numbers `json:"rows"`
}

type hotellingOptions struct{}

type hotellingResult struct {
	N        int     `json:"n"`
	P        int     `json:"variables"`
	Means    numbers `json:"means"`
	TSquared number  `json:"T2"`
	F        number  `json:"F"`
	DF       numbers `json:"df"`
	PValue   number  `json:"p"`
}

func hotelling(in hotellingInputs, _ hotellingOptions) (any, error) {
	rows := make([][]float64, len(in.Rows))
	for i, r := range in.Rows {
		rows[i] = r
	}
	r, err := stats.HotellingT2(rows)
	if err != nil {
		return nil, err
	}
	return hotellingResult{N: r.N, P: len(r.Means), Means: r.Means, TSquared: number(r.TSquared), F: number(r.Statistic), DF: r.DF, PValue: number(r.P)}, nil
}
