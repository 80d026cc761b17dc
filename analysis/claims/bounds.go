package claims

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"mcpstats/stats"
)

// intervalMethods are the intervals of a proportion that papers print.
var intervalMethods = []struct {
	name string
	of   func(k, n int, level float64) (stats.Interval, error)
}{
	{"wald", stats.Wald},
	{"wilson", stats.Wilson},
	{"clopper_pearson", stats.ClopperPearson},
	{"wilson_cc", stats.WilsonCC},
	{"agresti_coull", stats.AgrestiCoull},
	{"jeffreys", stats.Jeffreys},
}

// usualLevels are the levels that are tried where none is stated: 95% first, one
// standard error as 68.27%, two as 95.45%.
var usualLevels = []float64{0.95, 0.90, 0.99, 0.6826894921370859, 0.9544997361036416}

func levelName(level float64) string {
	switch level {
	case usualLevels[3]:
		return "one standard error"
	case usualLevels[4]:
		return "two standard errors"
	}
	return showFloat(level*100) + "%"
}

func readInterval(a *args) func(*inquiry) outcome {
	var names []string
	for _, m := range intervalMethods {
		names = append(names, m.name)
	}
	n := a.denominator("n")
	estimate := a.optional("estimate")
	if a.err == nil && estimate == nil && a.claim.Printed.half == nil {
		a.fail(a.line, "estimate is missing; expected the proportion that the interval is of")
	}
	level, hasLevel := a.fraction("level")
	method := a.text("method", names...)
	return func(q *inquiry) outcome {
		trials, ok := n.count()
		if !ok || trials < 1 || trials > maxWhole {
			return outcome{verdict: Unverifiable, arithmetic: n.show() + " is no number of trials"}
		}
		b := newBoundsOf(q, estimate, trials)
		head := fmt.Sprintf("%s of n = %d", b.shown, trials)
		levels := usualLevels
		if hasLevel {
			levels = []float64{level}
		}
		o := outcome{}
		for i, l := range levels {
			for _, m := range intervalMethods {
				if method != "" && m.name != method {
					continue
				}
				text, fits := b.try(m.of, l)
				if o.computed == "" && text != "" {
					o.computed = fmt.Sprintf("%s, %s: %s", m.name, levelName(l), text)
				}
				if !fits {
					continue
				}
				o.verdict, o.computed = Consistent, fmt.Sprintf("%s, %s: %s", m.name, levelName(l), text)
				if i > 0 {
					o.verdict = Depends
					o.fits = "fits at " + levelName(l)
				}
				o.arithmetic = fmt.Sprintf("%s, %s; printed %s", head, o.computed, q.claim.Printed.Text)
				return o
			}
		}
		o.verdict = Depends
		if hasLevel && method != "" {
			o.verdict = Inconsistent
		}
		o.arithmetic = fmt.Sprintf("%s, %s; printed %s", head, o.computed, q.claim.Printed.Text)
		o.fits = b.explain(levels[0])
		return o
	}
}

// boundsOf is a printed interval of a proportion: a half-width or two bounds, in
// parts of the whole.
type boundsOf struct {
	shown     string
	counts    []int // that print as the estimate
	n         int
	estimate  float64
	low, high span // the printed bounds; where there are none, half is set
	half      span
	isHalf    bool
	one       float64 // the unit, for printing
}

func newBoundsOf(q *inquiry, estimate *operand, n int) boundsOf {
	p, unit := q.claim.Printed, q.claim.Unit
	switch {
	case estimate != nil:
		e, u := estimate.printed(unit)
		unit = e.shareUnit(u)
	case !unit.share():
		unit = p.shareUnit(unit)
	}
	b := boundsOf{n: n, one: float(unit.one())}
	read := func(p Printed) span { return p.span(mixed, unit).scaled(unit.one()) }
	switch {
	case p.half != nil:
		b.isHalf, b.half = true, read(*p.half)
	case p.upper != nil:
		lower := p
		lower.upper = nil
		b.low, b.high = read(lower), read(*p.upper)
	default:
		b.isHalf, b.half = true, read(p)
	}
	var at span
	if estimate != nil {
		b.shown = estimate.show()
		e, _ := estimate.printed(unit)
		b.estimate = float(e.value) * b.one
		at = e.span(mixed, unit).scaled(unit.one())
	} else {
		value := p
		value.half = nil
		b.shown = p.Text
		b.estimate = float(p.value) * b.one
		at = read(value)
	}
	const most = 50
	c := countsIn(at, int64(n), int64(n))
	for k := c.low; k <= c.high && len(b.counts) < most; k++ {
		b.counts = append(b.counts, int(k))
	}
	if len(b.counts) == 0 {
		b.counts = []int{min(n, max(0, int(math.Round(b.estimate*float64(n)))))}
	}
	return b
}

// try computes one interval and compares it with the printed one.
func (b *boundsOf) try(of func(k, n int, level float64) (stats.Interval, error), level float64) (text string, fits bool) {
	for _, k := range b.counts {
		iv, err := of(k, b.n, level)
		if err != nil {
			continue
		}
		near := func(v float64, s span) bool { return !around(v, v).meet(s).empty() }
		if !b.isHalf {
			if text == "" || near(iv.Low, b.low) && near(iv.High, b.high) {
				text = fmt.Sprintf("%s to %s", showFloat(iv.Low/b.one), showFloat(iv.High/b.one))
			}
			if near(iv.Low, b.low) && near(iv.High, b.high) {
				return text, true
			}
			continue
		}
		half := (iv.High - iv.Low) / 2
		if text == "" || near(half, b.half) {
			text = "half-width " + showFloat(half/b.one)
		}
		if near(half, b.half) {
			return text, true
		}
	}
	return text, false
}

// explain says which level, and which n, would give the printed width.
func (b *boundsOf) explain(level float64) string {
	width := b.half
	if !b.isHalf {
		width = b.high.minus(b.low).scaled(big.NewRat(1, 2))
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
	n1, n2 := z*z*spread/(high*high), z*z*spread/(low*low)
	parts = append(parts, fmt.Sprintf("n = %d to %d at %s", int(math.Ceil(n1)), int(math.Floor(n2)), levelName(level)))
	return "would fit: " + strings.Join(parts, ", or ")
}
