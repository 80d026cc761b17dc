package compose

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// result is the one plain sentence of result that the head gives a benchmark,
// never more certain than its intervals and tests.
func (c *composer) result(v *view) []reports.Span {
	var out []reports.Span
	if v.primary == nil {
		if slices.ContainsFunc(c.res.Warnings, func(w result.Warning) bool { return w.Code == "no_headline" && w.Where == v.name }) {
			return append(out, text("no ranking until the plan says which metric counts: none is known for nearly all runs."))
		}
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
		for _, run := range v.runs {
			if s := v.summary(run, v.primary.Name); s != nil && len(s.Notes) > 0 {
				return append(out, text("no run has a mean of %s. %s: %s.", c.said(v.primary.Name), c.names.Show(run), reports.Visible(s.Notes[0])))
			}
		}
		return append(out, text("no run has a value of %s.", c.said(v.primary.Name)))
	case len(scored) == 1:
		out = append(out, c.oneRun(v, scored[0])...)
		return append(out, text(" There is no other run to compare it with."))
	case len(scored) == 2:
		return slices.Concat(out, c.twoRuns(v, scored[0], scored[1]), c.direction(v))
	default:
		return slices.Concat(out, c.manyRuns(v, scored), c.direction(v))
	}
}

// direction says of a metric that the plan asks for which way is better, where it is
// known; success needs no telling.
func (c *composer) direction(v *view) []reports.Span {
	plan := c.res.Provenance.Plan
	if len(plan.Metrics) == 0 && plan.Primary == "" || v.primary.Name == "success" || !v.primary.Directed() {
		return nil
	}
	return []reports.Span{text(" %s %s is better.", capital(v.primary.Better), c.said(v.primary.Name))}
}

// estimate prints a run's mean with its interval: "58.8% (95% interval 48.9 to
// 68.2)".
func (c *composer) estimate(v *view, s *result.Summary) string {
	sc := v.scale(s.Metric)
	out := sc.Text(*s.Mean)
	if i := s.Interval; i != nil {
		c.use("interval")
		out += " (" + reports.FormatLevel(i.Level) + " interval " + sc.Bare(float64(i.Low)) + " to " + sc.Bare(float64(i.High)) + ")"
	}
	return out
}

// measured says what a run reached: "droid succeeds in 58.8% (...) of 80 tasks".
func (c *composer) measured(v *view, s *result.Summary) []reports.Span {
	c.use("task")
	of := plural(s.NTasks, "task")
	if s.NAttempts > s.NTasks {
		of = plural(s.NAttempts, "attempt") + " at " + of
	}
	run := strong(c.names.Show(s.Run))
	if s.Metric == "success" {
		return []reports.Span{run, text(" succeeds in %s of %s", c.estimate(v, s), of)}
	}
	unit := ""
	if sc := v.scale(s.Metric); !sc.Share && sc.Measure == reports.AsItIs && sc.Unit != "" && sc.Unit != s.Metric {
		unit = " " + sc.Unit
	}
	return []reports.Span{run, text(" has a mean %s of %s%s over %s", c.said(s.Metric), c.estimate(v, s), unit, of)}
}

func (c *composer) oneRun(v *view, run string) []reports.Span {
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
	return ": " + strings.TrimSuffix(reports.Visible(notes[0]), ".")
}

// pair finds the overall comparison of two runs by the primary metric, and the
// sign that turns it to first minus second.
func (v *view) pair(first, second string) (cmp *result.Comparison, sign float64) {
	if p := v.pairs[[2]string{first, second}]; p != nil {
		return p, 1
	}
	if p := v.pairs[[2]string{second, first}]; p != nil {
		return p, -1
	}
	return nil, 0
}

// twoRuns is the verdict on the two, or what each reached where there is none.
func (c *composer) twoRuns(v *view, first, second string) []reports.Span {
	if p, _ := v.pair(first, second); p != nil && p.Difference != nil {
		return c.verdict(v, p)
	}
	a, b := v.summary(first, v.primary.Name), v.summary(second, v.primary.Name)
	out := append(c.measured(v, a), text(", "), strong(c.names.Show(second)))
	if v.primary.Name == "success" {
		out = append(out, text(" in %s.", c.estimate(v, b)))
	} else {
		out = append(out, text(" of %s.", c.estimate(v, b)))
	}
	return append(out, text(" The two were not compared: %s.", c.whyNotCompared(v, first, second)))
}
