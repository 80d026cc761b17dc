package study

import (
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/internal/parallel"
	"mcpstats/stats"
)

// Familywise are the corrections that hold the chance of any false finding; ranks that
// rest on another are no confidence sets.
var Familywise = []string{"holm", "hochberg", "hommel", "bonferroni", "sidak", "holm_sidak", result.MaxT}

// RankSets gives every ranked run the ranks that the corrected comparisons of all pairs
// leave it, overall. They agree with the letters, which come of the same decisions.
// Where a plan compares with a baseline alone, the other pairs are tested for this.
func RankSets(st *Study, rankings []result.Ranking, comparisons []result.Comparison) error {
	for i := range rankings {
		r := &rankings[i]
		if r.Benchmark != st.Bench.Name || len(r.Runs) < 2 {
			continue
		}
		of := comparisons
		if st.Baseline >= 0 {
			var err error
			if of, err = everyPair(st, r.Metric); err != nil {
				return err
			}
			if of == nil {
				continue
			}
		}
		better := decided(st, r, of)
		sets, err := stats.RankSets(better)
		if err != nil {
			return err
		}
		method := result.RankRangeMethod
		if slices.Contains(Familywise, st.Plan.Correction) {
			method = result.RankSetMethod
		}
		for k, s := range sets {
			r.Runs[k].RankInterval = &result.IntervalEstimate{Low: result.Float(s.Low), High: result.Float(s.High), Level: 1 - st.Plan.Alpha, Method: method}
		}
	}
	return nil
}

// decided tells by the ranking's places which run is shown to be better than which. The
// direction of a difference on the tasks of both is what counts, not that of the means.
func decided(st *Study, r *result.Ranking, comparisons []result.Comparison) [][]bool {
	at := map[string]int{}
	better := make([][]bool, len(r.Runs))
	for k, run := range r.Runs {
		at[run.Run] = k
		better[k] = make([]bool, len(r.Runs))
	}
	m := slices.IndexFunc(st.Measures, func(m table.Measure) bool { return m.Name == r.Metric })
	for i := range comparisons {
		c := &comparisons[i]
		if c.Metric != r.Metric || c.Stratum != nil || !c.Significant || c.Difference == nil || *c.Difference == 0 {
			continue
		}
		a, okA := at[c.A]
		b, okB := at[c.B]
		if !okA || !okB {
			continue
		}
		if *c.Difference*st.Measures[m].Sign() < 0 {
			a, b = b, a
		}
		better[a][b] = true
	}
	return better
}

// everyPair tests all pairs of runs by a metric, overall, and corrects over them: the
// headline test alone. Nil where the scores are not at hand.
func everyPair(st *Study, metric string) ([]result.Comparison, error) {
	m := slices.IndexFunc(st.Measures, func(m table.Measure) bool { return m.Name == metric })
	if m < 0 || len(st.Columns) == 0 {
		return nil, nil
	}
	all := *st
	all.Baseline = -1
	pairing := all.Pairing()
	found := make([]*result.Comparison, len(pairing))
	whole, columns := all.Bench.Slices(nil)[0], all.Columns[m]
	parallel.For(len(pairing), func(i int) {
		a, b := pairing[i][0], pairing[i][1]
		p := all.Match(whole, a, b, &columns[a], &columns[b])
		diff, err := stats.Subtract(p.X, p.Y)
		if err != nil {
			return
		}
		scale := all.Bench.Scale(&all.Measures[m])
		test := all.Tested(p, diff, scale).Test(scale)
		found[i] = &result.Comparison{Benchmark: st.Bench.Name, Metric: metric, A: st.Bench.Runs[a], B: st.Bench.Runs[b], Difference: Mean(diff.D), P: test.P, Headline: test.Method}
	})
	var comparisons []result.Comparison
	for _, c := range found {
		if c != nil {
			comparisons = append(comparisons, *c)
		}
	}
	return comparisons, Correct(&all, comparisons)
}
