package curves

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// Sweeps are the curves of a benchmark: by the length of the plan, by cut-off, by
// threshold, and by a parameter that the runs' names vary.
func Sweeps(st *study.Study, res *result.Results) {
	res.Sweeps = append(res.Sweeps, lengthSweeps(st)...)
	res.Sweeps = append(res.Sweeps, cutoffSweeps(st, res.Summaries)...)
	res.Sweeps = append(res.Sweeps, thresholdSweeps(st)...)
	res.Sweeps = append(res.Sweeps, parameterSweeps(st, res.Summaries)...)
}

// driftMetrics are the metrics whose fall along the plan is contextual drift.
var driftMetrics = []string{"plan_f1", "plan_precision", "plan_recall"}

// lengthSweeps draw a plan metric against the number of needs of the plan.
func lengthSweeps(st *study.Study) []result.Sweep {
	byLength := map[int][]int32{}
	var lengths []int
	for t, task := range st.Bench.Tasks {
		if n := task.PlanLength; n > 0 {
			if byLength[n] == nil {
				lengths = append(lengths, n)
			}
			byLength[n] = append(byLength[n], int32(t))
		}
	}
	slices.Sort(lengths)
	if len(lengths) < 2 {
		return nil
	}
	var out []result.Sweep
	for m := range st.Measures {
		if !slices.Contains(driftMetrics, st.Measures[m].Name) {
			continue
		}
		s := result.Sweep{Benchmark: st.Bench.Name, Axis: "plan_length", Metric: st.Measures[m].Name}
		for _, r := range st.Runs {
			line := result.SweepLine{Run: st.Bench.Runs[r]}
			for _, n := range lengths {
				if p, ok := point(st, float64(n), byLength[n], &st.Columns[m][r]); ok {
					line.Points = append(line.Points, p)
				}
			}
			if len(line.Points) > 0 {
				s.Lines = append(s.Lines, line)
			}
		}
		if len(s.Lines) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// point is the mean of a column over some tasks, with a bootstrap interval where
// the values vary.
func point(st *study.Study, x float64, tasks []int32, col *table.Column) (result.SweepPoint, bool) {
	var values []float64
	for _, t := range tasks {
		if col.Ok[t] {
			values = append(values, col.Value[t])
		}
	}
	mu := study.Mean(values)
	if mu == nil {
		return result.SweepPoint{}, false
	}
	p := result.SweepPoint{X: x, NTasks: len(values), Mean: *mu}
	seed := stats.DeriveSeed(st.Plan.Seed, st.Bench.Name, "sweep", strconv.FormatFloat(x, 'g', -1, 64))
	opt := stats.BootstrapOptions{Level: st.Plan.Level, Replicates: st.Plan.Resamples, Seed: seed}
	if st.Cluster != nil {
		for _, t := range tasks {
			if col.Ok[t] {
				opt.Cluster = append(opt.Cluster, int(st.Cluster[t]))
			}
		}
	}
	if len(values) > 1 {
		if b, err := stats.BootstrapMean(values, opt); err == nil {
			i := study.DrawnEstimate(st, b)
			p.Interval = &i
		}
	}
	return p, true
}

// cutoff recognises the members of a family by k: "recall_at_5", "pass_hat_2".
var cutoff = regexp.MustCompile(`^(.+_(?:at|hat))_([0-9]+)$`)

// cutoffSweeps gather the summaries of metrics that differ in k alone.
func cutoffSweeps(st *study.Study, summaries []result.Summary) []result.Sweep {
	var out []result.Sweep
	for _, s := range summaries {
		if s.Benchmark != st.Bench.Name || s.Stratum != nil || s.Mean == nil {
			continue
		}
		match := cutoff.FindStringSubmatch(s.Metric)
		if match == nil {
			continue
		}
		k, err := strconv.Atoi(match[2])
		if err != nil {
			continue
		}
		addPoint(&out, result.Sweep{Benchmark: st.Bench.Name, Axis: "k", Metric: match[1] + "_k"}, s.Run, summaryPoint(float64(k), s))
	}
	return sorted(out)
}

func summaryPoint(x float64, s result.Summary) result.SweepPoint {
	return result.SweepPoint{X: x, NTasks: s.NTasks, Mean: *s.Mean, Interval: s.Interval}
}

// addPoint adds a point to the sweep of the same axis and metric, made where
// there is none yet.
func addPoint(sweeps *[]result.Sweep, sweep result.Sweep, run string, p result.SweepPoint) {
	at := slices.IndexFunc(*sweeps, func(s result.Sweep) bool { return s.Axis == sweep.Axis && s.Metric == sweep.Metric })
	if at < 0 {
		at = len(*sweeps)
		*sweeps = append(*sweeps, sweep)
	}
	s := &(*sweeps)[at]
	line := slices.IndexFunc(s.Lines, func(l result.SweepLine) bool { return l.Run == run })
	if line < 0 {
		line = len(s.Lines)
		s.Lines = append(s.Lines, result.SweepLine{Run: run})
	}
	s.Lines[line].Points = append(s.Lines[line].Points, p)
}

// sorted puts every line's points in the order of the axis, and drops sweeps
// that are single points.
func sorted(sweeps []result.Sweep) []result.Sweep {
	for _, s := range sweeps {
		for _, l := range s.Lines {
			slices.SortFunc(l.Points, func(a, b result.SweepPoint) int {
				switch {
				case a.X < b.X:
					return -1
				case a.X > b.X:
					return 1
				}
				return 0
			})
		}
	}
	return slices.DeleteFunc(sweeps, func(s result.Sweep) bool {
		return !slices.ContainsFunc(s.Lines, func(l result.SweepLine) bool { return len(l.Points) > 1 })
	})
}

// parameter recognises a value in a run's name: "hybrid alpha=0.3", "mmr_lambda=0.5".
var parameter = regexp.MustCompile(`(?:^|[^A-Za-z])([A-Za-z]+)=([0-9]*\.?[0-9]+)`)

// parameterSweeps draw the headline metrics of runs whose names differ in one
// parameter's value alone.
func parameterSweeps(st *study.Study, summaries []result.Summary) []result.Sweep {
	var out []result.Sweep
	for _, s := range summaries {
		if s.Benchmark != st.Bench.Name || s.Stratum != nil || s.Mean == nil || !isCompared(st, s.Metric) {
			continue
		}
		match := parameter.FindStringSubmatchIndex(s.Run)
		if match == nil {
			continue
		}
		x, err := strconv.ParseFloat(s.Run[match[4]:match[5]], 64)
		if err != nil {
			continue
		}
		family := strings.TrimRight(s.Run[:match[2]], " _-") + s.Run[match[5]:]
		addPoint(&out, result.Sweep{Benchmark: st.Bench.Name, Axis: s.Run[match[2]:match[3]], Metric: s.Metric}, family, summaryPoint(x, s))
	}
	return sorted(out)
}

func isCompared(st *study.Study, metric string) bool {
	return slices.ContainsFunc(st.Compared, func(m int) bool { return st.Measures[m].Name == metric })
}
