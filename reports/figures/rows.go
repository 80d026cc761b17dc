package figures

import (
	"strings"
)

const (
	longestLabel = 300 // pixels
	longestNote  = 320
	narrowest    = 260 // of a plot
	nameShare    = 0.36
	noteShare    = 0.45
	plotShare    = 0.42
	widestPlot   = 200 // that a fixed canvas is asked for
	worthwhile   = 0.6 // names stay beside a plot that has at least this share of the width it would have below them
)

// rows are named rows beside a plot, their notes at its right. Where a fixed
// canvas is too narrow for that, and names are not so short that little is won,
// every name stands above its row, and so does a note that would leave the plot
// too little.
type rows struct {
	l           *layouter
	labels      [][]string
	notes       *noteColumn
	above       bool
	under       [][]string // notes that stand below their names
	left, right float64    // of the plot
	notesAt     float64    // where the notes begin
	lanesAt     float64    // where what stands between, or beyond the notes of a narrow canvas, begins

	tops, middles, bottoms []float64
}

// rowsOf chooses the places of the names and notes. lanes is what else stands
// between the plot and the notes.
func (l *layouter) rowsOf(names, notes []string, lanes float64) *rows {
	r := &rows{l: l, labels: l.faces.fitAll(names, l.textSize, false, l.bounded(longestLabel, nameShare), 2)}
	r.notes = l.notesOf(notes)
	after := func() float64 {
		w := r.notes.width() + lanes + margin
		if r.notes.width() > 0 {
			w += columnGap
		}
		if lanes > 0 {
			w += columnGap
		}
		return w
	}
	r.left = margin + l.widestOf(r.labels) + columnGap
	if !l.fixed {
		l.scene.width = max(l.canvas, r.left+narrowest+after())
	} else {
		l.scene.width = l.canvas
		beside, below := l.canvas-r.left-after(), l.canvas-margin-after()
		r.above = shortened(names, r.labels) || beside < min(plotShare*l.canvas, widestPlot, worthwhile*below)
	}
	r.right = l.scene.width - after()
	r.lanesAt, r.notesAt = r.right+columnGap, l.scene.width-margin-r.notes.width()
	if !r.above {
		return r
	}
	// Bars at the side would cross names that reach over the whole canvas: they
	// stand beyond the notes.
	beyond := l.canvas - margin
	if lanes > 0 {
		beyond -= lanes + 8
		r.lanesAt = beyond + 8
	}
	r.labels = l.faces.fitAll(names, l.textSize, false, beyond-margin, 3)
	r.left, r.notesAt = margin+4, beyond-r.notes.width()
	if r.notes.width() > noteShare*l.canvas {
		for _, n := range notes {
			r.under = append(r.under, l.faces.fit(n, l.smallSize, false, beyond-margin, 2))
		}
		r.notes, r.notesAt = l.notesOf(make([]string, len(notes))), beyond
	}
	if r.right = beyond; r.notes.width() > 0 {
		r.right = r.notesAt - columnGap
	}
	return r
}

// shortened reports whether a name lost some of its characters.
func shortened(names []string, fitted [][]string) bool {
	blankless := func(s string) string { return strings.ReplaceAll(s, " ", "") }
	for i, lines := range fitted {
		if blankless(strings.Join(lines, "")) != blankless(clean(names[i])) {
			return true
		}
	}
	return false
}

// place gives every row its place below top, at least least high beside its
// name, and returns the end of the last.
func (r *rows) place(top, least float64) float64 {
	for i, lines := range r.labels {
		high := float64(len(lines)) * r.l.lineHeight
		if r.under != nil {
			high += float64(len(r.under[i])) * r.l.lineHeight
		}
		if !r.above {
			h := max(least, high+4)
			r.tops, r.middles, r.bottoms = append(r.tops, top), append(r.middles, top+h/2), append(r.bottoms, top+h)
			top += h
			continue
		}
		const before = 6 // the next name
		row := max(r.l.px(16), 0.7*least)
		r.tops, r.middles, r.bottoms = append(r.tops, top+high), append(r.middles, top+high+row/2), append(r.bottoms, top+high+row)
		top += high + row + before
	}
	return top
}

// pieces are what a line across all rows is made of: names are not crossed out.
func (r *rows) pieces(top, bottom float64) [][2]float64 {
	if !r.above || len(r.tops) == 0 {
		return [][2]float64{{top, bottom}}
	}
	var out [][2]float64
	for i := range r.tops {
		out = append(out, [2]float64{r.tops[i], r.bottoms[i]})
	}
	return out
}

// draw writes a row's name and note.
func (r *rows) draw(i int) {
	at := r.middles[i]
	if r.above {
		at = r.tops[i] - float64(len(r.labels[i]))*r.l.lineHeight/2
	}
	if r.under != nil {
		high := float64(len(r.under[i])) * r.l.lineHeight
		r.l.smallColumn(r.under[i], margin, r.tops[i]-high/2)
		at -= high
	}
	r.l.column(r.labels[i], margin, at, start, body)
	r.notes.draw(r.l, i, r.notesAt, r.middles[i])
}

// noteColumn aligns notes such as "58.8% [53.9, 63.6]" as two columns: the
// value flush right, what follows flush left.
type noteColumn struct {
	values      []string
	rests       []string
	value, rest float64 // widths
}

func (l *layouter) notesOf(notes []string) *noteColumn {
	n := &noteColumn{}
	longest := longestNote * l.textSize / 13
	for _, note := range notes {
		v, rest, found := strings.Cut(clean(note), " [")
		if found {
			rest = "[" + rest
		}
		v = strings.Join(l.faces.fit(v, l.textSize, false, longest, 1), "")
		rest = strings.Join(l.faces.fit(rest, l.textSize, false, longest, 1), "")
		n.values, n.rests = append(n.values, v), append(n.rests, rest)
		n.value = max(n.value, l.faces.width(v, l.textSize, false))
		n.rest = max(n.rest, l.faces.width(rest, l.textSize, false))
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
	y += baseline * l.textSize
	if v := n.values[i]; v != "" {
		l.scene.add(text{x: x + n.value, y: y, s: v, size: l.textSize, anchor: end, ink: body})
	}
	if r := n.rests[i]; r != "" {
		l.scene.add(text{x: x + n.value + noteGap, y: y, s: r, size: l.textSize, anchor: start, ink: muted})
	}
}
