package figures

import (
	"math"

	"mcpstats/reports"
)

const (
	levelHeight   = 8.0   // from one group's bar to the next
	longestRanked = 215.0 // pixels of a name beside the axis
	rankedShare   = 0.3   // of a fixed canvas: for the names of a side, and for the axis at least
)

// criticalDifference draws average ranks as points on an axis with their names
// at both sides: the better half at the left, the best on top, the worse half at
// the right, the worst on top, so that no two leaders cross.
func (l *layouter) criticalDifference(c reports.CriticalDifference) {
	names, notes := make([]string, len(c.Runs)), make([]string, len(c.Runs))
	var widestNote float64
	for i, r := range c.Runs {
		names[i] = r.Label
		for _, s := range l.faces.fit(r.Note, l.smallSize, false, 80, 1) {
			notes[i] = s
			widestNote = max(widestNote, l.faces.width(s, l.smallSize, false))
		}
	}
	labels := l.faces.fitAll(names, l.textSize, false, l.bounded(longestRanked, rankedShare), 2)
	half := (len(labels) + 1) / 2
	side := func(names [][]string) float64 { return margin + l.widestOf(names) + 8 + widestNote + 8 }
	left, right := side(labels[:half]), side(labels[half:])
	l.scene.width = l.canvas
	switch {
	case l.fixed && (shortened(names, labels) || left+rankedShare*l.canvas+right > l.canvas):
		l.rankedRows(c)
		return
	case !l.fixed:
		l.scene.width = max(l.canvas, left+narrowest+right)
	}
	s := scale{left: left, right: l.scene.width - right}
	s.low, s.high = rankDomain(c)

	top := l.criticalLength(c, s, margin)
	axis := l.ranksAxis(c.Axis, s, top)
	below := axis + 12
	bars := l.groupBars(c, s, below)
	rows := max(below+bars+6, axis+18)

	row := func(names [][]string) []float64 {
		middles, _, _ := l.rowsBelow(rows, l.px(20), names)
		return middles
	}
	at := make([]float64, len(labels))
	copy(at, row(labels[:half]))
	// The last run stands on top at the right.
	last := len(labels) - 1
	reversed := make([][]string, 0, len(labels)-half)
	for i := last; i >= half; i-- {
		reversed = append(reversed, labels[i])
	}
	for k, y := range row(reversed) {
		at[last-k] = y
	}
	l.leaders(c, s, at, half, axis)
	bottom := rows
	for i, r := range c.Runs {
		l.scene.add(group{title: rowTitle(reports.Estimate{Label: r.Label, Note: r.Note})})
		note := text{y: at[i] + baseline*l.smallSize, s: notes[i], size: l.smallSize, ink: muted}
		name, anchor := s.left-16-widestNote, end
		note.x, note.anchor = s.left-8, end
		if i >= half {
			name, anchor = s.right+16+widestNote, start
			note.x, note.anchor = s.right+8, start
		}
		l.column(labels[i], name, at[i], anchor, body)
		if note.s != "" {
			l.scene.add(note)
		}
		if x, ok := s.inside(r.Value); ok {
			l.scene.add(point{x: x, y: axis, r: l.px(4.2), shape: shapeOf(r.Series), ink: inkOf(r.Series)})
		}
		l.scene.add(groupEnd{})
		bottom = max(bottom, at[i]+float64(len(labels[i]))*l.lineHeight/2+4)
	}
	l.scene.height = bottom + margin
}

// rankedRows draws the ranks as a forest does, for long names on a narrow canvas:
// a row a run, and the groups as bars at the side.
func (l *layouter) rankedRows(c reports.CriticalDifference) {
	names, notes := make([]string, len(c.Runs)), make([]string, len(c.Runs))
	for i, r := range c.Runs {
		names[i], notes[i] = r.Label, r.Note
	}
	lanes, lane := laneOf(c.Groups, len(c.Runs))
	const laneWidth = 8
	r := l.rowsOf(names, notes, float64(lanes)*laneWidth)
	s := scale{left: r.left, right: r.right}
	s.low, s.high = rankDomain(c)
	top := l.criticalLength(c, s, margin)
	bottom := r.place(top, l.px(24))
	y := l.xAxis(c.Axis, false, s, r.pieces(top, bottom))
	for i, run := range c.Runs {
		l.scene.add(group{title: rowTitle(reports.Estimate{Label: run.Label, Note: run.Note})})
		r.draw(i)
		if x, ok := s.inside(run.Value); ok {
			l.scene.add(point{x: x, y: r.middles[i], r: l.px(4.6), shape: shapeOf(run.Series), ink: inkOf(run.Series)})
		}
		l.scene.add(groupEnd{})
	}
	for i, g := range c.Groups {
		if lane[i] >= 0 {
			l.bracket(g, "", r.lanesAt+float64(lane[i])*laneWidth, r)
		}
	}
	l.scene.height = l.axisLabel(c.Axis.Label, s.left, s.right, y) + 2
}

// rankDomain is from the whole rank at or before the best run to the one at or after the
// worst, and holds the critical difference. Whole ranks at the ends let a reader count
// places.
func rankDomain(c reports.CriticalDifference) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, r := range c.Runs {
		if math.Abs(r.Value) < largest {
			low, high = min(low, math.Floor(r.Value)), max(high, math.Ceil(r.Value))
		}
	}
	if low > high {
		low, high = 1, 2
	}
	if c.CD < largest {
		high = max(high, low+c.CD)
	}
	if low == high {
		high++
	}
	return low, high
}

// criticalLength draws the critical difference as a length above the axis and
// returns the y below it.
func (l *layouter) criticalLength(c reports.CriticalDifference, s scale, y float64) float64 {
	if !(c.CD > 0 && c.CD < largest) {
		return y
	}
	x1, x2 := s.at(s.low), s.at(s.low+c.CD)
	y += l.smallSize / 2
	l.scene.add(
		line{x1: x1, y1: y, x2: x2, y2: y, width: 1.6, ink: body},
		line{x1: x1, y1: y - 4, x2: x1, y2: y + 4, width: 1.6, ink: body},
		line{x1: x2, y1: y - 4, x2: x2, y2: y + 4, width: 1.6, ink: body},
	)
	for _, note := range l.faces.fit(c.Note, l.smallSize, false, 200, 1) {
		w := l.faces.width(note, l.smallSize, false)
		l.scene.add(text{x: min(x2+8, l.scene.width-margin-w), y: y + baseline*l.smallSize, s: note, size: l.smallSize, anchor: start, ink: body})
	}
	return y + l.smallSize
}

// ranksAxis draws the axis with its ticks and labels above it, and returns its y.
func (l *layouter) ranksAxis(a reports.Axis, s scale, top float64) float64 {
	for _, name := range l.faces.fit(a.Label, l.smallSize, false, l.scene.width-2*margin, 2) {
		half := l.faces.width(name, l.smallSize, false) / 2
		x := min(max((s.left+s.right)/2, half+margin), l.scene.width-margin-half)
		top += l.smallSize + 4
		l.scene.add(text{x: x, y: top, s: name, size: l.smallSize, anchor: middle, ink: muted})
	}
	axis := top + l.smallSize + 14
	measure := func(t string) float64 { return l.faces.width(t, l.smallSize, false) }
	for _, t := range ticks(a, false, s.low, s.high, s.right-s.left, measure) {
		x := s.at(t.at)
		l.scene.add(line{x1: x, y1: axis - 5, x2: x, y2: axis, width: 1, ink: rule})
		if near, ok := l.tickLabelAt(x, measure(t.label)); ok {
			l.scene.add(text{x: near, y: axis - 8, s: t.label, size: l.smallSize, anchor: middle, ink: muted})
		}
	}
	l.scene.add(line{x1: s.left, y1: axis, x2: s.right, y2: axis, width: 1.2, ink: rule})
	return axis
}

// groupBars draws every group as a bar on a level of its own, below y, and
// returns how high they stack. A bar that passes runs which do not belong has a
// mark on each that does.
func (l *layouter) groupBars(c reports.CriticalDifference, s scale, y float64) float64 {
	const beyond = 3 // a bar reaches past its ends, so that it meets their leaders
	height := 0.0
	for _, g := range c.Groups {
		if g.First < 0 || g.Last >= len(c.Runs) || g.First >= g.Last {
			continue
		}
		x1, ok1 := s.inside(c.Runs[g.First].Value)
		x2, ok2 := s.inside(c.Runs[g.Last].Value)
		if !ok1 || !ok2 {
			continue
		}
		at := y + height
		l.scene.add(group{title: clean(g.Label)}, line{x1: min(x1, x2) - beyond, y1: at, x2: max(x1, x2) + beyond, y2: at, width: 3.2, ink: body})
		for _, m := range g.Members {
			if m < 0 || m >= len(c.Runs) {
				continue
			}
			if x, ok := s.inside(c.Runs[m].Value); ok {
				l.scene.add(point{x: x, y: at, r: 3.4, ink: body})
			}
		}
		l.scene.add(groupEnd{})
		height += levelHeight
	}
	return height
}

// leaders join every run's point with its name.
func (l *layouter) leaders(c reports.CriticalDifference, s scale, at []float64, half int, axis float64) {
	for i, r := range c.Runs {
		x, ok := s.inside(r.Value)
		if !ok {
			continue
		}
		to := s.left - 5
		if i >= half {
			to = s.right + 5
		}
		l.scene.add(curve{corners: [][2]float64{{x, axis}, {x, at[i]}, {to, at[i]}}, width: 1, ink: rule})
	}
}
