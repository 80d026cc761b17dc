package pdf

import (
	"cmp"
	"math"
	"slices"
)

// gutter is the white strip between the two columns of a page.
type gutter struct{ x0, x1 float64 }

func (g gutter) found() bool  { return g.x1 > g.x0 }
func (g gutter) mid() float64 { return (g.x0 + g.x1) / 2 }

// region is a part of a page that is read from top to bottom before the next one: a column
// between two things that go over both, or one of those.
type region struct {
	pieces []*piece
	tables []*found
	x0, x1 float64
	full   bool // over both columns of a page that has two
}

// runs cuts a row where the gap is wider than so many times its size.
func (l *row) runs(factor float64) [][]*piece {
	var out [][]*piece
	from, end := 0, l.pieces[0].x1
	for i := 1; i < len(l.pieces); i++ {
		p := l.pieces[i]
		if p.x0-end > factor*max(p.size, l.pieces[i-1].size) {
			out = append(out, l.pieces[from:i])
			from = i
		}
		end = max(end, p.x1)
	}
	return append(out, l.pieces[from:])
}

func left(run []*piece) float64 { return run[0].x0 }
func right(run []*piece) float64 {
	x := run[0].x1
	for _, p := range run {
		x = max(x, p.x1)
	}
	return x
}

const wordGap = 0.8 // wider gaps than this, in sizes, are not those between words of a line

// findGutter looks for a strip near the middle that few rows cross and beside which lines of
// text end or begin. strength is how many lines say so.
func findGutter(rows []*row, width float64) (g gutter, strength int) {
	if len(rows) < 6 {
		return gutter{}, 0
	}
	textLeft, textRight := math.Inf(1), math.Inf(-1)
	lo, hi := int(0.3*width), int(0.7*width)
	cover := make([]int, hi-lo+1)
	for _, r := range rows {
		textLeft, textRight = min(textLeft, r.x0()), max(textRight, r.x1())
		for _, c := range r.runs(wordGap) {
			for x := max(int(math.Floor(left(c))), lo); x <= min(int(math.Ceil(right(c))), hi); x++ {
				cover[x-lo]++
			}
		}
	}
	least := slices.Min(cover)
	if float64(least) > 0.5*float64(len(rows)) {
		return gutter{}, 0
	}
	allowed := least + len(rows)/25
	for i := 0; i < len(cover); i++ {
		if cover[i] > allowed {
			continue
		}
		j := i
		for j+1 < len(cover) && cover[j+1] <= allowed {
			j++
		}
		c := gutter{float64(lo + i), float64(lo + j)}
		if n := beside(rows, c, textLeft, textRight); c.x1-c.x0 >= 5 && n > strength {
			g, strength = c, n
		}
		i = j
	}
	return g, strength
}

// beside counts the lines that look like text of a column beside the strip: wide runs that end
// or begin at it. Columns are about as wide as each other.
func beside(rows []*row, g gutter, textLeft, textRight float64) int {
	l, r := g.x0-textLeft, textRight-g.x1
	if l <= 0 || r <= 0 || l/r > 1.25 || r/l > 1.25 {
		return 0
	}
	n, m := 0, 0
	for _, row := range rows {
		for _, c := range row.runs(wordGap) {
			w := right(c) - left(c)
			if len(plain(c)) < 16 {
				continue
			}
			if math.Abs(right(c)-g.x0) < 4 && w > 0.7*l {
				n++
			}
			if math.Abs(left(c)-g.x1) < 4 && w > 0.7*r {
				m++
			}
		}
	}
	if n+m < 8 || n < 3 && m < 3 {
		return 0
	}
	return n + m
}

// crosses tells whether a row has something over the strip.
func crosses(r *row, g gutter) bool {
	for _, c := range r.runs(wordGap) {
		if left(c) < g.x0-1 && right(c) > g.x1+1 || left(c) > g.x0+1 && left(c) < g.x1-1 || right(c) > g.x0+1 && right(c) < g.x1-1 {
			return true
		}
	}
	return false
}

// band is a stretch of a page with white above and below it, over the whole width.
type band struct {
	rows        []*row
	tables      []*found
	top, bottom float64
	over, rules int // rows and rules that go over both columns
	full        bool
}

// regions puts the parts of a page into the order of reading.
func regions(s *sheet, g gutter, tables []*found) []region {
	if len(s.pieces) == 0 && len(tables) == 0 {
		return nil
	}
	if !g.found() {
		return []region{{pieces: s.pieces, tables: tables, x0: 0, x1: s.width}}
	}
	bands := cutBands(s, g, tables)
	var out []region
	l, r := region{x1: g.mid()}, region{x0: g.mid(), x1: s.width}
	flush := func() {
		for _, side := range []*region{&l, &r} {
			if len(side.pieces)+len(side.tables) > 0 {
				out = append(out, *side)
			}
			side.pieces, side.tables = nil, nil
		}
	}
	for i, b := range bands {
		var all []*piece
		for _, row := range b.rows {
			all = append(all, row.pieces...)
		}
		if !b.full {
			for _, p := range all {
				if p.mid() < g.mid() {
					l.pieces = append(l.pieces, p)
				} else {
					r.pieces = append(r.pieces, p)
				}
			}
			for _, t := range b.tables {
				if (t.area.x0+t.area.x1)/2 < g.mid() {
					l.tables = append(l.tables, t)
				} else {
					r.tables = append(r.tables, t)
				}
			}
			continue
		}
		flush()
		if i > 0 && bands[i-1].full {
			last := &out[len(out)-1]
			last.pieces, last.tables = append(last.pieces, all...), append(last.tables, b.tables...)
			continue
		}
		out = append(out, region{pieces: all, tables: b.tables, x0: 0, x1: s.width, full: true})
	}
	flush()
	return out
}

func cutBands(s *sheet, g gutter, tables []*found) []band {
	type item struct {
		top, bottom float64
		row         *row
		over        bool
		table       *found
	}
	var items []item
	for _, t := range tables {
		items = append(items, item{t.area.y0, t.area.y1, nil, t.area.x0 < g.x0-5 && t.area.x1 > g.x1+5, t})
	}
	for _, r := range gather(s.pieces) {
		items = append(items, item{r.top(), r.bottom(), r, crosses(r, g), nil})
	}
	for i := range s.rules {
		if r := &s.rules[i]; r.level && r.x0 < g.x0-10 && r.x1 > g.x1+10 {
			items = append(items, item{r.y0, r.y1, nil, true, nil})
		}
	}
	slices.SortStableFunc(items, func(a, b item) int { return cmp.Compare(a.top, b.top) })
	var bands []band
	for _, it := range items {
		n := len(bands)
		white := 3.0
		if it.row != nil {
			white = 0.45 * it.row.size()
		}
		if n == 0 || it.top-bands[n-1].bottom > white {
			bands = append(bands, band{top: it.top, bottom: it.bottom})
			n++
		}
		b := &bands[n-1]
		b.bottom = max(b.bottom, it.bottom)
		switch {
		case it.table != nil:
			b.tables = append(b.tables, it.table)
			if it.over {
				b.rules += 2
			}
		case it.row == nil:
			b.rules++
		case it.over:
			b.over++
			b.rows = append(b.rows, it.row)
		default:
			b.rows = append(b.rows, it.row)
		}
	}
	for i := range bands {
		b := &bands[i]
		b.full = b.rules > 0 || b.over > 0 && float64(b.over) >= 0.2*float64(len(b.rows))
		if b.full && prose(b.rows, g) >= 3 && b.rules < 2 && float64(b.over) < 0.5*float64(len(b.rows)) {
			b.full = false
		}
	}
	// What stands between rules that go over both columns belongs to their table.
	last := -1
	for i := range bands {
		if bands[i].rules == 0 {
			continue
		}
		if last >= 0 {
			lines := 0
			for j := last + 1; j < i; j++ {
				lines += prose(bands[j].rows, g)
			}
			for j := last + 1; j < i && lines == 0; j++ {
				bands[j].full = true
			}
		}
		last = i
	}
	// So does a row that happens to have nothing in the middle, close to rows that have.
	for changed := true; changed; {
		changed = false
		for i := range bands {
			b := &bands[i]
			if b.full || len(b.rows) == 0 || prose(b.rows, g) > 0 {
				continue
			}
			near := 1.1 * b.rows[0].size()
			if i > 0 && bands[i-1].full && b.top-bands[i-1].bottom < near || i+1 < len(bands) && bands[i+1].full && bands[i+1].top-b.bottom < near {
				b.full, changed = true, true
			}
		}
	}
	return slices.DeleteFunc(bands, func(b band) bool { return len(b.rows)+len(b.tables) == 0 })
}

// prose counts lines of text in the columns: wide runs that stay on one side.
func prose(rows []*row, g gutter) int {
	n := 0
	for _, r := range rows {
		for _, c := range r.runs(wordGap) {
			if len(plain(c)) > 30 && right(c)-left(c) > 0.55*(g.x0-min(r.x0(), g.x0)) && (math.Abs(right(c)-g.x0) < 4 || math.Abs(left(c)-g.x1) < 4) {
				n++
			}
		}
	}
	return n
}
