package scale

import (
	"fmt"
	"math"
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
	"mcpstats/stats"
)

// SplitTaskError is a task of which not all attempts are in one table, as far as
// their numbers tell.
type SplitTaskError struct {
	Benchmark, Run, Task string
	Attempt              int // that is there
	Lacks                int // that is not
}

func (e *SplitTaskError) Error() string {
	where := fmt.Sprintf("run %q, task %q", e.Run, e.Task)
	if e.Benchmark != "" {
		where = fmt.Sprintf("benchmark %q, %s", e.Benchmark, where)
	}
	return fmt.Sprintf("%s: attempt %d is in this shard and attempt %d is not; sums need all attempts at a task, numbered from 0, in one shard: deal the shards by task, or use partials of attempts",
		where, e.Attempt, e.Lacks)
}

// SumTable sums a table. catalog declares the metrics, as for Evaluate. Errors: a
// *SplitTaskError; a score that is not finite, or so large that sums of squares are not.
func SumTable(t *table.Table, settings SumsSettings, catalog table.Catalog) (*Sums, error) {
	s := &Sums{Settings: settings}
	for _, b := range t.Benchmarks {
		a := &summing{bench: b, settings: &settings, sums: s, units: b.WeightUnits(settings.Cluster)}
		for _, task := range b.Tasks {
			a.tasks = append(a.tasks, taskSet(task.ID))
		}
		if err := a.whole(); err != nil {
			return nil, err
		}
		if err := a.add(catalog); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(s.Runs, func(a, b SumsRun) int { return a.compare(&b) })
	slices.SortFunc(s.Cells, func(a, b SumsCell) int { return a.compare(b.SumsKey) })
	slices.SortFunc(s.Failures, func(a, b SumsFailure) int { return a.compare(&b) })
	s.drop()
	return s, nil
}

// summing is the work on one benchmark.
type summing struct {
	bench    *table.Benchmark
	settings *SumsSettings
	sums     *Sums
	tasks    []TaskSet // each by itself
	units    []string  // by task: what draws a weight
	weights  [][]uint8 // by task, while they fit into maxWeights; else one, of the task at hand
	weighted int       // the task at hand
}

// maxWeights bounds the weights that are kept for the next metric, in bytes.
const maxWeights = 64 << 20

// whole refuses tasks of which an attempt seems to be elsewhere.
func (a *summing) whole() error {
	for r := range a.bench.Logged {
		attempts := a.bench.Logged[r].Attempts
		next := 0
		for i := range attempts {
			if i == 0 || attempts[i].Task != attempts[i-1].Task {
				next = 0
			}
			if trial := int(attempts[i].Trial); trial != next {
				return &SplitTaskError{Benchmark: a.bench.Name, Run: a.bench.Runs[r], Task: a.bench.Tasks[attempts[i].Task].ID, Attempt: trial, Lacks: next}
			}
			next++
		}
	}
	return nil
}

func (a *summing) add(catalog table.Catalog) error {
	b := a.bench
	measures := b.Measures(catalog, &result.Plan{})
	st := &study.Study{Bench: b, Measures: measures}
	st.Primary = study.ChooseHeadline(measures, &result.Plan{Primary: a.settings.Primary}, len(b.Logged), func(m, r int) bool { return b.Logged[r].Cells[measures[m].Cells].Values.N > 0 }).Metric
	present := make([][]int, len(b.Logged)) // by run and task: attempts
	for _, col := range b.Strata {
		if len(col.Values) > table.MaxStratumValues && !slices.Contains(a.settings.Strata, col.Name) {
			a.sums.Dropped = append(a.sums.Dropped, b.Name+"\x00"+col.Name)
		}
	}
	for r := range b.Logged {
		run := &b.Logged[r]
		present[r] = make([]int, len(b.Tasks))
		out := SumsRun{Benchmark: b.Name, Run: b.Runs[r], Attempts: len(run.Attempts), Duplicates: run.Duplicates}
		for i := range run.Attempts {
			at := &run.Attempts[i]
			if present[r][at.Task] == 0 {
				out.Tasks.merge(a.tasks[at.Task])
				out.Clustered = out.Clustered || a.units[at.Task][0] == 'c'
			}
			present[r][at.Task]++
			if at.Errored || at.Exit() == datasets.ExitError || at.Exit() == datasets.ExitHarnessError {
				out.Errors++
			}
		}
		a.failures(st, r, &out)
		a.sums.Runs = append(a.sums.Runs, out)
	}
	for i := range measures {
		m := &measures[i]
		if declared, _, ok := catalog.Find(m.Name); ok {
			m.Missing = declared.Missing // another shard may hold the verdicts
		}
		if m.Combine != nil {
			continue // of a task's attempts together: no sum of tasks' totals
		}
		scored := b.ScoredTasks(m)
		for r := range b.Logged {
			if err := a.column(m, r, present[r], scored); err != nil {
				return err
			}
		}
	}
	return nil
}

// largestScore keeps the sum over 2^60 tasks of squared totals of 2^30 attempts
// within the range of a double.
const largestScore = 0x1p450

// column adds one run's scores by one metric.
func (a *summing) column(m *table.Measure, r int, present []int, scored []bool) error {
	b, run := a.bench, &a.bench.Logged[r]
	total, count := make([]float64, len(b.Tasks)), make([]int, len(b.Tasks))
	graded := make([]bool, len(b.Tasks))
	for c := range run.Cells[m.Cells].All() {
		if !(math.Abs(c.Value) <= largestScore) {
			return fmt.Errorf("run %q, metric %q: a score of %v cannot be summed; use partials of attempts", b.Runs[r], m.Name, c.Value)
		}
		t := run.Attempts[c.Attempt].Task
		total[t] += c.Value
		count[t]++
		graded[t] = graded[t] || c.Value != 0 && c.Value != 1
	}
	cells := map[SumsKey]*tally{}
	replicates := 0
	if m.Main || m.Name == a.settings.Primary || slices.Contains(a.settings.Metrics, m.Name) {
		replicates = a.settings.Replicates
	}
	for t, n := range present {
		if n == 0 || count[t] == 0 && m.Missing == result.Drop {
			continue
		}
		undecided := count[t] == 0 && scored != nil && !scored[t]
		for _, key := range a.keys(m.Name, r, t, n, count[t]) {
			c := cells[key]
			if c == nil {
				c = newTally(key, replicates)
				cells[key] = c
			}
			if undecided {
				c.Undecided.merge(a.tasks[t])
				continue
			}
			var weights []uint8
			if replicates > 0 {
				weights = a.draw(t)
			}
			c.add(a.tasks[t], total[t], graded[t], weights)
		}
	}
	for _, c := range cells {
		c.settle()
		a.sums.Cells = append(a.sums.Cells, c.SumsCell)
	}
	return nil
}

// draw returns the weights of a task, which are the same whenever it is met.
func (a *summing) draw(t int) []uint8 {
	if a.weights == nil {
		a.weights, a.weighted = make([][]uint8, 1, len(a.units)), -1
		if len(a.units)*a.settings.Replicates <= maxWeights {
			a.weights = a.weights[:len(a.units)]
		}
	}
	at := t
	if len(a.weights) < len(a.units) {
		at = 0
	}
	if a.weights[at] == nil {
		a.weights[at] = make([]uint8, a.settings.Replicates)
	} else if at == t && len(a.weights) == len(a.units) || a.weighted == t {
		return a.weights[at]
	}
	stats.PoissonWeights(stats.DeriveSeed(a.settings.Seed, "poisson", a.bench.Name, a.units[t]), a.weights[at])
	a.weighted = t
	return a.weights[at]
}

// keys are the cells that a task counts in: the whole, and its strata.
func (a *summing) keys(metric string, r, t, attempts, scored int) []SumsKey {
	key := SumsKey{Benchmark: a.bench.Name, Run: a.bench.Runs[r], Metric: metric, Attempts: attempts, Scored: scored}
	out := []SumsKey{key}
	if slices.Contains(a.settings.Strata, "none") {
		return out
	}
	for _, col := range a.bench.Strata {
		named := slices.Contains(a.settings.Strata, col.Name)
		if col.Of[t] < 0 || len(a.settings.Strata) > 0 && !named || !named && len(col.Values) > table.MaxStratumValues {
			continue
		}
		key.Stratum, key.Value = col.Name, col.Values[col.Of[t]]
		out = append(out, key)
	}
	return out
}
