package pdf

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
)

// area is where a table stands: its rows and the rules in and around them.
type area struct {
	x0, y0, x1, y1 float64
	rows           []*row
	full           []*rule // level, as wide as the table, from top to bottom
	part           []*rule // level, under some of its columns
	upright        []*rule
	ruled          bool // found by its rules, not by its columns
}

// underlines marks the rules that stand closely below words, or through them.
func (s *sheet) underlines() {
	for i := range s.rules {
		r := &s.rules[i]
		if !r.level {
			continue
		}
		for _, p := range s.pieces {
			if p.turned || r.x0 > p.x0+1.5 || r.x1 < p.x1-1.5 || r.x1-r.x0 > 40*p.size {
				continue
			}
			below := r.y() - p.base
			switch {
			case below > 0.02*p.size && below < 0.36*p.size && s.underlined(r, p.size):
				p.under, r.used = true, true
			case below < -0.15*p.size && below > -0.4*p.size && s.underlined(r, p.size):
				p.struck, r.used = true, true
			}
		}
	}
}

// underlined tells whether a rule begins and ends with words, as one under words does and a
// table's does not.
func (s *sheet) underlined(r *rule, size float64) bool {
	// A table's first rule may be as long as the line of its caption; but the table has others.
	for i := range s.rules {
		o := &s.rules[i]
		if o.level && r.x1-r.x0 > 5*size && math.Abs(o.x0-r.x0) < 1 && math.Abs(o.x1-r.x1) < 1 && math.Abs(o.y()-r.y()) > 0.5*size {
			return false
		}
	}
	begins, ends := false, false
	for _, p := range s.pieces {
		if math.Abs(r.y()-p.base) < 0.45*p.size {
			begins = begins || math.Abs(p.x0-r.x0) < 0.25*size
			ends = ends || math.Abs(p.x1-r.x1) < 0.25*size
		}
	}
	return begins && ends
}

// level lists the rules that may be those of tables, with touching ones joined.
func (s *sheet) level(upright bool) []*rule {
	var all []*rule
	for i := range s.rules {
		if r := &s.rules[i]; !r.used && r.level != upright {
			all = append(all, &rule{r.x0, r.y0, r.x1, r.y1, r.level, false})
		}
	}
	across, along, end := (*rule).y, func(r *rule) float64 { return r.x0 }, func(r *rule) *float64 { return &r.x1 }
	if upright {
		across, along, end = (*rule).x, func(r *rule) float64 { return r.y0 }, func(r *rule) *float64 { return &r.y1 }
	}
	slices.SortStableFunc(all, func(a, b *rule) int {
		return cmp.Or(cmp.Compare(math.Round(across(a)), math.Round(across(b))), cmp.Compare(along(a), along(b)))
	})
	var out []*rule
	for _, r := range all {
		joined := false
		for i := len(out) - 1; i >= 0 && i >= len(out)-60; i-- {
			o := out[i]
			if math.Abs(across(o)-across(r)) < 0.9 && along(r) <= *end(o)+1.5 && along(r) >= along(o)-1.5 {
				*end(o) = max(*end(o), *end(r))
				joined = true
				break
			}
		}
		if !joined {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b *rule) int { return cmp.Compare(across(a), across(b)) })
	return out
}

var captionStart = regexp.MustCompile(`^(?i:supplementary |extended data |appendix )?(Table|TABLE|Tab\.|Tbl\.)\s*([A-Z]?[.\-]?\d+(?:[.\-]\d+)*[a-z]?|[IVXL]+|[A-Z]\d*)\s*([:.|—–-]?)(\s|$)`)

// ruledAreas finds tables by their rules: two or more level ones of the same extent, with rows
// between them that keep within it.
func (s *sheet) ruledAreas() []*area {
	const close, short = 3.0, 18.0
	levels := s.level(false)
	uprights := s.level(true)
	var groups [][]*rule
	for _, r := range levels {
		if r.x1-r.x0 < short {
			continue
		}
		placed := false
		for i, g := range groups {
			if math.Abs(g[0].x0-r.x0) < close && math.Abs(g[0].x1-r.x1) < close {
				groups[i] = append(g, r)
				placed = true
				break
			}
		}
		if !placed {
			groups = append(groups, []*rule{r})
		}
	}
	slices.SortStableFunc(groups, func(a, b []*rule) int { return cmp.Compare(b[0].x1-b[0].x0, a[0].x1-a[0].x0) })
	var out []*area
	for _, g := range groups {
		from := 0
		for i := 1; i <= len(g); i++ {
			if i < len(g) && s.sameTable(g[i-1], g[i]) {
				continue
			}
			if i-from >= 2 {
				a := &area{x0: g[from].x0, x1: g[from].x1, y0: g[from].y(), y1: g[i-1].y(), full: g[from:i], ruled: true}
				if !slices.ContainsFunc(out, func(o *area) bool { return o.holds(a) }) {
					out = append(out, a)
				}
			}
			from = i
		}
	}
	for _, a := range out {
		for _, r := range levels {
			if r.y() > a.y0+1 && r.y() < a.y1-1 && r.x0 > a.x0-close && r.x1 < a.x1+close && !slices.Contains(a.full, r) && r.x1-r.x0 > 0.97*(a.x1-a.x0) {
				a.full = append(a.full, r)
			}
		}
		s.parts(a)
		slices.SortStableFunc(a.full, func(x, y *rule) int { return cmp.Compare(x.y(), y.y()) })
		for _, r := range uprights {
			if r.x() > a.x0-close && r.x() < a.x1+close && r.y0 > a.y0-close && r.y1 < a.y1+close {
				a.upright = append(a.upright, r)
			}
		}
		a.rows = gather(s.within(a.x0-4, a.y0, a.x1+4, a.y1))
	}
	return slices.DeleteFunc(out, func(a *area) bool { return len(a.rows) < 2 })
}

// parts gives an area the rules below some of its columns as they are drawn: two that touch end where
// one name ends and the next begins.
func (s *sheet) parts(a *area) {
	const slack = 3
	for i := range s.rules {
		r := &s.rules[i]
		if r.level && !r.used && r.y() > a.y0+1 && r.y() < a.y1-1 && r.x0 > a.x0-slack && r.x1 < a.x1+slack && r.x1-r.x0 > 4 && r.x1-r.x0 < 0.97*(a.x1-a.x0) {
			a.part = append(a.part, r)
		}
	}
}

func (a *area) holds(b *area) bool {
	return b.x0 > a.x0-3 && b.x1 < a.x1+3 && b.y0 > a.y0-3 && b.y1 < a.y1+3
}

// within lists the pieces whose middle is in a box.
func (s *sheet) within(x0, y0, x1, y1 float64) []*piece {
	var out []*piece
	for _, p := range s.pieces {
		if y := (p.top + p.bottom) / 2; p.mid() > x0 && p.mid() < x1 && y > y0 && y < y1 {
			out = append(out, p)
		}
	}
	return out
}

// sameTable tells whether what stands between two rules of one extent is rows of one table.
func (s *sheet) sameTable(a, b *rule) bool {
	const far = 24.0
	inside := s.within(a.x0-200, a.y(), a.x1+200, b.y())
	var here []*piece
	for _, p := range inside {
		if p.x1 > a.x0-2 && p.x0 < a.x1+2 {
			here = append(here, p)
		}
	}
	if len(here) == 0 {
		return b.y()-a.y() < far
	}
	rows := gather(here)
	lines := 0
	for _, r := range rows {
		runs := r.runs(wordGap)
		for _, c := range runs {
			if captionStart.MatchString(plain(c)) || strings.HasPrefix(plain(c), "Algorithm ") || figureStart.MatchString(plain(c)) {
				return false
			}
			if left(c) < a.x0-4 || right(c) > a.x1+4 {
				return false
			}
		}
		if len(runs) == 1 && right(runs[0])-left(runs[0]) > 0.85*(a.x1-a.x0) && len(plain(runs[0])) > 40 {
			lines++
		}
	}
	return !(lines >= 3 && float64(lines) > 0.6*float64(len(rows)))
}
