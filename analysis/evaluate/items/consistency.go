package items

import (
	"math"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// Consistencies say of every run that attempted tasks more than once whether it does again what it
// did. The agreement of a task with c of n attempts solved is the chance that two of them, drawn
// without putting one back, agree: (c(c-1) + (n-c)(n-c-1)) / (n(n-1)), which is free of bias by n;
// a run that solves every task with a chance of one half has .5, whatever n is.
func Consistencies(st *study.Study) []result.Consistency {
	if st.Primary < 0 || !st.Measures[st.Primary].Binary || st.Measures[st.Primary].Combine != nil {
		return nil
	}
	m := &st.Measures[st.Primary]
	var out []result.Consistency
	for _, r := range st.Runs {
		column := st.Bench.Read(m, r, "drop")
		c := result.Consistency{Benchmark: st.Bench.Name, Metric: m.Name, Run: st.Bench.Runs[r]}
		var agreements []float64
		for t, n := range column.Attempts {
			if !column.Ok[t] || n < 2 {
				continue
			}
			solved := math.Round(column.Value[t] * float64(n))
			failed := float64(n) - solved
			switch {
			case failed == 0:
				c.Always++
			case solved == 0:
				c.Never++
			default:
				c.Sometimes++
			}
			c.Tasks++
			c.Attempts += int(n)
			agreements = append(agreements, (solved*(solved-1)+failed*(failed-1))/(float64(n)*float64(n-1)))
		}
		if c.Tasks == 0 {
			continue
		}
		c.Agreement = study.Mean(agreements)
		if c.Sometimes > 0 {
			if i, err := stats.MeanInterval(agreements, st.Plan.Level); err == nil {
				interval := study.Estimate(i)
				c.Interval = &interval
			}
		}
		out = append(out, c)
	}
	return out
}
