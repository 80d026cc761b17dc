package pdf

import (
	"math"
	"regexp"
	"strings"

	"mcpstats/datasets/document"
)

var figureStart = regexp.MustCompile(`^(?i:supplementary |extended data )?(Figure|FIGURE|Fig\.|FIG\.|Listing|Algorithm|Scheme|Box|Prompt)\s*([A-Z]?[.\-]?\d+(?:[.\-]\d+)*[a-z]?|[IVXL]+)\s*([:.|—–-]?)(\s|$)`)
var plainNumber = regexp.MustCompile(`^[-+−]?\d[\d.,]*%?$`)

// isCaption tells whether a line begins a caption, as start has it, and which number it has. A
// sentence that begins a line with "Table 2 shows" has neither a mark behind the number nor
// another look, and goes on with a verb.
func isCaption(l *row, start *regexp.Regexp) (label string, ok bool) {
	text := plain(l.pieces)
	m := start.FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	label = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(strings.TrimSuffix(m[0], m[4])), m[3]))
	rest := strings.TrimSpace(text[len(m[0]):])
	first := l.pieces[0]
	other := first
	for _, p := range l.pieces {
		if p.x0 > first.x1 && strings.Contains(rest, p.text) {
			other = p
		}
	}
	switch {
	case m[3] == ":" || m[3] == "|" || m[3] == "—" || m[3] == "–":
		return label, true
	case rest == "":
		return label, true
	case m[3] != "" && (rest[0] >= 'A' && rest[0] <= 'Z' || rest[0] >= '0' && rest[0] <= '9' || rest[0] > 127 || strings.ContainsRune("($*", rune(rest[0]))):
		return label, true
	case first.font != other.font && (first.font.Bold || first.font.Name != other.font.Name):
		return label, rest[0] >= 'A' && rest[0] <= 'Z'
	}
	return "", false
}

// item is a line or a table of a region, in order.
type item struct {
	line    *row
	table   *found
	caption *caption // the item is the first line of it
	taken   bool     // part of a caption, of notes, of a table
}

// caption is the lines below or above a table or figure that say what it is.
type caption struct {
	label       string
	lines       []*row
	top, bottom float64
	of          *found
	figure      bool
}

func (it *item) top() float64 {
	if it.table != nil {
		return it.table.area.y0
	}
	return it.line.top()
}

func (it *item) bottom() float64 {
	if it.table != nil {
		return it.table.area.y1
	}
	return it.line.bottom()
}

// findCaptions marks the lines of captions among the items of a region.
func findCaptions(items []*item) []*caption {
	var out []*caption
	for i, it := range items {
		if it.line == nil || it.taken {
			continue
		}
		label, table := isCaption(it.line, captionStart)
		figure := false
		if !table {
			if label, figure = isCaption(it.line, figureStart); !figure {
				continue
			}
		}
		c := &caption{label: label, figure: figure, lines: []*row{it.line}, top: it.line.top()}
		it.caption, it.taken = c, true
		last := it.line
		step := 0.0
		for _, next := range items[i+1:] {
			if next.line == nil {
				break
			}
			l := next.line
			_, a := isCaption(l, captionStart)
			_, b := isCaption(l, figureStart)
			gap := l.base - last.base
			most, differ := 1.5*last.tall(), 1.2
			if step > 0 {
				most = step + 0.15*last.tall()
			}
			// A label alone on its line has its words below it.
			if len(c.lines) == 1 && len(strings.Fields(plain(last.pieces))) <= 2 {
				most, differ = 2.2*last.tall(), 2.5
			}
			if a || b || gap > most || gap < 0 || unlike(l, last) > 0.3 && len(c.lines) > 1 && most < 2*last.tall() || unlike(l, last) > differ {
				break
			}
			if len(l.runs(cellGap)) > 2 || len(l.runs(2*cellGap)) > 1 { // a row of a table that has no rule above it
				break
			}
			if step == 0 && len(strings.Fields(plain(last.pieces))) > 2 {
				step = gap
			}
			c.lines = append(c.lines, l)
			next.taken = true
			last = l
		}
		c.bottom = last.bottom()
		out = append(out, c)
	}
	return out
}

// unlike is by how much the sizes of two lines differ, of most characters or of the largest.
func unlike(a, b *row) float64 {
	return min(math.Abs(a.size()-b.size()), math.Abs(a.tall()-b.tall()))
}

// marry gives tables their captions: each caption to the nearest table above or below it that has
// none, with nothing but the table's notes between them.
func (t *tables) marry(items []*item, captions []*caption) {
	type pair struct {
		c    *caption
		t    *found
		dist float64
	}
	for {
		best := pair{dist: math.Inf(1)}
		for _, c := range captions {
			if c.figure || c.of != nil {
				continue
			}
			for _, it := range items {
				if it.table == nil || it.table.table.Label != "" {
					continue
				}
				a := it.table.area
				dist, lo, hi := a.y0-c.bottom, c.bottom, a.y0
				if a.y0 < c.top {
					dist, lo, hi = c.top-a.y1, a.y1, c.top
				}
				dist = max(dist, 0)
				if dist > 60 || !clear(items, it, c, lo, hi) {
					continue
				}
				if below := a.y0 < c.top; below != t.below {
					dist += 30
				}
				if dist < best.dist {
					best = pair{c, it.table, dist}
				}
			}
		}
		if best.c == nil {
			return
		}
		best.c.of = best.t
		best.t.table.Label = best.c.label
	}
}

// votes counts the captions of a region that stand close above a table, and close below one.
func votes(items []*item, captions []*caption) (above, below int) {
	for _, c := range captions {
		if c.figure {
			continue
		}
		up, down := math.Inf(1), math.Inf(1) // the distance to the table above, and below
		for _, it := range items {
			if it.table == nil {
				continue
			}
			a := it.table.area
			if a.y0 < c.top {
				if clear(items, it, c, a.y1, c.top) {
					up = min(up, max(c.top-a.y1, 0))
				}
			} else if clear(items, it, c, c.bottom, a.y0) {
				down = min(down, max(a.y0-c.bottom, 0))
			}
		}
		const near = 16 // further away, it may be that of a table without rules
		switch {
		case min(up, down) > near:
		case down < up:
			above++
		default:
			below++
		}
	}
	return above, below
}

// clear tells whether between a caption and a table there stand at most some lines of notes.
func clear(items []*item, table *item, c *caption, lo, hi float64) bool {
	lines := 0
	for _, it := range items {
		if it == table || it.caption == c || it.taken && it.line != nil && contains(c.lines, it.line) {
			continue
		}
		if it.top() >= lo-1 && it.bottom() <= hi+1 {
			if it.table != nil || it.taken {
				return false
			}
			lines++
		}
	}
	return lines <= 4
}

func contains(lines []*row, l *row) bool {
	for _, o := range lines {
		if o == l {
			return true
		}
	}
	return false
}

// notes gives a table the lines below it that are set smaller than the text or begin with a mark.
func (t *tables) notes(items []*item, captions []*caption) {
	for i, it := range items {
		if it.table == nil {
			continue
		}
		bottom := it.table.area.y1
		var note []*row
		end := func() {
			if len(note) > 0 {
				it.table.table.Notes = append(it.table.table.Notes, t.joined(note))
			}
			note = nil
		}
		for _, next := range items[i+1:] {
			l := next.line
			if l == nil || next.taken {
				break
			}
			small := l.size() < t.body-0.4
			begins := noteStart.MatchString(plain(l.pieces)) || l.pieces[0].script > 0
			if !small && !begins && len(note) == 0 || l.top()-bottom > 1.1*l.size() || !small && len(note) > 0 && math.Abs(l.size()-note[0].size()) > 0.3 {
				break
			}
			if !small && it.table.table.Label == "" {
				break
			}
			if begins {
				end()
			}
			note = append(note, l)
			next.taken = true
			bottom = l.bottom()
		}
		end()
		it.table.foot = bottom
	}
}

var noteStart = regexp.MustCompile(`^(Notes?\b|\*|†|‡|§|¶|\([a-z*]\)|[a-z]\s)`)

// joined writes lines as one text.
func (t *tables) joined(lines []*row) document.Text {
	w := writer{file: t.file}
	for i, l := range lines {
		if i > 0 {
			w.newline(plain(l.pieces), t.words)
		}
		w.line(l.pieces)
	}
	return w.text()
}
