package xlsx

import (
	"bytes"
	"fmt"
	"math"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// scatter is a native chart of what runs reach against what they cost, each named
// at its point.
type scatter struct {
	title, across, up string
	format            string // of the upward axis
	points            []scatterPoint

	page *page
	grid *grid
	row  int // the header row of the chart's numbers
}

// scatterPoint is one run: a row of the grid.
type scatterPoint struct {
	label         string
	at            int
	cost, quality reports.Cell
	on            bool // the frontier
}

// How many points a chart holds, and of how many the names do not hide each other:
// of more, those on the frontier are named.
const (
	mostPoints = 20
	mostNamed  = 8
)

// Columns of a table that scatter reads.
const (
	costKey    = "cost"
	qualityKey = "quality"
)

// frontierChart draws one benchmark's runs by cost; nil where there are too few or
// too many.
func frontierChart(p *page, g *grid, table int, several bool) *scatter {
	from := g.tables[table]
	cost, quality := column(from.Table, costKey), column(from.Table, qualityKey)
	if cost < 0 || quality < 0 {
		return nil
	}
	s := &scatter{across: from.Columns[cost].Name, up: from.Columns[quality].Name, format: "General", page: p, grid: g}
	s.title = s.up + " against " + s.across + "; blue: on the frontier"
	if several {
		s.title = from.benchmark + ": " + s.title
	}
	if from.Columns[quality].Kind == reports.Percent {
		s.format = "0%"
	}
	t := g.merged
	for i, row := range t.Rows {
		x, y := row[column(t, costKey)], row[column(t, qualityKey)]
		if g.from[i] != table || !x.HasValue || !y.HasValue || math.IsInf(x.Value, 0) || math.IsInf(y.Value, 0) {
			continue
		}
		on := column(t, "on_frontier")
		s.points = append(s.points, scatterPoint{label: text(shortName(row[column(t, "run")])), at: i, cost: x, quality: y, on: on >= 0 && row[on].Text == "yes"})
	}
	if len(s.points) < 2 || len(s.points) > mostPoints {
		return nil
	}
	if len(s.points) > mostNamed {
		s.title += ", named"
	}
	return s
}

// Height of a scatter in rows, and of its label's colours.
const (
	scatterRows    = 22
	colourFrontier = "2F75B5"
	colourOff      = "A6ABB1"
)

func (s *scatter) rows() int { return max(scatterRows, len(s.points)+2) }

// write writes the points' numbers and the chart.
func (s *scatter) write(out *sheet, row int) {
	s.row = row + 1
	out.chartHead(s.title, s.row, "Run", s.across, s.up)
	for i, p := range s.points {
		at := s.row + 1 + i
		out.chartLabel(at, p.label)
		for k, c := range []struct {
			key  string
			cell reports.Cell
		}{{costKey, p.cost}, {qualityKey, p.quality}} {
			name, err := excelize.CoordinatesToCellName(s.grid.columnOf(c.key), s.grid.header+1+p.at)
			out.do(err)
			look := style{right: true, live: true, format: measured(numberFormat(kindOf(s.grid.merged, c.key, c.cell), c.cell.Decimals), c.cell.Measure)}
			out.cell(numberColumn+1+k, at, computed{quoted(s.page.name) + "!" + name, c.cell.Value}, look)
		}
	}
	markup, err := s.markup()
	out.chartAt(fmt.Sprintf("A%d", row), chartWidth, scatterRows*pixelsOfRow, s.title, markup, err)
}

func (s *scatter) markup() ([]byte, error) {
	type point struct {
		Name          texts
		Colour, Place string
		Named         bool
		X, Y          series
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range s.points {
		low, high = min(low, p.cost.Value), max(high, p.cost.Value)
	}
	var points []point
	for i, p := range s.points {
		ref := func(column string) string { return fmt.Sprintf("%s!$%s$%d", chartSheet, column, s.row+1+i) }
		out := point{Name: texts{ref(labelLetter), []string{p.label}}, Colour: colourOff, Place: "r", Named: p.on || len(s.points) <= mostNamed,
			X: series{ref(firstLetter), []*float64{&p.cost.Value}}, Y: series{ref(belowLetter), []*float64{&p.quality.Value}}}
		if p.on {
			out.Colour = colourFrontier
		}
		if p.cost.Value > (low+high)/2 {
			out.Place = "l" // its name would leave the chart
		}
		points = append(points, out)
	}
	var from *float64
	if s.format == "0%" {
		from = new(float64)
	}
	var out bytes.Buffer
	err := chartXML.ExecuteTemplate(&out, "points", map[string]any{
		"Title": label{s.title, 1200, 1}, "Points": points,
		"Across": valueAxis{ID: 111, Other: 222, Side: "b", Crosses: "autoZero", Between: "midCat", Ticks: "low", Title: label{s.across, 1000, 0}, Format: "#,##0.###"},
		"Up":     valueAxis{ID: 222, Other: 111, Side: "l", Crosses: "autoZero", Between: "midCat", Ticks: "low", Title: label{s.up, 1000, 0}, Format: s.format, Min: from},
	})
	return out.Bytes(), err
}
