package claims

import (
	"fmt"

	"mcpstats/stats"
)

// intervalMethod is an interval of a proportion that papers print.
type intervalMethod struct {
	name string
	of   func(k, n int, level float64) (stats.Interval, error)
}

// intervalMethods lists them by how common they are: the first names what is
// computed where none fits.
var intervalMethods = []intervalMethod{
	{"wald", stats.Wald},
	{"wilson", stats.Wilson},
	{"clopper_pearson", stats.ClopperPearson},
	{"wilson_cc", stats.WilsonCC},
	{"agresti_coull", stats.AgrestiCoull},
	{"jeffreys", stats.Jeffreys},
}

func intervalNames() []string {
	out := make([]string, len(intervalMethods))
	for i, m := range intervalMethods {
		out[i] = m.name
	}
	return out
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

var checkInterval = declare(Check{
	Name: "interval",
	Doc:  "Does the interval of a proportion follow from its n?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "estimate", Doc: "The proportion that the interval is of; it may be left out where the claim prints it, as in 44.50±1.69. The claim prints a half-width (1.69, ±1.69) or bounds ([41.2, 68.6], 41.2-68.6)"},
			{Name: "n", Doc: "The number of trials"},
			{Name: "level", Optional: true, Doc: "The level, such as 0.95; where it is left out, 90, 95 and 99% and one and two standard errors are tried, and a level that is not 95% depends; a level that is given binds"},
			{Name: "method", Optional: true, Doc: alternatives(intervalNames()) + "; all are tried where it is left out"},
			sideField,
		},
		Example: `printed: "[41.2, 68.6]", unit: percent, check: {interval: {estimate: "55.32", n: 47, level: 0.95}}`,
	}},
	Cite: "Brown, Cai and DasGupta 2001, Statistical Science 16; Newcombe 1998, Statistics in Medicine 17",
}, parseInterval, interval.judge)

// interval asks whether printed bounds are those of a proportion of n trials.
type interval struct {
	n        *operand
	estimate *operand // nil: the claim prints it
	level    float64  // 0: not stated
	method   string   // empty: not stated
	side     string   // the bound that the claim prints; empty: both, or a half-width
}

func parseInterval(a *args) interval {
	i := interval{n: a.denominator("n"), estimate: a.optional("estimate")}
	if a.err == nil && i.estimate == nil && a.claim.Printed.half == nil {
		a.fail(a.line, "estimate is missing; expected the proportion that the interval is of")
	}
	i.level, _ = a.fraction("level")
	i.method, i.side = a.text("method", intervalNames()...), a.text("side", "lower", "upper")
	return i
}

func (i interval) judge(q *inquiry) outcome {
	n, ok := i.n.count()
	if !ok || n < 1 || n > maxWhole {
		return unverifiable("%s is not a number of trials", i.n.show())
	}
	b := newBoundsOf(q, i.estimate, n, i.side)
	o := i.search(b)
	o.arithmetic = fmt.Sprintf("%s of n = %d, %s; printed %s", b.shown, n, o.computed, q.claim.Printed.Text)
	if o.verdict != "" {
		return o
	}
	// A level that is stated binds: every method that papers use has been tried at it. With
	// the level open, some other one may be the paper's.
	o.verdict = Depends
	if i.level > 0 {
		o.verdict = Inconsistent
	}
	o.fits = sentence(i.another(b), b.explain(i.levels()[0]))
	if b.outside() {
		o.verdict = Inconsistent
		o.fits = "an estimate lies within its own interval"
	}
	return o
}

// another names a method that would give what is printed, where the stated one does not:
// bounds are often right and wrongly named.
func (i interval) another(b boundsOf) string {
	if i.method == "" {
		return ""
	}
	i.method = ""
	if o := i.search(b); o.verdict != "" {
		return "fits as " + o.computed
	}
	return ""
}

func (i interval) levels() []float64 {
	if i.level > 0 {
		return []float64{i.level}
	}
	return usualLevels
}

// search tries the levels and methods that can be meant. Where none gives what is
// printed the outcome has no verdict, and computed is the first interval.
func (i interval) search(b boundsOf) outcome {
	computed := ""
	for at, level := range i.levels() {
		for _, m := range intervalMethods {
			if i.method != "" && i.method != m.name {
				continue
			}
			text, fits := b.try(m.of, level)
			found := fmt.Sprintf("%s, %s: %s", m.name, levelName(level), text)
			switch {
			case fits && at > 0:
				return outcome{verdict: Depends, computed: found, fits: "fits at " + levelName(level)}
			case fits:
				return outcome{verdict: Consistent, computed: found}
			case computed == "" && text != "":
				computed = found
			}
		}
	}
	return outcome{computed: computed}
}
