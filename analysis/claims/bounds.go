package claims

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"mcpstats/stats"
)

// boundsOf is a printed interval of a proportion: a half-width or two bounds, in
// parts of the whole.
type boundsOf struct {
	shown     string
	counts    []int // that print as the estimate
	n         int
	estimate  float64
	whole     span // what the estimate stands for, in parts of the whole
	low, high span // the printed bounds; where there are none, half is set
	half      span
	isHalf    bool
	side      string  // "lower" or "upper": only this bound is printed
	one       float64 // the unit, for printing
}

func newBoundsOf(q *inquiry, estimate *operand, n int, side string) boundsOf {
	p := q.claim.Printed
	unit := boundsUnit(q.claim, estimate)
	b := boundsOf{n: n, one: float(unit.one()), side: side}
	switch {
	case side == "lower":
		b.low, b.high = inWholes(p, unit), span{low: new(big.Rat), high: big.NewRat(1, 1)}
	case side == "upper":
		b.low, b.high = span{low: new(big.Rat), high: big.NewRat(1, 1)}, inWholes(p, unit)
	case p.half != nil:
		b.isHalf, b.half = true, inWholes(*p.half, unit)
	case p.upper != nil:
		lower := p
		lower.upper = nil
		b.low, b.high = inWholes(lower, unit), inWholes(*p.upper, unit)
	default:
		b.isHalf, b.half = true, inWholes(p, unit)
	}
	e := p
	e.half = nil
	b.shown = p.Text
	if estimate != nil {
		b.shown = estimate.show()
		e, _ = estimate.printed(unit)
	}
	b.estimate = float(e.value) * b.one
	b.whole = inWholes(e, unit)
	b.counts = countsLike(b.whole, n, b.estimate)
	return b
}

// boundsUnit is the unit in which bounds are printed: that of the estimate where
// there is one.
func boundsUnit(c *Claim, estimate *operand) Unit {
	if estimate == nil {
		return c.Printed.shareUnit(c.Unit)
	}
	e, unit := estimate.printed(c.Unit)
	return e.shareUnit(unit)
}

// inWholes is what a share can stand for under any rule, in parts of the whole.
func inWholes(p Printed, unit Unit) span { return p.span(mixed, unit).scaled(unit.one()) }

// maxCounts bounds the counts that are tried for a coarsely printed estimate.
const maxCounts = 50

// countsLike are the counts over n that lie in the span, or else the nearest one. An
// estimate that is no whole number over n is for the proportion check to refuse; here it
// would only hide what is asked of the bounds.
func countsLike(s span, n int, estimate float64) []int {
	var out []int
	c := countsIn(s, int64(n), int64(n))
	for k := c.low; k <= c.high && len(out) < maxCounts; k++ {
		out = append(out, int(k))
	}
	if len(out) == 0 {
		out = []int{min(n, max(0, int(math.Round(estimate*float64(n)))))}
	}
	return out
}

// try computes one interval of each count and compares it with the printed one:
// text is the interval that fits, else the first.
func (b *boundsOf) try(of func(k, n int, level float64) (stats.Interval, error), level float64) (text string, fits bool) {
	for _, k := range b.counts {
		iv, err := of(k, b.n, level)
		if err != nil {
			continue
		}
		if b.equal(iv) {
			return b.write(iv), true
		}
		if text == "" {
			text = b.write(iv)
		}
	}
	return text, false
}

// equal reports whether the interval prints as the printed one does.
func (b *boundsOf) equal(iv stats.Interval) bool {
	switch {
	case b.isHalf:
		return prints((iv.High-iv.Low)/2, b.half)
	case b.side == "lower":
		return prints(iv.Low, b.low)
	case b.side == "upper":
		return prints(iv.High, b.high)
	}
	return prints(iv.Low, b.low) && prints(iv.High, b.high)
}

// outside reports whether no value of the estimate can lie between the printed bounds.
func (b *boundsOf) outside() bool {
	if b.isHalf {
		return false
	}
	switch b.side {
	case "lower":
		return b.whole.meet(span{low: b.low.low}).empty()
	case "upper":
		return b.whole.meet(span{high: b.high.high}).empty()
	}
	return b.whole.meet(b.low.hull(b.high)).empty()
}

// write shows the interval as the claim does, by its half-width or its bounds.
func (b *boundsOf) write(iv stats.Interval) string {
	if b.isHalf {
		return "half-width " + showFloat((iv.High-iv.Low)/2/b.one)
	}
	return fmt.Sprintf("%s to %s", showFloat(iv.Low/b.one), showFloat(iv.High/b.one))
}

// prints reports whether a computed number can be what a printed one stands for.
func prints(v float64, printed span) bool { return !around(v, v).meet(printed).empty() }

// explain says which level, and which n, would give the printed width.
func (b *boundsOf) explain(level float64) string {
	width := b.half
	if !b.isHalf {
		width = b.high.minus(b.low).scaled(big.NewRat(1, 2))
	}
	switch b.side { // one bound is as far off as half of both
	case "lower":
		width = b.whole.minus(b.low)
	case "upper":
		width = b.high.minus(b.whole)
	}
	low, high, ok := width.floats()
	spread := b.estimate * (1 - b.estimate)
	if !ok || spread <= 0 || low <= 0 {
		return "another method than those of a proportion"
	}
	se := math.Sqrt(spread / float64(b.n))
	var parts []string
	l1, l2 := 1-2*stats.NormalSF(low/se), 1-2*stats.NormalSF(high/se)
	parts = append(parts, fmt.Sprintf("level %s%% to %s%% at n = %d (%s to %s standard errors)", formatG(100*l1, 3), formatG(100*l2, 3), b.n, formatG(low/se, 3), formatG(high/se, 3)))
	z := stats.NormalISF((1 - level) / 2)
	// The half-width of the normal approximation, z*sqrt(p(1-p)/n), solved for n; above it
	// was solved for z.
	n1, n2 := z*z*spread/(high*high), z*z*spread/(low*low)
	parts = append(parts, fmt.Sprintf("n = %d to %d at %s", int(math.Ceil(n1)), int(math.Floor(n2)), levelName(level)))
	return "would fit: " + strings.Join(parts, ", or ")
}
