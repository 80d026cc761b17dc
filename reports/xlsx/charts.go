package xlsx

import (
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"
)

// How many bars a chart of runs, and one of differences, holds.
const (
	mostRuns  = 40
	mostPairs = 24
)

// signedFormat shows points on an axis.
const signedFormat = "+0;-0;0"

// drawing is a chart of the sheet of charts.
type drawing interface {
	rows() int // its height in rows of the sheet
	// write writes it, its title in the given row, as the nth chart of the workbook.
	write(b *book, row, n int) error
}

// planCharts finds what can be drawn: the leaderboard of every benchmark with
// several runs, the differences of its pairs, and cost against success.
func (b *book) planCharts() []drawing {
	var out []drawing
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
					case "frontier":
						if s := frontierChart(p, grid, i, b.several); s != nil {
							out = append(out, s)
						}
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

// valueHead is the head of a chart's numbers.
const valueHead = "Value"

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
func (b *book) writeCharts(charts []drawing) error {
	if len(charts) == 0 {
		return nil
	}
	widths := widths{of: []float64{64, 18, 18, 12, 4}}
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
		if err := c.write(b, row, i+1); err != nil {
			return err
		}
		row += c.rows() + 3
	}
	gridLines := false
	if err := b.file.SetSheetView(chartSheet, 0, &excelize.ViewOptions{ShowGridLines: &gridLines}); err != nil {
		return err
	}
	if err := b.paper(chartSheet, 1, 0, ""); err != nil {
		return err
	}
	return b.printed(chartSheet, 5+chartWidth/pixelsOfColumn+2, row)
}

// chartHead writes a title, and the header of the numbers below it.
func (b *book) chartHead(title string, row int, names ...string) error {
	if err := b.text(chartSheet, row-1, title, style{strong: true}); err != nil {
		return err
	}
	for k, name := range names {
		if err := b.cell(chartSheet, k+1, row, name, style{header: true, right: k > 0}); err != nil {
			return err
		}
	}
	return nil
}

// chartAt puts the nth chart of the workbook beside its numbers. The library
// places it; what it draws is the given markup.
func (b *book) chartAt(row, height int, about string, n int, markup []byte) error {
	b.replaced[fmt.Sprintf("xl/charts/chart%d.xml", n)] = markup
	return b.file.AddChart(chartSheet, fmt.Sprintf("F%d", row), &excelize.Chart{
		Type:      excelize.Bar,
		Series:    []excelize.ChartSeries{{Name: chartSheet + "!$B$1", Values: chartSheet + "!$B$1:$B$2"}},
		Dimension: excelize.ChartDimension{Width: chartWidth, Height: uint(height)},
		Format:    excelize.GraphicOptions{AltText: about},
	})
}

func (c *chart) height() int { return chartFrame + chartBar*len(c.bars) }

func (c *chart) rows() int { return max(c.height()/pixelsOfRow, len(c.bars)+2) }

// write writes the bars' numbers and the chart.
func (c *chart) write(b *book, row, n int) error {
	c.row = row + 1
	what := "Run"
	if c.key == "difference" {
		what = "Pair"
	}
	if err := b.chartHead(c.title, c.row, what, valueHead, "Below", "Above"); err != nil {
		return err
	}
	refer := func(key string, high bool, row int) (string, error) {
		k := columnOf(c.grid.merged, key)
		if high {
			k++
		}
		name, err := excelize.CoordinatesToCellName(k, c.grid.header+1+row)
		return quoted(c.page.name) + "!" + name, err
	}
	for i, r := range c.bars {
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
	markup, err := c.markup()
	if err != nil {
		return err
	}
	return b.chartAt(c.row, c.height(), c.title, n, markup)
}
