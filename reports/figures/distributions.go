package figures

import (
	"math"

	"mcpstats/reports"
)

const (
	insideOpacity  = 0.55 // of what lies within the interval
	outsideOpacity = 0.22
)

// distributions draws a histogram a row on one axis, each to its own height, dark within
// the interval, which stands below it with the estimate. Heights cannot be compared
// between rows, whose bins may differ in width; where the mass lies can.
func (l *layouter) distributions(c reports.Distributions) {
	names, notes := make([]string, len(c.Rows)), make([]string, len(c.Rows))
	var values []float64
	for i, d := range c.Rows {
		names[i], notes[i] = d.Label, d.Note
		values = append(values, d.BinsFrom, d.BinsFrom+d.BinWidth*float64(len(d.Counts)))
		values = append(values, extent([]reports.Estimate{d.Estimate})...)
	}
	r := l.rowsOf(names, notes, 0)
	s := scale{left: r.left, right: r.right}
	s.low, s.high = domain(c.Axis, true, values)
	const top = margin
	bottom := r.place(top, l.px(58))
	pieces := r.pieces(top, bottom)
	y := l.xAxis(c.Axis, true, s, pieces)
	if s.low <= 0 && s.high >= 0 {
		for _, p := range pieces {
			l.scene.add(line{x1: s.at(0), y1: p[0], x2: s.at(0), y2: p[1], width: 1.2, ink: rule})
		}
	}
	for i, d := range c.Rows {
		l.scene.add(group{title: rowTitle(d.Estimate)})
		r.draw(i)
		foot := r.bottoms[i] - l.px(13)
		l.histogram(d, s, r.tops[i]+3, foot)
		l.estimate(d.Estimate, s, foot+l.px(7), l.px(3.8))
		l.scene.add(groupEnd{})
	}
	l.scene.height = l.axisLabel(c.Axis.Label, s.left, s.right, y) + 2
}

// histogram fills the bins between top and foot: below, within and above the
// interval.
func (l *layouter) histogram(d reports.Distribution, s scale, top, foot float64) {
	most := 0
	for _, n := range d.Counts {
		most = max(most, n)
	}
	if most == 0 || !(d.BinWidth > 0 && d.BinWidth < largest && math.Abs(d.BinsFrom) < largest) {
		return
	}
	edge := func(i int) float64 {
		x, _ := s.clamped(d.BinsFrom + d.BinWidth*float64(i))
		return x
	}
	inside := func(i int) bool {
		at := d.BinsFrom + d.BinWidth*(float64(i)+0.5)
		return d.HasInterval && at >= d.Low && at <= d.High
	}
	for from := 0; from < len(d.Counts); {
		to := from
		corners := [][2]float64{{edge(from), foot}}
		for ; to < len(d.Counts) && inside(to) == inside(from); to++ {
			y := foot - (foot-top)*float64(d.Counts[to])/float64(most)
			corners = append(corners, [2]float64{edge(to), y}, [2]float64{edge(to + 1), y})
		}
		corners = append(corners, [2]float64{edge(to), foot})
		opacity := outsideOpacity
		if inside(from) {
			opacity = insideOpacity
		}
		l.scene.add(area{corners: corners, ink: inkOf(d.Series), opacity: opacity})
		from = to
	}
}
