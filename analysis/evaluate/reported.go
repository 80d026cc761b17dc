package evaluate

import (
	"fmt"
	"math"
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// reportedTolerance is how far a harness's number may be from ours and still be
// the same: its own rounding to a few decimals.
const reportedTolerance = 1e-6

// reported compares the numbers that the harness stored with ours, run by run,
// overall and by stratum. What the harness calls by another name is matched
// through Metric.ReportedAs.
func reported(st *study.Study) []result.Reported {
	var out []result.Reported
	for i := range st.Measures {
		m := &st.Measures[i]
		if m.Combine != nil {
			continue
		}
		for _, column := range m.ReportedAs {
			theirs := slices.Index(st.Bench.Metrics, table.ReportedPrefix+column)
			if theirs < 0 {
				continue
			}
			for _, r := range st.Runs {
				for _, s := range st.Bench.Slices(st.Strata) {
					if row, ok := reportedRow(st, m, column, theirs, r, s); ok {
						out = append(out, row)
					}
				}
			}
		}
	}
	return out
}

func reportedRow(st *study.Study, m *table.Measure, column string, theirs, r int, s table.Slice) (result.Reported, bool) {
	run := &st.Bench.Logged[r]
	row := result.Reported{Benchmark: st.Bench.Name, Run: st.Bench.Runs[r], Stratum: s.Stratum, Metric: m.Name, Column: column}
	in := make([]bool, len(st.Bench.Tasks))
	for _, t := range s.Tasks {
		in[t] = true
	}
	stored := make(map[int32]float64, len(run.Attempts))
	for c := range run.Cells[theirs].All() {
		stored[c.Attempt] = c.Value
	}
	var ours, reported []float64
	for c := range run.Cells[m.Cells].All() {
		v, ok := stored[c.Attempt]
		a := run.Attempts[c.Attempt]
		if !ok || !in[a.Task] {
			continue
		}
		ours = append(ours, c.Value)
		reported = append(reported, v)
		if math.Abs(v-c.Value) > reportedTolerance*math.Max(1, math.Abs(v)) {
			row.Differ++
			if len(row.Examples) < study.MaxExamples {
				row.Examples = append(row.Examples, fmt.Sprintf("%s (attempt %d)", st.Bench.Tasks[a.Task].ID, a.Trial))
			}
		}
	}
	row.N = len(ours)
	if row.N == 0 {
		return row, false
	}
	row.MeanOurs, row.MeanReported = study.Mean(ours), study.Mean(reported)
	return row, true
}
