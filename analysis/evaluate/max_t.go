package evaluate

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

// adjust corrects p-values, NaN being left out, by a method that needs nothing else.
func adjust(method string, p []float64) ([]float64, error) {
	if method == "none" || len(p) == 0 {
		return p, nil
	}
	return stats.Adjust(stats.Adjustment(method), p)
}

// units sums a pair's differences by the unit that is resampled. number says which unit
// a task is in.
func (p *pairSlice) units(number []int32, units int) stats.UnitDifferences {
	out := stats.UnitDifferences{Sum: make([]float64, units), Size: make([]float64, units)}
	for i, t := range p.tasks {
		out.Sum[number[t]] += p.x[i] - p.y[i]
		out.Size[number[t]]++
	}
	return out
}

// unitsOf are the pairs' differences over the tasks, or clusters, that any of them has.
func (e *Evaluation) unitsOf(pairs []pairSlice) []stats.UnitDifferences {
	number := make([]int32, len(e.Bench.Tasks))
	seen := make([]bool, len(e.Bench.Tasks))
	for i := range pairs {
		for _, t := range pairs[i].tasks {
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
		if e.cluster != nil {
			if unit, ok := of[e.cluster[t]]; ok {
				number[t] = unit
				continue
			}
			of[e.cluster[t]] = int32(units)
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
func (e *Evaluation) maxT(pairs []pairSlice, p []float64, keys ...string) (adjusted []float64, intervals []*result.IntervalEstimate, note string, err error) {
	opt := stats.MaxTIntervalOptions{
		Level: e.Plan.Level, Replicates: e.Plan.Resamples, Seed: stats.DeriveSeed(e.Plan.Seed, append([]string{e.Bench.Name, result.MaxT}, keys...)...),
	}
	adjusted, intervals = make([]float64, len(pairs)), make([]*result.IntervalEstimate, len(pairs))
	rows := e.unitsOf(pairs)
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

// adjustPairs corrects the p-values of pairs of runs on a metric, overall, by any
// correction; values are asked for by max-t alone.
func (e *Evaluation) adjustPairs(method string, p []float64, values func(i int) pairSlice, metric string) ([]float64, error) {
	if method != result.MaxT || len(p) == 0 {
		return adjust(method, p)
	}
	pairs := make([]pairSlice, len(p))
	for i := range pairs {
		pairs[i] = values(i)
	}
	adjusted, _, _, err := e.maxT(pairs, p, metric, "")
	return adjusted, err
}

// signFlips are the single-step p-values of the family by flips of signs.
func (e *Evaluation) signFlips(pairs []pairSlice, keys ...string) ([]float64, error) {
	var rows [][]float64
	for _, row := range e.unitsOf(pairs) {
		rows = append(rows, row.Sum)
	}
	r, err := stats.MaxT(rows, stats.MaxTOptions{
		Resamples: e.Plan.Resamples, Seed: stats.DeriveSeed(e.Plan.Seed, append([]string{e.Bench.Name, flipsOfMaxT}, keys...)...),
	})
	return r.SingleStep, err
}

// matched finds the values of comparisons again: they are not kept, being together many
// times the table.
func (e *Evaluation) matched(comparisons []result.Comparison, members []int) []pairSlice {
	parts := e.Bench.Slices(e.strata)
	var out []pairSlice
	for _, i := range members {
		c := &comparisons[i]
		at := slices.IndexFunc(parts, func(s table.Slice) bool {
			return c.Stratum == nil && s.Stratum == nil || c.Stratum != nil && s.Stratum != nil && *c.Stratum == *s.Stratum
		})
		m := slices.IndexFunc(e.Measures, func(m table.Measure) bool { return m.Name == c.Metric })
		a, b := slices.Index(e.Bench.Runs, c.A), slices.Index(e.Bench.Runs, c.B)
		out = append(out, e.match(parts[at], a, b, &e.columns[m][a], &e.columns[m][b]))
	}
	return out
}
