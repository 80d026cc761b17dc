package analysis

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mcpstats/stats"
)

// sweeps are the curves of a benchmark: by the length of the plan, by cut-off, by
// threshold, and by a parameter that the runs' names vary.
func (e *evaluation) sweeps(res *Results) {
	res.Sweeps = append(res.Sweeps, e.lengthSweeps()...)
	res.Sweeps = append(res.Sweeps, e.cutoffSweeps(res.Summaries)...)
	res.Sweeps = append(res.Sweeps, e.thresholdSweeps()...)
	res.Sweeps = append(res.Sweeps, e.parameterSweeps(res.Summaries)...)
}

// driftMetrics are the metrics whose fall along the plan is contextual drift.
var driftMetrics = []string{"plan_f1", "plan_precision", "plan_recall"}

// lengthSweeps draw a plan metric against the number of needs of the plan.
func (e *evaluation) lengthSweeps() []Sweep {
	byLength := map[int][]int32{}
	var lengths []int
	for t, task := range e.bench.Tasks {
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
	var out []Sweep
	for m := range e.measures {
		if !slices.Contains(driftMetrics, e.measures[m].Name) {
			continue
		}
		s := Sweep{Benchmark: e.bench.Name, Axis: "plan_length", Metric: e.measures[m].Name}
		for _, r := range e.runs {
			line := SweepLine{Run: e.bench.Runs[r]}
			for _, n := range lengths {
				if p, ok := e.point(float64(n), byLength[n], &e.columns[m][r]); ok {
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
func (e *evaluation) point(x float64, tasks []int32, col *column) (SweepPoint, bool) {
	var values []float64
	for _, t := range tasks {
		if col.ok[t] {
			values = append(values, col.value[t])
		}
	}
	mu := mean(values)
	if mu == nil {
		return SweepPoint{}, false
	}
	p := SweepPoint{X: x, NTasks: len(values), Mean: *mu}
	seed := stats.DeriveSeed(e.plan.Seed, e.bench.Name, "sweep", strconv.FormatFloat(x, 'g', -1, 64))
	opt := stats.BootstrapOptions{Level: e.plan.Level, Replicates: e.plan.Resamples, Seed: seed}
	if e.cluster != nil {
		for _, t := range tasks {
			if col.ok[t] {
				opt.Cluster = append(opt.Cluster, int(e.cluster[t]))
			}
		}
	}
	if len(values) > 1 {
		if b, err := stats.BootstrapMean(values, opt); err == nil {
			i := e.drawnEstimate(b)
			p.Interval = &i
		}
	}
	return p, true
}

// cutoff recognises the members of a family by k: "recall_at_5", "pass_hat_2".
var cutoff = regexp.MustCompile(`^(.+_(?:at|hat))_([0-9]+)$`)

// cutoffSweeps gather the summaries of metrics that differ in k alone.
func (e *evaluation) cutoffSweeps(summaries []Summary) []Sweep {
	var out []Sweep
	for _, s := range summaries {
		if s.Benchmark != e.bench.Name || s.Stratum != nil || s.Mean == nil {
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
		addPoint(&out, Sweep{Benchmark: e.bench.Name, Axis: "k", Metric: match[1] + "_k"}, s.Run, summaryPoint(float64(k), s))
	}
	return sorted(out)
}

func summaryPoint(x float64, s Summary) SweepPoint {
	return SweepPoint{X: x, NTasks: s.NTasks, Mean: *s.Mean, Interval: s.Interval}
}

// addPoint adds a point to the sweep of the same axis and metric, made where
// there is none yet.
func addPoint(sweeps *[]Sweep, sweep Sweep, run string, p SweepPoint) {
	at := slices.IndexFunc(*sweeps, func(s Sweep) bool { return s.Axis == sweep.Axis && s.Metric == sweep.Metric })
	if at < 0 {
		at = len(*sweeps)
		*sweeps = append(*sweeps, sweep)
	}
	s := &(*sweeps)[at]
	line := slices.IndexFunc(s.Lines, func(l SweepLine) bool { return l.Run == run })
	if line < 0 {
		line = len(s.Lines)
		s.Lines = append(s.Lines, SweepLine{Run: run})
	}
	s.Lines[line].Points = append(s.Lines[line].Points, p)
}

// sorted puts every line's points in the order of the axis, and drops sweeps
// that are single points.
func sorted(sweeps []Sweep) []Sweep {
	for _, s := range sweeps {
		for _, l := range s.Lines {
			slices.SortFunc(l.Points, func(a, b SweepPoint) int {
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
	return slices.DeleteFunc(sweeps, func(s Sweep) bool {
		return !slices.ContainsFunc(s.Lines, func(l SweepLine) bool { return len(l.Points) > 1 })
	})
}

// parameter recognises a value in a run's name: "hybrid alpha=0.3", "mmr_lambda=0.5".
var parameter = regexp.MustCompile(`(?:^|[^A-Za-z])([A-Za-z]+)=([0-9]*\.?[0-9]+)`)

// parameterSweeps draw the headline metrics of runs whose names differ in one
// parameter's value alone.
func (e *evaluation) parameterSweeps(summaries []Summary) []Sweep {
	var out []Sweep
	for _, s := range summaries {
		if s.Benchmark != e.bench.Name || s.Stratum != nil || s.Mean == nil || !e.isCompared(s.Metric) {
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
		addPoint(&out, Sweep{Benchmark: e.bench.Name, Axis: s.Run[match[2]:match[3]], Metric: s.Metric}, family, summaryPoint(x, s))
	}
	return sorted(out)
}

func (e *evaluation) isCompared(metric string) bool {
	return slices.ContainsFunc(e.compared, func(m int) bool { return e.measures[m].Name == metric })
}
