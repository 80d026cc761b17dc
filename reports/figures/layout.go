package figures

import (
	"math"

	"mcpstats/reports"
)

// Lengths in CSS pixels.
const (
	margin    = 6
	columnGap = 14
	baseline  = 0.36 // of the size: from a line's middle down to its baseline

	pointsPerPixel = 0.75
)

// layouter places the marks of one chart.
type layouter struct {
	format
	faces *typefaces
	scene *scene
}

// column places a name's lines around the middle y of its row.
func (l *layouter) column(lines []string, x, y float64, a anchor, i ink) {
	top := y - float64(len(lines)-1)*l.lineHeight/2
	for k, s := range lines {
		l.scene.add(text{x: x, y: top + float64(k)*l.lineHeight + baseline*l.textSize, s: s, size: l.textSize, anchor: a, ink: i})
	}
}

// widestOf is the width of the widest of many names.
func (l *layouter) widestOf(names [][]string) float64 {
	var w float64
	for _, n := range names {
		w = max(w, l.faces.widest(n, l.textSize, false))
	}
	return w
}

// xAxis draws the grid lines, each in the given pieces from top to bottom, the
// tick labels below the last and returns the y below them.
func (l *layouter) xAxis(a reports.Axis, signed bool, s scale, pieces [][2]float64) float64 {
	bottom := 0.0
	for _, p := range pieces {
		bottom = max(bottom, p[1])
	}
	measure := func(t string) float64 { return l.faces.width(t, l.smallSize, false) }
	y := bottom + 5 + l.smallSize
	for _, t := range ticks(a, signed, s.low, s.high, s.right-s.left, measure) {
		x := s.at(t.at)
		i := grid
		if signed && t.at == 0 {
			i = rule
		}
		for _, p := range pieces {
			l.scene.add(line{x1: x, y1: p[0], x2: x, y2: p[1], width: 1, ink: i})
		}
		if near, ok := l.tickLabelAt(x, measure(t.label)); ok {
			l.scene.add(text{x: near, y: y, s: t.label, size: l.smallSize, anchor: middle, ink: muted})
		}
	}
	return y + 4
}

// tickLabelAt is the middle of a label of the given width at the tick x, moved
// so far that it stays on the canvas; false where that is too far from its tick.
func (l *layouter) tickLabelAt(x, width float64) (near float64, ok bool) {
	near = min(max(x, width/2+margin), l.scene.width-margin-width/2)
	return near, math.Abs(near-x) <= mayShift
}

// axisLabel writes the label centred below a plot from left to right and
// returns the y below it.
func (l *layouter) axisLabel(label string, left, right, y float64) float64 {
	lines := l.faces.fit(label, l.smallSize, false, l.scene.width-2*margin, 3)
	for _, s := range lines {
		half := l.faces.width(s, l.smallSize, false) / 2
		x := min(max((left+right)/2, half+margin), l.scene.width-margin-half)
		y += l.smallSize + 3
		l.scene.add(text{x: x, y: y, s: s, size: l.smallSize, anchor: middle, ink: muted})
	}
	return y + 4
}

// estimate draws a point and its interval in a row centred at y.
func (l *layouter) estimate(e reports.Estimate, s scale, y, r float64) {
	i := inkOf(e.Series)
	if e.HasInterval && !math.IsNaN(e.Low) && !math.IsNaN(e.High) {
		lo, offLow := s.clamped(e.Low)
		hi, offHigh := s.clamped(e.High)
		l.scene.add(line{x1: lo, y1: y, x2: hi, y2: y, width: r * 0.42, ink: i})
		if offLow {
			l.arrow(lo, y, -1, r, i)
		}
		if offHigh {
			l.arrow(hi, y, 1, r, i)
		}
	}
	// A point beyond the axis is left out: drawn at the edge, it would be read as lying
	// there. Its note has the value, and its interval ends in an arrow.
	if x, off := s.clamped(e.Value); !off && !math.IsNaN(e.Value) {
		l.scene.add(point{x: x, y: y, r: r, shape: shapeOf(e.Series), ink: i, hollow: e.Hollow})
	}
}

// arrow ends an interval that goes on beyond the axis.
func (l *layouter) arrow(x, y, direction, r float64, i ink) {
	back := x - direction*r*1.1
	l.scene.add(
		line{x1: back, y1: y - r*0.8, x2: x, y2: y, width: r * 0.42, ink: i},
		line{x1: back, y1: y + r*0.8, x2: x, y2: y, width: r * 0.42, ink: i},
	)
}

// rowsBelow gives every row of a column of names its middle, below top: a row is
// as high as its name's lines, at least least. bottom is the end of the last.
func (l *layouter) rowsBelow(top, least float64, names [][]string) (middles, heights []float64, bottom float64) {
	for _, n := range names {
		h := max(least, float64(len(n))*l.lineHeight+4)
		middles, heights = append(middles, top+h/2), append(heights, h)
		top += h
	}
	return middles, heights, top
}

// extent is every value that an axis must hold.
func extent(rows []reports.Estimate) []float64 {
	var out []float64
	for _, e := range rows {
		out = append(out, e.Value)
		if e.HasInterval {
			out = append(out, e.Low, e.High)
		}
	}
	return out
}
