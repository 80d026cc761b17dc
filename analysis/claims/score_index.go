package claims

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// scoreIndex is a table's scores by benchmark, run and metric.
type scoreIndex struct {
	benchmarks []*benchScores
	catalog    table.Catalog
}

type benchScores struct {
	*table.Benchmark
	taskAt map[string]int
	runs   []runScores // in the order of Runs
}

type runScores struct {
	name    string
	metrics []metricScores // by name
}

type metricScores struct {
	name  string
	cells []cell // by task, trial
}

// cell is one attempt's score.
type cell struct {
	task, trial int
	value       float64
}

func newScoreIndex(logs Logs) *scoreIndex {
	x := &scoreIndex{catalog: logs.Catalog}
	if logs.Table == nil {
		return x
	}
	table, err := logs.Table.Held(result.Plan{})
	if err != nil { // without a plan there is no universe to contradict
		table = logs.Table
	}
	for _, b := range table.Benchmarks {
		s := &benchScores{Benchmark: b, taskAt: make(map[string]int, len(b.Tasks))}
		for i, t := range b.Tasks {
			s.taskAt[t.ID] = i
		}
		for _, r := range b.Runs {
			s.runs = append(s.runs, runScores{name: r})
		}
		x.benchmarks = append(x.benchmarks, s)
	}
	for score := range table.Scores() {
		i := slices.IndexFunc(x.benchmarks, func(b *benchScores) bool { return b.Name == score.Benchmark })
		b := x.benchmarks[i]
		r, _ := slices.BinarySearchFunc(b.runs, score.Run, func(r runScores, name string) int { return strings.Compare(r.name, name) })
		run := &b.runs[r]
		// Scores come by run and metric, so that the metric opened last is this one's or
		// none is.
		if last := len(run.metrics) - 1; last < 0 || run.metrics[last].name != score.Metric {
			run.metrics = append(run.metrics, metricScores{name: score.Metric})
		}
		m := &run.metrics[len(run.metrics)-1]
		m.cells = append(m.cells, cell{b.taskAt[score.Task], score.Trial, score.Value})
	}
	return x
}

// metric returns a run's scores by a metric, nil where there are none.
func (r *runScores) metric(name string) *metricScores {
	for i := range r.metrics {
		if r.metrics[i].name == name {
			return &r.metrics[i]
		}
	}
	return nil
}

// names lists the metrics of a run.
func (r *runScores) names() []string {
	out := make([]string, len(r.metrics))
	for i, m := range r.metrics {
		out[i] = m.name
	}
	return out
}

// declared returns a metric's declaration; a member of a family has the family's.
func (x *scoreIndex) declared(name string) (table.Metric, bool) {
	family, _, _ := strings.Cut(name, "[")
	for _, m := range x.catalog {
		if m.Name == name {
			return m, true
		}
		if f, _, ok := strings.Cut(m.Name, "["); ok && m.Each != nil && f == family {
			return m, true
		}
	}
	return table.Metric{}, false
}
