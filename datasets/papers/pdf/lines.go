package pdf

import (
	"math"
	"slices"
	"strings"
)

// alone tells whether a line is one run.
func (l *line) alone() bool { return len(l.runs) == 1 }

// at is the run of a line in a column, or nil.
func (l *line) at(c int) *run {
	for _, r := range l.runs {
		if r.from <= c && c <= r.to {
			return r
		}
	}
	return nil
}

// sinkBetween gives the lines that stand between two others, as a label does that is centred on an
// even number of rows, to the rows around them.
func (g *grid) sinkBetween() {
	pitch := g.pitch()
	for i := 0; i < len(g.lines); i++ {
		l := g.lines[i]
		above, below := math.Inf(1), math.Inf(1)
		if i > 0 {
			above = l.base - g.lines[i-1].base
		}
		if i+1 < len(g.lines) {
			below = g.lines[i+1].base - l.base
		}
		if i == 0 || i+1 == len(g.lines) || above > 0.78*pitch || below > 0.78*pitch || above+below > 1.6*pitch {
			continue
		}
		up, down := g.lines[i-1], g.lines[i+1]
		free := true
		for _, r := range l.runs {
			for c := r.from; c <= r.to; c++ {
				free = free && up.at(c) == nil && down.at(c) == nil
			}
		}
		if !free || up.head != down.head {
			continue
		}
		for _, r := range l.runs {
			r.down = 2
		}
		up.runs = append(up.runs, l.runs...)
		slices.SortStableFunc(up.runs, func(a, b *run) int { return a.from - b.from })
		down.ruled = down.ruled || l.ruled
		g.lines = slices.Delete(g.lines, i, i+1)
		if i < g.heads {
			g.heads--
		}
		i--
	}
}

// pitch is the usual distance between rows: between lines of several cells, since labels may stand
// between them.
func (g *grid) pitch() float64 {
	var steps []float64
	last := -1
	for i, l := range g.lines {
		if l.alone() {
			continue
		}
		if last >= 0 {
			steps = append(steps, l.base-g.lines[last].base)
		}
		last = i
	}
	if len(steps) == 0 {
		return g.em
	}
	slices.Sort(steps)
	return max(steps[len(steps)/4], 0.9*g.em)
}

// numberColumns tells for each column whether most of its cells below the head are numbers.
func (g *grid) numberColumns() []bool {
	out := make([]bool, len(g.columns))
	for c := range g.columns {
		n, all := 0, 0
		for _, l := range g.lines[g.heads:] {
			if r := l.at(c); r != nil && r.from == r.to && !blank.MatchString(r.text()) {
				all++
				if isNumber(r.text()) {
					n++
				}
			}
		}
		out[c] = all > 0 && 2*n >= all
	}
	return out
}

// joinWrapped gives lines that only continue the words of a cell to the row above: they fill
// columns of words alone, while the rows have numbers in others.
func (g *grid) joinWrapped() {
	num := g.numberColumns()
	if !slices.Contains(num, true) {
		return
	}
	pitch := g.pitch()
	for i := g.heads + 1; i < len(g.lines); i++ {
		l, up := g.lines[i], g.lines[i-1]
		if l.ruled || l.base-up.base > 1.35*pitch && l.base-up.base > 1.4*g.em {
			continue
		}
		words := true
		for _, r := range l.runs {
			words = words && r.from == r.to && !num[r.from] && !isNumber(r.text()) && up.at(r.from) != nil && up.at(r.from).from == r.from && up.at(r.from).to == r.to
		}
		if !words {
			continue
		}
		// A line in the first column alone is a row without numbers as easily as a wrapped name:
		// it is one where the row above has numbers and its words were cut at the column's width.
		if l.alone() && l.runs[0].from == 0 && !(g.wrapped(up.at(0), l.runs[0]) && continues(up.at(0), l.runs[0])) {
			continue
		}
		if l.at(0) != nil && !g.wrapped(up.at(0), l.at(0)) {
			continue
		}
		hasNumber := false
		for c := range g.columns {
			hasNumber = hasNumber || num[c] && up.at(c) != nil
		}
		if !hasNumber {
			continue
		}
		for _, r := range l.runs {
			a := up.at(r.from)
			a.pieces = append(a.pieces, r.pieces...)
			a.x0, a.x1 = min(a.x0, r.x0), max(a.x1, r.x1)
		}
		up.base, up.bottom = l.base, l.bottom
		g.lines = slices.Delete(g.lines, i, i+1)
		i--
	}
}

// continues tells whether words read on from those of a run: in the same look, and not as a name begins.
func continues(above, r *run) bool {
	last, first := above.pieces[len(above.pieces)-1], r.pieces[0]
	text := r.text()
	return last.font == first.font && (strings.HasSuffix(above.text(), "-") || !startsUpper(text) && !strings.HasPrefix(text, "+"))
}

// wrapped tells whether the first word of a run would not have fitted behind another run.
func (g *grid) wrapped(above, r *run) bool {
	if above == nil {
		return false
	}
	width := g.columns[r.from].x1
	first := r.pieces[0]
	end := first.x1
	for _, p := range r.pieces[1:] {
		if between(first, p) != "" {
			break
		}
		end, first = p.x1, p
	}
	lastLine := above.pieces[len(above.pieces)-1].x1
	return lastLine+0.3*g.em+(end-r.x0) > width+0.1*g.em && lastLine > g.columns[r.from].x0+0.5*(width-g.columns[r.from].x0) && r.pieces[0].x0 > above.x0-0.5*g.em
}

// spanLabels makes labels that are centred on their rows span them: those of the first columns
// between whose neighbours the column is empty.
func (g *grid) spanLabels() {
	num := g.numberColumns()
	for c := 0; c < len(g.columns) && !num[c] && c < 3; c++ {
		var block []int
		end := func() {
			g.centred(c, block)
			block = block[:0]
		}
		for i := g.heads; i < len(g.lines); i++ {
			if g.lines[i].ruled || g.partAbove(i, c) {
				end()
			}
			if l := g.lines[i]; l.alone() && len(g.columns) > 1 && l.runs[0].down == 1 {
				end() // a row that names those below it
				continue
			}
			block = append(block, i)
		}
		end()
	}
}

// partAbove tells whether a rule is drawn between a line and the one above it in a column.
func (g *grid) partAbove(i, c int) bool {
	if i == 0 {
		return false
	}
	for _, p := range g.area.part {
		if p.y() < g.lines[i].base-0.2*g.em && p.y() > g.lines[i-1].base-0.1*g.em && p.x0 < g.columns[c].mid() && p.x1 > g.columns[c].mid() {
			return true
		}
	}
	return false
}

// centred spans the labels of one block of lines, where each is in the middle of the lines that
// are its own and they fill the block; otherwise they stay where they are.
func (g *grid) centred(c int, block []int) {
	type label struct {
		run *run
		at  float64 // its place among the lines of the block
		row int
	}
	var labels []label
	for k, i := range block {
		if r := g.lines[i].at(c); r != nil {
			if r.from != c || r.to != c {
				return
			}
			labels = append(labels, label{r, float64(k) + float64(r.down-1)/2, k})
		}
	}
	if len(labels) == 0 || len(labels) == len(block) {
		return
	}
	next := 0.0
	sizes := make([]int, len(labels))
	for k, l := range labels {
		size := 2*(l.at-next) + 1
		if size < 1 {
			return
		}
		sizes[k] = int(size)
		next += size
	}
	if int(next) != len(block) {
		return
	}
	if len(labels) > 1 && sizes[0] == 1 && labels[0].run.down == 1 && slices.Max(sizes) > 1 {
		// The first label stands at the top: so may the others, above empty cells.
		if !slices.ContainsFunc(labels, func(l label) bool { return l.run.down > 1 }) {
			return
		}
	}
	at := 0
	for k, l := range labels {
		row := g.lines[block[l.row]]
		row.runs = slices.DeleteFunc(row.runs, func(r *run) bool { return r == l.run })
		first := g.lines[block[at]]
		l.run.down = sizes[k]
		first.runs = append(first.runs, l.run)
		slices.SortStableFunc(first.runs, func(a, b *run) int { return a.from - b.from })
		at += sizes[k]
	}
}
