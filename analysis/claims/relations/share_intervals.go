package relations

import (
	"fmt"
	"math"
	"regexp"
	"slices"

	"mcpstats/analysis/claims"
	"mcpstats/stats"
)

// shareMethod is an interval of a share by its name in claims files.
type shareMethod struct {
	name  string
	of    func(k, n int, level float64) (stats.Interval, error)
	named *regexp.Regexp // how a text calls it
}

var shareMethods = []shareMethod{
	{"wald", stats.Wald, regexp.MustCompile(`(?i)\bwald\b|normal\s+approximation`)},
	{"wilson", stats.Wilson, regexp.MustCompile(`(?i)\bwilson\b`)},
	{"clopper_pearson", stats.ClopperPearson, regexp.MustCompile(`(?i)clopper|exact\s+binomial`)},
	{"agresti_coull", stats.AgrestiCoull, regexp.MustCompile(`(?i)agresti`)},
	{"jeffreys", stats.Jeffreys, regexp.MustCompile(`(?i)\bjeffreys\b`)},
	{"wilson_cc", stats.WilsonCC, nil},
}

// oneStandardError is the level of an estimate plus and minus its standard error.
const oneStandardError = 0.6826894921370859

// shareRow is a share with a half-width or bounds, and the number of trials behind it.
type shareRow struct {
	estimate        *quantity
	half, low, high *quantity
	n               *quantity
}

// shareIntervals finds the columns whose estimates are shares with intervals of shares, at one
// level and by one method over the column: what stands behind a ± may be a standard deviation
// over runs as well, which no n, level and method explain.
func (p *paper) shareIntervals(g *grid, ns []trials) {
	v := view{grid: g}
	all := v.roles()
	size, sized := find(all, "n", "")
	for c := g.firstCol; c < g.cols; c++ {
		var rows []shareRow
		low, hasLow := -1, false
		high := -1
		if _, group := roleOf(g.colHeads[c]); c+2 < g.cols {
			low, hasLow = find(all, "low", group)
			high, _ = find(all, "high", group)
			hasLow = hasLow && low == c+1 && high == c+2
		}
		for r := g.firstRow; r < g.rows; r++ {
			q := g.cells[r][c]
			if q == nil || q.value < 0 || q.value > 100 {
				continue
			}
			row := shareRow{estimate: q, half: p.roleAfter(q.at, "plusminus")}
			if len(q.Interval) == 2 {
				row.low, row.high = p.roleAfter(q.at, "low"), p.roleAfter(q.at, "high")
			}
			if hasLow {
				row.low, row.high = g.cells[r][low], g.cells[r][high]
			}
			if sized {
				row.n = g.cells[r][size]
			}
			if row.half != nil || row.low != nil && row.high != nil {
				rows = append(rows, row)
			}
		}
		if len(rows) >= 4 {
			p.shareIntervalsOf(fmt.Sprintf("%s, column %q", g.name(), g.colHeads[c]), rows, ns)
		}
	}
}

// shareReading is one way in which the intervals of a column may have been made.
type shareReading struct {
	n      int // 0: each row's own
	level  float64
	method shareMethod
	held   int
}

// shareIntervalsOf finds the reading that explains the most rows.
func (p *paper) shareIntervalsOf(what string, rows []shareRow, ns []trials) {
	whole := 1.0
	own := true
	for _, r := range rows {
		if r.estimate.value > 1 || r.estimate.Unit == "%" {
			whole = 100
		}
		own = own && r.n != nil
	}
	sizes := []int{0}
	if !own {
		sizes = nil
		for _, n := range ns[:min(len(ns), 30)] {
			sizes = append(sizes, n.n)
		}
	}
	var best shareReading
	tried := 0
	for _, n := range sizes {
		for _, level := range []float64{.95, .90, .99, oneStandardError} {
			for _, m := range shareMethods {
				r := shareReading{n: n, level: level, method: m}
				tried++
				for _, row := range rows {
					if r.explains(row, whole) {
						r.held++
					}
				}
				if r.held > best.held {
					best = r
				}
			}
		}
	}
	if best.held < 3 || 2*best.held < len(rows) {
		return
	}
	h := best.hypothesis(what, rows, whole)
	h.support.tried = float64(tried)
	p.test(h)
	p.keep(&h.ruled, h.borne(1e-5))
}

// trials are the trials of a row under a reading.
func (r shareReading) trials(row shareRow) int {
	if row.n != nil {
		return int(row.n.value)
	}
	return r.n
}

// explains tells whether the row's interval is that of some count that prints as the estimate.
func (r shareReading) explains(row shareRow, whole float64) bool {
	n := r.trials(row)
	if n < 2 || n > 1_000_000 {
		return false
	}
	from, to := int(math.Ceil(row.estimate.far.low/whole*float64(n))), int(math.Floor(row.estimate.far.high/whole*float64(n)))
	for k := max(0, from); k <= min(n, to, from+40); k++ {
		iv, err := r.method.of(k, n, r.level)
		if err != nil {
			continue
		}
		low, high := iv.Low*whole, iv.High*whole
		switch {
		case row.half != nil:
			if half := (high - low) / 2; row.half.far.meets(span{half, half}) {
				return true
			}
		case row.low.far.meets(span{low, low}) && row.high.far.meets(span{high, high}):
			return true
		}
	}
	return false
}

// hypothesis asks of each row what the reading says.
func (r shareReading) hypothesis(what string, rows []shareRow, whole float64) *hypothesis {
	level := fmt.Sprintf("%g%% intervals", 100*r.level)
	if r.level == oneStandardError {
		level = "standard errors"
	}
	of := ""
	if r.n > 0 {
		of = fmt.Sprintf(" over %d", r.n)
	}
	h := &hypothesis{ruled: ruled{family: "interval", rule: fmt.Sprintf("%s: %s of shares%s (%s)", what, level, of, r.method.name)}, depends: true}
	unit := claims.Proportion
	if whole == 100 {
		unit = claims.Percent
	}
	widest := 0.0
	for _, row := range rows {
		if row.half != nil {
			widest = math.Max(widest, row.half.value)
		} else {
			widest = math.Max(widest, (row.high.value-row.low.value)/2)
		}
	}
	ask := func(row shareRow, own *quantity, side string) {
		with := []*quantity{row.estimate}
		if row.n != nil {
			with = append(with, row.n)
		}
		h.add(own, with, unit, 1.6*own.digit/math.Max(widest, own.digit), func(ids []string) string {
			n := fmt.Sprint(r.n)
			if len(ids) == 2 {
				n = fmt.Sprintf("%q", ids[1])
			}
			return fmt.Sprintf("{interval: {estimate: %q, n: %s, level: %.12g, method: %s%s}}", ids[0], n, r.level, r.method.name, side)
		})
	}
	for _, row := range rows {
		if row.half != nil {
			ask(row, row.half, "")
			continue
		}
		ask(row, row.low, ", side: lower")
		ask(row, row.high, ", side: upper")
	}
	return h
}

// countIntervals holds the intervals that running text prints behind counts: "0/50 (0.0%, 95%
// CI [0.0%, 7.11%])". Where the sentence names the method it binds; else one that explains all
// but one of at least four is taken.
func (p *paper) countIntervals() {
	var rows, stated []countInterval
	for i := range p.report.Numbers {
		c, ok := p.countInterval(i)
		if !ok {
			continue
		}
		if c.method != "" {
			stated = append(stated, c)
		} else {
			rows = append(rows, c)
		}
	}
	h := &hypothesis{ruled: ruled{family: "interval", rule: "intervals of counts by the method that the text names", stated: true}}
	for _, c := range stated {
		c.ask(h, c.method)
	}
	p.test(h)
	p.keep(&h.ruled, h.support.held >= h.support.failed)
	var tried []*hypothesis
	for _, m := range shareMethods {
		h := &hypothesis{ruled: ruled{family: "interval", rule: "the text's intervals of counts (" + m.name + ")"}}
		for _, c := range rows {
			c.ask(h, m.name)
		}
		h.support.tried = float64(len(shareMethods))
		p.test(h)
		tried = append(tried, h)
	}
	if best := strongest(tried); best != nil {
		p.keep(&best.ruled, best.borne(believedChance))
	}
}

// countInterval is an interval of k of n in running text.
type countInterval struct {
	k, low, high *quantity
	n            int
	level        float64
	method       string
}

func (c countInterval) ask(h *hypothesis, method string) {
	for _, b := range []struct {
		own  *quantity
		side string
	}{{c.low, "lower"}, {c.high, "upper"}} {
		h.add(b.own, []*quantity{c.k}, claims.Percent, .1, func([]string) string {
			return fmt.Sprintf("{interval: {estimate: \"%.8f%%\", n: %d, level: %g, method: %s, side: %s}}", 100*c.k.value/float64(c.n), c.n, c.level, method, b.side)
		})
	}
}

// countInterval reads the interval whose lower bound is number i: the share and the count
// before it in the sentence, which must be one.
func (p *paper) countInterval(i int) (c countInterval, ok bool) {
	n := &p.report.Numbers[i]
	if n.Role != "low" || n.Cell || n.Unit != "%" || i+1 >= len(p.report.Numbers) || p.report.Numbers[i+1].Role != "high" {
		return c, false
	}
	c.low, c.high, c.level = p.quantities[i], p.quantities[i+1], .95
	var estimate *quantity
	for j := i - 1; j >= 0 && j >= i-6; j-- {
		o := &p.report.Numbers[j]
		if o.Block != n.Block || o.Sentence != n.Sentence || o.Role == "high" {
			break
		}
		switch q := p.quantities[j]; {
		case q == nil:
		case o.Role == "level":
			c.level = q.value / 100
		case o.Unit == "%" && estimate == nil:
			estimate = q
		case o.Of != nil && q.whole && c.k == nil:
			if of := p.roleAfter(j, "of"); of != nil && of.whole {
				c.k, c.n = q, int(of.value)
			}
		}
	}
	if c.low == nil || c.high == nil || c.k == nil || c.n < 2 || !(c.level > .5 && c.level < 1) {
		return c, false
	}
	share := 100 * c.k.value / float64(c.n)
	if estimate != nil && !estimate.far.meets(span{share, share}) { // of something else
		return c, false
	}
	names := slices.DeleteFunc(slices.Clone(shareMethods), func(m shareMethod) bool { return m.named == nil || !m.named.MatchString(n.Sentence) })
	if len(names) == 1 {
		c.method = names[0].name
	}
	return c, true
}
