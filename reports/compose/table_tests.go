package compose

import (
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// testTable lists every test of every comparison.
func (c *composer) testTable(v *view) reports.Table {
	t := reports.Table{ID: c.id(v, "tests"), Long: true, Caption: "Every admissible test of every comparison; the headline, which alone is corrected, is chosen by rule from the scale of the metric.",
		Columns: []reports.Column{
			{Name: "Metric", Key: "metric", Kind: reports.Text}, {Name: "Stratum", Key: "stratum", Kind: reports.Text}, {Name: "Value", Key: "value", Kind: reports.Text}, {Name: "A", Key: "a", Kind: reports.Text}, {Name: "B", Key: "b", Kind: reports.Text},
			{Name: "Test", Key: "test", Kind: reports.Text}, {Name: "Headline", Key: "headline", Kind: reports.Text}, {Name: "Statistic", Key: "statistic", Kind: reports.Number}, {Name: "df", Key: "df", Kind: reports.Text},
			{Name: "p", Key: "p", Kind: reports.PValue}, {Name: "Used", Key: "n_used", Kind: reports.Integer}, {Name: "Exact", Key: "exact", Kind: reports.Text}, {Name: "Notes", Key: "notes", Kind: reports.Text},
		}}
	for i := range c.asCompared {
		p := &c.asCompared[i]
		if p.Benchmark != v.name || p.Brief { // whose one test and interval stand among the comparisons
			continue
		}
		for _, test := range p.Tests {
			t.Rows = append(t.Rows, append(c.pairCells(p),
				reports.Cell{Text: c.method(test.Method), Full: test.Method}, reports.Yes(test.Method == p.Headline), reports.StatisticCell(test.Statistic),
				reports.Cell{Text: reports.Degrees(test.DF)}, reports.PCell(test.P, c.alpha()), reports.CountCell(test.NUsed), reports.Yes(test.Exact), reports.NotesCell(test.Notes)))
		}
	}
	return t
}

// effectTable lists every effect size of every comparison.
func (c *composer) effectTable(v *view) reports.Table {
	t := reports.Table{ID: c.id(v, "effects"), Long: true, Caption: "Effect sizes of every comparison, with " + c.level() + " intervals where the method has one.",
		Columns: []reports.Column{
			{Name: "Metric", Key: "metric", Kind: reports.Text}, {Name: "Stratum", Key: "stratum", Kind: reports.Text}, {Name: "Value", Key: "value", Kind: reports.Text}, {Name: "A", Key: "a", Kind: reports.Text}, {Name: "B", Key: "b", Kind: reports.Text},
			{Name: "Effect size", Key: "effect", Kind: reports.Text}, {Name: "Estimate", Key: "estimate", Kind: reports.Number}, {Name: c.level() + " interval", Key: "interval", Kind: reports.Interval}, {Name: "Notes", Key: "notes", Kind: reports.Text},
		}}
	for i := range c.asCompared {
		p := &c.asCompared[i]
		if p.Benchmark != v.name || p.Brief { // whose one test and interval stand among the comparisons
			continue
		}
		for _, e := range p.Effects {
			t.Rows = append(t.Rows, append(c.pairCells(p), reports.Cell{Text: c.method(e.Name), Full: e.Name}, reports.StatisticCell(e.Value), reports.StatisticInterval(e.Interval), reports.NotesCell(e.Notes)))
		}
	}
	return t
}

// intervalTable lists the intervals that stand beside the main ones, by every
// method, of means and of differences.
func (c *composer) intervalTable(v *view) reports.Table {
	t := reports.Table{ID: c.id(v, "intervals"), Long: true, Caption: "Intervals by every method, of the mean of a run (A alone) and of the difference A minus B; shares in points. The first of each is the one used elsewhere.",
		Columns: []reports.Column{
			{Name: "Metric", Key: "metric", Kind: reports.Text}, {Name: "Stratum", Key: "stratum", Kind: reports.Text}, {Name: "Value", Key: "value", Kind: reports.Text}, {Name: "A", Key: "a", Kind: reports.Text}, {Name: "B", Key: "b", Kind: reports.Text},
			{Name: "Method", Key: "method", Kind: reports.Text}, {Name: c.level() + " interval", Key: "interval", Kind: reports.Interval},
		}}
	add := func(name []reports.Cell, main *result.IntervalEstimate, others []result.IntervalEstimate, cell func(*result.IntervalEstimate) reports.Cell) {
		if main == nil || len(others) == 0 {
			return
		}
		for _, i := range append([]result.IntervalEstimate{*main}, others...) {
			t.Rows = append(t.Rows, slices.Concat(name, []reports.Cell{{Text: c.interval(i.Method), Full: i.Method}, cell(&i)}))
		}
	}
	for i := range c.res.Summaries {
		if s := &c.res.Summaries[i]; s.Benchmark == v.name {
			name := append(c.stratumCells(s.Metric, s.Stratum), c.names.Cell(s.Run), reports.Cell{})
			add(name, s.Interval, s.Others, v.scale(s.Metric).Interval)
		}
	}
	for i := range c.asCompared {
		if p := &c.asCompared[i]; p.Benchmark == v.name {
			add(c.pairCells(p), p.Interval, p.Others, v.scale(p.Metric).DifferenceInterval)
		}
	}
	return t
}

// stratumCells names a metric and a stratum: metric, stratum, value.
func (c *composer) stratumCells(metric string, s *result.Stratum) []reports.Cell {
	if s == nil {
		return []reports.Cell{c.names.NameCell(metric), {Text: "overall"}, {}}
	}
	return []reports.Cell{c.names.NameCell(metric), c.names.Cell(s.Name), c.names.Cell(s.Value)}
}

// pairCells names a comparison: metric, stratum, value, a, b.
func (c *composer) pairCells(p *result.Comparison) []reports.Cell {
	return append(c.stratumCells(p.Metric, p.Stratum), c.names.Cell(p.A), c.names.Cell(p.B))
}
