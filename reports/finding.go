package reports

import (
	"strings"

	"mcpstats/analysis"
)

// finding is the one plain sentence of result that the head gives a benchmark,
// never more certain than its intervals and tests.
func (c *composer) finding(v *view) []Span {
	out := []Span{link(c.names.show(v.name), v.anchor), text(": ")}
	if v.primary == nil {
		return append(out, text("no metric could be scored from these logs."))
	}
	var scored []string
	for _, run := range v.runs {
		if s := v.summary(run, v.primary.Name); s != nil && s.Mean != nil {
			scored = append(scored, run)
		}
	}
	switch {
	case len(scored) == 0:
		return append(out, text("no run has a value of %s.", v.primary.Name))
	case len(scored) == 1:
		out = append(out, c.oneRun(v, scored[0])...)
		return append(out, text(" There is no other run to compare it with."))
	case len(scored) == 2:
		return append(out, c.twoRuns(v, scored[0], scored[1])...)
	default:
		return append(out, c.manyRuns(v, scored)...)
	}
}

// estimate prints a run's mean with its interval: "58.8% (95% interval 48.9 to
// 68.2)".
func (c *composer) estimate(v *view, s *analysis.Summary) string {
	sc := v.scale(s.Metric)
	out := sc.text(*s.Mean)
	if i := s.Interval; i != nil {
		c.use("interval")
		out += " (" + formatLevel(i.Level) + " interval " + sc.bare(float64(i.Low)) + " to " + sc.bare(float64(i.High)) + ")"
	}
	return out
}

// measured says what a run reached: "droid succeeds in 58.8% (...) of 80 tasks".
func (c *composer) measured(v *view, s *analysis.Summary) []Span {
	c.use("task")
	of := plural(s.NTasks, "task")
	if s.NAttempts > s.NTasks {
		of = plural(s.NAttempts, "attempt") + " at " + of
	}
	run := strong(c.names.show(s.Run))
	if s.Metric == "success" {
		return []Span{run, text(" succeeds in %s of %s", c.estimate(v, s), of)}
	}
	unit := ""
	if sc := v.scale(s.Metric); !sc.share && sc.unit != "" && sc.unit != s.Metric {
		unit = " " + sc.unit
	}
	return []Span{run, text(" has a mean "), code(Visible(s.Metric)), text(" of %s%s over %s", c.estimate(v, s), unit, of)}
}

func (c *composer) oneRun(v *view, run string) []Span {
	s := v.summary(run, v.primary.Name)
	out := append(c.measured(v, s), text("."))
	if s.Interval == nil {
		out = append(out, text(" No interval can be given%s.", because(s.Notes)))
	}
	return out
}

func because(notes []string) string {
	if len(notes) == 0 {
		return ""
	}
	return ": " + strings.TrimSuffix(Visible(notes[0]), ".")
}

// pair finds the overall comparison of two runs by the primary metric, and the
// sign that turns it to first minus second.
func (c *composer) pair(v *view, first, second string) (cmp *analysis.Comparison, sign float64) {
	for i := range c.res.Comparisons {
		p := &c.res.Comparisons[i]
		if p.Benchmark != v.name || p.Metric != v.primary.Name || p.Stratum != nil {
			continue
		}
		if p.A == first && p.B == second {
			return p, 1
		}
		if p.A == second && p.B == first {
			return p, -1
		}
	}
	return nil, 0
}

func (c *composer) twoRuns(v *view, first, second string) []Span {
	a, b := v.summary(first, v.primary.Name), v.summary(second, v.primary.Name)
	out := c.measured(v, a)
	out = append(out, text(", "), strong(c.names.show(second)), text(" in %s.", c.estimate(v, b)))
	if v.primary.Name != "success" {
		out[len(out)-1] = text(" of %s.", c.estimate(v, b))
	}
	p, sign := c.pair(v, first, second)
	if p == nil || p.Difference == nil {
		return append(out, text(" The two were not compared: they have no task in common."))
	}
	return append(out, c.differenceProse(v, p, sign)...)
}

// differenceProse says what one comparison shows.
func (c *composer) differenceProse(v *view, p *analysis.Comparison, sign float64) []Span {
	sc := v.scale(p.Metric)
	d := sign * *p.Difference
	detail := ""
	if p.Interval != nil {
		low, high := sign*float64(p.Interval.Low), sign*float64(p.Interval.High)
		detail = formatLevel(p.Interval.Level) + " interval " + sc.signedText(min(low, high)) + " to " + sc.signedText(max(low, high)) + "; "
	}
	if p.P == nil {
		detail += "no test is defined for these data"
	} else {
		detail += c.method(p.Headline) + ", " + equalsP(*p.P, c.alpha())
		if p.PAdjusted != nil && *p.PAdjusted != *p.P {
			detail += ", " + equalsP(*p.PAdjusted, c.alpha()) + " after " + c.method(c.res.Provenance.Plan.Correction)
		}
	}
	out := []Span{text(" The difference over the %s in common is ", plural(p.NTasks, "task")), text("%s (%s).", sc.withUnit(d), detail)}
	switch outcome := c.outcome(p); {
	case outcome == aBetter || outcome == bBetter:
		better := p.A
		if outcome == bBetter {
			better = p.B
		}
		out = append(out, text(" The data separate the two, in favour of %s.", c.names.show(better)))
	case outcome == aHigher || outcome == bHigher:
		out = append(out, text(" The data separate the two."))
	case outcome == equivalent:
		c.use("equivalent")
		out = append(out, text(" The two are equivalent within %s.", sc.margin(p.Equivalence)))
	case outcome == notShown:
		c.use("p")
		out = append(out, text(" No difference is shown, which does not mean that there is none."))
	}
	if o := c.outcome(p); o != equivalent && o != notShown && o != notTested && p.Equivalence != nil && p.Equivalence.Equivalent {
		c.use("equivalent")
		out = append(out, text(" The difference is shown to be within %s.", sc.margin(p.Equivalence)))
	}
	return out
}
