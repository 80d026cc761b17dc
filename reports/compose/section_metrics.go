package compose

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
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

// metricSection shows the runs' means by every metric, group by group, and all summaries
// in one long table. The headline metric is left out of the groups, as the leaderboard has
// it; the long table has it too.
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
		c.heading(3, c.names.Id("metrics", v.slug, metricGroups[g].title), "%s", metricGroups[g].title)
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
func (c *composer) metricTables(v *view, metrics []result.MetricInfo, group string) []reports.Table {
	if len(v.runs) <= maxMetricColumns {
		return []reports.Table{c.metricsDown(v, metrics, group)}
	}
	var out []reports.Table
	for chunk := range slices.Chunk(metrics, maxMetricColumns) {
		t := reports.Table{ID: c.names.Id("means", v.slug, group), Caption: group + ": means over tasks, one run per row.", Columns: []reports.Column{{Name: "Run", Key: "run", Kind: reports.Text}}}
		for _, m := range chunk {
			name := reports.Shorten(c.names.Whole(m.Name), reports.MaxNameRunes)
			if sc := v.scale(m.Name); !sc.Share && sc.Unit != "" {
				name += " (" + sc.AxisUnit() + ")"
			}
			t.Columns = append(t.Columns, reports.Column{Name: name, Key: metricKey(t, m.Name), Kind: v.scale(m.Name).Kind()})
		}
		for _, run := range v.runs {
			row := []reports.Cell{c.names.Cell(run)}
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
func metricKey(t reports.Table, name string) string {
	key := slugKey(name)
	for i := 2; slices.ContainsFunc(t.Columns, func(c reports.Column) bool { return c.Key == key }); i++ {
		key = slugKey(name) + "_" + reports.FormatCount(i)
	}
	return key
}

func (c *composer) meanCell(v *view, run, metric string) reports.Cell {
	s := v.summary(run, metric)
	if s == nil {
		return reports.MissingCell(v.scale(metric).Kind())
	}
	return v.scale(metric).Value(s.Mean)
}

func (c *composer) metricsDown(v *view, metrics []result.MetricInfo, group string) reports.Table {
	t := reports.Table{ID: c.names.Id("means", v.slug, group), Columns: []reports.Column{{Name: "Metric", Key: "metric", Kind: reports.Text}, {Name: "Unit", Key: "unit", Kind: reports.Text}}}
	t.Caption = group + ": means over tasks, one run per column."
	if len(v.runs) == 1 {
		t.Caption = group + " of " + c.names.Show(v.runs[0]) + ": means over tasks, with " + c.level() + " intervals."
		t.Columns = append(t.Columns, reports.Column{Name: "Tasks", Key: "tasks", Kind: reports.Integer}, reports.Column{Name: "Mean", Key: "mean", Kind: reports.Mixed}, reports.Column{Name: c.level() + " interval", Key: "interval", Kind: reports.Interval}, reports.Column{Name: "Median", Key: "median", Kind: reports.Mixed}, reports.Column{Name: "SD", Key: "sd", Kind: reports.Mixed})
	} else {
		for _, run := range v.runs {
			t.Columns = append(t.Columns, reports.Column{Name: c.names.Brief(run), Key: metricKey(t, run), Kind: reports.Mixed})
		}
	}
	for _, m := range metrics {
		sc := v.scale(m.Name)
		row := []reports.Cell{c.names.NameCell(m.Name), sc.UnitCell()}
		if len(v.runs) == 1 {
			s := v.summary(v.runs[0], m.Name)
			row = append(row, reports.CountCell(s.NTasks), sc.Value(s.Mean), sc.Interval(s.Interval), sc.Value(s.Median), sc.Value(s.SD))
		} else {
			for _, run := range v.runs {
				row = append(row, c.meanCell(v, run, m.Name))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
