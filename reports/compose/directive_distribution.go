package compose

import (
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

const (
	mostBoxes = 40 // rows of a figure of boxes
	mostSteps = 8  // lines of a figure of cumulative distributions
)

func distributionDirective() directive {
	return directive{name: "distribution", benchmark: true, asks: asksOne,
		doc: "How metrics spread over tasks, attempts or runs: n, mean, smallest, quartiles (type 7), median, largest and interquartile range of every row, as a table, boxes and cumulative distributions.",
		args: []parameter{
			{name: "metrics", doc: "the metrics, separated by commas; by default those compared"},
			{name: "over", doc: "what a value is of: tasks (the mean of a task's attempts), which is the default, attempts, or runs (their means)", takes: []string{"tasks", "attempts", "runs"}},
			{name: "rows", doc: "what a row is: run, all, a factor of runs, a stratum or another fact of tasks; by default a run, and over runs all"},
			{name: "by", doc: "a stratum or another fact of tasks: the rows within each of its values"},
			{name: "figure", doc: "box, which is the default, ecdf (the share of values up to each), both, or none; ecdf has a table of its steps", takes: []string{"box", "ecdf", "both", "none"}},
		},
		write: func(e *executor, c *call, v *view) error {
			return e.asked(c, v, func(a *result.Answer) error { e.distributions(c, v, a.Distributions); return nil })
		}}
}

func (e *executor) distributions(c *call, v *view, all []result.Distribution) {
	var blocks []reports.Block
	figure := c.arg("figure")
	for i := range all {
		d := &all[i]
		ordered(v, d)
		if figure != "ecdf" && figure != "none" {
			blocks = append(blocks, e.boxFigure(v, d))
		}
		if figure == "ecdf" || figure == "both" {
			blocks = append(blocks, e.stepsFigure(v, d), e.stepsTable(v, d))
		}
	}
	e.emit(append(blocks, e.distributionTable(v, all))...)
}

// ordered puts the rows of runs in the order of the leaderboard, within every stratum.
func ordered(v *view, d *result.Distribution) {
	if d.Rows != "run" {
		return
	}
	at := map[string]int{}
	for i, run := range v.runs {
		at[run] = i
	}
	value := func(p *result.DistributionPart) string {
		if p.Stratum == nil {
			return ""
		}
		return p.Stratum.Value
	}
	d.Spread = slices.Clone(d.Spread)
	slices.SortStableFunc(d.Spread, func(a, b result.DistributionPart) int {
		if value(&a) != value(&b) {
			return result.CompareNatural(value(&a), value(&b))
		}
		return at[a.Name] - at[b.Name]
	})
}

// partWords are what the identifiers of a distribution's blocks are made of.
func (e *executor) partWords(kind string, v *view, d *result.Distribution) []string {
	words := []string{kind, v.slug, d.Metric, d.Over}
	for _, w := range []string{d.Rows, d.By} {
		if w != "" && w != "run" && w != "all" {
			words = append(words, w)
		}
	}
	if e.c.slice != nil {
		words = append(words, e.c.slicePhrase())
	}
	return words
}

// rowName is a row with its stratum.
func (e *executor) rowName(d *result.Distribution, p *result.DistributionPart) string {
	name := e.c.names.Brief(p.Name)
	if d.Rows == "all" {
		name = "all runs"
	}
	if d.By != "" && p.Stratum != nil {
		name += ", " + e.c.names.Brief(p.Stratum.Value)
	}
	return name
}

// colourOf is a run's own colour; another row's is its place.
func (v *view) colourOf(d *result.Distribution, i int) int {
	if d.Rows == "run" {
		return v.colour(d.Spread[i].Name)
	}
	return i % maxSeries
}

func (e *executor) distributionAxis(v *view, d *result.Distribution) reports.Axis {
	axis := e.c.axis(v, d.Metric)
	axis.Fixed = axis.Fixed && d.Over != "runs"
	return axis
}

// overWords say what the values are of.
func overWords(d *result.Distribution) string {
	switch {
	case d.Over == "runs":
		return "the means of runs"
	case d.Over == "attempts":
		return "attempts"
	case d.Rows == "run":
		return "tasks"
	}
	return "tasks, each the mean of the runs"
}

func (e *executor) boxFigure(v *view, d *result.Distribution) reports.Figure {
	sc := v.scale(d.Metric)
	chart := reports.Boxes{Axis: e.distributionAxis(v, d)}
	for i := range d.Spread {
		p := &d.Spread[i]
		if i == mostBoxes {
			break
		}
		row := reports.BoxRow{Label: e.rowName(d, p), Note: "n = " + reports.FormatCount(p.N), Series: v.colourOf(d, i), Low: p.WhiskerLow, High: p.WhiskerHigh, Q1: p.Q1, Median: p.Median, Q3: p.Q3, Mean: p.Mean,
			Hover: []string{"median " + sc.Text(p.Median) + ", quartiles " + sc.Text(p.Q1) + " and " + sc.Text(p.Q3), "mean " + sc.Text(p.Mean)}}
		for _, s := range p.Beyond {
			row.Beyond = append(row.Beyond, s.Value)
		}
		chart.Rows = append(chart.Rows, row)
	}
	caption := "How " + e.c.names.Whole(d.Metric) + " spreads over " + overWords(d) + ": quartiles of type 7, whiskers to the last value within 1.5 times the interquartile range, open marks beyond; the filled mark is the mean."
	if len(d.Spread) > mostBoxes {
		caption += " Drawn are the first " + reports.FormatCount(mostBoxes) + " of " + reports.FormatCount(len(d.Spread)) + " rows of the table."
	}
	return reports.Figure{Kind: reports.FigureBox.Name, ID: e.c.names.Id(e.partWords("box", v, d)...), Caption: caption, Alt: caption + " The values are in the table below.", Chart: chart}
}

// stepped are the rows that the cumulative figure draws.
func stepped(d *result.Distribution) int { return min(len(d.Spread), mostSteps) }

func (e *executor) stepsFigure(v *view, d *result.Distribution) reports.Figure {
	sc := v.scale(d.Metric)
	axis := e.distributionAxis(v, d)
	chart := reports.Lines{XAxis: axis, Axis: reports.Axis{Label: "Share of " + d.Over + " up to it (%)", Percent: true, Max: 1, Fixed: true}, Stairs: true}
	for i := range stepped(d) {
		p := &d.Spread[i]
		line := reports.Line{Name: e.rowName(d, p), Series: v.colourOf(d, i)}
		for k, s := range p.Steps {
			if k == 0 { // from nothing up to the first value
				line.Points = append(line.Points, reports.LinePoint{X: s.Value})
			}
			line.Points = append(line.Points, reports.LinePoint{X: s.Value, Y: s.UpTo, Note: sc.Text(s.Value) + ": " + reports.FormatPercent(s.UpTo, 1)})
		}
		chart.Series = append(chart.Series, line)
	}
	caption := "The share of " + d.Over + " whose " + e.c.names.Whole(d.Metric) + " is no larger than each value."
	if len(d.Spread) > mostSteps {
		caption += " Drawn are the first " + reports.FormatCount(mostSteps) + " of " + reports.FormatCount(len(d.Spread)) + " rows."
	}
	return reports.Figure{Kind: reports.FigureECDF.Name, ID: e.c.names.Id(e.partWords("ecdf", v, d)...), Caption: caption, Alt: caption + " The steps are in the table below.", Chart: chart}
}

// stepsTable has the steps of every row that the results hold them of.
func (e *executor) stepsTable(v *view, d *result.Distribution) reports.Table {
	sc := v.scale(d.Metric)
	t := reports.Table{ID: e.c.names.Id(e.partWords("ecdf-steps", v, d)...), Long: true, Caption: "The steps of the cumulative distributions of " + e.c.names.Whole(d.Metric) + ", " + sc.InWords() + ".",
		Columns: []reports.Column{{Name: "Row", Key: "row", Kind: reports.Text}, {Name: "Value", Key: "value", Kind: sc.Kind()}, {Name: "Count", Key: "count", Kind: reports.Integer}, {Name: "Share up to it", Key: "up_to", Kind: reports.Percent}}}
	for i := range d.Spread {
		p := &d.Spread[i]
		for _, s := range p.Steps {
			t.Rows = append(t.Rows, []reports.Cell{e.c.names.NameCell(e.rowName(d, p)), sc.Value(&s.Value), reports.CountCell(s.Count), v.shares.Value(&s.UpTo)})
		}
		if n := len(p.Steps); n > 0 && p.N > 0 {
			counted := 0
			for _, s := range p.Steps {
				counted += s.Count
			}
			if counted < p.N {
				addOnce(&t.Notes, "Of rows with more distinct values an even choice of "+reports.FormatCount(n)+" steps is listed and drawn.")
			}
		}
	}
	return t
}

func (e *executor) distributionTable(v *view, all []result.Distribution) reports.Table {
	d := &all[0]
	words := e.partWords("distribution", v, d)
	several := len(all) > 1 || d.Over == "runs"
	if len(all) > 1 {
		words = slices.Delete(words, 2, 3) // of several metrics
	}
	caption := "Values over " + overWords(d) + "; quartiles of type 7."
	if len(all) == 1 {
		caption = capital(e.c.names.Whole(d.Metric)) + " over " + overWords(d) + ", " + v.scale(d.Metric).InWords() + "; quartiles of type 7."
	}
	t := reports.Table{ID: e.c.names.Id(words...), Caption: caption}
	kind := v.scale(d.Metric).Kind()
	for i := range all {
		if v.scale(all[i].Metric).Kind() != kind {
			kind = reports.Mixed
		}
	}
	column := func(name, key string, kind reports.Kind) {
		t.Columns = append(t.Columns, reports.Column{Name: name, Key: key, Kind: kind})
	}
	if several {
		column("Metric", "metric", reports.Text)
	}
	if d.By != "" {
		column(e.c.pivotAxisName(d.By), "stratum", reports.Text)
	}
	if d.Rows != "all" {
		column(e.c.pivotAxisName(d.Rows), "row", reports.Text)
	}
	column(capital(d.Over), "n", reports.Integer)
	for _, col := range [][2]string{{"Mean", "mean"}, {"Smallest", "min"}, {"25%", "q1"}, {"Median", "median"}, {"75%", "q3"}, {"Largest", "max"}, {"IQR", "iqr"}} {
		column(col[0], col[1], kind)
	}
	of := "run"
	if d.Over != "runs" {
		of = "task"
		t.Aside = []string{"lowest", "highest"} // the first of many tasks: for who follows it up
	}
	column("First "+of+" with the smallest", "lowest", reports.Text)
	column("First "+of+" with the largest", "highest", reports.Text)
	for i := range all {
		d := &all[i]
		sc := v.scale(d.Metric)
		for k := range d.Spread {
			p := &d.Spread[k]
			var row []reports.Cell
			if several {
				row = append(row, e.c.names.NameCell(d.Metric))
			}
			if d.By != "" {
				row = append(row, e.c.names.Cell(p.Stratum.Value))
			}
			if d.Rows != "all" {
				row = append(row, e.c.names.Cell(p.Name))
			}
			row = append(row, reports.CountCell(p.N))
			for _, x := range []float64{p.Mean, p.Min, p.Q1, p.Median, p.Q3, p.Max} {
				row = append(row, sc.Value(&x))
			}
			row = append(row, sc.Value(&p.IQR), e.c.names.Cell(p.Lowest), e.c.names.Cell(p.Highest))
			t.Rows = append(t.Rows, row)
		}
		t.Notes = append(t.Notes, noteSentences(d.Notes)...)
	}
	slices.Sort(t.Notes)
	t.Notes = slices.Compact(t.Notes)
	t.Long = len(t.Rows) > 40
	return t
}
