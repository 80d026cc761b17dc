package compose

import (
	"math"
	"slices"

	"mcpstats/reports"
)

// mostGroups bounds the rows of bars of a figure: more are in the table alone, and said.
const mostGroups = 40

// figure draws a pivot's first cells as bars, a group of them or one stacked bar a row; false
// where none was asked for or nothing can be drawn: a negative number has no length to stack.
func (p *pivot) figure(table string) (reports.Figure, bool) {
	how := p.c.arg("figure")
	if how == "" || len(p.columns.values) < 2 && how == "stacked" {
		return reports.Figure{}, false
	}
	columns := p.columns.values
	cell := p.cells[0]
	if len(columns) > maxSegments {
		if how == "stacked" {
			return reports.Figure{}, false
		}
		columns = columns[:maxSegments]
	}
	if cell == "interval" || how == "stacked" && (cell == "difference" || cell == "ratio") {
		return reports.Figure{}, false
	}
	format := p.formatOf(columns[0], cell)
	chart := reports.Bars{Axis: p.barsAxis(columns, cell, format.kind == reports.Percent), Grouped: how == "grouped"}
	for _, value := range columns {
		chart.Segments = append(chart.Segments, p.e.c.names.Brief(value))
		if p.columns.name == "run" { // coloured as everywhere
			chart.Series = append(chart.Series, p.v.colour(value))
		}
	}
	rows := p.ordered()
	for _, row := range rows {
		if len(chart.Bars) == mostGroups {
			break
		}
		bar, ok := p.bar(row, columns, cell, &chart)
		switch {
		case !ok:
			return reports.Figure{}, false
		case slices.ContainsFunc(bar.Values, func(x float64) bool { return x != 0 && !math.IsNaN(x) }) || chart.Grouped && len(bar.Hover) > 0:
			chart.Bars = append(chart.Bars, bar)
		}
	}
	if len(chart.Bars) == 0 {
		return reports.Figure{}, false
	}
	kind, caption := reports.FigureStacked.Name, p.caption()
	if chart.Grouped {
		kind = reports.FigureGrouped.Name
		if slices.Contains(p.cells, "interval") {
			caption += " Thin lines are the intervals."
		}
	}
	if left := len(p.columns.values) - len(columns); left > 0 || len(rows) > mostGroups {
		caption += " Drawn are the first " + plural(len(chart.Bars), "row") + " and " + plural(len(columns), "column") + " of the table."
	}
	return reports.Figure{Kind: kind, ID: table + "-figure", Caption: caption, Alt: caption + " The values are in the table below.", Chart: chart}, true
}

// barsAxis is the axis that the bars are read on. Columns of several metrics share a unit, or have none.
func (p *pivot) barsAxis(columns []string, cell string, percent bool) reports.Axis {
	axis := reports.Axis{Percent: percent, Label: capital(pivotCaptions[cell])}
	sc := p.v.scale(p.at("", columns[0]).metric)
	one := !slices.ContainsFunc(columns, func(column string) bool {
		other := p.v.scale(p.at("", column).metric)
		return other.Measure != sc.Measure || other.AxisUnit() != sc.AxisUnit()
	})
	if p.calls() || cell == "share" || cell == "ratio" || !one {
		return axis
	}
	axis.Measure = sc.Measure
	if p.metric == "" || p.columns.name == "metric" {
		axis.Label += unitIn(sc)
		return axis
	}
	axis.Label = p.e.c.withUnit(p.metric, sc)
	if cell == "difference" {
		axis.Label = "Difference in " + axis.Label
	}
	return axis
}

// bar is a row of the figure; false where it cannot be drawn.
func (p *pivot) bar(row string, columns []string, cell string, chart *reports.Bars) (reports.Bar, bool) {
	bar := reports.Bar{Label: p.e.c.names.Brief(row), Values: make([]float64, len(columns))}
	intervals := chart.Grouped && slices.Contains(p.cells, "interval")
	for k, value := range columns {
		one := p.cell(row, value, cell)
		hover := chart.Segments[k] + ": " + one.Text
		bounds := [2]float64{math.NaN(), math.NaN()}
		if intervals {
			if i := p.cell(row, value, "interval"); i.HasValue {
				bounds = [2]float64{i.Low, i.High}
				hover += " " + i.Text
			}
			bar.Bounds = append(bar.Bounds, bounds)
		}
		switch {
		case chart.Grouped && !one.HasValue:
			bar.Values[k] = math.NaN()
		case !chart.Grouped && one.Value < 0:
			return bar, false
		default:
			bar.Values[k] = one.Value
		}
		if one.HasValue || chart.Grouped {
			bar.Hover = append(bar.Hover, hover)
		}
	}
	return bar, true
}
