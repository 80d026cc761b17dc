package curves

import (
	"fmt"
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// OverRuns answers how metrics' means spread over the ranked runs: the smallest and largest with
// their runs, quartiles of type 7 (Hyndman and Fan 1996), median and mean.
func OverRuns(st *study.Study, metrics []string) result.Answer {
	if len(metrics) == 0 {
		for _, m := range st.Compared {
			metrics = append(metrics, st.Measures[m].Name)
		}
	}
	var out []result.OverRuns
	for _, name := range metrics {
		m, why := Named(st, name)
		if why != "" {
			return result.Answer{Unanswered: why}
		}
		var runs []string
		var means []float64
		for _, r := range st.Runs {
			if s := study.MeanOf(st, whole(st), m, r); s.Mean != nil && st.Ranked(r) {
				runs, means = append(runs, st.Bench.Runs[r]), append(means, *s.Mean)
			}
		}
		if one, ok := SummaryOverRuns(runs, means); ok {
			one.What = st.Measures[m].Name
			out = append(out, one)
		}
	}
	if len(out) == 0 {
		return result.Answer{Unanswered: fmt.Sprintf("no ranked run has a mean of %s", result.FirstOf(metrics, study.NamedRuns))}
	}
	return result.Answer{OverRuns: out}
}

// SummaryOverRuns summarises one number of every run; false where there is none.
func SummaryOverRuns(runs []string, values []float64) (result.OverRuns, bool) {
	if len(values) == 0 {
		return result.OverRuns{}, false
	}
	low, high := slices.Index(values, slices.Min(values)), slices.Index(values, slices.Max(values))
	out := result.OverRuns{Runs: len(values), Lowest: runs[low], Min: values[low], Highest: runs[high], Max: values[high]}
	q, err := stats.Quantiles(values, []float64{0.25, 0.5, 0.75}, stats.QuantileType7)
	mean := study.Mean(values)
	if err != nil || mean == nil {
		return out, false
	}
	out.Q1, out.Median, out.Q3, out.Mean = q[0], q[1], q[2], *mean
	return out, true
}
