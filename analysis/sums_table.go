package analysis

import (
	"fmt"
	"math"
	"slices"

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
func SumTable(t *Table, settings SumsSettings, catalog Catalog) (*Sums, error) {
	s := &Sums{Settings: settings}
	for _, b := range t.Benchmarks {
		a := &summing{bench: b, settings: &settings, sums: s, units: b.weightUnits(settings.Cluster)}
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
	bench    *Benchmark
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
	for r := range a.bench.logged {
		attempts := a.bench.logged[r].attempts
		next := 0
		for i := range attempts {
			if i == 0 || attempts[i].task != attempts[i-1].task {
				next = 0
			}
			if trial := int(attempts[i].trial); trial != next {
				return &SplitTaskError{Benchmark: a.bench.Name, Run: a.bench.Runs[r], Task: a.bench.Tasks[attempts[i].task].ID, Attempt: trial, Lacks: next}
			}
			next++
		}
	}
	return nil
}

func (a *summing) add(catalog Catalog) error {
	b := a.bench
	measures := b.measures(catalog, &Plan{})
	e := &evaluation{bench: b, measures: measures}
	e.primary = chooseHeadline(measures, &Plan{Primary: a.settings.Primary}, len(b.logged), func(m, r int) bool { return b.logged[r].cells[measures[m].cells].values.n > 0 }).metric
	present := make([][]int, len(b.logged)) // by run and task: attempts
	for _, col := range b.Strata {
		if len(col.Values) > maxStratumValues && !slices.Contains(a.settings.Strata, col.Name) {
			a.sums.Dropped = append(a.sums.Dropped, b.Name+"\x00"+col.Name)
		}
	}
	for r := range b.logged {
		run := &b.logged[r]
		present[r] = make([]int, len(b.Tasks))
		out := SumsRun{Benchmark: b.Name, Run: b.Runs[r], Attempts: len(run.attempts), Duplicates: run.duplicates}
		for i := range run.attempts {
			at := &run.attempts[i]
			if present[r][at.task] == 0 {
				out.Tasks.merge(a.tasks[at.task])
				out.Clustered = out.Clustered || a.units[at.task][0] == 'c'
			}
			present[r][at.task]++
			if at.errored || at.exit() == datasets.ExitError || at.exit() == datasets.ExitHarnessError {
				out.Errors++
			}
		}
		a.failures(e, r, &out)
		a.sums.Runs = append(a.sums.Runs, out)
	}
	for i := range measures {
		m := &measures[i]
		if declared, _, ok := catalog.find(m.Name); ok {
			m.Missing = declared.Missing // another shard may hold the verdicts
		}
		if m.combine != nil {
			continue // of a task's attempts together: no sum of tasks' totals
		}
		scored := b.scoredTasks(m)
		for r := range b.logged {
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
func (a *summing) column(m *measure, r int, present []int, scored []bool) error {
	b, run := a.bench, &a.bench.logged[r]
	total, count := make([]float64, len(b.Tasks)), make([]int, len(b.Tasks))
	graded := make([]bool, len(b.Tasks))
	for c := range run.cells[m.cells].all() {
		if !(math.Abs(c.value) <= largestScore) {
			return fmt.Errorf("run %q, metric %q: a score of %v cannot be summed; use partials of attempts", b.Runs[r], m.Name, c.value)
		}
		t := run.attempts[c.attempt].task
		total[t] += c.value
		count[t]++
		graded[t] = graded[t] || c.value != 0 && c.value != 1
	}
	cells := map[SumsKey]*tally{}
	replicates := 0
	if m.Main || m.Name == a.settings.Primary || slices.Contains(a.settings.Metrics, m.Name) {
		replicates = a.settings.Replicates
	}
	for t, n := range present {
		if n == 0 || count[t] == 0 && m.Missing == Drop {
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
		if col.Of[t] < 0 || len(a.settings.Strata) > 0 && !named || !named && len(col.Values) > maxStratumValues {
			continue
		}
		key.Stratum, key.Value = col.Name, col.Values[col.Of[t]]
		out = append(out, key)
	}
	return out
}
