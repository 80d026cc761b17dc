package compose

import (
	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// maxShaky is how many pairs of runs a sentence of the head names; the tables mark all.
const maxShaky = 1

// shaky says of which overall comparisons by the headline metric another sane test
// decides otherwise, and where test and interval disagree: no finding is told without. It gives
// a sentence each.
func (c *composer) shaky(v *view) [][]reports.Span {
	var fragile, borderline []*result.Comparison
	compared := 0
	for p := range c.headline(v) {
		compared++
		if p.Fragile && p.Check != nil {
			fragile = append(fragile, p)
		}
		if p.Borderline {
			borderline = append(borderline, p)
		}
	}
	var out [][]reports.Span
	switch {
	case len(fragile) == 1 && compared == 1:
		p := fragile[0]
		c.use("fragile")
		out = append(out, []reports.Span{strong("This is fragile"), text(": %s %s (%s).", theTest(c.method(p.Check.Method)), c.decides(p), c.checkedP(p))})
	case len(fragile) > 0:
		c.use("fragile")
		p, more := fragile[0], ""
		if len(fragile) > 1 {
			more = ", and so on"
		}
		out = append(out, []reports.Span{strong("Fragile"), text(": for %s, another test decides otherwise: %s and %s (%s %s, %s)%s.", plural(len(fragile), "pair"),
			c.names.Show(p.A), c.names.Show(p.B), theTest(c.method(p.Check.Method)), c.decides(p), c.checkedP(p), more)})
	}
	switch {
	case len(borderline) == 1 && compared == 1:
		c.use("borderline")
		out = append(out, []reports.Span{strong("It is borderline"), text(": %s.", c.disagreement(borderline[0]))})
	case len(borderline) > 0:
		c.use("borderline")
		var names []string
		for _, p := range borderline {
			names = append(names, c.names.Show(p.A)+" and "+c.names.Show(p.B))
		}
		out = append(out, []reports.Span{strong("Borderline"), text(": the exact test, before correction, and Tango's interval disagree about %s.", listed(names, maxShaky, "; "))})
	}
	return out
}

// listed joins the first of the names, and says how many more there are.
func listed(names []string, most int, separator string) string {
	out := ""
	for i, n := range names {
		if i == most {
			return out + separator + reports.FormatCount(len(names)-i) + " more"
		}
		if i > 0 {
			out += separator
		}
		out += n
	}
	return out
}

// decides says what a comparison's other test finds.
func (c *composer) decides(p *result.Comparison) string {
	if p.Check.Significant {
		return "does show a difference"
	}
	return "shows none"
}

func (c *composer) checkedP(p *result.Comparison) string {
	if p.Check.PAdjusted == nil {
		return "p undefined"
	}
	return c.adjusted(p) + reports.EqualsP(*p.Check.PAdjusted, c.alpha())
}

// disagreement says on which side of zero the exact test and the interval are.
func (c *composer) disagreement(p *result.Comparison) string {
	const test = "McNemar's exact test"
	shown, interval := "shows no difference", "excludes zero"
	if p.P != nil && *p.P <= c.alpha() {
		shown, interval = "shows a difference", "contains zero"
	}
	return test + " " + shown + ", Tango's interval " + interval
}

// whyNotCompared says why two runs that both have values of the headline metric have no
// comparison by it.
func (c *composer) whyNotCompared(v *view, first, second string) string {
	base := c.res.Provenance.Plan.Baseline
	switch {
	case !v.primary.Compared:
		return c.names.Whole(v.primary.Name) + " is not among the metrics to compare"
	case base != "" && base != first && base != second:
		return "each run is compared with " + c.names.Show(base) + " alone"
	}
	return "no task has a value of " + c.names.Whole(v.primary.Name) + " in both"
}
