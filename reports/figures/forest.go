package figures

import (
	"strings"

	"mcpstats/reports"
)

// forest draws names at the left, estimates on one axis, tie groups as vertical
// bars and the numbers at the right.
func (l *layouter) forest(c reports.Forest) {
	names, notes := namesOf(c.Rows)
	lanes, lane := laneOf(c.Brackets, len(c.Rows))
	letters := make([]string, len(c.Brackets))
	laneWidth := 0.0
	for i, b := range c.Brackets {
		letters[i] = strings.Join(l.faces.fit(b.Label, l.smallSize, false, 40, 1), "")
		laneWidth = max(laneWidth, 12+l.faces.width(letters[i], l.smallSize, false))
	}
	r := l.rowsOf(names, notes, float64(lanes)*laneWidth)
	s := scale{left: r.left, right: r.right}
	s.low, s.high = domain(c.Axis, c.Zero, extent(c.Rows))

	least := l.px(22)
	if len(c.Rows) <= 12 {
		least = l.px(26)
	}
	const top = margin
	bottom := r.place(top, least)
	pieces := r.pieces(top, bottom)
	y := l.xAxis(c.Axis, c.Zero, s, pieces)
	if c.Zero && s.low <= 0 && s.high >= 0 {
		for _, p := range pieces {
			l.scene.add(line{x1: s.at(0), y1: p[0], x2: s.at(0), y2: p[1], width: 1.2, ink: rule})
		}
	}
	for i, e := range c.Rows {
		l.scene.add(group{title: rowTitle(e)})
		r.draw(i)
		l.estimate(e, s, r.middles[i], l.px(4.6))
		l.scene.add(groupEnd{})
	}
	for i, b := range c.Brackets {
		if lane[i] >= 0 {
			l.bracket(b, letters[i], r.lanesAt+float64(lane[i])*laneWidth, r)
		}
	}
	l.scene.height = l.axisLabel(c.Axis.Label, s.left, s.right, y) + 2
}

// bracket draws a tie group at x; a thin line runs past the rows that do not
// belong.
func (l *layouter) bracket(b reports.Bracket, letter string, x float64, r *rows) {
	bar := func(from, to int) {
		inset := 0.14 * (r.bottoms[from] - r.tops[from])
		end := 0.14 * (r.bottoms[to] - r.tops[to])
		l.scene.add(line{x1: x, y1: r.tops[from] + inset, x2: x, y2: r.bottoms[to] - end, width: 2.4, ink: rule})
	}
	first, last := r.middles[b.First], r.middles[b.Last]
	if b.Members == nil {
		bar(b.First, b.Last)
	} else {
		l.scene.add(line{x1: x, y1: first, x2: x, y2: last, width: 0.8, ink: rule})
		for _, m := range b.Members {
			if m >= b.First && m <= b.Last {
				bar(m, m)
			}
		}
	}
	if letter != "" {
		l.scene.add(text{x: x + 4.5, y: first + baseline*l.smallSize, s: letter, size: l.smallSize, anchor: start, ink: muted})
	}
}

// namesOf are the labels and the notes of rows.
func namesOf(in []reports.Estimate) (names, notes []string) {
	for _, e := range in {
		names, notes = append(names, e.Label), append(notes, e.Note)
	}
	return names, notes
}

func rowTitle(e reports.Estimate) string {
	var lines []string
	for _, s := range append([]string{e.Label, e.Note}, e.Hover...) {
		if s = clean(s); s != "" {
			lines = append(lines, s)
		}
	}
	return strings.Join(lines, "\n")
}

// laneOf gives every bracket a column of its own beside those it overlaps: the
// first that is free, brackets sorted as they come. -1 marks one that joins no
// existing rows.
func laneOf(brackets []reports.Bracket, rows int) (lanes int, lane []int) {
	var busyTo []int // the last row of each lane
	lane = make([]int, len(brackets))
	for i, b := range brackets {
		if b.First < 0 || b.Last >= rows || b.First > b.Last {
			lane[i] = -1
			continue
		}
		k := 0
		for k < len(busyTo) && busyTo[k] >= b.First {
			k++
		}
		if k == len(busyTo) {
			busyTo = append(busyTo, 0)
		}
		busyTo[k], lane[i] = b.Last, k
	}
	return len(busyTo), lane
}
