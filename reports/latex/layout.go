package latex

import (
	"math"
	"strings"

	"mcpstats/reports"
)

// Measures of the page in points: A4 with margins of 25 mm, upright and turned.
const (
	lineUpright = 453.0
	lineTurned  = 700.0
	pageUpright = 640.0 // what a table may be high before it is broken over pages
	columnSep   = 4.0   // on either side of a column
)

// size is a size of type.
type size struct {
	command string
	points  float64
}

// sizes are tried from the largest; turned pages begin with the second.
var sizes = []size{{`\small`, 9}, {`\footnotesize`, 8}, {`\scriptsize`, 7}, {`\fontsize{6}{7.2}\selectfont`, 6}, {`\tiny`, 5}}

// layout is how a table fits the page.
type layout struct {
	size      size
	landscape bool
	wrapped   []float64 // by column: the width in em of a paragraph column, 0 where the column is as wide as its text
	heads     [][]string
	long      bool // it needs more than a page
}

// Widths in em. A text column is made a fifth of its longest text wide, within
// these bounds, before smaller type or a turned page is tried.
const (
	comfortable = 9.0
	roomy       = 26.0
	narrowest   = 4.0
	leastHead   = 3.2 // up to which a heading's words share a line above a narrow column
)

// plan fits a table: as it is, else with its text columns as paragraphs, on an
// upright page and then on a turned one, in ever smaller type.
func plan(t reports.Table, columns []column) layout {
	natural, least := make([]float64, len(columns)), make([]float64, len(columns))
	heads := make([][]string, len(columns))
	for k, c := range columns {
		body, piece := c.widest, c.piece
		heads[k] = breakHead(c.head, body)
		head := 0.0
		for _, l := range heads[k] {
			head = max(head, measure(l))
		}
		natural[k] = max(body, head)
		least[k] = natural[k]
		if c.wraps {
			least[k] = max(min(natural[k], min(max(natural[k]/5, comfortable), roomy)), piece, head)
		}
	}
	l := layout{heads: heads, wrapped: make([]float64, len(columns))}
	fits := func(w []float64, s size, line float64) bool {
		return sum(w)*s.points+2*columnSep*float64(len(w)) <= line
	}
	try := func(w []float64, from, to int, line float64) bool {
		for _, s := range sizes[from:to] {
			if fits(w, s, line) {
				l.size = s
				return true
			}
		}
		return false
	}
	line := lineUpright
	switch {
	case try(natural, 0, 2, lineUpright):
		least = natural
	case try(least, 0, 3, lineUpright):
	case try(natural, 1, 2, lineTurned):
		least, line, l.landscape = natural, lineTurned, true
	case try(least, 1, len(sizes), lineTurned):
		line, l.landscape = lineTurned, true
	default:
		line, l.landscape, l.size = lineTurned, true, sizes[len(sizes)-1]
		squeeze(least, columns, (line-2*columnSep*float64(len(columns)))/l.size.points)
	}
	grow(least, natural, (line-2*columnSep*float64(len(columns)))/l.size.points)
	for k, c := range columns {
		if c.wraps && least[k] < natural[k] {
			l.wrapped[k] = math.Floor(least[k]*10) / 10
		}
	}
	page := pageUpright
	if l.landscape {
		page = lineUpright * 0.9
	}
	l.long = l.height(t, columns) > page
	return l
}

// grow shares the room that is left among the columns that are narrower than
// their text, by how much they lack.
func grow(w, natural []float64, room float64) {
	lack := 0.0
	for k := range w {
		lack += natural[k] - w[k]
	}
	if left := room - sum(w); left > 0 && lack > 0 {
		share := min(1, left/lack)
		for k := range w {
			w[k] += share * (natural[k] - w[k])
		}
	}
}

// squeeze makes text columns narrower than their longest words, which then
// stick out, where nothing else makes a table fit.
func squeeze(w []float64, columns []column, room float64) {
	over, give := sum(w)-room, 0.0
	for k, c := range columns {
		if c.wraps {
			give += max(0, w[k]-narrowest)
		}
	}
	if give == 0 {
		return
	}
	for k, c := range columns {
		if c.wraps {
			w[k] -= max(0, w[k]-narrowest) * min(1, over/give)
		}
	}
}

// height is about how high the table's body is, in points.
func (l *layout) height(t reports.Table, columns []column) float64 {
	lines := 0
	for _, row := range t.Rows {
		most := 1
		for k := range columns {
			if w := l.wrapped[k]; w > 0 {
				most = max(most, len(fold(row[k].Text, w/boldFactor)))
			}
		}
		lines += most
	}
	return float64(lines+4+len(t.Notes)+len(t.Caption)/100) * 1.25 * l.size.points
}

// breakHead breaks a column's heading into lines about as wide as its column.
func breakHead(head string, width float64) []string {
	if lines := fold(head, max(width, leastHead)); len(lines) > 0 {
		return lines
	}
	return []string{""}
}

// fold breaks text into lines of a width, at blanks and, in long words, behind
// the marks that names are joined with.
func fold(text string, width float64) []string {
	var lines []string
	used, blank := 0.0, false
	for _, piece := range pieces(text) {
		word, gap := strings.TrimSuffix(piece, " "), ""
		if blank {
			gap = " "
		}
		blank = word != piece
		wide := measure(gap + word)
		if n := len(lines) - 1; n >= 0 && used+wide <= width {
			lines[n] += gap + word
			used += wide
			continue
		}
		lines, used = append(lines, word), measure(word)
	}
	return lines
}

func sum(list []float64) float64 {
	total := 0.0
	for _, v := range list {
		total += v
	}
	return total
}
