package figures

import (
	"math"
	"slices"

	"mcpstats/reports"
)

const (
	mostMarked     = 24 // points of a line that are marked one by one
	bandOpacity    = 0.15
	longestEndName = 210 // pixels
)

// lines draws curves over a grid of horizontal lines, each named at its end:
// the eye need not carry a colour to a legend and back. Names that a fixed canvas
// has no room for stand below.
func (l *layouter) lines(c reports.Lines) {
	ends := l.lineEnds(c)
	column, height := ends.width(), max(l.plotHeight, ends.height())
	if ends.below {
		column, height = 0, l.plotHeight
	}

	y := axisScale{log: c.LogY}
	y.fitUp(c)
	yTicks := y.upTicks(c.Axis, height, l.smallSize+2.5)
	widest := 0.0
	for _, t := range yTicks {
		widest = max(widest, l.faces.width(t.label, l.smallSize, false))
	}
	left := margin + widest + 8
	l.scene.width = l.canvas
	if !l.fixed {
		l.scene.width = max(l.canvas, left+narrowest+column+margin)
	}
	x := axisScale{log: c.LogX, scale: scale{left: left, right: l.scene.width - margin - column}}
	x.fit(c)

	top := l.labelAbove(c.Axis.Label)
	top = l.namesAbove(c, x, top) + 6
	bottom := top + height
	y.left, y.right = bottom, top

	for _, t := range yTicks {
		at := y.at(t.at)
		l.scene.add(
			line{x1: left, y1: at, x2: x.right, y2: at, width: 1, ink: grid},
			text{x: left - 8, y: at + baseline*l.smallSize, s: t.label, size: l.smallSize, anchor: end, ink: muted},
		)
	}
	below := l.xTicks(c, x, bottom)
	p := plot{x: x, y: y, left: left, right: x.right, top: top, bottom: bottom, marked: marked(c), radius: l.px(3.4), taken: map[[2]int]int{}}
	// All bands first, so that no band covers another line.
	if !c.Bars {
		for i := range c.Series {
			l.band(p, c.Series[i])
		}
	}
	for _, r := range c.References {
		l.reference(p, r)
	}
	for i := range c.Series {
		l.drawLine(p, i, c)
	}
	below = l.axisLabel(c.XAxis.Label, left, x.right, below)
	if ends.below {
		below = ends.legend(l, p, below+2)
	} else {
		ends.draw(l, p)
	}
	l.scene.height = below + 2
}

// plot is the area that lines are drawn in.
type plot struct {
	x, y                     axisScale
	left, right, top, bottom float64
	marked                   bool           // points have marks
	radius                   float64        // of a mark
	taken                    map[[2]int]int // marks by the pixel they stand on
}

// radiusAt is the radius of the next mark at a place. What stands on one point is
// not moved apart, which would draw other values than there are: each mark is
// smaller than the one below it, so that all of them show.
func (p plot) radiusAt(k [2]float64) float64 {
	at := [2]int{int(math.Round(k[0])), int(math.Round(k[1]))}
	below := p.taken[at]
	p.taken[at]++
	return p.radius * math.Pow(0.72, float64(min(below, 4)))
}

// at is where a point stands, near enough for the clipping to cut
// it off where it is far beyond the plot.
func (p plot) at(x, y float64) [2]float64 {
	const far = 1e5
	clamp := func(v float64) float64 { return min(max(v, -far), far) }
	return [2]float64{clamp(p.x.at(x)), clamp(p.y.at(y))}
}

// shows reports whether a point has a place on both axes.
func (p plot) shows(q reports.LinePoint) bool {
	return p.x.takes(q.X) && !math.IsNaN(q.Y) && (!p.y.log || q.Y > 0)
}

// runs are the stretches of a line without a gap, in pixels. A point that stands
// apart is none of them.
func (p plot) runs(c reports.Lines, series int) [][][2]float64 {
	var out [][][2]float64
	var run [][2]float64
	for _, q := range c.Series[series].Points {
		if !p.shows(q) || q.Apart {
			if len(run) > 0 {
				out = append(out, run)
			}
			run = nil
			continue
		}
		if n := len(run); c.Stairs && n > 0 {
			run = append(run, [2]float64{p.at(q.X, q.Y)[0], run[n-1][1]})
		}
		run = append(run, p.at(q.X, q.Y))
	}
	if len(run) > 0 {
		out = append(out, run)
	}
	return out
}

func (p plot) holds(k [2]float64) bool {
	const slack = 0.01
	return k[0] >= p.left-slack && k[0] <= p.right+slack && k[1] >= p.top-slack && k[1] <= p.bottom+slack
}

// drawLine draws a line, its marks and, where intervals are bars, those.
func (l *layouter) drawLine(p plot, series int, c reports.Lines) {
	s := c.Series[series]
	l.scene.add(group{title: clean(s.Name)})
	if c.Bars {
		for _, q := range s.Points {
			if !q.HasInterval || !p.shows(q) || math.IsNaN(q.Low) || math.IsNaN(q.High) {
				continue
			}
			lo, hi := p.at(q.X, q.Low), p.at(q.X, q.High)
			if lo[0] < p.left || lo[0] > p.right || lo[1] < p.top || hi[1] > p.bottom {
				continue
			}
			l.scene.add(line{x1: lo[0], y1: min(lo[1], p.bottom), x2: hi[0], y2: max(hi[1], p.top), width: 1.4, ink: inkOf(s.Series)})
		}
	}
	for _, run := range p.runs(c, series) {
		if s.Scatter {
			break
		}
		for _, piece := range p.clipLine(run) {
			l.scene.add(curve{corners: piece, width: 2, dash: dashOf(s.Series), ink: inkOf(s.Series)})
		}
	}
	l.scene.add(groupEnd{})
	for i, q := range s.Points {
		if !p.shows(q) {
			continue
		}
		k := p.at(q.X, q.Y)
		if !p.marked && !s.Scatter && !q.Apart && !p.alone(s.Points, i) || s.Through || c.Stairs || !p.holds(k) {
			continue
		}
		mark := point{x: k[0], y: k[1], r: p.radiusAt(k), shape: markOf(s), ink: inkOf(s.Series), hollow: q.Apart}
		if q.Note == "" {
			l.scene.add(mark)
			continue
		}
		l.scene.add(group{title: rowTitle(reports.Estimate{Label: s.Name, Note: q.Note})}, mark, groupEnd{})
	}
}

// markOf is the shape of a line's marks.
func markOf(s reports.Line) shape {
	if s.Mark > 0 {
		return shape(s.Mark-1) % shapes
	}
	return shapeOf(s.Series)
}

// alone tells whether no neighbour of a point joins it to a line, so that without
// a mark nobody would see it.
func (p plot) alone(points []reports.LinePoint, i int) bool {
	joins := func(k int) bool {
		return k >= 0 && k < len(points) && !points[k].Apart && !math.IsNaN(points[k].Y) && (!p.y.log || points[k].Y > 0)
	}
	return !joins(i-1) && !joins(i+1)
}

// band fills between the bounds of neighbouring points that have an interval.
func (l *layouter) band(p plot, s reports.Line) {
	var lows, highs [][2]float64
	fill := func() {
		if len(lows) > 1 {
			slices.Reverse(lows)
			if corners := p.clipArea(append(highs, lows...)); len(corners) > 2 {
				l.scene.add(area{corners: corners, ink: inkOf(s.Series), opacity: bandOpacity})
			}
		}
		lows, highs = nil, nil
	}
	for _, q := range s.Points {
		if !q.HasInterval || !p.shows(q) || math.IsNaN(q.Low) || math.IsNaN(q.High) {
			fill()
			continue
		}
		lows = append(lows, p.at(q.X, q.Low))
		highs = append(highs, p.at(q.X, q.High))
	}
	fill()
}

// dashOf tells lines apart where colours repeat.
func dashOf(s int) []float64 {
	if s < 0 {
		return nil
	}
	return [...][]float64{nil, {7, 3}, {2, 2.5}, {9, 3, 2, 3}}[s/seriesInks%4]
}

// marked reports whether every line has few enough points to mark each.
func marked(c reports.Lines) bool {
	for _, s := range c.Series {
		if len(s.Points) > mostMarked {
			return false
		}
	}
	return true
}

// linesExtent is every value that the vertical axis must hold.
func linesExtent(c reports.Lines) []float64 {
	var out []float64
	for _, s := range c.Series {
		for _, p := range s.Points {
			out = append(out, p.Y)
			if p.HasInterval {
				out = append(out, p.Low, p.High)
			}
		}
	}
	for _, r := range c.References {
		if r.Kind == reports.Across {
			out = append(out, r.At)
		}
	}
	return out
}

// abscissas are the points' distinct x, ascending.
func abscissas(c reports.Lines) []float64 {
	var out []float64
	for _, s := range c.Series {
		for _, p := range s.Points {
			if math.Abs(p.X) < largest && (!c.LogX || p.X > 0) {
				out = append(out, p.X)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
