package figures

import (
	"slices"

	"mcpstats/reports"
)

// reference draws a line that is no data.
func (l *layouter) reference(p plot, r reports.Reference) {
	var a, b [2]float64
	switch r.Kind {
	case reports.Across:
		a, b = [2]float64{p.left, p.y.at(r.At)}, [2]float64{p.right, p.y.at(r.At)}
	case reports.Down:
		if !p.x.takes(r.At) {
			return
		}
		a, b = [2]float64{p.x.at(r.At), p.top}, [2]float64{p.x.at(r.At), p.bottom}
	case reports.Diagonal:
		l.diagonal(p)
		return
	}
	if p.holds(a) && p.holds(b) {
		l.scene.add(curve{corners: [][2]float64{a, b}, width: 1.2, dash: []float64{5, 4}, ink: rule})
	}
}

// diagonal draws where both values are equal: a curve where an axis is logarithmic.
func (l *layouter) diagonal(p plot) {
	var corners [][2]float64
	const steps = 64
	for i := range steps + 1 {
		v := p.x.value(p.left + (p.right-p.left)*float64(i)/steps)
		corners = append(corners, p.at(v, v))
	}
	if !p.x.log && !p.y.log {
		corners = [][2]float64{corners[0], corners[steps]}
	}
	for _, piece := range p.clipLine(corners) {
		l.scene.add(curve{corners: piece, width: 1.2, dash: []float64{5, 4}, ink: rule})
	}
}

// labelAbove writes the vertical axis' label over the plot, level, where it can
// be read without turning the head, and returns the y below it.
func (l *layouter) labelAbove(label string) float64 {
	y := float64(margin)
	for _, s := range l.faces.fit(label, l.smallSize, false, l.scene.width-2*margin, 2) {
		y += l.smallSize + 3
		l.scene.add(text{x: margin, y: y - 3, s: s, size: l.smallSize, anchor: start, ink: muted})
	}
	return y + 4
}

// namesAbove writes the names of vertical references over the plot, in as many
// rows as keep them apart, and returns the y below.
func (l *layouter) namesAbove(c reports.Lines, x axisScale, top float64) float64 {
	var freeFrom []float64 // by row, lowest row first
	type placed struct {
		at   float64
		row  int
		name string
	}
	var names []placed
	refs := slices.Clone(c.References)
	slices.SortStableFunc(refs, func(a, b reports.Reference) int {
		switch {
		case a.At < b.At:
			return -1
		case a.At > b.At:
			return 1
		}
		return 0
	})
	for _, r := range refs {
		if r.Kind != reports.Down || !x.takes(r.At) || x.at(r.At) < x.left || x.at(r.At) > x.right {
			continue
		}
		for _, s := range l.faces.fit(r.Label, l.smallSize, false, longestEndName, 1) {
			half := l.faces.width(s, l.smallSize, false) / 2
			at := min(max(x.at(r.At), half+margin), l.scene.width-margin-half)
			row := 0
			for row < len(freeFrom) && at-half < freeFrom[row] {
				row++
			}
			if row == len(freeFrom) {
				freeFrom = append(freeFrom, 0)
			}
			freeFrom[row] = at + half + 10
			names = append(names, placed{at, row, s})
		}
	}
	bottom := top + float64(len(freeFrom))*(l.smallSize+4)
	for _, n := range names {
		l.scene.add(text{x: n.at, y: bottom - float64(n.row)*(l.smallSize+4) - 1, s: n.name, size: l.smallSize, anchor: middle, ink: muted})
	}
	return bottom
}
