package pdf

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
)

// span is a stretch of a line.
type span struct {
	x0, x1 float64
	number bool // a run that is a number, or stands for one
}

func (s span) mid() float64 { return (s.x0 + s.x1) / 2 }

// run is words of one row of a table without a wide gap, and the columns that it stands in.
type run struct {
	pieces []*piece
	span
	from, to int // columns, both inclusive; -1: not placed
	down     int // rows that it spans
}

func (r *run) text() string { return plain(r.pieces) }

// line is one row of a table on its way to being one.
type line struct {
	base, top, bottom float64
	runs              []*run
	head              bool
	ruled             bool // a rule as wide as the table stands above it
}

// grid is the columns and rows of a table.
type grid struct {
	area    *area
	em      float64
	columns []span
	lines   []*line
	heads   int
	tight   bool // columns stand closer than words: see [grid.apart]
}

// A number as a cell of a table holds it: with signs, units, marks and what stands beside it.
var numeric = regexp.MustCompile(`^[~≈<>≤≥±+\-−–(\[$€£*†‡]*\s*[\d.,]*\d[\d.,\s\x{2009}]*\s*(%|pp|ms|s|k|K|M|B|x|×|h|m|min|GB|MB)?[\s*†‡§a-e↑↓✓%]*([±(\[/|–−;,·×:+\-]\s*[~<>±+\-−–]*\s*[\d.,%\s\x{2009}]+[)\]%]*[\s*†‡§a-e↑↓%kKMms)]*)*$`)
var blank = regexp.MustCompile(`^([-–—−]+|n/?a|N/?A|OOM|✓|✗|×|\.\.\.|…)$`)

func isNumber(s string) bool { return numeric.MatchString(strings.TrimSpace(s)) }

// runGap is the gap between cells, in sizes, at the least: a space between words of a cell is a
// third, and cells are set at least this far apart.
const runGap = 0.42

// wideSpace is the widest space between words, in sizes: that of italics at 7 points.
const wideSpace = 0.47

// newGrid cuts the rows of an area into runs and finds the columns. It is nil where there are none.
func newGrid(a *area, tight bool) *grid {
	g := &grid{area: a, tight: tight}
	var sizes []float64
	for _, r := range a.rows {
		sizes = append(sizes, r.size())
	}
	slices.Sort(sizes)
	g.em = sizes[len(sizes)/2]
	for _, r := range a.rows {
		l := &line{base: r.base, top: r.top(), bottom: r.bottom()}
		for _, c := range r.runs(0) {
			if n := len(l.runs); n > 0 {
				last := l.runs[n-1]
				if !g.apart(last, c) && !g.fenced(last.x1, left(c), r.base) {
					last.pieces = append(last.pieces, c...)
					last.x1 = max(last.x1, right(c))
					continue
				}
			}
			l.runs = append(l.runs, &run{pieces: slices.Clone(c), span: span{x0: left(c), x1: right(c)}, from: -1, to: -1, down: 1})
		}
		g.lines = append(g.lines, l)
	}
	for i, l := range g.lines {
		for _, r := range a.full {
			if r.y() < l.base-0.2*g.em && (i == 0 || r.y() > g.lines[i-1].base-0.1*g.em) {
				l.ruled = true
			}
		}
	}
	g.boxed()
	g.countHeads()
	g.wholeTitles()
	g.columns = g.findColumns()
	if len(g.columns) < 2 {
		return nil
	}
	return g
}

// apart tells whether words belong to the next cell. Where columns stand closer to each other than
// words do (some styles set them so), every word is a run of its own, but for what belongs to a number,
// and the columns are where no row has a word.
func (g *grid) apart(last *run, next []*piece) bool {
	gap := left(next) - last.x1
	if !g.tight {
		if gap > runGap*g.em && gap <= wideSpace*g.em { // small fonts have wide spaces between words
			before, behind := last.text(), plain(next)
			return isNumber(before) || isNumber(behind)
		}
		return gap > runGap*g.em
	}
	if gap <= 0.14*g.em {
		return false
	}
	before, behind := plain(last.pieces), plain(next)
	return gap > runGap*g.em || !strings.ContainsAny(behind[:1], "([/|%") && !strings.HasPrefix(behind, "±") && !strings.HasPrefix(behind, "–") && !strings.HasSuffix(before, "±") && !strings.HasSuffix(before, "/") && !strings.HasSuffix(before, "(")
}

// wholeTitles makes one run again of the lines below a tight table's head that are words alone without a wide
// gap: the names of the rows below them.
func (g *grid) wholeTitles() {
	if !g.tight {
		return
	}
	for _, l := range g.lines[g.heads:] {
		whole := len(l.runs) > 1
		for i, r := range l.runs {
			text := r.text()
			whole = whole && !isNumber(text) && !blank.MatchString(text) && (i == 0 || r.x0-l.runs[i-1].x1 <= runGap*g.em)
		}
		if whole {
			l.runs = []*run{together(l.runs)}
		}
	}
}

// fenced tells whether an upright rule stands between two places of a row.
func (g *grid) fenced(x0, x1, y float64) bool {
	for _, r := range g.area.upright {
		if r.x() > x0-1 && r.x() < x1+1 && r.y0 < y && r.y1 > y-g.em {
			return true
		}
	}
	return false
}

// boxed joins the lines of each box of a table all of whose rows are boxes.
func (g *grid) boxed() {
	if len(g.area.upright) == 0 {
		return
	}
	boxes, lone, numbered := 0, 0, 0
	for i, l := range g.lines {
		if l.ruled {
			numbered = 0
		}
		if g.numbers(i, i+1) {
			if numbered++; numbered > 1 {
				return // a box of several rows
			}
		}
		if l.ruled {
			boxes++
			if i+1 == len(g.lines) || g.lines[i+1].ruled {
				lone++
			}
		}
	}
	if boxes < 3 || lone*2 < boxes || boxes == len(g.lines) {
		return
	}
	var out []*line
	for _, l := range g.lines {
		if n := len(out); n > 0 && !l.ruled {
			out[n-1].bottom = l.bottom
			out[n-1].runs = mergeDown(out[n-1].runs, l.runs)
			continue
		}
		out = append(out, l)
	}
	g.lines = out
}

// mergeDown puts runs below those that they stand under.
func mergeDown(above, below []*run) []*run {
	for _, r := range below {
		placed := false
		for _, a := range above {
			if r.x0 < a.x1 && r.x1 > a.x0 {
				a.pieces = append(a.pieces, r.pieces...)
				a.x0, a.x1 = min(a.x0, r.x0), max(a.x1, r.x1)
				placed = true
				break
			}
		}
		if !placed {
			above = append(above, r)
		}
	}
	slices.SortStableFunc(above, func(a, b *run) int { return cmp.Compare(a.x0, b.x0) })
	return above
}

// countHeads finds how many lines name columns: those above the first rule inside the table, or,
// where there is none, those before the first line of numbers.
func (g *grid) countHeads() {
	for i := 1; i < len(g.lines); i++ {
		if !g.lines[i].ruled {
			continue
		}
		if slices.ContainsFunc(g.lines[:i], func(l *line) bool { return len(l.runs) > 1 }) {
			g.heads = i
			// A second rule closes a head whose first part has a rule of its own.
			if !g.numbers(0, i) && i+1 < len(g.lines) {
				for j := i + 1; j < min(len(g.lines), i+3); j++ {
					if g.lines[j].ruled && !g.numbers(i, j) && g.numbers(j, len(g.lines)) && g.wordy(i, j) {
						g.heads = j
						break
					}
				}
			}
		}
		if g.heads > 0 {
			break
		}
	}
	if g.heads == 0 {
		for g.heads < len(g.lines) && !g.numbers(g.heads, g.heads+1) {
			g.heads++
		}
		if g.heads == len(g.lines) {
			g.heads = 1 // words alone: the first line names the columns
		}
	}
	if g.heads > len(g.lines)/2+1 && g.heads > 4 {
		g.heads = 1
	}
}

// numbers tells whether any line from i to j (exclusive) holds a number as a cell of its own,
// behind its first run.
func (g *grid) numbers(i, j int) bool {
	for _, l := range g.lines[i:j] {
		for k, r := range l.runs {
			if k > 0 && isNumber(r.text()) && !year.MatchString(r.text()) {
				return true
			}
		}
	}
	return false
}

var year = regexp.MustCompile(`^(19|20)\d\d$`)

// wordy tells whether lines fill several columns with words.
func (g *grid) wordy(i, j int) bool {
	for _, l := range g.lines[i:j] {
		if len(l.runs) > 1 {
			return true
		}
	}
	return false
}

// findColumns projects the runs of the lines below the head on the width of the table.
func (g *grid) findColumns() []span {
	var rows [][]span
	take := func(lines []*line) {
		for _, l := range lines {
			if len(l.runs) > 1 {
				var spans []span
				for _, r := range l.runs {
					text := r.text()
					spans = append(spans, span{r.x0, r.x1, isNumber(text) || blank.MatchString(text)})
				}
				rows = append(rows, spans)
			}
		}
	}
	take(g.lines[g.heads:])
	if len(rows) == 0 {
		take(g.lines)
	}
	if len(rows) == 0 {
		return nil
	}
	rows = append(rows, g.bare(rows)...)
	if g.tight {
		return split(rows, 0.12*g.em)
	}
	return split(rows, 0.3*g.em)
}

// bare lists what stands over columns of their own that no full row shows: labels between two rows, whose
// names stand in the last line of the head.
func (g *grid) bare(rows [][]span) [][]span {
	columns := union(rows, 0.12*g.em)
	var out [][]span
	pitch := g.pitch()
	for i, l := range g.lines {
		between := i > g.heads && i+1 < len(g.lines) && len(l.runs) == 1 && l.base-g.lines[i-1].base < 0.78*pitch && g.lines[i+1].base-l.base < 0.78*pitch
		if i != g.heads-1 && !between {
			continue
		}
		for k, r := range l.runs {
			free := !slices.ContainsFunc(columns, func(c span) bool { return c.x0 < r.x1+0.12*g.em && c.x1 > r.x0-0.12*g.em })
			if free && (between || k == 0) {
				out = append(out, []span{r.span})
			}
		}
	}
	if len(out) == 1 && len(g.lines[0].runs) > 0 && g.heads > 0 && out[0][0].x0 == g.lines[g.heads-1].runs[0].x0 {
		// A name alone: it is its column's where the next name stands over the first column of the rows.
		if h := g.lines[g.heads-1]; len(h.runs) < 2 || len(h.runs) != len(columns)+1 {
			return nil
		}
	}
	return out
}

// split joins spans that overlap into columns. Where most rows have several spans in one of
// them, what joins them are cells over several columns, and the column is cut without those.
func split(rows [][]span, gap float64) []span {
	columns := union(rows, gap)
	var out []span
	for _, c := range columns {
		var several, all [][]span
		for _, r := range rows {
			var in []span
			for _, s := range r {
				if s.mid() > c.x0 && s.mid() < c.x1 {
					in = append(in, s)
				}
			}
			if len(in) > 1 {
				several = append(several, in)
			}
			if len(in) > 0 {
				all = append(all, in)
			}
		}
		if len(several) >= 2 && mostlyNumbers(several) && float64(len(several)) >= 0.5*float64(len(all)) && len(several) < len(all) {
			if parts := union(several, gap); len(parts) > 1 {
				out = append(out, parts...)
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

// mostlyNumbers tells cells from the words of a cell whose line was stretched.
func mostlyNumbers(rows [][]span) bool {
	n, all := 0, 0
	for _, r := range rows {
		for _, s := range r {
			all++
			if s.number {
				n++
			}
		}
	}
	return 2*n >= all
}

func union(rows [][]span, gap float64) []span {
	all := slices.Concat(rows...)
	slices.SortFunc(all, func(a, b span) int { return cmp.Compare(a.x0, b.x0) })
	var out []span
	for _, s := range all {
		if n := len(out); n > 0 && s.x0 < out[n-1].x1+gap {
			out[n-1].x1 = max(out[n-1].x1, s.x1)
			continue
		}
		out = append(out, s)
	}
	return out
}

// over lists the columns that a run stands in: the first and the last, or -1 where it stands
// between them.
func (g *grid) over(r *run) (int, int) {
	from, to := -1, -1
	for i, c := range g.columns {
		shared := math.Min(c.x1, r.x1) - math.Max(c.x0, r.x0)
		if shared > 0.1*g.em || shared > 0.4*min(c.x1-c.x0, r.x1-r.x0) {
			if from < 0 {
				from = i
			}
			to = i
		}
	}
	return from, to
}

// boxedIn is the columns between the upright rules beside a run, where its row has such rules.
func (g *grid) boxedIn(l *line, r *run) (int, int, bool) {
	lo, hi := math.Inf(-1), math.Inf(1)
	for _, u := range g.area.upright {
		if u.y0 > l.base-0.2*g.em || u.y1 < l.base-0.4*g.em {
			continue
		}
		if x := u.x(); x <= r.x0+1 {
			lo = max(lo, x)
		} else if x >= r.x1-1 {
			hi = min(hi, x)
		}
	}
	if math.IsInf(lo, 0) || math.IsInf(hi, 0) {
		return 0, 0, false
	}
	from, to := -1, -1
	for i, c := range g.columns {
		if c.mid() > lo && c.mid() < hi {
			if from < 0 {
				from = i
			}
			to = i
		}
	}
	return from, to, from >= 0
}

// nearest is the column whose middle is nearest to a run's.
func (g *grid) nearest(r *run) int {
	best, d := 0, math.Inf(1)
	for i, c := range g.columns {
		gap := max(c.x0-r.x1, r.x0-c.x1, 0)
		if gap < d {
			best, d = i, gap
		}
	}
	return best
}
