package evaluate

import (
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// quotient is a ratio of two columns' means over the tasks that have both values.
type quotient struct {
	name, baseline string
	run            int
	above, below   vectorKey
	tasks          []int32
	value          float64
	group          *resampleGroup // nil: the ratio does not exist
}

// ratios are ratios of means over the tasks that have both values: a run's
// latency against the baseline's, and what a success costs. Ratios over the same
// tasks share their resamples.
func (e *Evaluation) ratios() []result.Ratio {
	rs := newResampling(e.Plan, e.cluster, e.Bench.Name, "ratios")
	var wanted []*quotient
	for _, q := range e.quotients() {
		e.total(q, rs)
		wanted = append(wanted, q)
	}
	rs.run()
	out := make([]result.Ratio, len(wanted))
	for i, q := range wanted {
		out[i] = e.ratio(q)
	}
	return out
}

// quotients lists the ratios that the benchmark's metrics allow.
func (e *Evaluation) quotients() []*quotient {
	var out []*quotient
	if latency := e.find("latency_ms"); latency >= 0 && e.Baseline >= 0 {
		for _, r := range e.Runs {
			if r != e.Baseline {
				out = append(out, &quotient{name: "normalized_latency", baseline: e.Bench.Runs[e.Baseline], run: r,
					above: vectorKey{latency, r}, below: vectorKey{latency, e.Baseline}})
			}
		}
	}
	if e.Primary < 0 || !e.Measures[e.Primary].Binary {
		return out
	}
	for _, c := range []struct{ metric, name string }{{"cost_usd", "cost_per_success"}, {"total_tokens", "tokens_per_success"}} {
		m := e.find(c.metric)
		if m < 0 {
			continue
		}
		for _, r := range e.Runs {
			if e.columns[m][r].Tasks > 0 {
				out = append(out, &quotient{name: c.name, run: r, above: vectorKey{m, r}, below: vectorKey{e.Primary, r}})
			}
		}
	}
	return out
}

func (e *Evaluation) find(metric string) int {
	return slices.IndexFunc(e.Measures, func(m table.Measure) bool { return m.Name == metric })
}

// total finds a ratio's tasks and its value, and asks for its resamples.
func (e *Evaluation) total(q *quotient, rs *resampling) {
	above, below := &e.columns[q.above.measure][q.above.run], &e.columns[q.below.measure][q.below.run]
	var sumX, sumY float64
	for t := range above.Ok {
		if above.Ok[t] && below.Ok[t] {
			q.tasks = append(q.tasks, int32(t))
			sumX += above.Value[t]
			sumY += below.Value[t]
		}
	}
	if sumY == 0 {
		return
	}
	q.value = sumX / sumY
	q.group = rs.want(q.tasks, q.above, above.Value)
	rs.want(q.tasks, q.below, below.Value)
}

// ratio states a ratio with its percentile bootstrap interval over tasks or
// clusters.
func (e *Evaluation) ratio(q *quotient) result.Ratio {
	out := result.Ratio{Benchmark: e.Bench.Name, Name: q.name, Run: e.Bench.Runs[q.run], Baseline: q.baseline, NTasks: len(q.tasks)}
	switch {
	case q.group == nil:
		out.Notes = append(out.Notes, "the denominator is 0 over the tasks that have both values")
		return out
	case !q.group.drawn():
		out.Value = result.Number(q.value)
		if len(q.group.sizes) < 2 {
			out.Notes = append(out.Notes, "fewer than 2 tasks or clusters have both values: no interval")
		} else {
			out.Notes = append(out.Notes, q.group.undrawn())
		}
		return out
	}
	out.Value = result.Number(q.value)
	places := []int{q.group.at[q.above], q.group.at[q.below]}
	interval := func(above, below []float64) (stats.Bootstrap, error) {
		return stats.BootstrapRatio(above, below, q.value, stats.BootstrapOptions{Method: stats.Percentile, Level: e.Plan.Level, Replicates: len(above)})
	}
	boot, err := interval(q.group.sums[places[0]], q.group.sums[places[1]])
	if to := redrawn(boot.Movement(), e.Plan.Resamples, len(q.group.sizes)); err == nil && to > 0 {
		if again, failed := q.group.again(places, to); failed == nil {
			if finer, failed := interval(again.sums[0], again.sums[1]); failed == nil {
				boot = finer
			}
		}
	}
	if err != nil {
		out.Notes = append(out.Notes, stats.Reason(err))
		return out
	}
	i := e.drawnEstimate(boot)
	out.Interval = &i
	out.Notes = append(append(out.Notes, boot.Notes...), movementNote(&i)...)
	return out
}
