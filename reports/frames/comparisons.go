package frames

import (
	"slices"

	"mcpstats/analysis/result"
)

// Comparisons lays out the comparisons of a benchmark for which keep is true,
// one row a pair: row (its index in res.Comparisons), metric, stratum, value,
// a, b, tasks, unpaired, mean_a, mean_b, difference, interval_low and _high, p,
// p_adjusted, wins, ties, losses. Rows are sorted by metric in the order given,
// then stratum and value as they come, then pairs compared in full before those in brief, then by
// the better placed run of the pair and the other one, as runs orders them.
func Comparisons(res *result.Results, benchmark string, metrics, runs []string, keep func(*result.Comparison) bool) (Frame, error) {
	place := func(list []string, s string) int {
		if i := slices.Index(list, s); i >= 0 {
			return i
		}
		return len(list)
	}
	var strata []result.Stratum
	type row struct {
		index  int
		places [5]int
	}
	var rows []row
	for i := range res.Comparisons {
		p := &res.Comparisons[i]
		if p.Benchmark != benchmark || !keep(p) {
			continue
		}
		stratum := slices.Index(strata, stratumOf(p.Stratum))
		if stratum < 0 {
			stratum = len(strata)
			strata = append(strata, stratumOf(p.Stratum))
		}
		a, b := place(runs, p.A), place(runs, p.B)
		brief := 0
		if p.Brief {
			brief = 1
		}
		rows = append(rows, row{i, [5]int{place(metrics, p.Metric), stratum, brief, min(a, b), max(a, b)}})
	}
	slices.SortStableFunc(rows, func(a, b row) int { return slices.Compare(a.places[:], b.places[:]) })
	c := newColumns()
	for _, r := range rows {
		p := &res.Comparisons[r.index]
		s := stratumOf(p.Stratum)
		c.count("row", r.index)
		c.str("metric", p.Metric)
		c.str("stratum", s.Name)
		c.str("value", s.Value)
		c.str("a", p.A)
		c.str("b", p.B)
		c.count("tasks", p.NTasks)
		c.count("unpaired", p.Unpaired)
		c.float("mean_a", p.MeanA)
		c.float("mean_b", p.MeanB)
		c.float("difference", p.Difference)
		c.interval("interval", p.Interval)
		c.float("p", p.P)
		c.float("p_adjusted", p.PAdjusted)
		c.count("wins", p.Wins)
		c.count("ties", p.Ties)
		c.count("losses", p.Losses)
	}
	return c.frame()
}

// stratumOf returns the stratum, or the zero value for overall.
func stratumOf(s *result.Stratum) result.Stratum {
	if s == nil {
		return result.Stratum{}
	}
	return *s
}
