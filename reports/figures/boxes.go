package figures

import (
	"mcpstats/reports"
)

// boxes draws a box a row: quartiles, the median as a line, the mean as a mark, whiskers, and
// what lies beyond them as open marks.
func (l *layouter) boxes(c reports.Boxes) {
	names, notes := make([]string, len(c.Rows)), make([]string, len(c.Rows))
	var values []float64
	for i, b := range c.Rows {
		names[i], notes[i] = b.Label, b.Note
		values = append(append(values, b.Low, b.High, b.Mean), b.Beyond...)
	}
	r := l.rowsOf(names, notes, 0)
	s := scale{left: r.left, right: r.right}
	s.low, s.high = domain(c.Axis, false, values)
	const top = margin
	bottom := r.place(top, l.px(26))
	y := l.xAxis(c.Axis, false, s, r.pieces(top, bottom))
	half := l.px(7)
	for i, b := range c.Rows {
		at := r.middles[i]
		l.scene.add(group{title: rowTitle(reports.Estimate{Label: b.Label, Note: b.Note, Hover: b.Hover})})
		r.draw(i)
		x := func(v float64) float64 { p, _ := s.clamped(v); return p }
		ink := inkOf(b.Series)
		l.scene.add(
			line{x1: x(b.Low), y1: at, x2: x(b.Q1), y2: at, width: 1.4, ink: ink},
			line{x1: x(b.Q3), y1: at, x2: x(b.High), y2: at, width: 1.4, ink: ink},
			line{x1: x(b.Low), y1: at - half/2, x2: x(b.Low), y2: at + half/2, width: 1.4, ink: ink},
			line{x1: x(b.High), y1: at - half/2, x2: x(b.High), y2: at + half/2, width: 1.4, ink: ink},
			box{x: x(b.Q1), y: at - half, w: x(b.Q3) - x(b.Q1), h: 2 * half, ink: ink, opacity: insideOpacity},
			line{x1: x(b.Median), y1: at - half, x2: x(b.Median), y2: at + half, width: 2.4, ink: body},
		)
		for _, v := range b.Beyond {
			if p, cut := s.clamped(v); !cut {
				l.scene.add(point{x: p, y: at, r: l.px(2.4), ink: ink, hollow: true})
			}
		}
		l.scene.add(point{x: x(b.Mean), y: at, r: l.px(3), shape: shapeOf(b.Series), ink: body})
		l.scene.add(groupEnd{})
	}
	l.scene.height = l.axisLabel(c.Axis.Label, s.left, s.right, y) + 2
}
