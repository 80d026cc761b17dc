package reports

import (
	"slices"

	"mcpstats/analysis/result"
)

// testTable lists every test of every comparison.
func (c *composer) testTable(v *view) Table {
	t := Table{ID: c.id(v, "tests"), Long: true, Caption: "Every admissible test of every comparison; the headline, which alone is corrected, is chosen by rule from the scale of the metric.",
		Columns: []Column{
			{"Metric", "metric", Text}, {"Stratum", "stratum", Text}, {"Value", "value", Text}, {"A", "a", Text}, {"B", "b", Text},
			{"Test", "test", Text}, {"Headline", "headline", Text}, {"Statistic", "statistic", Number}, {"df", "df", Text},
			{"p", "p", PValue}, {"Used", "n_used", Integer}, {"Exact", "exact", Text}, {"Notes", "notes", Text},
		}}
	for i := range c.res.Comparisons {
		p := &c.res.Comparisons[i]
		if p.Benchmark != v.name {
			continue
		}
		for _, test := range p.Tests {
			t.Rows = append(t.Rows, append(c.pairCells(p),
				Cell{Text: c.method(test.Method), Full: test.Method}, yes(test.Method == p.Headline), statisticCell(test.Statistic),
				Cell{Text: degrees(test.DF)}, pCell(test.P, c.alpha()), CountCell(test.NUsed), yes(test.Exact), notesCell(test.Notes)))
		}
	}
	return t
}

// effectTable lists every effect size of every comparison.
func (c *composer) effectTable(v *view) Table {
	t := Table{ID: c.id(v, "effects"), Long: true, Caption: "Effect sizes of every comparison, with " + c.level() + " intervals where the method has one.",
		Columns: []Column{
			{"Metric", "metric", Text}, {"Stratum", "stratum", Text}, {"Value", "value", Text}, {"A", "a", Text}, {"B", "b", Text},
			{"Effect size", "effect", Text}, {"Estimate", "estimate", Number}, {c.level() + " interval", "interval", Interval}, {"Notes", "notes", Text},
		}}
	for i := range c.res.Comparisons {
		p := &c.res.Comparisons[i]
		if p.Benchmark != v.name {
			continue
		}
		for _, e := range p.Effects {
			t.Rows = append(t.Rows, append(c.pairCells(p), Cell{Text: c.method(e.Name), Full: e.Name}, statisticCell(e.Value), statisticInterval(e.Interval), notesCell(e.Notes)))
		}
	}
	return t
}

// intervalTable lists the intervals that stand beside the main ones, by every
// method, of means and of differences.
func (c *composer) intervalTable(v *view) Table {
	t := Table{ID: c.id(v, "intervals"), Long: true, Caption: "Intervals by every method, of the mean of a run (A alone) and of the difference A minus B; shares in points. The first of each is the one used elsewhere.",
		Columns: []Column{
			{"Metric", "metric", Text}, {"Stratum", "stratum", Text}, {"Value", "value", Text}, {"A", "a", Text}, {"B", "b", Text},
			{"Method", "method", Text}, {c.level() + " interval", "interval", Interval},
		}}
	add := func(name []Cell, main *result.IntervalEstimate, others []result.IntervalEstimate, cell func(*result.IntervalEstimate) Cell) {
		if main == nil || len(others) == 0 {
			return
		}
		for _, i := range append([]result.IntervalEstimate{*main}, others...) {
			t.Rows = append(t.Rows, slices.Concat(name, []Cell{{Text: c.interval(i.Method), Full: i.Method}, cell(&i)}))
		}
	}
	for i := range c.res.Summaries {
		if s := &c.res.Summaries[i]; s.Benchmark == v.name {
			name := append(c.stratumCells(s.Metric, s.Stratum), c.names.cell(s.Run), Cell{})
			add(name, s.Interval, s.Others, v.scale(s.Metric).interval)
		}
	}
	for i := range c.res.Comparisons {
		if p := &c.res.Comparisons[i]; p.Benchmark == v.name {
			add(c.pairCells(p), p.Interval, p.Others, v.scale(p.Metric).differenceInterval)
		}
	}
	return t
}

// stratumCells names a metric and a stratum: metric, stratum, value.
func (c *composer) stratumCells(metric string, s *result.Stratum) []Cell {
	if s == nil {
		return []Cell{nameCell(metric), {Text: "overall"}, {}}
	}
	return []Cell{nameCell(metric), c.names.cell(s.Name), c.names.cell(s.Value)}
}

// pairCells names a comparison: metric, stratum, value, a, b.
func (c *composer) pairCells(p *result.Comparison) []Cell {
	return append(c.stratumCells(p.Metric, p.Stratum), c.names.cell(p.A), c.names.cell(p.B))
}
