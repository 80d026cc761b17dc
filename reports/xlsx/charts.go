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
	rows() int               // its height in rows of the sheet
	write(s *sheet, row int) // its top in the given row
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
						c.page, c.benchmark = p, grid.tables[i].benchmark
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
	chartWidth  = 850
	chartFrame  = 130 // title and axis
	chartBar    = 26
	pixelsOfRow = 20
	libraryRow  = 18 // what the library takes a row for when it looks for a chart's end
)

// The charts stand in the first column, which alone is printed; the numbers that
// they draw in the columns from the third, as these letters have them.
const (
	chartColumn  = 122.0 // characters, as wide as a chart
	numberColumn = 3
	labelLetter  = "C"
	firstLetter  = "D"
	belowLetter  = "E"
	aboveLetter  = "F"
)

// Charts are printed upright at a size at which the first column is no wider than
// the page, also where a wider typeface stands in for Calibri; chartsOfPage is how
// many pixels of them one below the other fit.
const (
	chartScale   = 65 // percent
	chartsOfPage = 1480
)

// writeCharts writes the sheet of charts: beside each the numbers that it draws,
// which follow the tables that they come from. No chart is cut by a page's end.
func (b *book) writeCharts(charts []drawing) error {
	if len(charts) == 0 {
		return nil
	}
	out := b.open(chartSheet, layout{widths: widths{of: []float64{chartColumn, 4, 64, 18, 18, 12}}, white: true, scale: chartScale, upright: true})
	out.head(chartSheet)
	row, top := firstRow, 1
	for _, c := range charts {
		if (row+c.rows()-top)*pixelsOfRow > chartsOfPage && row > firstRow {
			top = row - 1 // a chart's frame is not on the edge
			out.do(b.file.InsertPageBreak(chartSheet, fmt.Sprintf("A%d", top)))
		}
		c.write(out, row)
		row += c.rows() + 3
	}
	out.printed(1, row)
	return out.end()
}

// chartHead writes a title, and the header of the numbers below it.
func (s *sheet) chartHead(title string, row int, names ...string) {
	s.cell(numberColumn, row-1, title, style{strong: true})
	s.tall(row-1, lineHeight)
	for k, name := range names {
		s.cell(numberColumn+k, row, name, style{header: true, right: k > 0})
	}
	s.tall(row, lineHeight)
}

// chartLabel names a row of a chart's numbers. Heights are given: a chart stands over
// rows, and programs make a row with text as high as their typeface.
func (s *sheet) chartLabel(row int, name string) {
	s.cell(numberColumn, row, name, style{})
	s.tall(row, lineHeight)
}

// chartAt puts a chart on a sheet. The library places it; what it draws is the given
// markup.
func (s *sheet) chartAt(cell string, width, height int, about string, markup []byte, err error) {
	s.do(err)
	s.book.drawn++
	s.book.replaced[fmt.Sprintf("xl/charts/chart%d.xml", s.book.drawn)] = markup
	s.do(s.book.file.AddChart(s.name, cell, &excelize.Chart{
		Type:      excelize.Bar,
		Series:    []excelize.ChartSeries{{Name: chartSheet + "!$B$1", Values: chartSheet + "!$B$1:$B$2"}},
		Dimension: excelize.ChartDimension{Width: uint(width), Height: uint(height * libraryRow / pixelsOfRow)},
		Format:    excelize.GraphicOptions{AltText: about},
	}))
}

func (c *chart) height() int { return chartFrame + chartBar*len(c.bars) }

func (c *chart) rows() int { return max((c.height()+pixelsOfRow-1)/pixelsOfRow, len(c.bars)+2) }

// write writes the bars' numbers and the chart.
func (c *chart) write(s *sheet, row int) {
	c.row = row + 1
	what := "Run"
	if c.key == "difference" {
		what = "Pair"
	}
	s.chartHead(c.title, c.row, what, valueHead, "Below", "Above")
	refer := func(key string, high bool, row int) string {
		k := c.grid.columnOf(key)
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
		s.chartLabel(at, r.label)
		s.cell(numberColumn+1, at, computed{refer(c.key, false, r.at), r.value}, look)
		if r.below == nil {
			continue
		}
		if c.format == signedFormat {
			look.format = strings.TrimPrefix(strings.SplitN(look.format, ";", 2)[0], "+") // lengths have no sign
		}
		s.cell(numberColumn+2, at, computed{fmt.Sprintf("%s%d-%s", firstLetter, at, refer("interval", false, r.at)), *r.below}, look)
		s.cell(numberColumn+3, at, computed{fmt.Sprintf("%s-%s%d", refer("interval", true, r.at), firstLetter, at), *r.above}, look)
	}
	markup, err := c.markup()
	s.chartAt(fmt.Sprintf("A%d", row), chartWidth, c.height(), c.title, markup, err)
}
