package analysis

import (
	"maps"
	"slices"
)

// usualAttempts is the number of attempts that most of a run's tasks have, the
// larger of equally frequent ones. with is the number of tasks by their number of
// attempts; 0 where it is empty.
//
// It is what the run was made to do. The largest number of any run or task would
// be another's: one retry, or one run with more repeats, would turn attempts that
// nobody meant to make into failures.
func usualAttempts(with map[int]int) int {
	usual := 0
	for _, n := range slices.Sorted(maps.Keys(with)) {
		if n > 0 && (usual == 0 || with[n] >= with[usual]) {
			usual = n
		}
	}
	return usual
}

// countAttempts finds the run's usual and largest numbers of attempts at a task.
func (run *runTable) countAttempts() {
	with := map[int]int{}
	for lo := 0; lo < len(run.attempts); {
		hi := lo
		for hi < len(run.attempts) && run.attempts[hi].task == run.attempts[lo].task {
			hi++
		}
		with[hi-lo]++
		run.most = max(run.most, hi-lo)
		lo = hi
	}
	run.usual = usualAttempts(with)
}

// expected returns how many attempts the run should have at a task: its usual
// number, or as many as it has there where that is more. tasks is the number of
// tasks of the benchmark.
func (run *runTable) expected(tasks int) func(task int) int {
	if run.most <= run.usual {
		return func(int) int { return run.usual }
	}
	at := run.taskStarts(tasks)
	return func(t int) int { return max(run.usual, at[t+1]-at[t]) }
}

// triedTasks is the number of tasks by their number of attempts, by run and metric.
type triedTasks map[string]map[string]map[int]int

// add counts the tasks of a cell.
func (tried triedTasks) add(c *SumsCell) {
	if c.Stratum != "" {
		return
	}
	metrics := tried[c.Run]
	if metrics == nil {
		metrics = map[string]map[int]int{}
		tried[c.Run] = metrics
	}
	if metrics[c.Metric] == nil {
		metrics[c.Metric] = map[int]int{}
	}
	metrics[c.Metric][c.Attempts] += c.Tasks.N + c.Undecided.N
}

// of is the number of a run's tasks by their number of attempts. A metric that
// leaves out tasks counts some of them only, so that the metric with most counts.
func (tried triedTasks) of(run string) map[int]int {
	out := map[int]int{}
	for _, with := range tried[run] {
		for n, tasks := range with {
			out[n] = max(out[n], tasks)
		}
	}
	return out
}

// Expected returns how many attempts a run should have at a task, by the task's
// index: those that most of the run's tasks have, or as many as there are where
// that is more. run is an index into Runs.
func (b *Benchmark) Expected(run int) func(task int) int {
	return b.runs[run].expected(len(b.Tasks))
}
