package analysis

import (
	"fmt"
	"math"
	"slices"
)

// reportedTolerance is how far a harness's number may be from ours and still be
// the same: its own rounding to a few decimals.
const reportedTolerance = 1e-6

// reported compares the numbers that the harness stored with ours, run by run,
// overall and by stratum. What the harness calls by another name is matched
// through Metric.ReportedAs.
func (e *evaluation) reported() []Reported {
	var out []Reported
	for i := range e.measures {
		m := &e.measures[i]
		if m.combine != nil {
			continue
		}
		for _, column := range m.ReportedAs {
			theirs := slices.Index(e.bench.metrics, reportedPrefix+column)
			if theirs < 0 {
				continue
			}
			for _, r := range e.runs {
				for _, s := range e.bench.slices(e.strata) {
					if row, ok := e.reportedRow(m, column, theirs, r, s); ok {
						out = append(out, row)
					}
				}
			}
		}
	}
	return out
}

func (e *evaluation) reportedRow(m *measure, column string, theirs, r int, s slice) (Reported, bool) {
	run := &e.bench.logged[r]
	row := Reported{Benchmark: e.bench.Name, Run: e.bench.Runs[r], Stratum: s.stratum, Metric: m.Name, Column: column}
	in := make([]bool, len(e.bench.Tasks))
	for _, t := range s.tasks {
		in[t] = true
	}
	stored := make(map[int32]float64, len(run.attempts))
	for c := range run.cells[theirs].all() {
		stored[c.attempt] = c.value
	}
	var ours, reported []float64
	for c := range run.cells[m.cells].all() {
		v, ok := stored[c.attempt]
		a := run.attempts[c.attempt]
		if !ok || !in[a.task] {
			continue
		}
		ours = append(ours, c.value)
		reported = append(reported, v)
		if math.Abs(v-c.value) > reportedTolerance*math.Max(1, math.Abs(v)) {
			row.Differ++
			if len(row.Examples) < maxExamples {
				row.Examples = append(row.Examples, fmt.Sprintf("%s (attempt %d)", e.bench.Tasks[a.task].ID, a.trial))
			}
		}
	}
	row.N = len(ours)
	if row.N == 0 {
		return row, false
	}
	row.MeanOurs, row.MeanReported = mean(ours), mean(reported)
	return row, true
}
