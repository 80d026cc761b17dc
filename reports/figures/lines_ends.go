package figures

import (
	"cmp"
	"math"
	"slices"

	"mcpstats/reports"
)

// lineEnds is the column at the right of lines: the names of the lines and of
// the horizontal and diagonal references, each at the height of its end.
type lineEnds struct {
	faces  *typefaces
	names  []lineEnd
	leader float64 // between the plot and the sample of a line
	below  bool    // the names stand in a legend below instead
	// shortened tells that a name had no room for all its characters.
	shortened bool
	c         reports.Lines
}

type lineEnd struct {
	lines  []string
	series int // index into Series; -1 is a reference
	ref    int
	high   float64 // of the name, with the space before the next
	x, y   float64 // the line's end, in pixels
	size   float64
}

const (
	sample    = 18 // the sample of a line beside its name
	endGap    = 5
	endMargin = 3  // between names
	farEnd    = 60 // from where on the way from a line's end to its name is dotted
)

func (l *layouter) lineEnds(c reports.Lines) *lineEnds {
	e := &lineEnds{faces: l.faces, c: c}
	names := make([]string, len(c.Series))
	for i, s := range c.Series {
		names[i] = s.Name
	}
	e.fill(l, names, l.bounded(longestEndName, endShare), 2)
	if l.fixed && (e.shortened || e.height() > 1.3*l.plotHeight) {
		e.below = true
		e.fill(l, names, l.canvas-2*margin-sample-endGap, 2)
	}
	// Many names stand far from their lines, and slanting leaders need room.
	if e.leader = l.px(18); e.height() > l.plotHeight/2 {
		e.leader = l.px(44)
	}
	return e
}

// endShare is how much of a fixed canvas the names at the ends may take.
const endShare = 0.3

// fill fits the names into a column.
func (e *lineEnds) fill(l *layouter, names []string, width float64, lines int) {
	e.names, e.shortened = nil, false
	add := func(fitted []string, n lineEnd) {
		if len(fitted) > 0 {
			n.lines, n.high = fitted, float64(len(fitted))*l.lineHeight+endMargin
			e.names = append(e.names, n)
		}
	}
	fitted := l.faces.fitAll(names, l.textSize, false, width, lines)
	e.shortened = shortened(names, fitted)
	for i, f := range fitted {
		add(f, lineEnd{series: i, size: l.textSize})
	}
	for i, r := range e.c.References {
		if r.Kind == reports.Down {
			continue
		}
		f := l.faces.fit(r.Label, l.smallSize, false, width, lines)
		e.shortened = e.shortened || shortened([]string{r.Label}, [][]string{f})
		add(f, lineEnd{series: -1, ref: i, size: l.smallSize})
	}
}

func (e *lineEnds) width() float64 {
	w := 0.0
	for _, n := range e.names {
		w = max(w, e.leader+sample+endGap+e.faces.widest(n.lines, n.size, false))
	}
	return w
}

// height is what the names take when they stand close.
func (e *lineEnds) height() float64 {
	h := 0.0
	for _, n := range e.names {
		h += n.height()
	}
	return h
}

func (n lineEnd) height() float64 { return n.high }

// draw places every name as near to the end of its line as the others allow,
// and leads from the one to the other.
func (e *lineEnds) draw(l *layouter, p plot) {
	var names []lineEnd
	for _, n := range e.names {
		if e.end(&n, p) {
			names = append(names, n)
		}
	}
	slices.SortStableFunc(names, func(a, b lineEnd) int { return cmp.Compare(a.y, b.y) })
	middles := spread(names, p.top, p.bottom)
	for i, n := range names {
		at := p.right + e.leader
		lead := [][2]float64{{p.right, n.y}, {p.right + 3, n.y}, {at - 3, middles[i]}, {at, middles[i]}}
		if n.series < 0 {
			l.scene.add(curve{corners: append(lead, [2]float64{at + sample, middles[i]}), width: 1.2, dash: []float64{5, 4}, ink: rule})
			l.smallColumn(n.lines, at+sample+endGap, middles[i])
			continue
		}
		j := inkOf(e.c.Series[n.series].Series)
		l.scene.add(group{title: clean(e.c.Series[n.series].Name)})
		if e.c.Series[n.series].Scatter { // which ends nowhere
			lead = nil
		}
		switch from := [2]float64{n.x + 5, n.y}; {
		case lead == nil:
		case p.right-n.x > farEnd:
			l.scene.add(curve{corners: [][2]float64{from, lead[0]}, width: 1, dash: []float64{1, 3}, ink: j})
		case from[0] < p.right:
			lead[0] = from
		}
		if lead != nil {
			l.scene.add(curve{corners: lead, width: 1, ink: j})
		}
		e.sample(l, p, n, at, middles[i])
		l.column(n.lines, at+sample+endGap, middles[i], start, body)
		l.scene.add(groupEnd{})
	}
}

// legend writes the names under a plot, beside a sample of their lines, and
// returns the y below them. They have the order of the lines' ends, from the top,
// those of references last.
func (e *lineEnds) legend(l *layouter, p plot, y float64) float64 {
	const gap = 14
	var names []lineEnd
	for _, n := range e.names {
		if e.end(&n, p) {
			names = append(names, n)
		}
	}
	slices.SortStableFunc(names, func(a, b lineEnd) int {
		if (a.series < 0) != (b.series < 0) {
			return cmp.Compare(b.series, a.series)
		}
		return cmp.Compare(a.y, b.y)
	})
	x, row := float64(margin), 0.0
	for _, n := range names {
		w := sample + endGap + e.faces.widest(n.lines, n.size, false)
		if x > margin && x+w > l.scene.width-margin {
			x, y, row = margin, y+row, 0
		}
		row = max(row, n.high)
		at := y + n.high/2
		if n.series < 0 {
			l.scene.add(curve{corners: [][2]float64{{x, at}, {x + sample, at}}, width: 1.2, dash: []float64{5, 4}, ink: rule})
			l.smallColumn(n.lines, x+sample+endGap, at)
		} else {
			e.sample(l, p, n, x, at)
			l.column(n.lines, x+sample+endGap, at, start, body)
		}
		x += w + gap
	}
	return y + row
}

// sample draws a piece of a line with its mark, from x on.
func (e *lineEnds) sample(l *layouter, p plot, n lineEnd, x, y float64) {
	s, through := e.c.Series[n.series].Series, e.c.Series[n.series].Through
	if !e.c.Series[n.series].Scatter {
		l.scene.add(curve{corners: [][2]float64{{x, y}, {x + sample, y}}, width: 2, dash: dashOf(s), ink: inkOf(s)})
	}
	if (p.marked || e.c.Series[n.series].Scatter) && !through {
		l.scene.add(point{x: x + sample/2, y: y, r: p.radius, shape: markOf(e.c.Series[n.series]), ink: inkOf(s)})
	}
}

// smallColumn is column in the size of secondary text.
func (l *layouter) smallColumn(lines []string, x, y float64) {
	top := y - float64(len(lines)-1)*l.lineHeight/2
	for k, s := range lines {
		l.scene.add(text{x: x, y: top + float64(k)*l.lineHeight + baseline*l.smallSize, s: s, size: l.smallSize, anchor: start, ink: muted})
	}
}

// end finds where a line ends within the plot; false where none of it lies there.
func (e *lineEnds) end(n *lineEnd, p plot) bool {
	if n.series < 0 {
		n.x, n.y = p.right, p.bottom
		switch r := e.c.References[n.ref]; r.Kind {
		case reports.Across:
			n.y = p.y.at(r.At)
			return p.holds([2]float64{n.x, n.y})
		case reports.Diagonal:
			v := min(p.x.value(p.right), p.y.largest())
			k := p.at(v, v)
			n.x, n.y = k[0], k[1]
			return p.holds(k)
		}
		return false
	}
	found := false
	for _, run := range p.runs(e.c, n.series) {
		for _, piece := range p.clipLine(run) {
			last := piece[len(piece)-1]
			n.x, n.y, found = last[0], last[1], true
		}
		if len(run) == 1 && p.holds(run[0]) {
			n.x, n.y, found = run[0][0], run[0][1], true
		}
	}
	return found
}

// spread moves names, sorted by y, apart so that none overlap and all stay
// between top and bottom, by the least sum of squared moves: pooling adjacent
// violators of the order (Barlow et al. 1972), each name less the room of those
// above it.
func spread(names []lineEnd, top, bottom float64) []float64 {
	type pool struct {
		sum   float64
		count int
	}
	var pools []pool
	room := 0.0 // taken by the names above
	for i, n := range names {
		if i > 0 {
			room += (names[i-1].height() + n.height()) / 2
		}
		pools = append(pools, pool{n.y - room, 1})
		for len(pools) > 1 {
			a, b := pools[len(pools)-2], pools[len(pools)-1]
			if a.sum/float64(a.count) <= b.sum/float64(b.count) {
				break
			}
			pools = append(pools[:len(pools)-2], pool{a.sum + b.sum, a.count + b.count})
		}
	}
	if len(names) == 0 {
		return nil
	}
	least := top + names[0].height()/2
	most := bottom - names[len(names)-1].height()/2 - room
	var out []float64
	room = 0
	for _, g := range pools {
		at := math.Max(least, math.Min(most, g.sum/float64(g.count)))
		for range g.count {
			i := len(out)
			if i > 0 {
				room += (names[i-1].height() + names[i].height()) / 2
			}
			out = append(out, at+room)
		}
	}
	return out
}
