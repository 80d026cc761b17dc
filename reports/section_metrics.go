package reports

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
)

// metricGroup gathers metrics that are read together. A metric belongs to the
// first group whose unit or name it has.
type metricGroup struct {
	title string
	units []string
	names []string // prefixes
}

// metricGroups are the groups in the order of the report.
var metricGroups = []metricGroup{
	{title: "Outcome", names: []string{"success", "reward", "pass", "human_success", "judge_success", "coverage", "completion_rate", "misbehaving_rate", "trajectory_correct"}},
	{title: "Ranking", names: []string{"recall_at", "hit_at", "any_hit_at", "precision_at", "ndcg_at", "need_recall", "mrr", "average_precision", "token_reduction"}},
	{title: "Plan", names: []string{"plan_", "etom_", "tool_name_match", "server_match", "rejection", "single_tool"}},
	{title: "Cost and time", units: []string{"USD", "tokens", "ms", "s", "seconds"}, names: []string{"cost", "latency", "normalized_latency"}},
	{title: "Behaviour"},
}

func groupOf(m result.MetricInfo) int {
	for i, g := range metricGroups {
		if slices.Contains(g.units, m.Unit) || slices.ContainsFunc(g.names, func(p string) bool { return strings.HasPrefix(m.Name, p) }) {
			return i
		}
	}
	return len(metricGroups) - 1
}

// maxMetricColumns is how many runs stand side by side; with more, runs are rows.
const maxMetricColumns = 6

// metricSection shows the runs' means by every metric, group by group, and all
// summaries in one long table.
func metricSection(c *composer, v *view) error {
	grouped := make([][]result.MetricInfo, len(metricGroups))
	n := 0
	for _, m := range v.metrics {
		if v.primary != nil && m.Name == v.primary.Name || !v.has(m.Name) {
			continue
		}
		g := groupOf(m)
		grouped[g] = append(grouped[g], m)
		n++
	}
	all := c.summaryTable(v)
	if len(all.Rows) == 0 {
		return nil
	}
	c.heading(2, c.id(v, "metrics-section"), "All metrics")
	if n > 0 {
		c.para(text("Means over tasks. What each metric is stands in the "), link("list of metrics", c.id(v, "definitions")), text("; intervals, deviations and strata in the "), link("table of summaries", all.ID), text("."))
	}
	for g, metrics := range grouped {
		if len(metrics) == 0 {
			continue
		}
		c.heading(3, c.names.id("metrics", v.slug, metricGroups[g].title), "%s", metricGroups[g].title)
		for _, t := range c.metricTables(v, metrics, metricGroups[g].title) {
			c.add(t)
		}
	}
	c.add(c.definitionTable(v), all)
	return nil
}

// has reports whether any run has a value of a metric.
func (v *view) has(metric string) bool {
	return slices.ContainsFunc(v.runs, func(run string) bool {
		s := v.summary(run, metric)
		return s != nil && s.Mean != nil
	})
}

// metricTables lays a group out: metrics down and runs across where there are
// few runs, else the other way round, a few metrics a table.
func (c *composer) metricTables(v *view, metrics []result.MetricInfo, group string) []Table {
	if len(v.runs) <= maxMetricColumns {
		return []Table{c.metricsDown(v, metrics, group)}
	}
	var out []Table
	for chunk := range slices.Chunk(metrics, maxMetricColumns) {
		t := Table{ID: c.names.id("means", v.slug, group), Caption: group + ": means over tasks, one run a row.", Columns: []Column{{"Run", "run", Text}}}
		for _, m := range chunk {
			name := Shorten(Visible(m.Name), maxNameRunes)
			if sc := v.scale(m.Name); !sc.share && sc.unit != "" {
				name += " (" + sc.unit + ")"
			}
			t.Columns = append(t.Columns, Column{name, metricKey(t, m.Name), v.scale(m.Name).kind()})
		}
		for _, run := range v.runs {
			row := []Cell{c.names.cell(run)}
			for _, m := range chunk {
				row = append(row, c.meanCell(v, run, m.Name))
			}
			t.Rows = append(t.Rows, row)
		}
		out = append(out, t)
	}
	return out
}

// metricKey is a column key that the table does not have yet.
func metricKey(t Table, name string) string {
	key := slugKey(name)
	for i := 2; slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Key == key }); i++ {
		key = slugKey(name) + "_" + FormatCount(i)
	}
	return key
}

func (c *composer) meanCell(v *view, run, metric string) Cell {
	s := v.summary(run, metric)
	if s == nil {
		return missingCell(v.scale(metric).kind())
	}
	return v.scale(metric).value(s.Mean)
}

func (c *composer) metricsDown(v *view, metrics []result.MetricInfo, group string) Table {
	t := Table{ID: c.names.id("means", v.slug, group), Columns: []Column{{"Metric", "metric", Text}, {"Unit", "unit", Text}}}
	t.Caption = group + ": means over tasks, one run a column."
	if len(v.runs) == 1 {
		t.Caption = group + " of " + c.names.show(v.runs[0]) + ": means over tasks, with " + c.level() + " intervals."
		t.Columns = append(t.Columns, Column{"Tasks", "tasks", Integer}, Column{"Mean", "mean", Mixed}, Column{c.level() + " interval", "interval", Interval}, Column{"Median", "median", Mixed}, Column{"SD", "sd", Mixed})
	} else {
		for _, run := range v.runs {
			t.Columns = append(t.Columns, Column{c.names.show(run), metricKey(t, run), Mixed})
		}
	}
	for _, m := range metrics {
		sc := v.scale(m.Name)
		row := []Cell{nameCell(m.Name), sc.unitCell()}
		if len(v.runs) == 1 {
			s := v.summary(v.runs[0], m.Name)
			row = append(row, CountCell(s.NTasks), sc.value(s.Mean), sc.interval(s.Interval), sc.value(s.Median), sc.value(s.SD))
		} else {
			for _, run := range v.runs {
				row = append(row, c.meanCell(v, run, m.Name))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
