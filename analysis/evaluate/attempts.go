package evaluate

import (
	"iter"

	"mcpstats/analysis/evaluate/modes"
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// Attempts lists what every count of failures is made of, attempt by attempt
// (result.AttemptRow), for the plan that the results were computed by. inputs are those of
// the origins that the attempts were added with. A list may be longer than memory has room
// for, so that it is made anew whenever it is read.
func Attempts(t *table.Table, plan result.Plan, catalog table.Catalog, inputs []result.Input) (iter.Seq[result.AttemptRow], error) {
	var studies []*study.Study
	_, err := each(t, plan, catalog, func(st *study.Study, _ *result.Results) error {
		studies = append(studies, st)
		return nil
	})
	if err != nil {
		return nil, err
	}
	file := func(input int) string {
		if input < len(inputs) {
			return inputs[input].Path
		}
		return ""
	}
	return func(yield func(result.AttemptRow) bool) {
		for _, st := range studies {
			for row := range modes.Attempts(st, file) {
				if !yield(row) {
					return
				}
			}
		}
	}, nil
}

// FirstAttempts are the lines of a list that results hold, whole attempts only.
func FirstAttempts(rows iter.Seq[result.AttemptRow]) result.AttemptList {
	var list result.AttemptList
	last := 0 // where the attempt at hand begins
	n := 0
	for row := range rows {
		n++
		if len(list.Rows) < n-1 {
			continue
		}
		if n > 1 && !sameAttempt(&list.Rows[n-2], &row) {
			last = n - 1
		}
		if n > result.MaxAttemptRows {
			list.Rows = list.Rows[:last]
			continue
		}
		list.Rows = append(list.Rows, row)
	}
	list.LeftOut = n - len(list.Rows)
	return list
}

func sameAttempt(a, b *result.AttemptRow) bool {
	return a.Benchmark == b.Benchmark && a.Run == b.Run && a.Task == b.Task && a.Trial == b.Trial
}
