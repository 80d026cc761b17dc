package pdf

import (
	"math"
	"slices"
)

// place puts every run into its columns.
func (g *grid) place() {
	for i, l := range g.lines {
		l.head = i < g.heads
		if l.head {
			g.placeHead(i)
			continue
		}
		for _, r := range l.runs {
			if from, to, ok := g.boxedIn(l, r); ok {
				r.from, r.to = from, to
			} else if r.from, r.to = g.over(r); r.from < 0 {
				r.from = g.nearest(r)
				r.to = r.from
			}
		}
	}
}

// placeHead gives the runs of a head line to columns: by the rules drawn below them, by the columns
// that they stand over, and by being in the middle of several.
func (g *grid) placeHead(i int) {
	l := g.lines[i]
	for _, r := range l.runs {
		r.from, r.to = -1, -1
		if from, to, ok := g.boxedIn(l, r); ok {
			r.from, r.to = from, to
		} else if rule := g.ruleBelow(i, r); rule != nil {
			for c, col := range g.columns {
				if col.mid() > rule.x0-1 && col.mid() < rule.x1+1 || math.Min(col.x1, rule.x1)-math.Max(col.x0, rule.x0) > 0.6*(col.x1-col.x0) {
					if r.from < 0 {
						r.from = c
					}
					r.to = c
				}
			}
		}
	}
	// The rest is given out together, so that no column has two names in a line and as few as
	// possible have none: best[k][c] is the cost of the first k runs in the first c columns.
	n, m := len(l.runs), len(g.columns)
	last := i == g.heads-1
	best := make([][]float64, n+1)
	from, first := make([][]int, n+1), make([][]int, n+1)
	for k := range best {
		best[k], from[k], first[k] = make([]float64, m+1), make([]int, m+1), make([]int, m+1)
		for c := range best[k] {
			best[k][c], from[k][c] = math.Inf(1), -1
		}
	}
	const bare = 0.15 // of leaving a column without a name; the stub often has none
	best[0][0] = 0
	for c := 1; c <= m; c++ {
		best[0][c] = best[0][c-1] + bare
		if c == 1 {
			best[0][c] = 0
		}
	}
	for k := 1; k <= n; k++ {
		for c := 1; c <= m; c++ {
			if v := best[k][c-1] + bare; v < best[k][c] {
				best[k][c], from[k][c] = v, -1
			}
			for f := 0; f < c; f++ {
				for j := k - 1; j >= 0 && (j == k-1 || g.tight && k-j <= 6); j-- {
					if v := best[j][f] + g.fit(together(l.runs[j:k]), f, c-1, last); v < best[k][c] {
						best[k][c], from[k][c], first[k][c] = v, f, j
					}
				}
			}
		}
	}
	if math.IsInf(best[n][m], 1) {
		for _, r := range l.runs {
			if r.from < 0 {
				if r.from, r.to = g.over(r); r.from < 0 {
					r.from = g.nearest(r)
					r.to = r.from
				}
			}
		}
		return
	}
	for k, c := n, m; k > 0; {
		f := from[k][c]
		if f < 0 {
			c--
			continue
		}
		for _, r := range l.runs[first[k][c]:k] {
			r.from, r.to = f, c-1
		}
		c, k = f, first[k][c]
	}
}

// together is runs as one.
func together(runs []*run) *run {
	if len(runs) == 1 {
		return runs[0]
	}
	r := &run{span: span{x0: runs[0].x0, x1: runs[len(runs)-1].x1}, from: -1, to: -1, down: 1}
	for _, o := range runs {
		r.pieces = append(r.pieces, o.pieces...)
	}
	return r
}

// fit is how badly a run stands over the columns f to t, in sizes of the font.
func (g *grid) fit(r *run, f, t int, last bool) float64 {
	if r.from >= 0 {
		if r.from == f && r.to == t {
			return 0
		}
		return math.Inf(1)
	}
	a, b := g.over(r)
	if a >= 0 && (a < f || b > t) {
		return math.Inf(1) // it stands over a column that it would not name
	}
	whole := span{x0: g.columns[f].x0, x1: g.columns[t].x1}
	centre := math.Abs(r.mid() - whole.mid())
	flushLeft, flushRight := math.Abs(r.x0-whole.x0), math.Abs(r.x1-whole.x1)
	var cost float64
	if f == t {
		cost = min(centre, flushLeft, flushRight)
	} else {
		cost = min(centre, flushLeft+0.3*g.em, flushRight+0.6*g.em) + 0.05*g.em*float64(t-f)
		if last && a == b && a >= 0 {
			cost += 1.5 * g.em // the lowest line names single columns
		}
	}
	if a < 0 && f == t { // beside the numbers of its column: as near as it is
		cost = min(cost, max(whole.x0-r.x1, r.x0-whole.x1, 0)+0.5*g.em)
	}
	if f > 0 && r.x0 < g.columns[f-1].x1-0.1*g.em || t+1 < len(g.columns) && r.x1 > g.columns[t+1].x0+0.1*g.em {
		return math.Inf(1)
	}
	return cost / g.em
}

// ruleBelow is the rule under some of the columns that stands between a run and the next line.
func (g *grid) ruleBelow(i int, r *run) *rule {
	low := math.Inf(1)
	if i+1 < len(g.lines) {
		low = g.lines[i+1].base
	}
	for _, p := range g.area.part {
		if p.y() > g.lines[i].base-0.1*g.em && p.y() < low && r.mid() > p.x0-1 && r.mid() < p.x1+1 && r.x0 > p.x0-0.7*g.em && r.x1 < p.x1+0.7*g.em {
			return p
		}
	}
	return nil
}

// joinHeads makes one line of head lines that only continue each other: no run goes over several
// columns and no rule is drawn between them.
func (g *grid) joinHeads() {
	for i := 0; i+1 < g.heads; {
		a, b := g.lines[i], g.lines[i+1]
		plainLines := !slices.ContainsFunc(a.runs, func(r *run) bool { return r.to > r.from }) &&
			!slices.ContainsFunc(b.runs, func(r *run) bool { return r.to > r.from })
		ruled := b.ruled || slices.ContainsFunc(g.area.part, func(p *rule) bool { return p.y() > a.base-0.1*g.em && p.y() < b.base-0.3*g.em })
		if !plainLines || ruled || b.base-a.base > 1.7*g.em {
			i++
			continue
		}
		for _, r := range b.runs {
			if k := slices.IndexFunc(a.runs, func(o *run) bool { return o.from == r.from }); k >= 0 {
				a.runs[k].pieces = append(a.runs[k].pieces, r.pieces...)
				a.runs[k].x0, a.runs[k].x1 = min(a.runs[k].x0, r.x0), max(a.runs[k].x1, r.x1)
			} else {
				a.runs = append(a.runs, r)
			}
		}
		slices.SortStableFunc(a.runs, func(x, y *run) int { return x.from - y.from })
		a.base, a.bottom = b.base, b.bottom // the next line is compared with the lower one
		g.lines = slices.Delete(g.lines, i+1, i+2)
		g.heads--
	}
}
