package reports

import "mcpstats/analysis"

func summaryColumns(level string) []Column {
	return []Column{
		{"Metric", "metric", Text}, {"Stratum", "stratum", Text}, {"Value", "value", Text}, {"Run", "run", Text},
		{"Tasks", "tasks", Integer}, {"Attempts", "attempts", Integer}, {"Imputed", "imputed", Integer},
		{"Mean", "mean", Mixed}, {level + " interval", "interval", Interval}, {"Method", "method", Text},
		{"SD", "sd", Mixed}, {"SE", "se", Mixed}, {"Median", "median", Mixed}, {"Notes", "notes", Text},
	}
}

func (c *composer) summaryRow(v *view, s *analysis.Summary) []Cell {
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
		TextCell(s.Metric), stratum, value, c.names.cell(s.Run), CountCell(s.NTasks), CountCell(s.NAttempts), CountCell(s.Imputed),
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
	t := Table{ID: c.id(v, "definitions"), Long: len(v.metrics) > 25, Caption: "The metrics.",
		Columns: []Column{{"Metric", "metric", Text}, {"Unit", "unit", Text}, {"Scale", "scale", Text}, {"Better", "better", Text}, {"No value", "missing", Text}, {"Compared", "compared", Text}, {"What it is", "definition", Text}, {"From", "source", Text}}}
	for _, m := range v.metrics {
		compared := yes(m.Compared)
		if m.Primary {
			compared.Text = "yes, first"
		}
		t.Rows = append(t.Rows, []Cell{TextCell(m.Name), TextCell(m.Unit), TextCell(m.Scale), TextCell(m.Better), TextCell(m.Missing), compared, excerptCell(m.Doc), excerptCell(m.Cite)})
	}
	return t
}

// SummaryTable is one line a benchmark, metric and run, overall, for a terminal.
func SummaryTable(res *analysis.Results) (Table, error) {
	c, err := newComposer(res, Options{})
	if err != nil {
		return Table{}, err
	}
	t := Table{ID: "summaries", Caption: "Means over tasks.", Columns: []Column{
		{"Benchmark", "benchmark", Text}, {"Metric", "metric", Text}, {"Run", "run", Text}, {"Tasks", "tasks", Integer}, {"Attempts", "attempts", Integer},
		{"Mean", "mean", Mixed}, {c.level() + " interval", "interval", Interval}, {"SD", "sd", Mixed}, {"Median", "median", Mixed},
	}}
	for _, v := range c.views {
		for _, m := range v.metrics {
			for _, run := range v.runs {
				s := v.summary(run, m.Name)
				if s == nil {
					continue
				}
				sc := v.scale(m.Name)
				t.Rows = append(t.Rows, []Cell{c.names.cell(v.name), TextCell(m.Name), c.names.cell(run), CountCell(s.NTasks), CountCell(s.NAttempts),
					sc.value(s.Mean), sc.interval(s.Interval), sc.value(s.SD), sc.value(s.Median)})
			}
		}
	}
	return t, nil
}

// ComparisonTable is every overall comparison of a benchmark and, after them,
// those within strata where strata is set, for a terminal. It has no rows where
// nothing was compared.
func ComparisonTable(res *analysis.Results, benchmark string, strata bool) (Table, error) {
	c, err := newComposer(res, Options{})
	if err != nil {
		return Table{}, err
	}
	for _, v := range c.views {
		if v.name != benchmark {
			continue
		}
		f, err := c.comparisons(v, func(p *analysis.Comparison) bool { return strata || p.Stratum == nil })
		if err != nil {
			return Table{}, err
		}
		if f.Len() > 0 {
			return c.pairTable(v, f, "comparisons"), nil
		}
	}
	return Table{ID: "comparisons", Caption: "Nothing was compared.", Columns: []Column{{"A", "a", Text}, {"B", "b", Text}}}, nil
}
