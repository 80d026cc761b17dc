package figures

import (
	"math"

	"mcpstats/reports"
)

// groupedBars draws the segments of every row below one another, each from zero, so that equal
// lengths are equal numbers; a missing one leaves its place empty.
func (l *layouter) groupedBars(c reports.Bars) {
	names, notes := make([]string, len(c.Bars)), make([]string, len(c.Bars))
	values := []float64{0}
	signed := false
	for i, b := range c.Bars {
		names[i], notes[i] = b.Label, b.Note
		for k, v := range b.Values {
			values = append(values, v)
			signed = signed || v < 0
			if b.Bounds != nil {
				values = append(values, b.Bounds[k][0], b.Bounds[k][1])
				signed = signed || b.Bounds[k][0] < 0
			}
		}
	}
	drawn := values[:0]
	for _, v := range values {
		if !math.IsNaN(v) {
			drawn = append(drawn, v)
		}
	}
	r := l.rowsOf(names, notes, 0)
	s := scale{left: r.left, right: r.right}
	s.low, s.high = domain(c.Axis, signed, drawn)
	if !signed {
		s.low = min(s.low, 0)
	}
	// A bar is read by its length, which misleads on an axis that does not begin at zero.
	if !c.Axis.Fixed && !signed {
		s.low = 0
	}
	thick, gap := l.px(9), l.px(9)
	most := 1
	for _, b := range c.Bars {
		most = max(most, len(b.Values))
	}
	block := float64(most) * (thick + 1)
	top := l.legend(c, s.left, s.right) + 6
	bottom := r.placeBlocks(top, block, gap)
	pieces := r.pieces(top, bottom)
	y := l.xAxis(c.Axis, signed, s, pieces)
	zero, _ := s.clamped(0)
	if signed {
		for _, p := range pieces {
			l.scene.add(line{x1: zero, y1: p[0], x2: zero, y2: p[1], width: 1.2, ink: rule})
		}
	}
	for i, b := range c.Bars {
		r.draw(i)
		at := r.middles[i] - block/2
		for k, v := range b.Values {
			if !math.IsNaN(v) {
				hover := reports.Estimate{Label: b.Label, Note: c.Segments[k]}
				if k < len(b.Hover) {
					hover.Note = b.Hover[k]
				}
				l.scene.add(group{title: rowTitle(hover)})
				end, _ := s.clamped(v)
				l.scene.add(box{x: min(zero, end), y: at, w: math.Abs(end - zero), h: thick, ink: inkOf(seriesOf(c, k)), opacity: tintOf(seriesOf(c, k))})
				if b.Bounds != nil && !math.IsNaN(b.Bounds[k][0]) && !math.IsNaN(b.Bounds[k][1]) {
					low, _ := s.clamped(b.Bounds[k][0])
					high, _ := s.clamped(b.Bounds[k][1])
					l.scene.add(line{x1: low, y1: at + thick/2, x2: high, y2: at + thick/2, width: 1.4, ink: body})
				}
				l.scene.add(groupEnd{})
			}
			at += thick + 1
		}
	}
	l.scene.height = l.axisLabel(c.Axis.Label, s.left, s.right, y) + 2
}

// placeBlocks is place for rows that are all as high as a block of bars, with a gap between, also
// where names stand above them.
func (r *rows) placeBlocks(top, block, gap float64) float64 {
	for _, lines := range r.labels {
		high := float64(len(lines)) * r.l.lineHeight
		if !r.above {
			h := max(block+gap, high+4)
			r.tops, r.middles, r.bottoms = append(r.tops, top), append(r.middles, top+h/2), append(r.bottoms, top+h)
			top += h
			continue
		}
		r.tops, r.middles, r.bottoms = append(r.tops, top+high), append(r.middles, top+high+block/2+1), append(r.bottoms, top+high+block+2)
		top += high + block + gap
	}
	return top
}
