package curves

import (
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// quotient is a ratio of two columns' means over the tasks that have both values.
type quotient struct {
	name, baseline string
	run            int
	above, below   study.VectorKey
	tasks          []int32
	value          float64
	group          *study.ResampleGroup // nil: the ratio does not exist
}

// Ratios are ratios of means over the tasks that have both values: a run's
// latency against the baseline's, and what a success costs. Ratios over the same
// tasks share their resamples.
func Ratios(st *study.Study) []result.Ratio {
	rs := study.NewResampling(st.Plan, st.Cluster, st.Bench.Name, "ratios")
	var wanted []*quotient
	for _, q := range quotients(st) {
		total(st, q, rs)
		wanted = append(wanted, q)
	}
	rs.Run()
	out := make([]result.Ratio, len(wanted))
	for i, q := range wanted {
		out[i] = ratio(st, q)
	}
	return out
}

// quotients lists the ratios that the benchmark's metrics allow.
func quotients(st *study.Study) []*quotient {
	var out []*quotient
	if latency := findMeasure(st, "latency_ms"); latency >= 0 && st.Baseline >= 0 {
		for _, r := range st.Runs {
			if r != st.Baseline {
				out = append(out, &quotient{name: "normalized_latency", baseline: st.Bench.Runs[st.Baseline], run: r,
					above: study.VectorKey{Measure: latency, Run: r}, below: study.VectorKey{Measure: latency, Run: st.Baseline}})
			}
		}
	}
	if st.Primary < 0 || !st.Measures[st.Primary].Binary {
		return out
	}
	for _, c := range []struct{ metric, name string }{{"cost_usd", "cost_per_success"}, {"total_tokens", "tokens_per_success"}} {
		m := findMeasure(st, c.metric)
		if m < 0 {
			continue
		}
		for _, r := range st.Runs {
			if st.Columns[m][r].Tasks > 0 {
				out = append(out, &quotient{name: c.name, run: r, above: study.VectorKey{Measure: m, Run: r}, below: study.VectorKey{Measure: st.Primary, Run: r}})
			}
		}
	}
	return out
}

func findMeasure(st *study.Study, metric string) int {
	return slices.IndexFunc(st.Measures, func(m table.Measure) bool { return m.Name == metric })
}

// total finds a ratio's tasks and its value, and asks for its resamples.
func total(st *study.Study, q *quotient, rs *study.Resampling) {
	above, below := &st.Columns[q.above.Measure][q.above.Run], &st.Columns[q.below.Measure][q.below.Run]
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
	q.group = rs.Want(q.tasks, q.above, above.Value)
	rs.Want(q.tasks, q.below, below.Value)
}

// ratio states a ratio with its percentile bootstrap interval over tasks or
// clusters.
func ratio(st *study.Study, q *quotient) result.Ratio {
	out := result.Ratio{Benchmark: st.Bench.Name, Name: q.name, Run: st.Bench.Runs[q.run], Baseline: q.baseline, NTasks: len(q.tasks)}
	switch {
	case q.group == nil:
		out.Notes = append(out.Notes, "the denominator is 0 over the tasks that have both values")
		return out
	case !q.group.Drawn():
		out.Value = result.Number(q.value)
		if len(q.group.Sizes) < 2 {
			out.Notes = append(out.Notes, "fewer than 2 tasks or clusters have both values: no interval")
		} else {
			out.Notes = append(out.Notes, q.group.Undrawn())
		}
		return out
	}
	out.Value = result.Number(q.value)
	places := []int{q.group.At[q.above], q.group.At[q.below]}
	interval := func(above, below []float64) (stats.Bootstrap, error) {
		return stats.BootstrapRatio(above, below, q.value, stats.BootstrapOptions{Method: stats.Percentile, Level: st.Plan.Level, Replicates: len(above)})
	}
	boot, err := interval(q.group.Sums[places[0]], q.group.Sums[places[1]])
	if to := study.Redrawn(boot.Movement(), st.Plan.Resamples, len(q.group.Sizes)); err == nil && to > 0 {
		if again, failed := q.group.Again(places, to); failed == nil {
			if finer, failed := interval(again.Sums[0], again.Sums[1]); failed == nil {
				boot = finer
			}
		}
	}
	if err != nil {
		out.Notes = append(out.Notes, stats.Reason(err))
		return out
	}
	i := study.DrawnEstimate(st, boot)
	out.Interval = &i
	out.Notes = append(append(out.Notes, boot.Notes...), study.MovementNote(&i)...)
	return out
}
