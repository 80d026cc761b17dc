package compose

import (
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// verdict says in a sentence what a comparison shows. Only a difference that is
// significant by the adjusted p-value is said to be one; "no difference is shown"
// and "equivalent" are different sentences.
func (c *composer) verdict(v *view, p *result.Comparison) []reports.Span {
	if p.Difference == nil || p.MeanA == nil || p.MeanB == nil {
		return []reports.Span{text("No difference between "), strong(c.names.Show(p.A)), text(" and "), strong(c.names.Show(p.B)), text(" could be computed%s.", because(p.Notes))}
	}
	o := c.outcome(p)
	if o == bBetter || o == bHigher || o != aBetter && o != aHigher && *p.Difference < 0 && p.P != nil {
		// The better run is named first; where nothing is shown, the one with the higher
		// mean, which claims nothing but reads without a minus sign.
		p = turned(p)
	}
	sc := v.scale(p.Metric)
	a, b, metric := strong(c.names.Show(p.A)), strong(c.names.Show(p.B)), text("%s", c.said(p.Metric))
	detail := " (" + c.evidence(v, p) + ")"
	switch o {
	case aBetter, bBetter, aHigher, bHigher:
		out := append([]reports.Span{a}, c.exceeds(v, p)...)
		out = append(out, b, text("%s.", detail))
		if o == aHigher || o == bHigher {
			out = append(out, c.undirected(v.metric(p.Metric))...)
		}
		if p.Equivalence != nil && p.Equivalence.Equivalent {
			c.use("equivalent")
			out = append(out, text(" The difference is shown to be within %s.", sc.Margin(p.Equivalence)))
		}
		return out
	case equivalent:
		c.use("equivalent")
		return []reports.Span{a, text(" and "), b, text(" are equivalent in "), metric, text(" within %s%s.", sc.Margin(p.Equivalence), detail)}
	case notShown:
		return []reports.Span{text("No difference in "), metric, text(" is shown between "), a, text(" and "), b, text("%s. That does not mean that there is none.", detail)}
	default:
		return []reports.Span{text("The difference in "), metric, text(" between "), a, text(" and "), b, text(" was not tested%s.", detail)}
	}
}

// undirected says why higher is not called better.
func (c *composer) undirected(m result.MetricInfo) []reports.Span {
	if m.Better == result.Neither.String() {
		return []reports.Span{text(" Neither direction is better.")}
	}
	return []reports.Span{text(" Which direction is better is not known; "), code("--higher"), text(" or "), code("--lower"), text(" states it.")}
}

// exceeds is what stands between two runs of which the first is better, or
// higher where neither direction is good.
func (c *composer) exceeds(v *view, p *result.Comparison) []reports.Span {
	if p.Metric == "success" && v.scale(p.Metric).Share {
		if c.singleAttempts(v, p) {
			return []reports.Span{text(" solves more tasks than ")}
		}
		return []reports.Span{text(" succeeds more often than ")}
	}
	direction := "higher"
	if *p.Difference < 0 {
		direction = "lower"
	}
	return []reports.Span{text(" has a %s mean %s than ", direction, c.said(p.Metric))}
}

// singleAttempts reports whether both runs tried each task once.
func (c *composer) singleAttempts(v *view, p *result.Comparison) bool {
	for _, run := range []string{p.A, p.B} {
		if s := v.summary(run, p.Metric); s == nil || s.NAttempts > s.NTasks {
			return false
		}
	}
	return true
}

// evidence is what a verdict rests on: "58.8% against 50.5% on 80 tasks;
// difference 8.3 points, 95% interval 1.9 to 14.6; paired t test, Holm-adjusted p
// = .042".
func (c *composer) evidence(v *view, p *result.Comparison) string {
	c.use("task")
	sc := v.scale(p.Metric)
	out := sc.Text(*p.MeanA) + " against " + sc.Text(*p.MeanB) + " on " + plural(p.NTasks, "task") + "; difference " + sc.Amount(*p.Difference)
	if p.Interval != nil {
		c.use("interval")
		out += ", " + reports.FormatLevel(p.Interval.Level) + " interval " + sc.Bare(float64(p.Interval.Low)) + " to " + sc.Bare(float64(p.Interval.High))
	}
	if p.P == nil {
		return out + "; " + c.undefined(p)
	}
	c.use("p")
	return out + "; " + c.method(p.Headline) + ", " + c.adjusted(p) + reports.EqualsP(*adjustedP(p), c.alpha())
}

// undefined says why there is no p-value.
func (c *composer) undefined(p *result.Comparison) string {
	for _, t := range p.Tests {
		for _, note := range t.Notes {
			if _, why, ok := strings.Cut(note, " undefined: "); ok && t.Method == p.Headline {
				return "the " + c.method(p.Headline) + " is undefined: " + why
			}
		}
	}
	return "no test is defined for these data"
}

// adjusted says before a p-value what it was adjusted by: "Holm-adjusted "; nothing
// where it was not.
func (c *composer) adjusted(p *result.Comparison) string {
	name := c.res.Provenance.Plan.Correction
	if p.PAdjusted == nil || name == "none" || name == "" {
		return ""
	}
	return strings.TrimSuffix(c.method(name), " correction") + "-adjusted "
}
