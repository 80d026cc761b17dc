package relations

import (
	"fmt"
	"math"
	"regexp"
	"strconv"

	"mcpstats/analysis/claims"
)

var (
	sizeInHead  = regexp.MustCompile(`(?i)\bn\s*=\s*([0-9]{1,5})\b`)
	scaleStated = regexp.MustCompile(`(?i)(?:scales?|rated|ratings?|likert|scored|scores?|ranging|ranges?)\b[^.;]{0,40}?(?:from|of|between|\(|:)?\s*([0-9])\s*(?:\([^)]*\)\s*)?(?:to|-|–|and)\s*([0-9]{1,2})\b`)
	pointScale  = regexp.MustCompile(`(?i)\b(five|six|seven|nine|ten|[5-9]|10)[-\s]point\s+(?:likert|scale|rating)`)
	ofSpread    = regexp.MustCompile(`(?i)(?:±|\+/-|\()\s*(?:s\.?d\.?\b|std\b|standard\s+deviation)`)
)

// scale is what values can be: from low to high.
type scale struct{ low, high int }

// scaleOf is the scale that a text states; ok is false where it states none, or several. A
// point scale is taken to begin at 1.
func scaleOf(text string) (s scale, ok bool) {
	found := map[scale]bool{}
	for _, m := range scaleStated.FindAllStringSubmatch(text, -1) {
		low, _ := strconv.Atoi(m[1])
		high, _ := strconv.Atoi(m[2])
		if low <= 1 && high >= low+2 {
			s = scale{low, high}
			found[s] = true
		}
	}
	if len(found) == 0 {
		for _, m := range pointScale.FindAllStringSubmatch(text, -1) {
			high, err := strconv.Atoi(m[1])
			if err != nil {
				high = map[string]int{"five": 5, "six": 6, "seven": 7, "nine": 9, "ten": 10}[m[1]]
			}
			if high == 0 {
				continue
			}
			s = scale{1, high}
			found[s] = true
		}
	}
	return s, len(found) == 1
}

// spreadRow is a mean with its standard deviation and the number of values behind both.
type spreadRow struct {
	mean, sd *quantity
	n        *quantity // nil: size is known otherwise
	size     int       // 0: not known
}

// spreads holds means with their standard deviations against what whole numbers can have:
// GRIM and GRIMMER, and DEBIT of shares. That the values are whole numbers the rows tell: of
// any values most rows would fail where n is small. A scale that the caption states also
// bounds them.
func (p *paper) spreads(v view, ns []trials) {
	all := v.roles()
	for _, group := range groupsOf(all, "sd") {
		sd, ok := find(all, "sd", group)
		mean, ok2 := find(all, "mean", group)
		if !ok || !ok2 {
			continue
		}
		n, sized := findOr(all, "n", group)
		var rows []spreadRow
		from, to := v.items()
		for i := from; i < to; i++ {
			m, s := v.at(i, mean), v.at(i, sd)
			if m == nil || s == nil {
				continue
			}
			row := spreadRow{mean: m, sd: s}
			if sized {
				if row.n = v.at(i, n); row.n == nil {
					continue
				}
				row.size = int(row.n.value)
			} else {
				row.size = max(sizeIn(m.ColHead), sizeIn(m.RowHead))
			}
			rows = append(rows, row)
		}
		p.spreadsOf(v.grid, rows, ns, fmt.Sprintf("%s and %s", named(v, mean), named(v, sd)))
	}
	if !v.flip {
		p.spreadsInCells(v, ns)
	}
}

// spreadsInCells are means with their spread in the same cell, where head or caption says so:
// "4.2 (1.1)" below "M (SD)".
func (p *paper) spreadsInCells(v view, ns []trials) {
	for c := v.firstCol; c < v.cols; c++ {
		if !ofSpread.MatchString(v.colHeads[c]) && !ofSpread.MatchString(v.Caption.Plain) {
			continue
		}
		var rows []spreadRow
		for r := v.firstRow; r < v.rows; r++ {
			q := v.cells[r][c]
			if q == nil {
				continue
			}
			s := v.parens[r][c]
			if s == nil {
				s = p.roleAfter(q.at, "plusminus")
			}
			if s == nil || s.Unit == "%" && q.Unit != "%" {
				continue
			}
			rows = append(rows, spreadRow{mean: q, sd: s, size: max(sizeIn(q.ColHead), sizeIn(q.RowHead))})
		}
		p.spreadsOf(v.grid, rows, ns, named(v, c))
	}
}

func sizeIn(head string) int {
	m := sizeInHead.FindStringSubmatch(head)
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1])
	return n
}

// spreadsOf tries the readings of a table's means and spreads. Where the rows do not say their
// n, the numbers of things that the document counts are tried.
func (p *paper) spreadsOf(g *grid, rows []spreadRow, ns []trials, what string) {
	if len(rows) < 4 {
		return
	}
	sizes := []int{0}
	for _, r := range rows {
		if r.size == 0 {
			sizes = nil
			for _, n := range ns[:min(len(ns), 6)] {
				sizes = append(sizes, n.n)
			}
			break
		}
	}
	var tried []*hypothesis
	for _, size := range sizes {
		tried = append(tried, p.wholeNumbers(g, rows, size, what))
		if share := wholeShare(rows); share > 0 {
			tried = append(tried, p.yesAndNo(g, rows, size, share, what))
		}
	}
	for _, h := range tried {
		h.support.tried = float64(len(tried))
		p.test(h)
	}
	if best := strongest(tried); best != nil && best.borne(believedChance) {
		p.keep(&best.ruled, true)
		return
	}
	p.boundedSpreads(g, rows, sizes, what)
}

// wholeShare is what all of it is where means are shares of yes and no: 1 or 100; 0 where they
// are none.
func wholeShare(rows []spreadRow) float64 {
	one, hundred := true, true
	for _, r := range rows {
		one = one && r.mean.value >= 0 && r.mean.value <= 1 && r.sd.value <= .75
		hundred = hundred && r.mean.value >= 0 && r.mean.value <= 100 && r.sd.value <= 75 && (r.sd.value > 1 || r.mean.value == 0 || r.mean.value == 100)
	}
	switch {
	case one:
		return 1
	case hundred:
		return 100
	}
	return 0
}

// with are the numbers that a row's spread is held against, and how its n is written.
func (r spreadRow) with(size int) (with []*quantity, n func(ids []string) string) {
	if r.n != nil {
		return []*quantity{r.mean, r.n}, func(ids []string) string { return strconv.Quote(ids[1]) }
	}
	return []*quantity{r.mean}, func([]string) string { return strconv.Itoa(max(r.size, size)) }
}

// wholeNumbers takes the values as whole numbers, on the scale that the caption states.
func (p *paper) wholeNumbers(g *grid, rows []spreadRow, size int, what string) *hypothesis {
	h := &hypothesis{ruled: ruled{family: "spread", rule: fmt.Sprintf("%s, %s: of whole numbers%s", g.name(), what, ofSize(size))}}
	bounds := ""
	if s, ok := scaleOf(g.Caption.Plain); ok && within(rows, s) {
		bounds = fmt.Sprintf(", low: %d, high: %d", s.low, s.high)
		h.rule += fmt.Sprintf(" from %d to %d", s.low, s.high)
	}
	for _, r := range rows {
		n := float64(max(r.size, size))
		with, write := r.with(size)
		means := 1.55 * r.mean.digit * n
		squares := 2 * 1.55 * r.sd.digit * math.Max(r.sd.value, r.sd.digit) * n * math.Max(1, means)
		h.add(r.sd, with, claims.None, math.Min(1, means)*math.Min(1, squares), func(ids []string) string {
			return fmt.Sprintf("{sd: {mean: %q, n: %s%s}}", ids[0], write(ids), bounds)
		})
	}
	return h
}

func ofSize(size int) string {
	if size == 0 {
		return ""
	}
	return fmt.Sprintf(", %d of them,", size)
}

// yesAndNo takes the means as shares, whose spread they fix.
func (p *paper) yesAndNo(g *grid, rows []spreadRow, size int, whole float64, what string) *hypothesis {
	h := &hypothesis{ruled: ruled{family: "spread", rule: fmt.Sprintf("%s, %s: of shares of yes and no%s", g.name(), what, ofSize(size))}}
	for _, r := range rows {
		with, write := r.with(size)
		h.add(r.sd, with, claims.None, 4*r.sd.digit/(.5*whole), func(ids []string) string {
			return fmt.Sprintf("{sd: {mean: %q, n: %s, low: 0, high: %g, step: %g}}", ids[0], write(ids), whole, whole)
		})
	}
	return h
}

// within tells whether the means lie on a scale, all but one in five.
func within(rows []spreadRow, s scale) bool {
	off := 0
	for _, r := range rows {
		if r.mean.far.high < float64(s.low) || r.mean.far.low > float64(s.high) {
			off++
		}
	}
	return 5*off <= len(rows)
}

// boundedSpreads holds spreads against the largest that a scale allows, where the caption
// states the scale and all means lie on it.
func (p *paper) boundedSpreads(g *grid, rows []spreadRow, sizes []int, what string) {
	s, ok := scaleOf(g.Caption.Plain)
	if !ok || !within(rows, s) {
		return
	}
	h := &hypothesis{ruled: ruled{family: "spread", stated: true, rule: fmt.Sprintf("%s, %s: on the scale from %d to %d that the caption states", g.name(), what, s.low, s.high)}}
	for _, r := range rows {
		if r.size == 0 && (len(sizes) == 0 || sizes[0] == 0) {
			continue
		}
		size := 2 // the fewest allow the most
		if r.size > 0 {
			size = r.size
		}
		with, write := r.with(size)
		h.add(r.sd, with, claims.None, .5, func(ids []string) string {
			return fmt.Sprintf("{sd: {mean: %q, n: %s, low: %d, high: %d, step: 0}}", ids[0], write(ids), s.low, s.high)
		})
	}
	p.test(h)
	p.keep(&h.ruled, h.support.held >= 4 && 5*h.support.failed <= h.support.all())
}
