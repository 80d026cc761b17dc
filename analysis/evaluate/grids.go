package evaluate

import (
	"fmt"
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// grid is every run's mean at every task by the metric that a question names, by the headline
// where it names none.
func grid(q result.Question, st *study.Study) result.Answer {
	m := st.Primary
	if name := q.Get("metric"); name != "" {
		m = slices.IndexFunc(st.Measures, func(m table.Measure) bool { return m.Name == name })
		if m < 0 {
			return result.Answer{Unanswered: fmt.Sprintf("no metric is called %q here", name)}
		}
	}
	if m < 0 || st.Columns[m] == nil {
		return result.Answer{Unanswered: "nothing was scored"}
	}
	g := &result.TaskGrid{Metric: st.Measures[m].Name, Runs: []string{}, Tasks: make([]string, len(st.Bench.Tasks)), Values: [][]*float64{}}
	if n := len(st.Bench.Tasks) * len(st.Runs); n > result.MaxGridCells {
		return result.Answer{Unanswered: fmt.Sprintf("%d runs by %d tasks are more than the %d cells that results hold; choose fewer with runs or where", len(st.Runs), len(st.Bench.Tasks), result.MaxGridCells)}
	}
	for t := range st.Bench.Tasks {
		g.Tasks[t] = st.Bench.Tasks[t].ID
	}
	for _, r := range st.Runs {
		g.Runs = append(g.Runs, st.Bench.Runs[r])
		row, col := make([]*float64, len(g.Tasks)), &st.Columns[m][r]
		for t, ok := range col.Ok {
			if ok {
				row[t] = result.Number(col.Value[t])
			}
		}
		g.Values = append(g.Values, row)
	}
	return result.Answer{Grid: g}
}
