package study

import (
	"errors"
	"math"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// flipsOfMaxT names the same correction by flips of the differences' signs, which is
// exact where max-t's bootstrap is approximate: what a finding by max-t is checked by.
const flipsOfMaxT = "max_t_sign_flips"

// Adjust corrects p-values, NaN being left out, by a method that needs nothing else.
func Adjust(method string, p []float64) ([]float64, error) {
	if method == "none" || len(p) == 0 {
		return p, nil
	}
	return stats.Adjust(stats.Adjustment(method), p)
}

// units sums a pair's differences by the unit that is resampled. number says which unit
// a task is in.
func (p *PairSlice) units(number []int32, units int) stats.UnitDifferences {
	out := stats.UnitDifferences{Sum: make([]float64, units), Size: make([]float64, units)}
	for i, t := range p.Tasks {
		out.Sum[number[t]] += p.X[i] - p.Y[i]
		out.Size[number[t]]++
	}
	return out
}

// unitsOf are the pairs' differences over the tasks, or clusters, that any of them has.
func unitsOf(st *Study, pairs []PairSlice) []stats.UnitDifferences {
	number := make([]int32, len(st.Bench.Tasks))
	seen := make([]bool, len(st.Bench.Tasks))
	for i := range pairs {
		for _, t := range pairs[i].Tasks {
			seen[t] = true
		}
	}
	units := 0
	of := map[int32]int32{}
	for t := range number {
		if !seen[t] {
			continue
		}
		number[t] = int32(units)
		if st.Cluster != nil {
			if unit, ok := of[st.Cluster[t]]; ok {
				number[t] = unit
				continue
			}
			of[st.Cluster[t]] = int32(units)
		}
		units++
	}
	rows := make([]stats.UnitDifferences, len(pairs))
	for i := range pairs {
		rows[i] = pairs[i].units(number, units)
	}
	return rows
}

// maxT draws the family's tasks again and returns its simultaneous intervals with the
// p-values that belong to them, none smaller than the test's own, p. Where in too many
// resamples some comparison has no variance left, deviations are counted in standard
// errors of the sample instead of the resample's, which the note says. A comparison
// that takes no part, its differences being all equal, is corrected by Bonferroni's
// inequality and has no interval.
func maxT(st *Study, pairs []PairSlice, p []float64, keys ...string) (adjusted []float64, intervals []*result.IntervalEstimate, note string, err error) {
	opt := stats.MaxTIntervalOptions{
		Level: st.Plan.Level, Replicates: st.Plan.Resamples, Seed: stats.DeriveSeed(st.Plan.Seed, append([]string{st.Bench.Name, result.MaxT}, keys...)...),
	}
	adjusted, intervals = make([]float64, len(pairs)), make([]*result.IntervalEstimate, len(pairs))
	rows := unitsOf(st, pairs)
	r, err := stats.MaxTIntervals(rows, opt)
	if err == nil && math.IsInf(r.Critical, 1) {
		note = "max-t by the standard errors of the sample: in many resamples a comparison of the family has no variance left"
		opt.Studentize = stats.BySample
		r, err = stats.MaxTIntervals(rows, opt)
	}
	var undefined *stats.UndefinedError
	var argument *stats.ArgumentError
	if err != nil && !errors.As(err, &undefined) && !errors.As(err, &argument) {
		return nil, nil, "", err
	}
	for i := range pairs {
		switch {
		case math.IsNaN(p[i]):
			adjusted[i] = p[i]
		case err != nil || math.IsNaN(r.P[i]):
			adjusted[i] = min(1, p[i]*float64(len(pairs)))
		default:
			adjusted[i] = max(p[i], r.P[i])
		}
		if err == nil && !math.IsNaN(r.P[i]) {
			interval := Estimate(r.Intervals[i])
			intervals[i] = &interval
		}
	}
	return adjusted, intervals, note, nil
}

// AdjustPairs corrects the p-values of pairs of runs on a metric, overall, by any
// correction; values are asked for by max-t alone.
func AdjustPairs(st *Study, method string, p []float64, values func(i int) PairSlice, metric string) ([]float64, error) {
	if method != result.MaxT || len(p) == 0 {
		return Adjust(method, p)
	}
	pairs := make([]PairSlice, len(p))
	for i := range pairs {
		pairs[i] = values(i)
	}
	adjusted, _, _, err := maxT(st, pairs, p, metric, "")
	return adjusted, err
}

// signFlips are the single-step p-values of the family by flips of signs.
func signFlips(st *Study, pairs []PairSlice, keys ...string) ([]float64, error) {
	var rows [][]float64
	for _, row := range unitsOf(st, pairs) {
		rows = append(rows, row.Sum)
	}
	r, err := stats.MaxT(rows, stats.MaxTOptions{
		Resamples: st.Plan.Resamples, Seed: stats.DeriveSeed(st.Plan.Seed, append([]string{st.Bench.Name, flipsOfMaxT}, keys...)...),
	})
	return r.SingleStep, err
}

// matched finds the values of comparisons again: they are not kept, being together many
// times the table.
func matched(st *Study, comparisons []result.Comparison, members []int) []PairSlice {
	parts := st.Bench.Slices(st.Strata)
	var out []PairSlice
	for _, i := range members {
		c := &comparisons[i]
		at := slices.IndexFunc(parts, func(s table.Slice) bool {
			return c.Stratum == nil && s.Stratum == nil || c.Stratum != nil && s.Stratum != nil && *c.Stratum == *s.Stratum
		})
		m := slices.IndexFunc(st.Measures, func(m table.Measure) bool { return m.Name == c.Metric })
		a, b := slices.Index(st.Bench.Runs, c.A), slices.Index(st.Bench.Runs, c.B)
		out = append(out, st.Match(parts[at], a, b, &st.Columns[m][a], &st.Columns[m][b]))
	}
	return out
}
