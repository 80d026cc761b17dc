package curves

import (
	"cmp"
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// costMetrics are what a run spends; the one that most runs know, and at least
// two, is set against the headline metric.
var costMetrics = []string{"cost_usd", "total_tokens", "latency_ms", "steps"}

// Frontiers set what the runs cost against how well they do.
func Frontiers(st *study.Study, summaries []result.Summary) []result.Frontier {
	if !study.Ranks(st) {
		return nil
	}
	quality := st.Measures[st.Primary].Name
	mean := func(run, metric string) (float64, bool) {
		for _, s := range summaries {
			if s.Benchmark == st.Bench.Name && s.Run == run && s.Metric == metric && s.Stratum == nil && s.Mean != nil {
				return *s.Mean, true
			}
		}
		return 0, false
	}
	var best result.Frontier
	for _, cost := range costMetrics {
		f := result.Frontier{Benchmark: st.Bench.Name, Cost: cost, Quality: quality}
		for _, r := range st.Runs {
			if !st.Ranked(r) {
				continue // what it spends and solves is of other tasks
			}
			c, okC := mean(st.Bench.Runs[r], cost)
			q, okQ := mean(st.Bench.Runs[r], quality)
			if okC && okQ {
				f.Points = append(f.Points, result.FrontierPoint{Run: st.Bench.Runs[r], Cost: c, Quality: q, Total: totalOf(st, r, cost)})
			}
		}
		if len(f.Points) > len(best.Points) {
			best = f
		}
	}
	if len(best.Points) < 2 {
		return nil
	}
	sign := st.Measures[st.Primary].Sign()
	for i := range best.Points {
		p := &best.Points[i]
		p.OnFrontier = !slices.ContainsFunc(best.Points, func(o result.FrontierPoint) bool {
			return o.Cost <= p.Cost && sign*o.Quality >= sign*p.Quality && (o.Cost < p.Cost || sign*o.Quality > sign*p.Quality)
		})
	}
	slices.SortStableFunc(best.Points, func(a, b result.FrontierPoint) int { return cmp.Compare(a.Cost, b.Cost) })
	return []result.Frontier{best}
}

// totalOf is what all attempts of a run cost together.
func totalOf(st *study.Study, run int, cost string) *float64 {
	m := findMeasure(st, cost)
	if m < 0 || m >= len(st.Columns) || run >= len(st.Columns[m]) || st.Columns[m][run].Tasks == 0 {
		return nil
	}
	c, total := &st.Columns[m][run], 0.0
	for task, ok := range c.Ok {
		if ok {
			total += c.Value[task] * float64(c.Attempts[task])
		}
	}
	return &total
}

// Spreads describe the compared metrics over the runs, where there are enough of
// them to have quartiles.
func Spreads(st *study.Study, summaries []result.Summary) []result.Spread {
	const enough = 4
	var out []result.Spread
	for _, m := range st.Compared {
		name := st.Measures[m].Name
		var means []float64
		for _, s := range summaries {
			if s.Benchmark == st.Bench.Name && s.Metric == name && s.Stratum == nil && s.Mean != nil && study.RankedName(st, s.Run) {
				means = append(means, *s.Mean)
			}
		}
		if len(means) < enough {
			continue
		}
		q, err := stats.Quantiles(means, []float64{0.25, 0.5, 0.75}, stats.QuantileType7)
		if err != nil {
			continue
		}
		out = append(out, result.Spread{Benchmark: st.Bench.Name, Metric: name, Runs: len(means), Q1: q[0], Median: q[1], Q3: q[2], IQR: q[2] - q[0], Quantiles: "type 7"})
	}
	return out
}
