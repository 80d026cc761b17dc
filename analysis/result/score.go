package result

import "iter"

// Score is the narrow waist: one value of one metric for one attempt.
type Score struct {
	Benchmark, Run, Task string
	Trial                int
	Metric               string
	Value                float64
}

// Scored is a benchmark's scores, attempt by attempt, as a plan holds them: what the means of
// results follow from. Results do not carry it; a table gives it (table.Table.ByBenchmark).
type Scored struct {
	Benchmark string
	Tasks     []string
	Strata    []TaskStratum
	Runs      []string
	Trials    int                     // the largest number of attempts that a run has or promised at a task
	Expected  func(run, task int) int // attempts that the run promised at the task, by their indexes
	Scores    iter.Seq[Score]         // by run and metric
}

// TaskStratum is one stratum of the tasks.
type TaskStratum struct {
	Name string
	Of   []string // by task; empty where the log does not say
}
