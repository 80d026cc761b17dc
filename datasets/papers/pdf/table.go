package pdf

import (
	"slices"
	"strings"

	"mcpstats/datasets/document"
)

// found is a table with its place on the page, to which captions and notes are still to come.
type found struct {
	area   *area
	table  *document.Table
	side   float64 // the upper end of what belongs to it, its caption included
	foot   float64 // the lower end
	column []span
	page   int
}

// read makes a table of an area, or says why it is none: "" means that it holds no columns at all.
func (t *tables) read(a *area) (*document.Table, []span, string) {
	g, why := laid(a, false)
	if g == nil && (why != "" || a.ruled) {
		tight, _ := laid(a, true)
		if why == "the names of its columns cannot be told apart" && (tight == nil || len(tight.columns) < 2) {
			return nil, nil, why
		}
		if tight == nil || !slices.Contains(tight.numberColumns(), true) || len(tight.lines)-tight.heads < 2 {
			return nil, nil, why
		}
		g = tight
	}
	if g == nil {
		return nil, nil, why
	}
	table := &document.Table{HeadRows: g.heads, Place: document.Place{File: t.file, Page: t.page}}
	for i, l := range g.lines {
		if i > g.heads && l.ruled {
			table.Rules = append(table.Rules, i)
		}
		table.Rows = append(table.Rows, make([]document.Cell, len(g.columns)))
	}
	place := document.Place{File: t.file, Page: t.page}
	for i, row := range table.Rows {
		for c := range row {
			if !row[c].Covered {
				row[c] = document.Cell{RowSpan: 1, ColSpan: 1, Head: i < g.heads, Place: place}
			}
		}
		l := g.lines[i]
		for _, r := range l.runs {
			if row[r.from].Covered {
				continue
			}
			cell := document.Cell{Text: t.text(r), RowSpan: min(r.down, len(g.lines)-i), ColSpan: r.to - r.from + 1, Head: i < g.heads, Place: place}
			if l.alone() && i >= g.heads && g.title(i) {
				cell.Head, r.from, r.to = true, 0, len(g.columns)-1
				cell.ColSpan = len(g.columns)
			}
			if row[r.from].Text.Plain != "" { // two runs in one cell
				both := &run{pieces: slices.Concat(l.at(r.from).pieces, r.pieces)}
				cell.Text = t.text(both)
			}
			for y := i; y < i+cell.RowSpan; y++ {
				for x := r.from; x <= r.to; x++ {
					table.Rows[y][x] = cell
					table.Rows[y][x].Covered = y > i || x > r.from
				}
			}
		}
	}
	table.HeadColumns = g.headColumns()
	return table, g.columns, ""
}

// laid finds the rows and columns of an area; nil with a reason where they are not to be trusted,
// and without one where there are none.
func laid(a *area, tight bool) (*grid, string) {
	g := newGrid(a, tight)
	if g == nil || len(g.lines) < 2 {
		return nil, ""
	}
	g.place()
	g.sinkBetween()
	g.place2()
	g.joinHeads()
	g.joinWrapped()
	g.spanLabels()
	if why := g.doubt(); why != "" {
		return nil, why
	}
	return g, ""
}

// place2 puts runs of one line that fell into one column together.
func (g *grid) place2() {
	for _, l := range g.lines {
		for i := 1; i < len(l.runs); i++ {
			a, b := l.runs[i-1], l.runs[i]
			if a.from == b.from && a.to == b.to && a.down == b.down {
				a.pieces = append(a.pieces, b.pieces...)
				a.x0, a.x1 = min(a.x0, b.x0), max(a.x1, b.x1)
				l.runs = slices.Delete(l.runs, i, i+1)
				i--
			}
		}
	}
}

// title tells whether a line of one run names the rows below it: it holds no number, and rows
// with more follow.
func (g *grid) title(i int) bool {
	r := g.lines[i].runs[0]
	if r.down > 1 || isNumber(r.text()) || i+1 >= len(g.lines) || g.lines[i+1].alone() && !g.lines[i+1].ruled {
		return false
	}
	return r.from == 0 || r.to > r.from
}

// headColumns is how many of the first columns name rows: those of words.
func (g *grid) headColumns() int {
	num := g.numberColumns()
	n := 0
	for n < len(num)-1 && !num[n] {
		n++
	}
	if !slices.Contains(num, true) {
		n = 1
	}
	return n
}

// doubt says why the columns of a table are not to be trusted, if they are not: a cell in the
// wrong column would say of a run what is true of another.
func (g *grid) doubt() string {
	num := g.numberColumns()
	cells, doubled := 0, 0
	if g.heads > 0 && !g.tight {
		for _, r := range g.lines[g.heads-1].runs {
			if r.to > r.from && g.ruleBelow(g.heads-1, r) == nil && strings.Contains(r.text(), " ") {
				if a, b := g.over(r); b > a {
					return "the names of its columns cannot be told apart"
				}
			}
		}
	}
	for _, l := range g.lines[g.heads:] {
		taken := map[int]bool{}
		for _, r := range l.runs {
			if r.to > r.from && several(r.text()) {
				return "cells of one row cannot be told apart"
			}
			for c := r.from; c <= r.to; c++ {
				if taken[c] {
					return "cells of one row stand over each other"
				}
				taken[c] = true
			}
			if r.from == r.to && num[r.from] {
				cells++
				if several(r.text()) {
					doubled++
				}
			}
		}
	}
	if cells > 0 && float64(doubled) > 0.25*float64(cells) {
		return "its columns stand too close to be told apart"
	}
	return ""
}

// several tells whether a cell holds numbers beside each other that nothing joins.
func several(s string) bool {
	words := strings.Fields(s)
	for i := 1; i < len(words); i++ {
		if plainNumber.MatchString(words[i-1]) && plainNumber.MatchString(words[i]) {
			return true
		}
	}
	return false
}

func (t *tables) text(r *run) document.Text {
	w := writer{file: t.file}
	for i, l := range cellLines(r.pieces) {
		if i > 0 {
			w.newline(plain(l), t.words)
		}
		w.line(l)
	}
	text := w.text()
	text.Lines = nil
	return text
}

// cellLines cuts the pieces of a cell where a line ends: in the order in which they were joined,
// where the next stands lower and further left.
func cellLines(pieces []*piece) [][]*piece {
	var out [][]*piece
	from := 0
	for i := 1; i < len(pieces); i++ {
		p, q := pieces[i-1], pieces[i]
		if p.script == 0 && q.script == 0 && q.base > p.base+0.5*q.size || q.x0 < p.x0-0.5*q.size {
			out = append(out, pieces[from:i])
			from = i
		}
	}
	return append(out, pieces[from:])
}
