package study

import (
	"fmt"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// familyKey names a family: one metric over all compared pairs, overall, or over all
// values of one stratum together.
type familyKey struct{ metric, stratum string }

// Correct adjusts the headline p-values of one benchmark's comparisons by family.
// Comparisons whose p is undefined are left out of theirs.
func Correct(st *Study, comparisons []result.Comparison) error {
	var order []familyKey
	families := map[familyKey][]int{}
	for i, c := range comparisons {
		k := familyKey{metric: c.Metric}
		if c.Stratum != nil {
			k.stratum = c.Stratum.Name
		}
		if families[k] == nil {
			order = append(order, k)
		}
		families[k] = append(families[k], i)
	}
	for _, k := range order {
		if err := correctFamily(st, comparisons, families[k], k); err != nil {
			return err
		}
	}
	return nil
}

func correctFamily(st *Study, comparisons []result.Comparison, all []int, k familyKey) error {
	var members []int // those with a p-value
	var p []float64
	for _, c := range all {
		if v := comparisons[c].P; v != nil {
			members, p = append(members, c), append(p, *v)
		}
	}
	name := familyName(st, k.metric, k.stratum, len(members), len(all)-len(members))
	for _, c := range all {
		comparisons[c].Family = name
	}
	if len(members) == 0 {
		return nil
	}
	var pairs []PairSlice
	var adjusted []float64
	var err error
	if st.Plan.Correction == result.MaxT {
		var intervals []*result.IntervalEstimate
		var note string
		pairs = matched(st, comparisons, members)
		if adjusted, intervals, note, err = maxT(st, pairs, p, k.metric, k.stratum); err != nil {
			return err
		}
		for i, c := range members {
			leadWith(&comparisons[c], intervals[i], note)
		}
	} else if adjusted, err = Adjust(st.Plan.Correction, p); err != nil {
		return err
	}
	for i, c := range members {
		comparisons[c].PAdjusted = result.Number(adjusted[i])
		comparisons[c].Significant = adjusted[i] <= st.Plan.Alpha
	}
	return checkFamily(st, comparisons, members, pairs, k)
}

// leadWith puts an interval before those that the comparison has.
func leadWith(c *result.Comparison, i *result.IntervalEstimate, note string) {
	if i == nil {
		return
	}
	if c.Interval != nil {
		c.Others = append([]result.IntervalEstimate{*c.Interval}, c.Others...)
	}
	c.Interval = i
	if note != "" {
		c.Notes = append(c.Notes, note)
	}
}

// Checks names the test by which a headline test is checked, made on the same values
// under fewer assumptions, or with less of the headline test's caution.
var Checks = map[string]string{
	Headlines[result.Binary]:   result.McNemarMidP.Name,
	Headlines[result.Interval]: result.Permutation.Name,
	Headlines[result.Ordinal]:  result.Permutation.Name,
	ClusteredHeadline:          ClusteredPermutation,
}

// checkFamily marks as fragile what the other test, after the same correction over the same
// family, decides otherwise. A comparison without the other test keeps its own p-value
// in that family.
func checkFamily(st *Study, comparisons []result.Comparison, members []int, pairs []PairSlice, k familyKey) error {
	p := make([]float64, len(members))
	methods := make([]string, len(members))
	for i, c := range members {
		p[i] = *comparisons[c].P
		for _, t := range comparisons[c].Tests {
			if t.Method == Checks[comparisons[c].Headline] && t.P != nil {
				p[i], methods[i] = *t.P, t.Method
			}
		}
	}
	var adjusted []float64
	var err error
	if pairs != nil {
		if adjusted, err = signFlips(st, pairs, k.metric, k.stratum); err != nil {
			return nil // values that no sum holds: there is nothing to check by
		}
		for i := range methods {
			methods[i], p[i] = flipsOfMaxT, adjusted[i]
		}
	} else if adjusted, err = Adjust(st.Plan.Correction, p); err != nil {
		return err
	}
	for i, c := range members {
		if methods[i] == "" {
			continue
		}
		found := &result.Check{Method: methods[i], P: result.Number(p[i]), PAdjusted: result.Number(adjusted[i]), Significant: adjusted[i] <= st.Plan.Alpha}
		comparisons[c].Check = found
		comparisons[c].Fragile = found.Significant != comparisons[c].Significant
	}
	return nil
}

// borderline tells whether McNemar's exact test, before any correction, and Tango's
// score interval of the same level disagree about zero.
func borderline(st *Study, pair TestedPair) bool {
	exact, err := stats.McNemarExact(pair.Table.FirstOnly, pair.Table.SecondOnly)
	if err != nil {
		return false
	}
	score, err := stats.Tango(pair.Table, 1-st.Plan.Alpha)
	if err != nil {
		return false
	}
	return (exact.P <= st.Plan.Alpha) != (score.Low > 0 || score.High < 0)
}

func familyName(st *Study, metric, stratum string, defined, undefined int) string {
	pairs := "all pairs"
	if st.Baseline >= 0 {
		pairs = "every run against " + st.Bench.Runs[st.Baseline]
	}
	where := ""
	if stratum != "" {
		where = " in every " + stratum
	}
	name := fmt.Sprintf("%s, %s%s: %s", metric, pairs, where, result.Plural(defined, "test"))
	if undefined > 0 {
		name += fmt.Sprintf(" (%d undefined, left out)", undefined)
	}
	return name
}
