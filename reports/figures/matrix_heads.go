package figures

import (
	"math"
	"slices"
	"strconv"

	"mcpstats/reports"
)

// matrixGrid is where the cells and the names of a matrix stand.
type matrixGrid struct {
	labels, heads    [][]string // of rows, of columns
	turned           bool       // heads are read upwards
	keys             []string   // what numbered heads stand for, where the rows do not say it
	left, cell       float64
	rowHeight, width float64
	headHeight       float64
	printed          float64 // size of type in the cells; 0: they have no room for it
}

// gridOf lets a page grow with the names. On a fixed canvas the columns are
// numbered where their names find no room.
func (l *layouter) gridOf(c reports.Matrix) matrixGrid {
	if c.Dense {
		return l.denseGrid(c)
	}
	if l.fixed {
		return l.fixedGrid(c)
	}
	const smallest, largest = 34, 96
	g := matrixGrid{rowHeight: 26, labels: l.faces.fitAll(c.Rows, l.textSize, false, longestLabel, 1)}
	g.left = margin + l.widestOf(g.labels) + 10
	n := float64(max(1, len(c.Cols)))
	g.cell = max(smallest, min(largest, (l.canvas-margin-g.left)/n), min(l.widestCell(c)+8, 2*largest))
	rightEdge := g.left + n*g.cell
	if g.level(l, c.Cols) {
		g.width = max(l.canvas, rightEdge+margin)
		return g
	}
	g.turn(l, c.Cols, 190)
	for k, h := range g.heads {
		rightEdge = max(rightEdge, g.left+(float64(k)+0.5)*g.cell+l.diagonalOf(h))
	}
	g.width = max(l.canvas, rightEdge+margin)
	return g
}

// denseGrid shares the width among the columns, however many, and thins out their heads: the
// first, then every fifth, tenth, twentieth ... whichever finds room.
func (l *layouter) denseGrid(c reports.Matrix) matrixGrid {
	g := matrixGrid{width: l.canvas, rowHeight: l.px(18), headHeight: l.lineHeight}
	g.labels = l.faces.fitAll(c.Rows, l.textSize, false, 0.36*l.canvas, 1)
	g.left = margin + l.widestOf(g.labels) + 8
	g.rowHeight = max(g.rowHeight, l.lineHeight+2)
	n := max(1, len(c.Cols))
	g.cell = min(l.px(40), (l.canvas-margin-g.left)/float64(n))
	g.heads = make([][]string, len(c.Cols))
	for _, step := range []int{1, 2, 5, 10, 20, 50, 100, 200} {
		widest := 0.0
		for k := 0; k < n; k++ {
			if (k+1)%step == 0 && k < len(c.Cols) {
				widest = max(widest, l.faces.width(clean(c.Cols[k]), l.textSize, false))
			}
		}
		if float64(step)*g.cell < widest+6 && step < n {
			continue
		}
		for k := range c.Cols {
			if (k+1)%step == 0 || k == 0 && step > 2 {
				g.heads[k] = []string{clean(c.Cols[k])}
			}
		}
		break
	}
	return g
}

// fixedGrid tries level names, then turned ones, then numbers.
func (l *layouter) fixedGrid(c reports.Matrix) matrixGrid {
	g := matrixGrid{width: l.canvas}
	n := float64(max(1, len(c.Cols)))
	high := func() {
		g.rowHeight = l.px(26)
		for _, lines := range g.labels {
			g.rowHeight = max(g.rowHeight, float64(len(lines))*l.lineHeight+3)
		}
	}
	g.labels = l.faces.fitAll(c.Rows, l.textSize, false, 0.32*l.canvas, 2)
	g.left = margin + l.widestOf(g.labels) + 8
	g.cell = min(l.px(96), (l.canvas-margin-g.left)/n)
	high()
	whole := !shortened(c.Rows, g.labels)
	if whole && g.level(l, c.Cols) {
		return g
	}
	g.turn(l, c.Cols, 0.24*l.canvas)
	beyond := 0.0
	for _, h := range g.heads {
		beyond = max(beyond, l.diagonalOf(h)-g.cell/2)
	}
	g.cell = min(g.cell, (l.canvas-margin-g.left-beyond)/n)
	if whole && !shortened(c.Cols, g.heads) && g.cell >= max(l.lineHeight*math.Sqrt2, min(l.widestCell(c)+2, 2*l.lineHeight)) {
		return g
	}
	g.turned, g.headHeight, g.heads = false, l.lineHeight, nil
	names := slices.Clone(c.Rows)
	same := slices.Equal(c.Rows, c.Cols)
	for k := range c.Cols {
		number := strconv.Itoa(k + 1)
		g.heads = append(g.heads, []string{number})
		if same {
			names[k] = number + "  " + names[k]
			continue
		}
		g.keys = append(g.keys, l.faces.fit(number+"  "+c.Cols[k], l.smallSize, false, l.canvas-2*margin, 1)...)
	}
	// What the cells print comes first, down to what names need at least.
	share := (l.canvas - margin - 8 - n*(l.widestCell(c)+3)) / l.canvas
	g.labels = l.faces.fitAll(names, l.textSize, false, max(0.25, min(share, 0.42))*l.canvas, 2)
	g.left = margin + l.widestOf(g.labels) + 8
	g.cell = min(l.px(96), (l.canvas-margin-g.left)/n)
	high()
	g.thin(l)
	return g
}

// thin leaves out numbers that would touch.
func (g *matrixGrid) thin(l *layouter) {
	free := math.Inf(-1)
	for k, h := range g.heads {
		half := l.faces.widest(h, l.textSize, false) / 2
		at := (float64(k) + 0.5) * g.cell
		if at-half < free {
			g.heads[k] = nil
			continue
		}
		free = at + half + 1
	}
}

// level breaks the names of the columns over their cells; false where they do not
// fit.
func (g *matrixGrid) level(l *layouter, names []string) bool {
	g.heads, g.headHeight = nil, l.lineHeight
	for _, name := range names {
		lines, ok := l.faces.level(name, l.textSize, g.cell-6, 2)
		if !ok {
			return false
		}
		g.heads = append(g.heads, lines)
		g.headHeight = max(g.headHeight, float64(len(lines))*l.lineHeight)
	}
	return true
}

// turn stands the names of the columns at 45 degrees.
func (g *matrixGrid) turn(l *layouter, names []string, longest float64) {
	g.turned, g.heads, g.headHeight = true, l.faces.fitAll(names, l.textSize, false, longest, 1), l.lineHeight
	for _, h := range g.heads {
		g.headHeight = max(g.headHeight, l.diagonalOf(h))
	}
}

// diagonalOf is how far a turned name reaches to the right and upwards.
func (l *layouter) diagonalOf(name []string) float64 {
	return (l.faces.widest(name, l.textSize, false) + l.textSize) * math.Sqrt2 / 2
}

func (l *layouter) widestCell(c reports.Matrix) float64 {
	var w float64
	for _, row := range c.Text {
		for _, s := range row {
			w = max(w, l.faces.width(clean(s), l.smallSize, false))
		}
	}
	return w
}
