package reports

import (
	"mcpstats/analysis/result"
)

func summaryColumns(level string) []Column {
	return []Column{
		{"Metric", "metric", Text}, {"Stratum", "stratum", Text}, {"Value", "value", Text}, {"Run", "run", Text},
		{"Tasks", "tasks", Integer}, {"Attempts", "attempts", Integer}, {"Imputed", "imputed", Integer}, {"Left out", "left_out", Integer},
		{"Mean", "mean", Mixed}, {level + " interval", "interval", Interval}, {"Method", "method", Text},
		{"SD", "sd", Mixed}, {"SE", "se", Mixed}, {"Median", "median", Mixed}, {"Notes", "notes", Text},
	}
}

func (c *composer) summaryRow(v *view, s *result.Summary) []Cell {
	sc := v.scale(s.Metric)
	stratum, value := Cell{Text: "overall"}, Cell{}
	if s.Stratum != nil {
		stratum, value = c.names.cell(s.Stratum.Name), c.names.cell(s.Stratum.Value)
	}
	method := Cell{}
	if s.Interval != nil {
		method = Cell{Text: s.Interval.Method}
	}
	return []Cell{
		nameCell(s.Metric), stratum, value, c.names.cell(s.Run), CountCell(s.NTasks), CountCell(s.NAttempts), CountCell(s.Imputed), CountCell(s.LeftOut),
		sc.value(s.Mean), sc.interval(s.Interval), method, sc.value(s.SD), sc.value(s.SE), sc.value(s.Median), notesCell(s.Notes),
	}
}

// summaryTable lists every summary of a benchmark.
func (c *composer) summaryTable(v *view) Table {
	t := Table{ID: c.id(v, "summaries"), Long: true, Columns: summaryColumns(c.level()),
		Caption: "Every run by every metric, overall and by stratum: mean over tasks, with interval, standard deviation of the task means, standard error and median."}
	for i := range c.res.Summaries {
		if s := &c.res.Summaries[i]; s.Benchmark == v.name {
			t.Rows = append(t.Rows, c.summaryRow(v, s))
		}
	}
	return t
}

// definitionTable says what every metric of a benchmark is.
func (c *composer) definitionTable(v *view) Table {
	t := Table{ID: c.id(v, "definitions"), Long: len(v.metrics) > 12, Caption: "The metrics.",
		Columns: []Column{{"Metric", "metric", Text}, {"Unit", "unit", Text}, {"Scale", "scale", Text}, {"Better", "better", Text}, {"Known from", "better_from", Text}, {"No value", "missing", Text}, {"Compared", "compared", Text}, {"What it is", "definition", Text}, {"From", "source", Text}}}
	for _, m := range v.metrics {
		compared := yes(m.Compared)
		if m.Primary {
			compared.Text = "yes, first"
		}
		t.Rows = append(t.Rows, []Cell{nameCell(m.Name), nameCell(m.Unit), nameCell(m.Scale), nameCell(m.Better), directionCell(m), nameCell(m.Missing), compared, TextCell(m.Doc), TextCell(m.Cite)})
	}
	return t
}

// directionCell tells where the direction of a metric is known from.
func directionCell(m result.MetricInfo) Cell {
	switch m.BetterFrom {
	case result.FromName:
		return TextCell("the word " + m.BetterWord + " in its name")
	case result.FromPlan:
		return TextCell("the plan")
	case result.FromNowhere:
		return TextCell("--higher or --lower states it")
	}
	return TextCell(m.BetterFrom)
}
