package pdf

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var digits = regexp.MustCompile(`\d+`)
var pageNumber = regexp.MustCompile(`(?i)^(page\s+)?[-–—]?\s*(\d{1,5}|[ivxl]{1,6})\s*[-–—]?(\s*(/|of)\s*\d{1,5})?$`)

// removed says what was left out of how many pages.
type removed struct {
	heads, numbers, lines, figures, margins int
}

// unfurnish takes running heads, page numbers and the line numbers of review copies away: they are
// no part of what the paper says.
func unfurnish(sheets []*sheet, gone *removed) {
	type spot struct {
		sheet *sheet
		row   *row
		y     float64
		above bool
	}
	seen := map[string][]spot{}
	for _, s := range sheets {
		gone.lines += s.lineNumbers()
		gone.margins += s.stamps()
		rows := gather(s.pieces)
		for i, r := range rows {
			above := i < 2 && r.base < 0.12*s.height
			if !above && !(i >= len(rows)-2 && r.base > 0.88*s.height) {
				continue
			}
			if _, ok := isCaption(r, captionStart); ok {
				continue
			}
			if _, ok := isCaption(r, figureStart); ok {
				continue
			}
			key := strconv.FormatBool(above) + digits.ReplaceAllString(plain(r.pieces), "#")
			seen[key] = append(seen[key], spot{s, r, r.base, above})
		}
	}
	for _, spots := range seen {
		for _, a := range spots {
			text := plain(a.row.pieces)
			twins := 0
			for _, b := range spots {
				if b.sheet != a.sheet && math.Abs(a.y-b.y) < 3 {
					twins++
				}
			}
			number := pageNumber.MatchString(text)
			if (twins == 0 || a.sheet.inTable(a.row)) && !(number && len(a.row.pieces) == 1 && a.sheet.alone(a.row)) {
				continue
			}
			a.sheet.drop(a.row.pieces)
			if number {
				gone.numbers++
			} else {
				gone.heads++
			}
		}
	}
}

// inTable tells whether a rule stands closely above a row, as above the head of a table that goes on.
func (s *sheet) inTable(r *row) bool {
	n := 0
	for i := range s.rules {
		l := &s.rules[i]
		if l.level && l.x1-l.x0 > 30 && r.top()-l.y() > -2 && r.top()-l.y() < 1.2*r.size() && l.x0 < r.x1() && l.x1 > r.x0() {
			n++
		}
	}
	return n > 0 && len(r.runs(wordGap)) > 1
}

// alone tells whether nothing else stands near a row.
func (s *sheet) alone(r *row) bool {
	for _, p := range s.pieces {
		if !slices.Contains(r.pieces, p) && p.bottom > r.top()-1.0*r.size() && p.top < r.bottom()+1.0*r.size() {
			return false
		}
	}
	return true
}

func (s *sheet) drop(pieces []*piece) {
	s.pieces = slices.DeleteFunc(s.pieces, func(p *piece) bool { return slices.Contains(pieces, p) })
}

// stamps takes away turned lines beyond the text: the mark of an archive, a label in the margin.
func (s *sheet) stamps() int {
	x0, x1 := math.Inf(1), math.Inf(-1)
	for _, p := range s.pieces {
		if !p.turned {
			x0, x1 = min(x0, p.x0), max(x1, p.x1)
		}
	}
	n := len(s.pieces)
	s.pieces = slices.DeleteFunc(s.pieces, func(p *piece) bool { return p.turned && (p.x1 < x0+2 || p.x0 > x1-2) })
	return n - len(s.pieces)
}

// lineNumbers takes away a column of counting numbers outside of the text and returns 1 where there was one.
func (s *sheet) lineNumbers() int {
	type entry struct {
		p *piece
		n int
	}
	var numbers []entry
	var others []*piece
	for _, p := range s.pieces {
		if n, err := strconv.Atoi(strings.TrimSpace(p.text)); err == nil && len(p.text) <= 5 && !p.turned {
			numbers = append(numbers, entry{p, n})
		} else {
			others = append(others, p)
		}
	}
	found := 0
	for _, edge := range []func(p *piece) float64{func(p *piece) float64 { return p.x1 }, func(p *piece) float64 { return p.x0 }} {
		for tried := 0; tried < 4; tried++ {
			columns := map[int][]entry{}
			for _, e := range numbers {
				columns[int(math.Round(edge(e.p)/2))] = append(columns[int(math.Round(edge(e.p)/2))], e)
			}
			var best []entry
			for _, k := range sortedKeys(columns) {
				col := slices.Concat(columns[k], columns[k+1])
				slices.SortFunc(col, func(a, b entry) int { return int(math.Copysign(1, a.p.base-b.p.base)) })
				if len(col) > len(best) && counts(len(col), func(i int) (int, float64) { return col[i].n, col[i].p.base }) {
					best = col
				}
			}
			if len(best) < 8 || best[len(best)-1].p.base-best[0].p.base < 0.25*s.height {
				break
			}
			var pieces []*piece
			x0, x1 := math.Inf(1), math.Inf(-1)
			for _, e := range best {
				pieces = append(pieces, e.p)
				x0, x1 = min(x0, e.p.x0), max(x1, e.p.x1)
			}
			// Nothing else may stand in that strip, and on one side of it nothing at all.
			beyondLeft, beyondRight, inside := 0, 0, 0
			for _, p := range others {
				switch {
				case p.x1 <= x0:
					beyondLeft++
				case p.x0 >= x1:
					beyondRight++
				default:
					inside++
				}
			}
			if inside > len(others)/20 || beyondLeft > len(others)/20 && beyondRight > len(others)/20 {
				break
			}
			s.drop(pieces)
			numbers = slices.DeleteFunc(numbers, func(e entry) bool { return slices.Contains(pieces, e.p) })
			found = 1
		}
	}
	return found
}

// counts tells whether numbers go up by one step, or by that of every fifth line, nearly always.
func counts(n int, at func(int) (int, float64)) bool {
	good := 0
	for i := 1; i < n; i++ {
		a, _ := at(i - 1)
		b, _ := at(i)
		if d := b - a; d == 1 || d == 5 || d == 2 {
			good++
		}
	}
	return n > 1 && float64(good) >= 0.9*float64(n-1)
}

func sortedKeys[V any](m map[int]V) []int {
	var keys []int
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
