package figures

import (
	"fmt"
	"math"
	"strings"

	"mcpstats/reports"
)

// matrix draws a grid of cells coloured by value, with their text in them.
// Names of columns stand level where they fit and turned by 45 degrees where
// they do not.
func (l *layouter) matrix(c reports.Matrix) error {
	if len(c.Values) != len(c.Rows) {
		return fmt.Errorf("matrix has %d rows of values for %d names", len(c.Values), len(c.Rows))
	}
	for i, row := range c.Values {
		if len(row) != len(c.Cols) {
			return fmt.Errorf("matrix row %d has %d values for %d columns", i+1, len(row), len(c.Cols))
		}
	}
	g := l.gridOf(c)
	l.scene.width = g.width
	top := margin + g.headHeight + 5
	left, cell := g.left, g.cell
	g.printed = l.cellSize(c, cell)
	for k, h := range g.heads {
		x := left + (float64(k)+0.5)*cell
		if g.turned {
			for _, s := range h {
				l.scene.add(text{x: x, y: top - 5, s: s, size: l.textSize, anchor: start, ink: body, turned: true})
			}
			continue
		}
		for j, s := range h {
			l.scene.add(text{x: x, y: top - 8 - float64(len(h)-1-j)*l.lineHeight, s: s, size: l.textSize, anchor: middle, ink: body})
		}
	}
	for i := range c.Rows {
		y := top + float64(i)*g.rowHeight
		l.column(g.labels[i], margin, y+g.rowHeight/2, start, body)
		for k := range c.Cols {
			x := left + float64(k)*cell
			printed := ""
			if i < len(c.Text) && k < len(c.Text[i]) {
				printed = l.inCell(c.Text[i][k], g.printed > 0)
			}
			l.scene.add(group{title: clean(c.Rows[i]) + ", " + clean(c.Cols[k]) + ": " + printed})
			l.cell(c, c.Values[i][k], printed, g.printed, x, y, cell, g.rowHeight)
			l.scene.add(groupEnd{})
		}
	}
	y := top + g.rowHeight*float64(len(c.Rows))
	y = l.colourScale(c, left, y+l.px(12))
	for _, key := range g.keys {
		y += l.lineHeight
		l.scene.add(text{x: margin, y: y, s: key, size: l.smallSize, anchor: start, ink: body})
	}
	l.scene.height = y + margin
	return nil
}

// cellSize is the size of type in which the cells print: on a fixed canvas down to
// 6 points; 0 where they have no room for all texts.
func (l *layouter) cellSize(c reports.Matrix, cell float64) float64 {
	least := 1.0
	if l.fixed {
		least = 6 / pointsPerPixel / l.smallSize
	}
	room := (cell - 2) / max(l.widestCell(c), 1e-9)
	switch {
	case room >= 1:
		return l.smallSize
	case room >= least:
		return room * l.smallSize
	}
	return 0
}

// inCell is a cell's text where all find room: digits that are cut off would be
// others. A star, which marks what is significant, stays.
func (l *layouter) inCell(s string, prints bool) string {
	s = clean(s)
	switch {
	case prints:
		return s
	case strings.HasSuffix(s, "*"):
		return "*"
	}
	return ""
}

// cell draws one entry; one without a value stays white.
func (l *layouter) cell(c reports.Matrix, v float64, printed string, size, x, y, w, h float64) {
	if size == 0 {
		size = l.smallSize
	}
	i, opacity := cellColour(c, v)
	if opacity > 0 {
		gap := min(0.75, w/10)
		l.scene.add(box{x: x + gap, y: y + 0.75, w: w - 2*gap, h: h - 1.5, ink: i, opacity: opacity})
	}
	if printed != "" {
		// The ink with the better contrast, on white and on dark paper.
		on := body
		switch {
		case i == cool && opacity > 0.92:
			on = light
		case i == warm && opacity > 0.6:
			on = dark
		}
		l.scene.add(text{x: x + w/2, y: y + h/2 + baseline*size, s: printed, size: size, anchor: middle, ink: on})
	}
}

// cellColour is a value's ink and its opacity: stronger is higher, or further
// from the middle of a diverging scale. The weakest value keeps a trace.
func cellColour(c reports.Matrix, v float64) (ink, float64) {
	if math.IsNaN(v) || !(c.High > c.Low) {
		return cool, 0
	}
	t := min(max((v-c.Low)/(c.High-c.Low), 0), 1)
	if c.Dense {
		return cool, 0.14 + 0.86*t // an empty cell is another thing than the lowest value
	}
	if !c.Diverging {
		return cool, 0.04 + 0.96*t
	}
	if t < 0.5 {
		return cool, (0.5 - t) * 2
	}
	return warm, (t - 0.5) * 2
}

// colourScale draws the key of the colours and returns the y below it.
func (l *layouter) colourScale(c reports.Matrix, left, y float64) float64 {
	if !(c.High > c.Low) {
		return y
	}
	const steps, height = 24, 10.0
	width := l.px(120)
	axis := reports.Axis{}
	format := func(v float64) string { return tickLabel(axis, c.Diverging, v, scaleDecimals(c.High-c.Low)) }
	x := left
	low, high := format(c.Low), format(c.High)
	place := func(s string, i ink) {
		l.scene.add(text{x: x, y: y + height/2 + baseline*l.smallSize, s: s, size: l.smallSize, anchor: start, ink: i})
		x += l.faces.width(s, l.smallSize, false) + 6
	}
	place(low, muted)
	for k := range steps {
		v := c.Low + (c.High-c.Low)*(float64(k)+0.5)/steps
		i, opacity := cellColour(c, v)
		l.scene.add(box{x: x + float64(k)*width/steps, y: y, w: width / steps, h: height, ink: i, opacity: opacity})
	}
	x += width + 6
	place(high, muted)
	x += 6
	beside := l.scene.width - margin - x
	if l.fixed && l.faces.width(clean(c.Label), l.smallSize, false) > beside {
		y += height
		for _, s := range l.faces.fit(c.Label, l.smallSize, false, l.scene.width-2*margin, 3) {
			y += l.lineHeight
			l.scene.add(text{x: margin, y: y, s: s, size: l.smallSize, anchor: start, ink: muted})
		}
		return y + 4
	}
	if lines := l.faces.fit(c.Label, l.smallSize, false, beside, 1); len(lines) == 1 {
		place(lines[0], muted)
	}
	return y + height + 4
}

// scaleDecimals is how many digits after the point tell a scale's ends apart.
func scaleDecimals(span float64) int {
	return max(0, 1-int(math.Floor(math.Log10(span))))
}
