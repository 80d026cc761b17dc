package pdf

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"mcpstats/datasets/papers/pdfium"
)

// piece is characters of one look that stand together without a gap: a word, or a part of one.
// Coordinates are those of the page turned so that most of its text reads to the right, y downwards.
type piece struct {
	text          string
	x0, x1        float64
	top, bottom   float64
	base, size    float64
	font          pdfium.Font
	under, struck bool
	colour        uint32
	script        int  // 1: raised, -1: lowered
	spaced        bool // the file has a space before it
	turned        bool // reads in another direction than the page
	page          int
}

func (p *piece) mid() float64 { return (p.x0 + p.x1) / 2 }

// sheet is one page made upright.
type sheet struct {
	number        int
	width, height float64
	pieces        []*piece
	rules         []rule
	drawings      []pdfium.Drawing
	hidden        bool // all of its text is invisible: recognised in a picture
}

// rule is a straight line, level or upright.
type rule struct {
	x0, y0, x1, y1 float64
	level          bool
	used           bool // an underline, or a table's
}

func (r *rule) y() float64 { return (r.y0 + r.y1) / 2 }
func (r *rule) x() float64 { return (r.x0 + r.x1) / 2 }

// upright turns a page so that most of its characters read to the right, and joins characters
// into pieces. Text of other directions keeps its place as a piece of its own: a turned head
// of a column is still above its column.
func upright(p *pdfium.Page, fonts []pdfium.Font) *sheet {
	var count [4]int
	hidden := 0
	for _, g := range p.Glyphs {
		count[g.Angle]++
		if g.Hidden {
			hidden++
		}
	}
	main := 0
	for a, n := range count {
		if n > count[main] {
			main = a
		}
	}
	s := &sheet{number: p.Number, width: p.Width, height: p.Height, hidden: hidden*2 > len(p.Glyphs)}
	if main%2 == 1 {
		s.width, s.height = p.Height, p.Width
	}
	turn := func(b pdfium.Box) pdfium.Box {
		x0, y0 := turned(main, b.X0, b.Y0, p.Width, p.Height)
		x1, y1 := turned(main, b.X1, b.Y1, p.Width, p.Height)
		return pdfium.Box{X0: min(x0, x1), Y0: min(y0, y1), X1: max(x0, x1), Y1: max(y0, y1)}
	}
	for a := range count {
		if count[a] > 0 {
			s.pieces = append(s.pieces, joined(p, fonts, a, main)...)
		}
	}
	for _, r := range p.Rules {
		b := turn(r.Box)
		s.rules = append(s.rules, rule{x0: b.X0, y0: b.Y0, x1: b.X1, y1: b.Y1, level: r.Horizontal == (main%2 == 0)})
	}
	for _, d := range p.Drawings {
		d.Box = turn(d.Box)
		s.drawings = append(s.drawings, d)
	}
	return s
}

// turned is where a point of a page stands when the page is turned so that text of an angle
// reads to the right.
func turned(angle int, x, y, width, height float64) (float64, float64) {
	switch angle {
	case 1:
		return height - y, x
	case 2:
		return width - x, height - y
	case 3:
		return y, width - x
	}
	return x, y
}

// joined makes pieces of the characters of one direction, in the order in which they are drawn.
func joined(p *pdfium.Page, fonts []pdfium.Font, angle, main int) []*piece {
	var out []*piece
	var at *piece
	var b strings.Builder
	spaced := false
	end := func() {
		if at != nil && b.Len() > 0 {
			at.text = b.String()
			out = append(out, at)
		}
		at = nil
		b.Reset()
	}
	for _, g := range p.Glyphs {
		if g.Angle != angle {
			continue
		}
		if g.Rune == ' ' || g.Rune == '\u00a0' || g.Rune >= 0x2000 && g.Rune <= 0x200b || g.Rune == 0x202f || g.Rune == 0x3000 {
			end()
			spaced = true
			continue
		}
		x, y := turned(angle, g.X, g.Y, p.Width, p.Height)
		ax, ay := turned(angle, g.Box.X0, g.Box.Y0, p.Width, p.Height)
		bx, by := turned(angle, g.Box.X1, g.Box.Y1, p.Width, p.Height)
		x1, top, bottom := max(ax, bx, x), min(ay, by), max(ay, by)
		font := pdfium.Font{}
		if g.Font < len(fonts) {
			font = fonts[g.Font]
		}
		if at != nil {
			gap := x - at.x1
			same := math.Abs(y-at.base) < 0.04*at.size && math.Abs(g.Size-at.size) < 0.02*at.size && font == at.font && g.Colour == at.colour
			if !same || gap > 0.1*at.size || x < at.x0-0.1 || gap < -0.6*at.size {
				end()
			}
		}
		if at == nil {
			at = &piece{x0: x, base: y, size: g.Size, font: font, colour: g.Colour, page: p.Number, spaced: spaced, top: top, bottom: bottom, x1: x1}
			spaced = false
		}
		b.WriteRune(g.Rune)
		at.x1 = max(at.x1, x1)
		at.top, at.bottom = min(at.top, top), max(at.bottom, bottom)
	}
	end()
	for _, q := range out {
		// Boxes of fonts are often far too high: what is seen of a line is about this.
		q.top, q.bottom = q.base-0.75*q.size, q.base+0.22*q.size
	}
	if angle == main {
		return out
	}
	// A turned line becomes one piece that stands where its box is.
	var turnedLines []*piece
	for _, l := range gather(out) {
		q := *l.pieces[0]
		q.text = plain(l.pieces)
		x0, y0 := unturned(angle, l.x0(), l.top(), p.Width, p.Height)
		x1, y1 := unturned(angle, l.x1(), l.bottom(), p.Width, p.Height)
		x0, y0 = turned(main, x0, y0, p.Width, p.Height)
		x1, y1 = turned(main, x1, y1, p.Width, p.Height)
		q.x0, q.x1, q.top, q.bottom = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
		q.base, q.turned, q.spaced = q.bottom, true, true
		turnedLines = append(turnedLines, &q)
	}
	return turnedLines
}

// unturned is the inverse of turned.
func unturned(angle int, x, y, width, height float64) (float64, float64) {
	switch angle {
	case 1:
		return y, height - x
	case 2:
		return width - x, height - y
	case 3:
		return width - y, x
	}
	return x, y
}

// row is what stands on one baseline: a line of a column, or of several.
type row struct {
	pieces []*piece // from left to right
	base   float64
}

func (l *row) x0() float64 { return l.pieces[0].x0 }
func (l *row) x1() float64 {
	x := l.pieces[0].x1
	for _, p := range l.pieces {
		x = max(x, p.x1)
	}
	return x
}
func (l *row) top() float64 {
	y := math.Inf(1)
	for _, p := range l.pieces {
		y = min(y, p.top)
	}
	return y
}
func (l *row) bottom() float64 {
	y := math.Inf(-1)
	for _, p := range l.pieces {
		y = max(y, p.bottom)
	}
	return y
}

// size is the size of most of the row's characters.
func (l *row) size() float64 {
	weight := map[float64]int{}
	for _, p := range l.pieces {
		if p.script == 0 {
			weight[math.Round(p.size*10)/10] += len(p.text)
		}
	}
	best, n := 0.0, -1
	for s, w := range weight {
		if w > n || w == n && s > best {
			best, n = s, w
		}
	}
	if n < 0 {
		return l.pieces[0].size
	}
	return best
}

// tall is the size of the row's largest characters: of the capitals among small ones.
func (l *row) tall() float64 {
	most := 0.0
	for _, p := range l.pieces {
		if !p.turned {
			most = max(most, p.size)
		}
	}
	return max(most, 1)
}

// gather puts pieces on their baselines, scripts on those of what they belong to.
func gather(pieces []*piece) []*row {
	sorted := slices.Clone(pieces)
	slices.SortStableFunc(sorted, func(a, b *piece) int {
		return cmp.Or(cmp.Compare(a.base, b.base), cmp.Compare(a.x0, b.x0))
	})
	home := scripts(sorted)
	var rows []*row
	for _, p := range sorted {
		if home[p] != nil {
			continue
		}
		if n := len(rows); n > 0 && math.Abs(rows[n-1].base-p.base) <= 0.16*min(p.size, rows[n-1].pieces[0].size) {
			rows[n-1].pieces = append(rows[n-1].pieces, p)
			continue
		}
		rows = append(rows, &row{pieces: []*piece{p}, base: p.base})
	}
	of := map[*piece]*row{}
	for _, r := range rows {
		for _, p := range r.pieces {
			of[p] = r
		}
	}
	for _, p := range sorted {
		if h := home[p]; h != nil {
			if r := of[h]; r != nil {
				r.pieces = append(r.pieces, p)
			}
		}
	}
	for _, r := range rows {
		slices.SortStableFunc(r.pieces, func(a, b *piece) int { return cmp.Compare(a.x0, b.x0) })
	}
	return rows
}

// scripts finds for each raised or lowered piece the piece that it belongs to, by its smaller
// size, its baseline and what it touches. The pieces come sorted by baseline.
func scripts(sorted []*piece) map[*piece]*piece {
	home := map[*piece]*piece{}
	for i, p := range sorted {
		if p.turned {
			continue
		}
		var best *piece
		bestGap := math.Inf(1)
		look := func(q *piece) {
			if q.turned || p.size > 0.85*q.size {
				return
			}
			rise := (q.base - p.base) / q.size
			if rise < -0.4 || rise > 0.75 || math.Abs(rise) < 0.08 {
				return
			}
			gap := p.x0 - q.x1 // behind q
			if gap < -0.25*q.size || gap > 0.35*q.size {
				gap = q.x0 - p.x1 // or before it
				if gap < -0.1*q.size || gap > 0.42*q.size {
					return
				}
				gap += 0.2 * q.size
			}
			if gap = math.Abs(gap); gap < bestGap {
				best, bestGap = q, gap
			}
		}
		const far = 12.0
		for j := i - 1; j >= 0 && p.base-sorted[j].base < far; j-- {
			look(sorted[j])
		}
		for j := i + 1; j < len(sorted) && sorted[j].base-p.base < far; j++ {
			look(sorted[j])
		}
		if best != nil {
			home[p] = best
			p.script = 1
			if p.base > best.base {
				p.script = -1
			}
		}
	}
	// The rest of a script of several pieces stands beside its beginning.
	for changed := true; changed; {
		changed = false
		for i, p := range sorted {
			if home[p] != nil || p.turned {
				continue
			}
			for _, j := range []int{i - 1, i + 1} {
				if j < 0 || j >= len(sorted) {
					continue
				}
				q := sorted[j]
				if h := home[q]; h != nil && math.Abs(q.base-p.base) < 0.1*q.size && p.size <= 1.05*q.size && p.size < 0.85*h.size &&
					(math.Abs(p.x0-q.x1) < 0.3*q.size || math.Abs(q.x0-p.x1) < 0.3*q.size) {
					home[p], p.script, changed = h, q.script, true
					break
				}
			}
		}
	}
	// A script of a script belongs where that one does.
	for p, h := range home {
		for n := 0; home[h] != nil && n < 4; n++ {
			h = home[h]
		}
		home[p] = h
	}
	return home
}
