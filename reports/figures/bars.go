package figures

import (
	"math"

	"mcpstats/reports"
)

// bars draws one stacked bar a row from zero, under a legend in drawing order.
func (l *layouter) bars(c reports.Bars) {
	names, notes := make([]string, len(c.Bars)), make([]string, len(c.Bars))
	totals := []float64{0}
	for i, b := range c.Bars {
		names[i], notes[i] = b.Label, b.Note
		var sum float64
		for _, v := range b.Values {
			if v > 0 && !math.IsInf(v, 1) {
				sum += v
			}
		}
		totals = append(totals, sum)
	}
	r := l.rowsOf(names, notes, 0)
	s := scale{left: r.left, right: r.right}
	s.low, s.high = domain(c.Axis, false, totals)
	// A bar is read by its length, which misleads on an axis that does not begin at zero.
	s.low = math.Min(s.low, 0)
	if !c.Axis.Fixed && !c.Axis.Percent {
		s.low = 0
	}

	top := l.legend(c, s.left, s.right) + 6
	bottom := r.place(top, l.px(26))
	y := l.xAxis(c.Axis, false, s, r.pieces(top, bottom))
	thick := l.px(16)
	for i, b := range c.Bars {
		at := r.middles[i]
		l.scene.add(group{title: rowTitle(reports.Estimate{Label: b.Label, Note: b.Note, Hover: b.Hover})})
		r.draw(i)
		var sum float64
		for k, v := range b.Values {
			if !(v > 0) || math.IsInf(v, 1) {
				continue
			}
			from, _ := s.clamped(sum)
			sum += v
			to, _ := s.clamped(sum)
			l.scene.add(box{x: from, y: at - thick/2, w: to - from, h: thick, ink: inkOf(seriesOf(c, k)), opacity: tintOf(seriesOf(c, k))})
			if c.Axis.Percent {
				l.inSegment(tickLabel(reports.Axis{Label: "(%)", Percent: true}, false, 100*v, 0), (from+to)/2, at, to-from, seriesOf(c, k))
			}
			if to < s.right {
				l.scene.add(line{x1: to, y1: at - thick/2, x2: to, y2: at + thick/2, width: 1, ink: paper})
			}
		}
		l.scene.add(groupEnd{})
	}
	l.scene.height = l.axisLabel(c.Axis.Label, s.left, s.right, y) + 2
}

// inSegment writes the share of a segment of a series into it where it fits: colours are told apart
// without it, shades of a printer are not.
func (l *layouter) inSegment(s string, x, y, width float64, of int) {
	if l.faces.width(s, l.smallSize, false)+6 > width {
		return
	}
	on := dark
	if tintOf(of) == 1 {
		switch inkOf(of) {
		case series: // blue
			on = light
		case series + 6: // black, which is white on dark paper
			on = paper
		}
	}
	l.scene.add(text{x: x, y: y + baseline*l.smallSize, s: s, size: l.smallSize, anchor: middle, ink: on})
}

// seriesOf is the series whose colour a segment has; what nothing was found of has none.
func seriesOf(c reports.Bars, segment int) int {
	if c.Nothing && segment == len(c.Segments)-1 {
		return -1
	}
	if c.Series != nil {
		return c.Series[segment]
	}
	return segment
}

// legend writes the keys of the segments from left to right, in as many lines
// as they need, and returns the y below them.
func (l *layouter) legend(c reports.Bars, left, right float64) float64 {
	names := c.Segments
	const swatch, gap = 11, 18
	if len(names) == 0 {
		return margin
	}
	if l.fixed {
		left, right = margin, l.canvas-margin
	}
	fitted := l.faces.fitAll(names, l.textSize, false, right-left-swatch-6, 1)
	if total := l.legendWidth(fitted, swatch, gap); total > right-left {
		left, right = margin, l.scene.width-margin
	}
	x, y := left, margin+l.lineHeight/2.0
	for k, lines := range fitted {
		if len(lines) == 0 {
			continue
		}
		w := swatch + 6 + l.faces.width(lines[0], l.textSize, false)
		if x > left && x+w > right {
			x, y = left, y+l.lineHeight+3
		}
		l.scene.add(
			box{x: x, y: y - swatch/2.0, w: swatch, h: swatch, ink: inkOf(seriesOf(c, k)), opacity: tintOf(seriesOf(c, k))},
			text{x: x + swatch + 6, y: y + baseline*l.textSize, s: lines[0], size: l.textSize, anchor: start, ink: body},
		)
		x += w + gap
	}
	return y + l.lineHeight/2
}

func (l *layouter) legendWidth(names [][]string, swatch, gap float64) float64 {
	total := -gap
	for _, n := range names {
		total += swatch + 6 + l.faces.widest(n, l.textSize, false) + gap
	}
	return total
}
