package claims

import (
	"fmt"
	"math"
	"math/big"

	"mcpstats/stats"
)

// sideField tells a printed bound from a half-width.
var sideField = Field{Name: "side", Optional: true, Doc: "lower or upper, where the claim prints this bound alone"}

var checkMeanInterval = declare(Check{
	Name: "mean_interval",
	Doc:  "Does the interval of a mean follow from its spread?",
	Forms: []Form{
		{
			Fields: []Field{
				{Name: "mean", Optional: true, Doc: "The mean; it may be left out where the claim prints a half-width"},
				{Name: "sd", Doc: "The standard deviation of the values"},
				{Name: "n", Doc: "The number of values, at least 2"},
				{Name: "level", Optional: true, Doc: "The level, such as 0.95; where it is left out, the usual ones are tried, and one that is not 95% depends"},
				{Name: "method", Optional: true, Doc: "t, with n-1 degrees of freedom, or normal; both are tried where it is left out"},
				sideField,
			},
			Example: `printed: "0.41", check: {mean_interval: {sd: "1.20", n: 36, level: 0.95}}`,
		},
		{
			Fields: []Field{
				{Name: "mean", Optional: true, Doc: "The mean, or any estimate"},
				{Name: "se", Doc: "In place of sd and n: the standard error"},
				{Name: "level", Optional: true, Doc: "As above"},
				{Name: "df", Optional: true, Doc: "The degrees of freedom of t; without them the interval is a normal one"},
				sideField,
			},
			Example: `printed: "[0.31, 1.09]", check: {mean_interval: {mean: "0.70", se: "0.20"}}`,
		},
	},
	Cite: "Student 1908, Biometrika 6: mean +- t x sd/sqrt(n)",
}, parseMeanInterval, meanInterval.judge)

// meanInterval asks whether a half-width or bounds are those of an estimate with a spread.
type meanInterval struct {
	mean, spread *operand
	n, df        *operand // n nil: spread is the standard error
	level        float64  // 0: not stated
	method, side string
}

func parseMeanInterval(a *args) meanInterval {
	m := meanInterval{mean: a.optional("mean"), spread: a.optional("se"), side: a.text("side", "lower", "upper")}
	m.level, _ = a.fraction("level")
	if m.spread == nil {
		m.spread, m.n = a.operand("sd"), a.denominator("n")
		m.method = a.text("method", "t", "normal")
	} else {
		m.df = a.optional("df")
	}
	if a.err == nil && m.mean == nil && (m.side != "" || a.claim.Printed.upper != nil) {
		a.fail(a.line, "mean is missing; bounds are held against the mean that they stand around")
	}
	a.derive(m.mean, m.spread)
	return m
}

// quantile is a factor of the standard error with its name.
type quantile struct {
	name  string
	value float64
	first bool // at the level that is meant
}

// freedom is the degrees of freedom that are stated, 0 for none.
func (m meanInterval) freedom() (root, df float64, err outcome) {
	root = 1
	if m.n != nil {
		n, ok := m.n.count()
		if !ok || n < 2 {
			return 0, 0, unverifiable("%s is not a number of values", m.n.show())
		}
		return math.Sqrt(float64(n)), float64(n - 1), err
	}
	if m.df != nil {
		p, _ := m.df.printed(None)
		df = float(p.value)
		if df <= 0 {
			return 0, 0, unverifiable("%s degrees of freedom", m.df.show())
		}
	}
	return root, df, err
}

// quantiles are the factors that are tried, the likeliest first.
func (m meanInterval) quantiles(df float64) []quantile {
	levels := usualLevels
	if m.level > 0 {
		levels = []float64{m.level}
	}
	var out []quantile
	for i, level := range levels {
		if df > 0 && m.method != "normal" {
			out = append(out, quantile{"t, " + levelName(level), stats.StudentTISF((1-level)/2, df), i == 0})
		}
		if m.method != "t" && (m.df == nil) {
			out = append(out, quantile{"normal, " + levelName(level), stats.NormalISF((1 - level) / 2), i == 0})
		}
	}
	if m.level == 0 && m.method == "" { // "mean +- 2 SE" is an approximation of 95%
		out = append(out, quantile{"two standard errors", 2, false})
	}
	return out
}

func (m meanInterval) judge(q *inquiry) outcome {
	root, df, refused := m.freedom()
	if refused.verdict != "" {
		return refused
	}
	if m.spread.value(None).Sign() < 0 {
		return unverifiable("%s is no spread", m.spread.show())
	}
	var first string
	for _, k := range m.quantiles(df) {
		text, fits := m.try(q, k.value/root)
		line := fmt.Sprintf("%s: %s; printed %s", k.name, text, q.claim.Printed.Text)
		switch {
		case fits && k.first:
			return outcome{verdict: Consistent, computed: text, arithmetic: line}
		case fits:
			return outcome{verdict: Depends, computed: text, arithmetic: line, fits: "fits at " + k.name}
		case first == "":
			first = line
		}
	}
	o := outcome{verdict: Depends, arithmetic: first}
	if m.level > 0 {
		o.verdict = Inconsistent
	}
	return o
}

// try computes the half-width or the bounds with a factor of the spread, under any rule.
func (m meanInterval) try(q *inquiry, factor float64) (text string, fits bool) {
	half := floatScaled(m.spread.raw(mixed, None).clip(new(big.Rat), nil), factor)
	p := q.claim.Printed
	h := new(big.Rat).Mul(m.spread.value(None), rat(factor))
	of := func(p Printed) span { return p.span(mixed, None) }
	bound := func(sign int) (span, *big.Rat) {
		mean, at := m.mean.raw(mixed, None), m.mean.value(None)
		if sign < 0 {
			return mean.minus(half), new(big.Rat).Sub(at, h)
		}
		return mean.plus(half), new(big.Rat).Add(at, h)
	}
	switch {
	case m.side != "":
		sign := map[string]int{"lower": -1, "upper": 1}[m.side]
		s, v := bound(sign)
		return m.side + " bound " + show(v), !s.meet(of(p)).empty()
	case p.half != nil:
		return "half-width " + show(h), !half.meet(of(*p.half)).empty()
	case p.upper != nil:
		low, l := bound(-1)
		high, u := bound(1)
		lower := p
		lower.upper = nil
		return show(l) + " to " + show(u), !low.meet(of(lower)).empty() && !high.meet(of(*p.upper)).empty()
	}
	return "half-width " + show(h), !half.meet(of(p)).empty()
}
