package mapping

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"mcpstats/datasets"
)

// Wide is a table of one row a task and one column a run:
//
//	wide: {task: question, runs: [gpt-4o, claude], metric: score}
//
// It is read as many times as it has runs, each time by a mapping of its own in which the
// run is constant and its column the metric. The metric is a canonical column (success,
// reward, latency_ms...), or any other name, which the column keeps as the log's own metric.
// An empty cell is no attempt: the table says nothing of that run at that task.
type Wide struct {
	task, metric string
	runs         []wideRun
}

// wideRun is a run and the column that holds its values.
type wideRun struct{ name, column string }

// entry reads one key of "wide".
func (w *Wide) entry(key string, node ast.Node) (err error) {
	switch key {
	case "task":
		w.task, err = scalar(node)
	case "metric":
		w.metric, err = scalar(node)
	case "runs":
		if seq, ok := node.(*ast.SequenceNode); ok {
			for _, v := range seq.Values {
				name, err := scalar(v)
				if err != nil {
					return err
				}
				w.runs = append(w.runs, wideRun{name, name})
			}
			return nil
		}
		entries, err := mappingNode(node)
		if err != nil {
			return fmt.Errorf("expected a list of columns, or a map of runs and their columns, found %s", excerptNode(node))
		}
		for _, e := range entries {
			name, err := scalar(e.Key)
			if err != nil {
				return err
			}
			column, err := scalar(e.Value)
			if err != nil {
				return err
			}
			w.runs = append(w.runs, wideRun{name, column})
		}
	default:
		err = fmt.Errorf("unknown key; the keys here are task, runs, metric")
	}
	return err
}

// check refuses what cannot be read, and fills the defaults in.
func (w *Wide) check(m *Mapping) error {
	if len(w.runs) == 0 {
		return fmt.Errorf("wide: runs is missing: the columns that hold one run each, as in runs: [gpt-4o, claude]")
	}
	for i, r := range w.runs {
		if slices.ContainsFunc(w.runs[:i], func(o wideRun) bool { return o.name == r.name }) {
			return fmt.Errorf("wide: the run %q stands twice", r.name)
		}
	}
	if w.metric == "" {
		w.metric = "success"
	}
	for _, field := range []string{"run", w.metric} {
		if m.rule(field) != nil {
			return fmt.Errorf("wide: it says what %s is; drop the line %q", field, field+":")
		}
	}
	if (w.task == "") == (m.rule("task") == nil) {
		return fmt.Errorf("wide: expected the task's column once, as in wide: {task: question, runs: [gpt-4o, claude], metric: score}")
	}
	if d := define(w.metric); d != nil && d.Keyed {
		return fmt.Errorf("wide: metric: %s is no single value", w.metric)
	}
	return nil
}

// PerRun are the mappings of the table's runs, nil where the mapping is of no wide table.
func (m *Mapping) PerRun() (each []*Mapping) {
	if m == nil || m.wide == nil {
		return nil
	}
	w := m.wide
	for _, run := range w.runs {
		one := *m
		one.wide = nil
		one.rules = slices.Clone(m.rules)
		for _, other := range w.runs {
			if other.name != run.name {
				one.aside = append(one.aside, other.column)
			}
		}
		if w.task != "" {
			one.rules = append(one.rules, rule{field: "task", column: w.task})
		}
		one.rules = append(one.rules, rule{field: "run", constant: run.name, fixed: true})
		value := rule{field: w.metric, column: run.column}
		if define(w.metric) == nil {
			value.field, value.key = "metrics", w.metric
			for i, r := range one.rules { // metrics: {score: {better: lower}} says more of it
				if r.field == "metrics" && r.key == w.metric {
					value.better, value.scale = r.better, r.scale
					one.rules = slices.Delete(one.rules, i, i+1)
					break
				}
			}
		}
		one.rules = append(one.rules, value)
		each = append(each, &one)
	}
	return each
}

// WideMetric is the name of the metric that the columns of a wide table hold.
func (m *Mapping) WideMetric() string { return m.wide.metric }

// WideColumn is the canonical column that the columns of a wide table fill, none for other logs.
func (m *Mapping) WideColumn() datasets.Columns {
	if m == nil || m.wide == nil {
		return 0
	}
	if d := define(m.wide.metric); d != nil {
		return datasets.Of(d.Column)
	}
	return datasets.Of(datasets.ColMetrics)
}

// DescribeWide makes of the description of the first run's mapping that of the whole.
func (m *Mapping) DescribeWide(first string) string {
	var out strings.Builder
	for line := range strings.Lines(first) {
		key, _, _ := strings.Cut(line, ":")
		if key == "run" || key == m.wide.metric || key == "task" && m.wide.task != "" || key == "metrics" && define(m.wide.metric) == nil {
			continue
		}
		out.WriteString(line)
	}
	var runs []string
	for _, r := range m.wide.runs {
		runs = append(runs, yamlText(r.name)+": "+yamlText(r.column))
	}
	keys := "runs: {" + strings.Join(runs, ", ") + "}, metric: " + yamlText(m.wide.metric)
	if m.wide.task != "" {
		keys = "task: " + yamlText(m.wide.task) + ", " + keys
	}
	return "wide: {" + keys + "}\n" + out.String()
}
