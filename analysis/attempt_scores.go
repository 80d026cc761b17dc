package analysis

import (
	"iter"
	"slices"
)

// AttemptScores lists the table's scores by these metrics of a task's attempts together,
// under the plan's policy: at every attempt that the log holds of a task, its task's value.
// Errors: those of Evaluate.
func AttemptScores(t *Table, names []string, plan Plan, catalog Catalog) (iter.Seq[Score], error) {
	plan, err := plan.Resolve()
	if err != nil {
		return nil, err
	}
	var benchmarks []*evaluation // which know what the runs promised
	for _, b := range t.Benchmarks {
		e, err := newEvaluation(b, &plan, catalog)
		if err != nil {
			return nil, err
		}
		benchmarks = append(benchmarks, e)
	}
	return func(yield func(Score) bool) {
		for _, e := range benchmarks {
			if !e.attemptScores(names, yield) {
				return
			}
		}
	}, nil
}

func (e *evaluation) attemptScores(names []string, yield func(Score) bool) bool {
	b := e.bench
	for i := range e.measures {
		m := &e.measures[i]
		if m.combine == nil || !slices.ContainsFunc(names, func(name string) bool { return name == m.Name || InFamily(name, m.Name) }) {
			continue
		}
		for _, r := range e.runs {
			col := b.read(m, r, e.plan.Missing)
			for _, a := range b.logged[r].attempts {
				if col.ok[a.task] && !yield(Score{Benchmark: b.Name, Run: b.Runs[r], Task: b.Tasks[a.task].ID, Trial: int(a.trial), Metric: m.Name, Value: col.value[a.task]}) {
					return false
				}
			}
		}
	}
	return true
}
