package study

import (
	"fmt"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/internal/parallel"
)

// Study is one benchmark held to a plan. Runs, measures and tasks are named by their indices
// throughout: a column is found without looking up a name, and names appear in results alone.
type Study struct {
	Log      *table.Benchmark // as it was read: what slices of the study are cut from
	Bench    *table.Benchmark // held: every run knows what it promised
	Plan     *result.Plan     // resolved
	Catalog  table.Catalog
	Runs     []int            // the runs compared, indices into Bench.Runs
	Baseline int              // index into Bench.Runs, or -1: all pairs are compared
	Measures []table.Measure  // every metric that is scored or made of several attempts, in order of importance
	Primary  int              // the headline's index into Measures, or -1: nothing is ranked
	Headline headline         // how that one was chosen
	Compared []int            // indices into Measures: those tested between runs
	Columns  [][]table.Column // by measure and run (index into Bench.Runs); empty before ReadColumns
	Strata   []table.StratumColumn
	Cluster  []int32    // by task; nil: every task is its own
	Hashes   [][]string // of content, by run and task; nil where a run has none

	Paired       bool // runs are compared, not only summarized
	Bootstrapped bool // means have bootstrap intervals

	place []int // by run: its place in the ranking, once columns are read
}

// New holds a benchmark to a plan; columns are read by ReadColumns. It refuses a plan that asks
// for what the benchmark lacks (table.Benchmark.Hold).
func New(b *table.Benchmark, plan *result.Plan, catalog table.Catalog) (*Study, error) {
	log := b
	b, err := b.Hold(plan)
	if err != nil {
		return nil, err
	}
	st := &Study{Log: log, Bench: b, Plan: plan, Catalog: catalog, Baseline: slices.Index(b.Runs, plan.Baseline), Paired: true, Bootstrapped: true}
	if plan.Baseline == "" {
		st.Baseline = -1
	}
	st.Runs = plan.Chosen(b.Runs)
	st.Measures = b.Measures(catalog, plan)
	st.Headline = ChooseHeadline(st.Measures, plan, len(st.Runs), func(m, i int) bool { return b.Logged[st.Runs[i]].Cells[st.Measures[m].Cells].Values.N > 0 })
	st.Primary, st.Compared = st.Headline.Metric, Compared(st.Measures, plan, st.Headline.Metric)
	if !slices.Contains(plan.Strata, "none") {
		st.Strata = b.StrataColumns(plan.Strata)
	}
	st.Cluster = b.Clusters(plan.Cluster)
	st.Hashes = b.Hashes()
	st.Columns = make([][]table.Column, len(st.Measures))
	return st, nil
}

// ReadColumns reads every measure.
func (st *Study) ReadColumns() {
	parallel.For(len(st.Measures), st.readMeasure)
	st.rankRuns()
}

// readMeasure reads every run's column of a measure.
func (st *Study) readMeasure(m int) {
	st.Columns[m] = make([]table.Column, len(st.Bench.Runs))
	scored := st.Bench.ScoredTasks(&st.Measures[m])
	for _, r := range st.Runs {
		st.Columns[m][r] = st.Bench.ReadScored(&st.Measures[m], r, st.Plan.Missing, scored)
	}
}

// Warn makes a warning about a part of the benchmark; where may be empty.
func (st *Study) Warn(code, where string, decisive bool, format string, args ...any) result.Warning {
	w := st.Bench.Name
	if w == "" || where == "" {
		w += where
	} else {
		w += ": " + where
	}
	return result.Warning{Code: code, Message: fmt.Sprintf(format, args...), Where: w, Decisive: decisive}
}

// Ranks tells whether the headline metric can rank the runs: one of its directions
// is better.
func Ranks(st *Study) bool { return st.Primary >= 0 && st.Measures[st.Primary].Better.Directed() }

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
