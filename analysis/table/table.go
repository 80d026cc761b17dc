package table

import (
	"iter"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/datasets"
)

// Table holds every score of an analysis: frozen, sorted, free of duplicates.
// Builder.Build alone makes one.
type Table struct {
	Benchmarks []*Benchmark // by name
}

// Benchmark is one benchmark's part of the Table. A task's id is its index in
// Tasks, a run's its index in Runs.
type Benchmark struct {
	Name       string
	Runs       []string // sorted
	Tasks      []Task   // sorted by ID, numbers within it by value
	Strata     []StratumColumn
	Attributes []AttributeColumn // those that the plan speaks of
	Trials     int               // the largest number of attempts that any run has at any task; in a held table, or has promised

	Metrics  []string // in order of the names, reported values among them
	made     []string // of the metrics, those that a plan asked for and Derive made
	Logged   []RunTable
	stated   []statedPromise // by run and input
	Promised []Promised      // by run; nil before the table is held (Table.Held)
	Clashes  []string        // strata or clusters that attempts of one task disagree on

	Catalogs []*datasets.ToolCatalog // beside the logs; none: nobody says what there is
	Offered  []string                // tools that some attempt could see, by name as logged

	Taxonomy Taxonomy
	Sliced   *Sliced // nil: the benchmark is whole
}

// Task is one task of a benchmark's universe.
type Task struct {
	ID         string
	Cluster    string
	PlanLength int        // needs of the expected plan; -1 where it is not known, or attempts disagree
	Wanted     [][]string // the needs of the expected plan, each with the tools that meet it; nil where it is not known, or attempts disagree
	Offered    int        // tools that an agent could see; -1 where it is not known, or attempts saw different ones
}

// StratumColumn is one stratum's value for every task.
type StratumColumn struct {
	Name   string
	Values []string // sorted
	Of     []int32  // by task: index into Values, or -1 where the log does not say
}

// RunTable is one run's attempts, sorted by task and trial, and its scores.
type RunTable struct {
	Attempts   []TaskAttempt
	Duplicates int
	TwoLogs    bool
	Lost       []string // metrics of records that were resolved away, and of no other
	Rule       string   // how duplicates were resolved, where there were any
	Versions   []string
	hashes     map[int32]string // of tasks, by attempt
	labels     [][]datasets.FailureLabel
	judged     [][]JudgeError
	Seen       sightings
	Cells      []scoreList // by metric
	Found      findings
	Used       Usages
	attributes [][]int32 // as gathered; nil once Benchmark.Attributes has them
	origins    origins
}

// TaskAttempt is one attempt as a table keeps it: its facts, and which task (an index into
// Benchmark.Tasks) and which trial, from 0, it is.
type TaskAttempt struct {
	facts
	Task, Trial int32
}

// Labelled are the failure labels of an attempt that came with the log.
func (r *RunTable) Labelled(attempt int) []datasets.FailureLabel {
	at := r.Seen.Of(attempt).labels
	if at < 0 {
		return nil
	}
	return r.labels[at]
}

// JudgeErrors are the log's words for why judges and the reference disagree on an attempt.
func (r *RunTable) JudgeErrors(attempt int) []JudgeError {
	at := r.Seen.Of(attempt).judged
	if at < 0 {
		return nil
	}
	return r.judged[at]
}

// Scores lists every score: by benchmark, run, metric, task and attempt. Values that a
// benchmark's own harness reported are none of them.
func (t *Table) Scores() iter.Seq[result.Score] {
	return func(yield func(result.Score) bool) {
		for _, b := range t.Benchmarks {
			for s := range b.eachScore() {
				if !yield(s) {
					return
				}
			}
		}
	}
}

func (b *Benchmark) eachScore() iter.Seq[result.Score] {
	return func(yield func(result.Score) bool) {
		for r, run := range b.Logged {
			for m := range run.Cells {
				if strings.HasPrefix(b.Metrics[m], ReportedPrefix) {
					continue
				}
				for c := range run.Cells[m].All() {
					a := run.Attempts[c.Attempt]
					if !yield(result.Score{Benchmark: b.Name, Run: b.Runs[r], Task: b.Tasks[a.Task].ID,
						Trial: int(a.Trial), Metric: b.Metrics[m], Value: c.Value}) {
						return
					}
				}
			}
		}
	}
}

// ByBenchmark is the table as a plan holds it, for those who read scores and nothing else.
func (t *Table) ByBenchmark(plan result.Plan) ([]result.Scored, error) {
	held, err := t.Held(plan)
	if err != nil {
		return nil, err
	}
	var out []result.Scored
	for _, b := range held.Benchmarks {
		s := result.Scored{Benchmark: b.Name, Runs: b.Runs, Trials: b.Trials, Expected: b.Expected, Scores: b.eachScore()}
		for _, t := range b.Tasks {
			s.Tasks = append(s.Tasks, t.ID)
		}
		for _, col := range b.Strata {
			stratum := result.TaskStratum{Name: col.Name, Of: make([]string, len(b.Tasks))}
			for t, of := range col.Of {
				if of >= 0 {
					stratum.Of[t] = col.Values[of]
				}
			}
			s.Strata = append(s.Strata, stratum)
		}
		out = append(out, s)
	}
	return out, nil
}
