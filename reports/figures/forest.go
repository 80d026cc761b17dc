package figures

import (
	"strings"

	"mcpstats/reports"
)

const (
	longestLabel = 300 // pixels
	longestNote  = 320
	narrowest    = 260 // of a plot
)

// forest draws names at the left, estimates on one axis, tie groups as vertical
// bars and the numbers at the right.
func (l *layouter) forest(c reports.Forest) {
	names := make([]string, len(c.Rows))
	for i, e := range c.Rows {
		names[i] = e.Label
	}
	labels := l.faces.fitAll(names, textSize, false, longestLabel, 2)
	notes := newNoteColumn(l.faces, c.Rows)
	lanes, lane := laneOf(c.Brackets, len(c.Rows))
	letters := make([]string, len(c.Brackets))
	laneWidth := 0.0
	for i, b := range c.Brackets {
		letters[i] = strings.Join(l.faces.fit(b.Label, smallSize, false, 40, 1), "")
		laneWidth = max(laneWidth, 12+l.faces.width(letters[i], smallSize, false))
	}

	left := margin + l.widestOf(labels) + columnGap
	after := notes.width() + float64(lanes)*laneWidth + margin
	if notes.width() > 0 {
		after += columnGap
	}
	if lanes > 0 {
		after += columnGap
	}
	l.scene.width = max(figureWidth, left+narrowest+after)
	s := scale{left: left, right: l.scene.width - after}
	s.low, s.high = domain(c.Axis, c.Zero, extent(c.Rows))

	rowHeight := 22.0
	if len(c.Rows) <= 12 {
		rowHeight = 26
	}
	const top = margin
	middles, heights, bottom := rowsBelow(top, rowHeight, labels)
	y := l.xAxis(c.Axis, c.Zero, s, top, bottom)
	if c.Zero && s.low <= 0 && s.high >= 0 {
		l.scene.add(line{x1: s.at(0), y1: top, x2: s.at(0), y2: bottom, width: 1.2, ink: rule})
	}
	for i, e := range c.Rows {
		l.scene.add(group{title: rowTitle(e)})
		l.column(labels[i], margin, middles[i], start, body)
		l.estimate(e, s, middles[i], 4.6)
		notes.draw(l, i, l.scene.width-margin-notes.width(), middles[i])
		l.scene.add(groupEnd{})
	}
	for i, b := range c.Brackets {
		if lane[i] < 0 {
			continue
		}
		x := s.right + columnGap + float64(lane[i])*laneWidth
		first, last := middles[b.First], middles[b.Last]
		bar := func(from, to int, width float64) {
			l.scene.add(line{x1: x, y1: middles[from] - heights[from]*0.36, x2: x, y2: middles[to] + heights[to]*0.36, width: width, ink: rule})
		}
		if b.Members == nil {
			bar(b.First, b.Last, 2.4)
		} else {
			// A thin line runs past the rows that do not belong.
			l.scene.add(line{x1: x, y1: first, x2: x, y2: last, width: 0.8, ink: rule})
			for _, m := range b.Members {
				if m >= b.First && m <= b.Last {
					bar(m, m, 2.4)
				}
			}
		}
		if letters[i] != "" {
			l.scene.add(text{x: x + 4.5, y: first + baseline*smallSize, s: letters[i], size: smallSize, anchor: start, ink: muted})
		}
	}
	l.scene.height = l.axisLabel(c.Axis.Label, s.left, s.right, y) + 2
}

func rowTitle(e reports.Estimate) string {
	return strings.TrimSuffix(clean(e.Label)+": "+clean(e.Note), ": ")
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

// noteColumn aligns notes such as "58.8% [53.9, 63.6]" as two columns: the
// value flush right, what follows flush left.
type noteColumn struct {
	faces       *typefaces
	values      []string
	rests       []string
	value, rest float64 // widths
}

func newNoteColumn(faces *typefaces, rows []reports.Estimate) *noteColumn {
	n := &noteColumn{faces: faces}
	for _, e := range rows {
		note := clean(e.Note)
		v, rest, found := strings.Cut(note, " [")
		if found {
			rest = "[" + rest
		}
		v = strings.Join(faces.fit(v, textSize, false, longestNote, 1), "")
		rest = strings.Join(faces.fit(rest, textSize, false, longestNote, 1), "")
		n.values, n.rests = append(n.values, v), append(n.rests, rest)
		n.value = max(n.value, faces.width(v, textSize, false))
		n.rest = max(n.rest, faces.width(rest, textSize, false))
	}
	return n
}

const noteGap = 6

func (n *noteColumn) width() float64 {
	if n.rest > 0 {
		return n.value + noteGap + n.rest
	}
	return n.value
}

func (n *noteColumn) draw(l *layouter, i int, x, y float64) {
	y += baseline * textSize
	if v := n.values[i]; v != "" {
		l.scene.add(text{x: x + n.value, y: y, s: v, size: textSize, anchor: end, ink: body})
	}
	if r := n.rests[i]; r != "" {
		l.scene.add(text{x: x + n.value + noteGap, y: y, s: r, size: textSize, anchor: start, ink: muted})
	}
}
