package figures

import "mcpstats/reports"

// betweenLines is the space between two lines of panels.
const betweenLines = 18

// panels draws small multiples: the same rows in every panel, named once at the
// left of each line of panels, all on one scale.
func (l *layouter) panels(c reports.Panels) {
	names := panelNames(c)
	longest, lines := min(longestLabel, 220.0), 2
	least, gap := 140.0, 32.0
	if l.fixed {
		longest, lines, least, gap = 0.34*l.canvas, 3, min(l.px(130), 0.27*l.canvas), l.px(24)
	}
	labels := l.faces.fitAll(names, l.textSize, false, longest, lines)
	if l.fixed && shortened(names, labels) {
		labels = l.faces.fitAll(names, l.textSize, false, 0.42*l.canvas, 4)
	}
	left := margin + l.widestOf(labels) + columnGap

	perLine := max(1, min(len(c.Panels), 4, int((l.canvas-left-margin+gap)/(least+gap))))
	// Four panels stand better two by two than three and one.
	inAll := (len(c.Panels) + perLine - 1) / perLine
	if inAll > 0 {
		perLine = (len(c.Panels) + inAll - 1) / inAll
	}
	l.scene.width = l.canvas
	if !l.fixed {
		l.scene.width = max(l.canvas, left+least+margin)
	}
	width := (l.scene.width - margin - left - gap*float64(perLine-1)) / float64(perLine)
	row := map[string]int{}
	for i, n := range names {
		row[n] = i
	}

	// One domain for all panels: panels with axes of their own could not be compared by
	// eye, which is all that they are for.
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
			titles[i] = l.faces.fit(p.Title, l.textSize, true, width, lines)
			titleLines = max(titleLines, len(titles[i]))
		}
		top := y + float64(titleLines)*l.lineHeight + 5
		middles, _, bottom := l.rowsBelow(top, l.px(20), labels)
		for i, n := range labels {
			l.scene.add(group{title: clean(names[i])})
			l.column(n, margin, middles[i], start, body)
			l.scene.add(groupEnd{})
		}
		for i, p := range inLine {
			s := scale{low: low, high: high, left: left + float64(i)*(width+gap)}
			s.right = s.left + width
			for j, t := range titles[i] {
				at := top - 8 - float64(len(titles[i])-1-j)*l.lineHeight
				l.scene.add(text{x: s.left, y: at, s: t, size: l.textSize, bold: true, anchor: start, ink: body})
			}
			y = l.xAxis(c.Axis, false, s, [][2]float64{{top, bottom}})
			for _, e := range p.Rows {
				l.scene.add(group{title: rowTitle(e)})
				l.estimate(e, s, middles[row[rowKey(c, e)]], l.px(3.8))
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

// panelNames are the names of the panels' rows, in order of appearance.
func panelNames(c reports.Panels) []string {
	seen := map[string]bool{}
	var names []string
	for _, p := range c.Panels {
		for _, e := range p.Rows {
			if key := rowKey(c, e); !seen[key] {
				seen[key] = true
				names = append(names, key)
			}
		}
	}
	return names
}
