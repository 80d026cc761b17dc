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
	write(s *sheet, row, n int)
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
	out := b.open(chartSheet, layout{widths: widths{of: []float64{64, 18, 18, 12, 4}}, white: true, beside: 1})
	out.head(chartSheet)
	row := firstRow
	for i, c := range charts {
		c.write(out, row, i+1)
		row += c.rows() + 3
	}
	out.printed(5+chartWidth/pixelsOfColumn+2, row)
	return out.end()
}

// chartHead writes a title, and the header of the numbers below it.
func (s *sheet) chartHead(title string, row int, names ...string) {
	s.text(row-1, title, style{strong: true})
	for k, name := range names {
		s.cell(k+1, row, name, style{header: true, right: k > 0})
	}
}

// chartAt puts the nth chart of the workbook beside its numbers. The library
// places it; what it draws is the given markup.
func (s *sheet) chartAt(row, height int, about string, n int, markup []byte, err error) {
	s.do(err)
	s.book.replaced[fmt.Sprintf("xl/charts/chart%d.xml", n)] = markup
	s.do(s.book.file.AddChart(chartSheet, fmt.Sprintf("F%d", row), &excelize.Chart{
		Type:      excelize.Bar,
		Series:    []excelize.ChartSeries{{Name: chartSheet + "!$B$1", Values: chartSheet + "!$B$1:$B$2"}},
		Dimension: excelize.ChartDimension{Width: chartWidth, Height: uint(height)},
		Format:    excelize.GraphicOptions{AltText: about},
	}))
}

func (c *chart) height() int { return chartFrame + chartBar*len(c.bars) }

func (c *chart) rows() int { return max(c.height()/pixelsOfRow, len(c.bars)+2) }

// write writes the bars' numbers and the chart.
func (c *chart) write(s *sheet, row, n int) {
	c.row = row + 1
	what := "Run"
	if c.key == "difference" {
		what = "Pair"
	}
	s.chartHead(c.title, c.row, what, valueHead, "Below", "Above")
	refer := func(key string, high bool, row int) string {
		k := columnOf(c.grid.merged, key)
		if high {
			k++
		}
		name, err := excelize.CoordinatesToCellName(k, c.grid.header+1+row)
		s.do(err)
		return quoted(c.page.name) + "!" + name
	}
	for i, r := range c.bars {
		at := c.row + 1 + i
		look := style{right: true, live: true, format: r.format}
		s.text(at, r.label, style{})
		s.cell(2, at, computed{refer(c.key, false, r.at), r.value}, look)
		if r.below == nil {
			continue
		}
		if c.format == signedFormat {
			look.format = strings.TrimPrefix(strings.SplitN(look.format, ";", 2)[0], "+") // lengths have no sign
		}
		s.cell(3, at, computed{fmt.Sprintf("B%d-%s", at, refer("interval", false, r.at)), *r.below}, look)
		s.cell(4, at, computed{fmt.Sprintf("%s-B%d", refer("interval", true, r.at), at), *r.above}, look)
	}
	markup, err := c.markup()
	s.chartAt(c.row, c.height(), c.title, n, markup, err)
}
