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
	const rowHeight, smallest, largest = 26, 34, 96
	labels := l.faces.fitAll(c.Rows, textSize, false, longestLabel, 1)
	left := margin + l.widestOf(labels) + 10

	var widestText float64
	for _, row := range c.Text {
		for _, s := range row {
			widestText = max(widestText, l.faces.width(clean(s), smallSize, false))
		}
	}
	n := float64(max(1, len(c.Cols)))
	cell := max(smallest, min(largest, (figureWidth-margin-left)/n), min(widestText+8, 2*largest))

	heads := make([][]string, len(c.Cols))
	turned := false
	for k, name := range c.Cols {
		lines, ok := l.faces.level(name, textSize, cell-6, 2)
		heads[k], turned = lines, turned || !ok
	}
	headHeight := float64(lineHeight)
	rightEdge := left + n*cell
	if turned {
		heads = l.faces.fitAll(c.Cols, textSize, false, 190, 1)
		for k, h := range heads {
			w := l.faces.widest(h, textSize, false)
			headHeight = max(headHeight, (w+textSize)*math.Sqrt2/2)
			rightEdge = max(rightEdge, left+(float64(k)+0.5)*cell+(w+textSize)*math.Sqrt2/2)
		}
	} else {
		for _, h := range heads {
			headHeight = max(headHeight, float64(len(h))*lineHeight)
		}
	}
	l.scene.width = max(figureWidth, rightEdge+margin)
	top := margin + headHeight + 5

	for k, h := range heads {
		x := left + (float64(k)+0.5)*cell
		if turned {
			for _, s := range h {
				l.scene.add(text{x: x, y: top - 5, s: s, size: textSize, anchor: start, ink: body, turned: true})
			}
			continue
		}
		for j, s := range h {
			l.scene.add(text{x: x, y: top - 8 - float64(len(h)-1-j)*lineHeight, s: s, size: textSize, anchor: middle, ink: body})
		}
	}
	for i := range c.Rows {
		y := top + float64(i)*rowHeight
		l.column(labels[i], margin, y+rowHeight/2, start, body)
		for k := range c.Cols {
			x := left + float64(k)*cell
			printed := ""
			if i < len(c.Text) && k < len(c.Text[i]) {
				printed = strings.Join(l.faces.fit(c.Text[i][k], smallSize, false, cell-4, 1), "")
			}
			l.scene.add(group{title: clean(c.Rows[i]) + ", " + clean(c.Cols[k]) + ": " + printed})
			l.cell(c, c.Values[i][k], printed, x, y, cell, rowHeight)
			l.scene.add(groupEnd{})
		}
	}
	y := top + rowHeight*float64(len(c.Rows))
	l.scene.height = l.colourScale(c, left, y+12) + margin
	return nil
}

// cell draws one entry; one without a value stays white.
func (l *layouter) cell(c reports.Matrix, v float64, printed string, x, y, w, h float64) {
	i, opacity := cellColour(c, v)
	if opacity > 0 {
		l.scene.add(box{x: x + 0.75, y: y + 0.75, w: w - 1.5, h: h - 1.5, ink: i, opacity: opacity})
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
		l.scene.add(text{x: x + w/2, y: y + h/2 + baseline*smallSize, s: printed, size: smallSize, anchor: middle, ink: on})
	}
}

// cellColour is a value's ink and its opacity: stronger is higher, or further
// from the middle of a diverging scale. The weakest value keeps a trace.
func cellColour(c reports.Matrix, v float64) (ink, float64) {
	if math.IsNaN(v) || !(c.High > c.Low) {
		return cool, 0
	}
	t := min(max((v-c.Low)/(c.High-c.Low), 0), 1)
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
	const steps, width, height = 24, 120.0, 10.0
	axis := reports.Axis{}
	format := func(v float64) string { return tickLabel(axis, c.Diverging, v, scaleDecimals(c.High-c.Low)) }
	x := left
	low, high := format(c.Low), format(c.High)
	place := func(s string, i ink) {
		l.scene.add(text{x: x, y: y + height/2 + baseline*smallSize, s: s, size: smallSize, anchor: start, ink: i})
		x += l.faces.width(s, smallSize, false) + 6
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
	if lines := l.faces.fit(c.Label, smallSize, false, l.scene.width-margin-x, 1); len(lines) == 1 {
		place(lines[0], muted)
	}
	return y + height + 4
}

// scaleDecimals is how many digits after the point tell a scale's ends apart.
func scaleDecimals(span float64) int {
	return max(0, 1-int(math.Floor(math.Log10(span))))
}
