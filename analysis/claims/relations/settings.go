package relations

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mcpstats/datasets/document"
)

// setting is a parameter with its value, by which a table names a row: "α = 0.4" in
// parentheses behind a name, or a head column "α" with the value in the row.
type setting struct{ name, value string }

var inHead = regexp.MustCompile(`\(\s*(\p{L}[\p{L}\p{N}_]{0,11})\s*=\s*([0-9]+(?:\.[0-9]+)?)\s*\)`)

// settingOf is the setting that names a row; ok is false where none does, or several do.
func (g *grid) settingOf(row int) (s setting, ok bool) {
	head := g.rowHeads[row]
	if at := inHead.FindAllStringSubmatch(head, 2); len(at) == 1 {
		return setting{strings.ToLower(at[0][1]), plainValue(at[0][2])}, true
	}
	if g.firstCol != 1 || g.cols == 0 {
		return s, false
	}
	name := strings.TrimSpace(g.colHeads[0])
	if _, err := strconv.ParseFloat(strings.TrimSpace(head), 64); err != nil || len(strings.Fields(name)) != 1 || len([]rune(name)) > 12 || numberedHead(words(name)) {
		return s, false
	}
	return setting{strings.ToLower(name), plainValue(strings.TrimSpace(head))}, true
}

// plainValue is a value as the text's tokens hold it.
func plainValue(s string) string { return strings.ToLower(s) }

func (s setting) same(o setting) bool {
	a, err := strconv.ParseFloat(s.value, 64)
	b, err2 := strconv.ParseFloat(o.value, 64)
	return s.name == o.name && err == nil && err2 == nil && a == b
}

// repetitions are words of a paper whose numbers may come from several runs of one setting,
// so that two tables may rightly print two numbers of it.
var repetitions = regexp.MustCompile(`(?i)\b(?:over|across|of|averaged?|[0-9]+|two|three|four|five|ten|different|multiple|several|random|independent)\s+(?:different\s+|independent\s+|random\s+)?(?:seeds|runs|repetitions|replicat\w+|repeats|folds|splits|restarts|initiali[sz]ations)\b|cross-?validat|std\.?\s?dev|±`)

// settings holds pairs of tables against each other that print the same metrics of the same
// settings, each naming them by a parameter and its value: an ablation and a sweep. Both must
// say in their captions that they count the same number of the same things. That the two
// print one quantity, their numbers show: no pair is further apart than ten units of the
// last digit, and than a part of what the columns span, but for one with a digit changed where
// all others agree. Chance does not put so many pairs so near to each other. Then a pair that no rounding makes one number contradicts.
func (p *paper) settings() {
	if p.says(repetitions) {
		return
	}
	for i, a := range p.grids {
		for _, b := range p.grids[i+1:] {
			p.sameSettings(a, b)
		}
	}
}

// says tells whether the document's texts or captions hold a pattern.
func (p *paper) says(pattern *regexp.Regexp) bool {
	return slices.ContainsFunc(p.doc.Blocks, func(b document.Block) bool {
		return pattern.MatchString(b.Text.Plain) || b.Table != nil && pattern.MatchString(b.Table.Caption.Plain)
	})
}

func (p *paper) sameSettings(a, b *grid) {
	if !p.countAlike(a, b) {
		return
	}
	cells, rows := settingCells(a, b)
	if len(cells) < 4 || rows < 2 {
		return
	}
	s := support{tried: 1}
	most, spread, slips := 0.0, 0.0, 0
	for _, c := range cells {
		apart := math.Abs(c.x.value - c.y.value)
		reach := math.Max(columnReach(a, c.x.Col), columnReach(b, c.y.Col))
		if c.x.Decimals != c.y.Decimals || c.x.Unit != c.y.Unit {
			return
		}
		if c.holds {
			s.held++
		} else {
			s.failed++
		}
		if apart > 10.5*c.x.digit || apart > .15*reach {
			if !near(c.x.Plain, c.y.Plain) {
				return
			}
			slips++
			continue
		}
		most, spread = math.Max(most, (apart+c.x.digit)/reach), spread+(c.x.near.wide()+c.y.near.wide())/reach
	}
	// That all lie within so small a part of the columns' reach is the evidence for one quantity.
	near := support{held: len(cells) - slips, p: 2 * most, tried: 1}
	if slips > 1 || slips == 1 && s.failed > 1 || 2*s.held < len(cells) || near.chance() > believedChance/10 {
		return
	}
	s.p = min(1, spread/float64(len(cells)))
	r := &ruled{family: "repeat", rule: fmt.Sprintf("%s and %s print the same settings over the same cases", a.name(), b.name()), support: s}
	for _, c := range cells {
		r.ask(c.y, []*quantity{c.x}, c.holds, func(ids []string) string { return fmt.Sprintf("{equals: %q}", ids[0]) })
	}
	p.keep(r, true)
}

// settingCells are the cells of two tables with the same setting and the same column, and how
// many settings they are of. A setting that names two rows of a table names none.
func settingCells(a, b *grid) (cells []twinCell, rows int) {
	rowOf := func(g *grid, s setting) int {
		at := -1
		for r := g.firstRow; r < g.rows; r++ {
			if o, ok := g.settingOf(r); ok && o.same(s) {
				if at >= 0 {
					return -1
				}
				at = r
			}
		}
		return at
	}
	for r := a.firstRow; r < a.rows; r++ {
		s, ok := a.settingOf(r)
		if !ok || rowOf(a, s) != r {
			continue
		}
		o := rowOf(b, s)
		if o < 0 {
			continue
		}
		before := len(cells)
		for c := a.firstCol; c < a.cols; c++ {
			for d := b.firstCol; d < b.cols; d++ {
				x, y := a.cells[r][c], b.cells[o][d]
				if x != nil && y != nil && x.PlusMinus == nil && y.PlusMinus == nil && nameOf(a.colHeads[c]) != "" && nameOf(a.colHeads[c]) == nameOf(b.colHeads[d]) {
					cells = append(cells, twinCell{x: x, y: y, row: s.value, col: nameOf(a.colHeads[c]), holds: x.far.meets(y.far)})
				}
			}
		}
		if len(cells) > before {
			rows++
		}
	}
	return cells, rows
}

// countAlike tells whether two captions count the same number of the same things, and name
// no other number of them.
func (p *paper) countAlike(a, b *grid) bool {
	x, y := p.captionCounts(a), p.captionCounts(b)
	shared := false
	for noun, n := range x {
		if m, ok := y[noun]; ok {
			if m != n {
				return false
			}
			shared = true
		}
	}
	return shared
}

// captionCounts are the things that a caption counts, by their noun.
func (p *paper) captionCounts(g *grid) map[string]float64 {
	out := map[string]float64{}
	for i := range p.report.Numbers {
		n, q := &p.report.Numbers[i], p.quantities[i]
		if q != nil && n.Table == g.ID && !n.Cell && q.whole && n.UnitFrom == "sentence" && len(n.Unit) > 3 && !n.Approx && !measures[n.Unit] {
			out[n.Unit] = q.value
		}
	}
	return out
}

// columnReach is the distance from the smallest number of a column to the largest.
func columnReach(g *grid, col int) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for r := range g.rows {
		if q := g.cells[r][col]; q != nil {
			low, high = math.Min(low, q.value), math.Max(high, q.value)
		}
	}
	return math.Max(0, high-low)
}
