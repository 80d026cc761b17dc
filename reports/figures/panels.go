package figures

import (
	"math"

	"mcpstats/reports"
)

// betweenLines is the space between two lines of panels.
const betweenLines = 18

// panels draws small multiples: the same rows in every panel, named once at the
// left of each line of panels, all on one scale.
func (l *layouter) panels(c reports.Panels) {
	rows, labels := l.panelRows(c)
	left := margin + l.widestOf(labels) + columnGap

	const least, gap = 140, 32
	perLine := max(1, min(len(c.Panels), 4, int((figureWidth-left-margin+gap)/(least+gap))))
	// Four panels stand better two by two than three and one.
	lines := (len(c.Panels) + perLine - 1) / perLine
	if lines > 0 {
		perLine = (len(c.Panels) + lines - 1) / lines
	}
	l.scene.width = max(figureWidth, left+least+margin)
	width := (l.scene.width - margin - left - gap*float64(perLine-1)) / float64(perLine)

	var values []float64
	for _, p := range c.Panels {
		values = append(values, extent(p.Rows)...)
	}
	low, high := domain(c.Axis, false, values)

	y := float64(margin)
	for k := 0; k < len(c.Panels); k += perLine {
		inLine := c.Panels[k:min(k+perLine, len(c.Panels))]
		titles := make([][]string, len(inLine))
		titleLines := 1
		for i, p := range inLine {
			titles[i] = l.faces.fit(p.Title, textSize, true, width, 2)
			titleLines = max(titleLines, len(titles[i]))
		}
		top := y + float64(titleLines)*lineHeight + 5
		middles, _, bottom := rowsBelow(top, 20, labels)
		for i, n := range labels {
			l.column(n, margin, middles[i], start, body)
		}
		for i, p := range inLine {
			s := scale{low: low, high: high, left: left + float64(i)*(width+gap)}
			s.right = s.left + width
			for j, t := range titles[i] {
				at := top - 8 - float64(len(titles[i])-1-j)*lineHeight
				l.scene.add(text{x: s.left, y: at, s: t, size: textSize, bold: true, anchor: start, ink: body})
			}
			y = l.xAxis(c.Axis, false, s, top, bottom)
			for _, e := range p.Rows {
				l.scene.add(group{title: rowTitle(e)})
				l.estimate(e, s, middles[rows[rowKey(c, e)]], 3.8)
				l.scene.add(groupEnd{})
			}
		}
		y += betweenLines
	}
	l.scene.height = l.axisLabel(c.Axis.Label, left, l.scene.width-margin, y-betweenLines) + 2
}

// rowKey is the name of an estimate's row: its label, or its series'.
func rowKey(c reports.Panels, e reports.Estimate) string {
	if e.Label == "" && e.Series >= 0 && e.Series < len(c.Series) {
		return c.Series[e.Series]
	}
	return e.Label
}

// panelRows is the union of the panels' rows, in order of appearance.
func (l *layouter) panelRows(c reports.Panels) (index map[string]int, labels [][]string) {
	index = map[string]int{}
	var names []string
	for _, p := range c.Panels {
		for _, e := range p.Rows {
			key := rowKey(c, e)
			if _, ok := index[key]; !ok {
				index[key] = len(names)
				names = append(names, key)
			}
		}
	}
	return index, l.faces.fitAll(names, textSize, false, math.Min(longestLabel, 220), 2)
}
