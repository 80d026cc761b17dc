package study

import (
	"fmt"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/internal/parallel"
)

// Study is the work on one benchmark.
type Study struct {
	Bench    *table.Benchmark
	Plan     *result.Plan
	Catalog  table.Catalog
	Runs     []int // the runs compared, indices into bench.Runs
	Baseline int   // index into bench.Runs, or -1
	Measures []table.Measure
	Primary  int // index into measures, or -1
	Headline headline
	Compared []int
	Columns  [][]table.Column // by measure and run; empty before readColumns
	Strata   []table.StratumColumn
	Cluster  []int32    // by task; nil: every task is its own
	Hashes   [][]string // by run and task; nil where a run has none

	Paired       bool // runs are compared, not only summarized
	Bootstrapped bool // means have bootstrap intervals
}

// New holds a benchmark to a plan; columns are read by ReadColumns. It refuses a plan that asks
// for what the benchmark lacks (table.Benchmark.Hold).
func New(b *table.Benchmark, plan *result.Plan, catalog table.Catalog) (*Study, error) {
	b, err := b.Hold(plan)
	if err != nil {
		return nil, err
	}
	e := &Study{Bench: b, Plan: plan, Catalog: catalog, Baseline: slices.Index(b.Runs, plan.Baseline), Paired: true, Bootstrapped: true}
	if plan.Baseline == "" {
		e.Baseline = -1
	}
	e.Runs = plan.Chosen(b.Runs)
	e.Measures = b.Measures(catalog, plan)
	e.Headline = ChooseHeadline(e.Measures, plan, len(e.Runs), func(m, i int) bool { return b.Logged[e.Runs[i]].Cells[e.Measures[m].Cells].Values.N > 0 })
	e.Primary, e.Compared = e.Headline.Metric, Compared(e.Measures, plan, e.Headline.Metric)
	if !slices.Contains(plan.Strata, "none") {
		e.Strata = b.StrataColumns(plan.Strata)
	}
	e.Cluster = b.Clusters(plan.Cluster)
	e.Hashes = b.Hashes()
	e.Columns = make([][]table.Column, len(e.Measures))
	return e, nil
}

// ReadColumns reads every measure.
func (e *Study) ReadColumns() { parallel.For(len(e.Measures), e.readMeasure) }

// readMeasure reads every run's column of a measure.
func (e *Study) readMeasure(m int) {
	e.Columns[m] = make([]table.Column, len(e.Bench.Runs))
	scored := e.Bench.ScoredTasks(&e.Measures[m])
	for _, r := range e.Runs {
		e.Columns[m][r] = e.Bench.ReadScored(&e.Measures[m], r, e.Plan.Missing, scored)
	}
}

// Warn makes a warning about a part of the benchmark; where may be empty.
func (e *Study) Warn(code, where string, decisive bool, format string, args ...any) result.Warning {
	w := e.Bench.Name
	if w == "" || where == "" {
		w += where
	} else {
		w += ": " + where
	}
	return result.Warning{Code: code, Message: fmt.Sprintf(format, args...), Where: w, Decisive: decisive}
}

// Ranks tells whether the headline metric can rank the runs: one of its directions
// is better.
func Ranks(e *Study) bool { return e.Primary >= 0 && e.Measures[e.Primary].Better.Directed() }

// Present lists a column's values at the tasks that have one.
func Present(col *table.Column) []float64 {
	out := make([]float64, 0, col.Tasks)
	for t, ok := range col.Ok {
		if ok {
			out = append(out, col.Value[t])
		}
	}
	return out
}

// Ratio is k/n, or nil where n is 0.
func Ratio(k, n int) *float64 {
	if n == 0 {
		return nil
	}
	return result.Number(float64(k) / float64(n))
}

// NamedRuns is how many runs, or metrics, a warning names that may hold for all of them.
const NamedRuns = 3

// MaxExamples bounds the attempts that a failure mode names.
const MaxExamples = 3
