package xlsx

import (
	"fmt"
	"math"
	"strings"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// How many bars a chart of runs, and one of differences, holds.
const (
	mostRuns  = 40
	mostPairs = 24
)

// signedFormat shows points on an axis.
const signedFormat = "+0;-0;0"

// planCharts finds what can be drawn: the leaderboard of every benchmark with
// several runs, and the differences of its pairs.
func (b *book) planCharts() []*chart {
	var out []*chart
	for _, p := range b.pages {
		for _, g := range p.groups {
			for _, grid := range g.grids {
				for i := range grid.tables {
					var c *chart
					switch grid.merged.Origin.Part {
					case "leaderboard":
						c = boardChart(grid, i, b.several)
					case "comparisons":
						c = pairChart(grid, i, b.several)
					}
					if c != nil {
						c.page = p
						out = append(out, c)
					}
				}
			}
		}
	}
	return out
}

// boardChart draws one benchmark's runs.
func boardChart(g *grid, table int, several bool) *chart {
	from := g.tables[table]
	k := column(from.Table, "mean")
	if k < 0 {
		return nil
	}
	c := &chart{grid: g, key: "mean", axis: from.Columns[k].Name, format: "General"}
	c.title = "Mean " + from.Columns[k].Name + " with its interval"
	c.rows = chartRows(g, table, "mean", mostRuns, func(row func(string) reports.Cell) string { return row("run").Text })
	if from.Columns[k].Kind == reports.Percent {
		zero := 0.0
		c.format, c.low = "0%", &zero
	}
	return c.named(from, several)
}

// pairChart draws the differences of one benchmark's pairs; where there are many,
// those of the first run.
func pairChart(g *grid, table int, several bool) *chart {
	from := g.tables[table]
	k := column(from.Table, "difference")
	if k < 0 {
		return nil
	}
	c := &chart{grid: g, key: "difference", axis: from.Columns[k].Name, format: "General"}
	c.title = "Differences with their intervals, A minus B; grey: no difference shown"
	if from.Columns[k].Kind == reports.Points {
		c.format = signedFormat
	}
	c.rows = chartRows(g, table, "difference", math.MaxInt, func(row func(string) reports.Cell) string {
		return row("a").Text + " - " + row("b").Text
	})
	if len(c.rows) > mostPairs {
		run := mostCompared(from.Table)
		kept := c.rows[:0]
		for _, r := range c.rows {
			row := g.merged.Rows[r.at]
			if len(kept) < mostPairs && (row[column(g.merged, "a")].Text == run || row[column(g.merged, "b")].Text == run) {
				kept = append(kept, r)
			}
		}
		c.rows = kept
		c.title += " (pairs of " + run + ")"
	}
	return c.named(from, several)
}

// mostCompared is the run that the first pairs are about: comparisons begin with
// those of the first run of the ranking, or are all with the baseline.
func mostCompared(t reports.Table) string {
	count := map[string]int{}
	a, b := column(t, "a"), column(t, "b")
	for _, row := range t.Rows[:min(len(t.Rows), mostPairs/2)] {
		count[row[a].Text]++
		count[row[b].Text]++
	}
	if first := t.Rows[0]; count[first[b].Text] > count[first[a].Text] {
		return first[b].Text
	}
	return t.Rows[0][a].Text
}

// named puts the benchmark's name before the title where there are several; a chart of less than two bars
// is none.
func (c *chart) named(from tableOf, several bool) *chart {
	if len(c.rows) < 2 {
		return nil
	}
	if several {
		c.title = from.benchmark + ": " + c.title
	}
	return c
}

// chartRows reads the bars of one table out of a grid.
func chartRows(g *grid, table int, key string, most int, name func(row func(string) reports.Cell) string) []chartRow {
	var out []chartRow
	t := g.merged
	for i, cells := range t.Rows {
		if g.from[i] != table || len(out) == most {
			continue
		}
		cell := func(key string) reports.Cell {
			if k := column(t, key); k >= 0 {
				return cells[k]
			}
			return reports.Cell{}
		}
		e := cell(key)
		if !e.HasValue || math.IsInf(e.Value, 0) {
			continue
		}
		scale := 1.0
		if kindOf(t, key, e) == reports.Points {
			scale = 100
		}
		r := chartRow{label: text(name(cell)), at: i, value: e.Value * scale, format: numberFormat(kindOf(t, key, e), e.Decimals)}
		if iv := cell("interval"); iv.HasValue && !math.IsInf(iv.Low, 0) && !math.IsInf(iv.High, 0) {
			below, above := (e.Value-iv.Low)*scale, (iv.High-e.Value)*scale
			r.below, r.above = &below, &above
		}
		if shown := cell("outcome").Text; shown != "" {
			r.grey = !strings.HasPrefix(shown, "A ") && !strings.HasPrefix(shown, "B ")
		}
		out = append(out, r)
	}
	return out
}

// Sizes of a chart in pixels, and of a row.
const (
	chartWidth  = 900
	chartFrame  = 130 // title and axis
	chartBar    = 26
	pixelsOfRow = 20

	pixelsOfColumn = 64
)

// writeCharts writes the sheet of charts: beside each the numbers that it draws,
// which follow the tables that they come from.
func (b *book) writeCharts(charts []*chart) error {
	if len(charts) == 0 {
		return nil
	}
	widths := widths{of: []float64{72, 10, 10, 10, 4}}
	if err := widths.set(b.file, chartSheet); err != nil {
		return err
	}
	if err := b.text(chartSheet, 1, chartSheet, style{strong: true, size: 14}); err != nil {
		return err
	}
	if err := b.link(chartSheet, "A2", "Back to the summary", target{summarySheet, 1}); err != nil {
		return err
	}
	row := firstRow
	for i, c := range charts {
		c.row = row + 1
		if err := b.writeChart(c, i+1); err != nil {
			return err
		}
		height := (chartFrame + chartBar*len(c.rows)) / pixelsOfRow
		row += max(height, len(c.rows)+2) + 3
	}
	gridLines := false
	if err := b.file.SetSheetView(chartSheet, 0, &excelize.ViewOptions{ShowGridLines: &gridLines}); err != nil {
		return err
	}
	if err := b.paper(chartSheet, pageWidth-1, 0, ""); err != nil {
		return err
	}
	return b.printed(chartSheet, 5+chartWidth/pixelsOfColumn+2, row)
}

// writeChart writes the numbers of the nth chart of the workbook, and the chart.
func (b *book) writeChart(c *chart, n int) error {
	if err := b.text(chartSheet, c.row-1, c.title, style{strong: true}); err != nil {
		return err
	}
	for k, name := range []string{c.axis, "Value", "Below", "Above"} {
		if k == 0 {
			name = "Run"
			if c.key == "difference" {
				name = "Pair"
			}
		}
		if err := b.cell(chartSheet, k+1, c.row, name, style{header: true, right: k > 0}); err != nil {
			return err
		}
	}
	refer := func(key string, high bool, row int) (string, error) {
		k := columnOf(c.grid.merged, key)
		if high {
			k++
		}
		name, err := excelize.CoordinatesToCellName(k, c.grid.header+1+row)
		return quoted(c.page.name) + "!" + name, err
	}
	for i, r := range c.rows {
		at := c.row + 1 + i
		value, err := refer(c.key, false, r.at)
		if err != nil {
			return err
		}
		if err := b.cell(chartSheet, 1, at, r.label, style{}); err != nil {
			return err
		}
		look := style{right: true, live: true, format: r.format}
		if err := b.cell(chartSheet, 2, at, computed{value, r.value}, look); err != nil {
			return err
		}
		if r.below == nil {
			continue
		}
		if c.format == signedFormat {
			look.format = strings.TrimPrefix(strings.SplitN(look.format, ";", 2)[0], "+") // lengths have no sign
		}
		low, err := refer("interval", false, r.at)
		if err != nil {
			return err
		}
		high, err := refer("interval", true, r.at)
		if err != nil {
			return err
		}
		if err := b.cell(chartSheet, 3, at, computed{fmt.Sprintf("B%d-%s", at, low), *r.below}, look); err != nil {
			return err
		}
		if err := b.cell(chartSheet, 4, at, computed{fmt.Sprintf("%s-B%d", high, at), *r.above}, look); err != nil {
			return err
		}
	}
	// The library places the chart; what it draws is written anew.
	err := b.file.AddChart(chartSheet, fmt.Sprintf("F%d", c.row), &excelize.Chart{
		Type:      excelize.Bar,
		Series:    []excelize.ChartSeries{{Name: chartSheet + "!$B$1", Values: chartSheet + "!$B$1:$B$2"}},
		Dimension: excelize.ChartDimension{Width: chartWidth, Height: uint(chartFrame + chartBar*len(c.rows))},
		Format:    excelize.GraphicOptions{AltText: c.title},
	})
	if err != nil {
		return err
	}
	markup, err := c.markup()
	b.replaced[fmt.Sprintf("xl/charts/chart%d.xml", n)] = markup
	return err
}
