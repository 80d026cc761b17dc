package compose

import (
	"mcpstats/analysis/result"
	"mcpstats/reports"
)

func summaryColumns(level string) []reports.Column {
	return []reports.Column{
		{Name: "Metric", Key: "metric", Kind: reports.Text}, {Name: "Stratum", Key: "stratum", Kind: reports.Text}, {Name: "Value", Key: "value", Kind: reports.Text}, {Name: "Run", Key: "run", Kind: reports.Text},
		{Name: "Tasks", Key: "tasks", Kind: reports.Integer}, {Name: "Attempts", Key: "attempts", Kind: reports.Integer}, {Name: "Imputed", Key: "imputed", Kind: reports.Integer}, {Name: "Left out", Key: "left_out", Kind: reports.Integer},
		{Name: "Mean", Key: "mean", Kind: reports.Mixed}, {Name: level + " interval", Key: "interval", Kind: reports.Interval}, {Name: "Method", Key: "method", Kind: reports.Text},
		{Name: "SD", Key: "sd", Kind: reports.Mixed}, {Name: "SE", Key: "se", Kind: reports.Mixed}, {Name: "Median", Key: "median", Kind: reports.Mixed}, {Name: "Notes", Key: "notes", Kind: reports.Text},
	}
}

func (c *composer) summaryRow(v *view, s *result.Summary) []reports.Cell {
	sc := v.scale(s.Metric)
	stratum, value := reports.Cell{Text: "overall"}, reports.Cell{}
	if s.Stratum != nil {
		stratum, value = c.names.Cell(s.Stratum.Name), c.names.Cell(s.Stratum.Value)
	}
	method := reports.Cell{}
	if s.Interval != nil {
		method = reports.Cell{Text: s.Interval.Method}
	}
	return []reports.Cell{
		c.names.NameCell(s.Metric), stratum, value, c.names.Cell(s.Run), reports.CountCell(s.NTasks), reports.CountCell(s.NAttempts), reports.CountCell(s.Imputed), reports.CountCell(s.LeftOut),
		sc.Value(s.Mean), sc.Interval(s.Interval), method, sc.Value(s.SD), sc.Value(s.SE), sc.Value(s.Median), reports.NotesCell(s.Notes),
	}
}

// summaryTable lists every summary of a benchmark.
func (c *composer) summaryTable(v *view) reports.Table {
	t := reports.Table{ID: c.id(v, "summaries"), Long: true, Columns: summaryColumns(c.level()),
		Caption: "Every run by every metric, overall and by stratum: mean over tasks, with interval, standard deviation of the task means, standard error and median."}
	for i := range c.res.Summaries {
		if s := &c.res.Summaries[i]; s.Benchmark == v.name {
			t.Rows = append(t.Rows, c.summaryRow(v, s))
		}
	}
	return t
}

// definitionTable says what every metric of a benchmark is.
func (c *composer) definitionTable(v *view) reports.Table {
	t := reports.Table{ID: c.id(v, "definitions"), Long: len(v.metrics) > 12, Caption: "The metrics.",
		Columns: []reports.Column{{Name: "Metric", Key: "metric", Kind: reports.Text}, {Name: "Unit", Key: "unit", Kind: reports.Text}, {Name: "Scale", Key: "scale", Kind: reports.Text}, {Name: "Better", Key: "better", Kind: reports.Text}, {Name: "Known from", Key: "better_from", Kind: reports.Text}, {Name: "No value", Key: "missing", Kind: reports.Text}, {Name: "Compared", Key: "compared", Kind: reports.Text}, {Name: "What it is", Key: "definition", Kind: reports.Text}, {Name: "From", Key: "source", Kind: reports.Text}}}
	for _, m := range v.metrics {
		compared := reports.Yes(m.Compared)
		if m.Primary {
			compared.Text = "yes, first"
		}
		t.Rows = append(t.Rows, []reports.Cell{c.names.NameCell(m.Name), c.names.NameCell(m.Unit), c.names.NameCell(m.Scale), c.names.NameCell(m.Better), directionCell(m), c.names.NameCell(m.Missing), compared, reports.TextCell(m.Doc), reports.TextCell(m.Cite)})
	}
	return t
}

// directionCell tells where the direction of a metric is known from.
func directionCell(m result.MetricInfo) reports.Cell {
	switch m.BetterFrom {
	case result.FromName:
		return reports.TextCell("the word " + m.BetterWord + " in its name")
	case result.FromPlan:
		return reports.TextCell("the plan")
	case result.FromNowhere:
		return reports.TextCell("--higher or --lower states it")
	}
	return reports.TextCell(m.BetterFrom)
}
