package evaluate

import (
	"iter"
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// AttemptScores lists the table's scores by these metrics of a task's attempts together,
// under the plan's policy: at every attempt that the log holds of a task, its task's value.
// Errors: those of Evaluate.
func AttemptScores(t *table.Table, names []string, plan result.Plan, catalog table.Catalog) (iter.Seq[result.Score], error) {
	plan, err := plan.Resolve()
	if err != nil {
		return nil, err
	}
	var benchmarks []*study.Study // which know what the runs promised
	for _, b := range t.Benchmarks {
		st, err := study.New(b, &plan, catalog)
		if err != nil {
			return nil, err
		}
		benchmarks = append(benchmarks, st)
	}
	return func(yield func(result.Score) bool) {
		for _, st := range benchmarks {
			if !attemptScores(st, names, yield) {
				return
			}
		}
	}, nil
}

func attemptScores(st *study.Study, names []string, yield func(result.Score) bool) bool {
	b := st.Bench
	for i := range st.Measures {
		m := &st.Measures[i]
		if m.Combine == nil || !slices.ContainsFunc(names, func(name string) bool { return name == m.Name || table.InFamily(name, m.Name) }) {
			continue
		}
		for _, r := range st.Runs {
			col := b.Read(m, r, st.Plan.Missing)
			for _, a := range b.Logged[r].Attempts {
				if col.Ok[a.Task] && !yield(result.Score{Benchmark: b.Name, Run: b.Runs[r], Task: b.Tasks[a.Task].ID, Trial: int(a.Trial), Metric: m.Name, Value: col.Value[a.Task]}) {
					return false
				}
			}
		}
	}
	return true
}
