package compose

import (
	"slices"

	"mcpstats/reports"
)

// figure draws a pivot's first cells as stacked bars, one a row; false where none was asked for
// or nothing can be stacked: a negative number has no length.
func (p *pivot) figure(table string) (reports.Figure, bool) {
	if p.c.arg("figure") != "stacked" || len(p.columns.values) < 2 {
		return reports.Figure{}, false
	}
	columns := p.columns.values
	if len(columns) > maxSegments {
		return reports.Figure{}, false
	}
	cell := p.cells[0]
	if cell == "interval" || cell == "difference" || cell == "ratio" {
		return reports.Figure{}, false
	}
	format := p.formatOf(columns[0], cell)
	chart := reports.Bars{Axis: reports.Axis{Percent: format.kind == reports.Percent}}
	chart.Axis.Label = capital(pivotCaptions[cell])
	if p.metric != "" && p.columns.name != "metric" && !p.calls() {
		chart.Axis.Label = p.e.c.names.Whole(p.metric)
	}
	if unit := p.v.scale(p.at("", columns[0]).metric).AxisUnit(); unit != "" && !p.calls() && cell != "share" {
		chart.Axis.Label += " (" + unit + ")"
	}
	for _, value := range columns {
		chart.Segments = append(chart.Segments, p.e.c.names.Brief(value))
	}
	for _, row := range p.ordered() {
		bar := reports.Bar{Label: p.e.c.names.Brief(row), Values: make([]float64, len(columns))}
		for k, value := range columns {
			one := p.cell(row, value, cell)
			if one.Value < 0 {
				return reports.Figure{}, false
			}
			bar.Values[k] = one.Value
			if one.HasValue {
				bar.Hover = append(bar.Hover, chart.Segments[k]+": "+one.Text)
			}
		}
		if slices.Max(bar.Values) > 0 {
			chart.Bars = append(chart.Bars, bar)
		}
	}
	if len(chart.Bars) == 0 {
		return reports.Figure{}, false
	}
	return reports.Figure{Kind: reports.FigureStacked.Name, ID: table + "-figure", Caption: p.caption(), Alt: p.caption() + " The values are in the table below.", Chart: chart}, true
}
