package frames

import (
	"cmp"
	"slices"

	"mcpstats/analysis/result"
)

// Sources are the origins of a failure mode in the order of the report.
var Sources = []string{"recorded", "labelled", "detected"}

// Failures lays out the failure counts of a benchmark, overall or by stratum,
// one row a run and mode: row (its index in res.Failures), source, annotator, category,
// mode, run, stratum, value, count, of, share, interval_low and _high,
// successes, lift, lift_interval_low and _high, primary_share. Rows are sorted by
// source, then by annotator, then by the mode's count over all runs, largest first and none last,
// then by run as runs orders them.
func Failures(res *result.Results, benchmark string, runs []string, byStratum bool) (Frame, error) {
	type mode struct{ source, annotator, category, name string }
	total := map[mode]int{}
	var rows []int
	for i := range res.Failures {
		f := &res.Failures[i]
		if f.Benchmark != benchmark || (f.Stratum != nil) != byStratum {
			continue
		}
		rows = append(rows, i)
		total[mode{f.Source, f.Annotator, f.Category, f.Mode}] += f.Count
	}
	source := func(f *result.Failure) int {
		source := slices.Index(Sources, f.Source)
		if source < 0 {
			source = len(Sources)
		}
		return source
	}
	rank := func(f *result.Failure) int {
		count := -total[mode{f.Source, f.Annotator, f.Category, f.Mode}]
		if f.Mode == result.ModeNone {
			count = 1
		}
		return count
	}
	slices.SortStableFunc(rows, func(i, j int) int {
		a, b := &res.Failures[i], &res.Failures[j]
		return cmp.Or(
			cmp.Compare(source(a), source(b)),
			result.CompareNatural(a.Annotator, b.Annotator),
			cmp.Compare(rank(a), rank(b)),
			cmp.Compare(a.Category, b.Category),
			cmp.Compare(a.Mode, b.Mode),
			cmp.Compare(slices.Index(runs, a.Run), slices.Index(runs, b.Run)),
		)
	})
	c := newColumns()
	for _, i := range rows {
		f := &res.Failures[i]
		s := stratumOf(f.Stratum)
		c.count("row", i)
		c.str("source", f.Source)
		c.str("annotator", f.Annotator)
		c.str("category", f.Category)
		c.str("mode", f.Mode)
		c.str("run", f.Run)
		c.str("stratum", s.Name)
		c.str("value", s.Value)
		c.count("count", f.Count)
		c.count("of", f.Of)
		c.float("share", f.Share)
		c.interval("interval", f.Interval)
		c.count("successes", f.Successes)
		c.float("lift", f.Lift)
		c.interval("lift_interval", f.LiftInterval)
		var primary *float64
		if f.Primary != nil {
			primary = f.Primary.Share
		}
		c.float("primary_share", primary)
	}
	return c.frame()
}
