package analysis

import (
	"slices"
	"strconv"

	"mcpstats/stats"
)

// ratios are ratios of means over the tasks that have both values: a run's
// latency against the baseline's, and what a success costs.
func (e *evaluation) ratios() []Ratio {
	var out []Ratio
	if latency := e.find("latency_ms"); latency >= 0 && e.baseline >= 0 {
		base := &e.columns[latency][e.baseline]
		for _, r := range e.runs {
			if r == e.baseline {
				continue
			}
			q := e.quotient("normalized_latency", r, &e.columns[latency][r], base)
			q.Baseline = e.bench.Runs[e.baseline]
			out = append(out, q)
		}
	}
	if e.primary < 0 || !e.measures[e.primary].binary {
		return out
	}
	for _, c := range []struct{ metric, name string }{{"cost_usd", "cost_per_success"}, {"total_tokens", "tokens_per_success"}} {
		m := e.find(c.metric)
		if m < 0 {
			continue
		}
		for _, r := range e.runs {
			if e.columns[m][r].tasks > 0 {
				out = append(out, e.quotient(c.name, r, &e.columns[m][r], &e.columns[e.primary][r]))
			}
		}
	}
	return out
}

func (e *evaluation) find(metric string) int {
	return slices.IndexFunc(e.measures, func(m measure) bool { return m.Name == metric })
}

// quotient is the ratio of the sums of two columns over their common tasks, with
// a percentile bootstrap interval over tasks or clusters.
func (e *evaluation) quotient(name string, run int, above, below *column) Ratio {
	q := Ratio{Benchmark: e.bench.Name, Name: name, Run: e.bench.Runs[run]}
	var x, y []float64
	var cluster []int
	var sumX, sumY float64
	for t := range above.ok {
		if !above.ok[t] || !below.ok[t] {
			continue
		}
		x, y = append(x, above.value[t]), append(y, below.value[t])
		sumX += above.value[t]
		sumY += below.value[t]
		if e.cluster != nil {
			cluster = append(cluster, int(e.cluster[t]))
		}
	}
	q.NTasks = len(x)
	if sumY == 0 {
		q.Notes = append(q.Notes, "the denominator is 0 over the tasks that have both values")
		return q
	}
	q.Value = number(sumX / sumY)
	boot, err := stats.BootstrapRatio(x, y, stats.BootstrapOptions{Method: stats.Percentile, Level: e.plan.Level, Replicates: e.plan.Resamples, Cluster: cluster,
		Seed: stats.DeriveSeed(e.plan.Seed, e.bench.Name, name, q.Run, strconv.Itoa(len(x)))})
	if err != nil {
		q.Notes = append(q.Notes, reason(err))
		return q
	}
	i := estimate(boot.Interval)
	q.Interval = &i
	q.Notes = append(q.Notes, boot.Notes...)
	return q
}
