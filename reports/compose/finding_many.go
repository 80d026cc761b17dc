package compose

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// manyRuns leads with the best run and from how many others it is separated.
func (c *composer) manyRuns(v *view, scored []string) []reports.Span {
	scored, apart := c.rankedOf(v, scored)
	leaders := c.leaders(v)
	by := c.said(v.primary.Name)
	switch {
	case !v.primary.Directed():
		return append([]reports.Span{text("No run is called better by %s; the values are below.", by)}, c.undirected(*v.primary)...)
	case len(leaders) == 0:
		return []reports.Span{text("No run is ranked by %s; the values are below.", by)}
	case len(leaders) > 1:
		s := v.summary(leaders[0], v.primary.Name)
		var shown []string
		for _, l := range leaders {
			shown = append(shown, c.names.Show(l))
		}
		return []reports.Span{strong(reports.Enumerate(shown, 4)), text(" share first place by %s (%s).", by, v.scale(s.Metric).Text(*s.Mean))}
	}
	leader := leaders[0]
	s := v.summary(leader, v.primary.Name)
	lead := c.ahead(v, leader, scored)
	reached := c.estimate(v, s)
	if len(c.views) > 1 && len(lead) > 0 {
		reached = v.scale(s.Metric).Text(*s.Mean) // few words are left; the interval of the lead tells more
	}
	out := []reports.Span{strong(c.names.Show(leader))}
	if v.primary.Name == "success" {
		out = append(out, text(" succeeds most often, in %s: ", reached))
	} else {
		superlative := "highest"
		if v.primary.Better == "lower" {
			superlative = "lowest"
		}
		out = append(out, text(" has the %s mean %s, %s: ", superlative, by, reached))
	}
	out = append(out, lead...)
	out = append(out, text("%s.", c.lead(v, leader, scored, len(apart) > 0)))
	if len(apart) > 0 {
		var names []string
		for _, run := range apart {
			names = append(names, c.names.Show(run))
		}
		verb := " are"
		if len(apart) == 1 {
			verb = " is"
		}
		out = append(out, text(" %s%s not ranked, having attempted other tasks.", reports.Enumerate(names, 3), verb))
	}
	return out
}

// ahead says by how much the first run leads the next one: its size, and its interval.
func (c *composer) ahead(v *view, leader string, scored []string) []reports.Span {
	next := ""
	for _, run := range scored {
		if run != leader {
			next = run
			break
		}
	}
	p, sign := v.pair(leader, next)
	if p == nil || p.Difference == nil {
		return nil
	}
	if sign < 0 {
		p = turned(p)
	}
	sc := v.scale(p.Metric)
	size, low, high := *p.Difference, 0.0, 0.0
	if p.Interval != nil {
		low, high = float64(p.Interval.Low), float64(p.Interval.High)
	}
	side := "above"
	if size < 0 {
		side, size, low, high = "below", -size, -high, -low
	}
	interval := ""
	if p.Interval != nil {
		interval = " (" + reports.FormatLevel(p.Interval.Level) + " interval " + sc.Bare(low) + " to " + sc.Bare(high) + ")"
	}
	return []reports.Span{link(sc.Amount(size), c.id(v, "comparisons")), text(" %s the next, %s%s; ", side, c.names.Show(next), interval)}
}

// rankedOf parts the runs that are ranked from those that stand apart, because their
// means are of other tasks. Where none is ranked, none stands apart.
func (c *composer) rankedOf(v *view, scored []string) (ranked, apart []string) {
	for _, run := range scored {
		if slices.ContainsFunc(v.ledger, func(r result.LedgerRow) bool { return r.Run == run && r.Ranked }) {
			ranked = append(ranked, run)
		} else {
			apart = append(apart, run)
		}
	}
	if len(ranked) == 0 {
		return scored, nil
	}
	return ranked, apart
}

// lead says what the comparisons of the first run with the other ranked ones show; apart
// tells that some runs are not.
func (c *composer) lead(v *view, leader string, scored []string, apart bool) string {
	var beaten, same, open []string
	var worst *result.Comparison
	for _, other := range scored {
		if other == leader {
			continue
		}
		p, sign := v.pair(leader, other)
		if p == nil || p.P == nil {
			continue
		}
		switch o := c.outcome(p); {
		case sign > 0 && o == aBetter || sign < 0 && o == bBetter:
			beaten = append(beaten, c.names.Show(other))
			if worst == nil || *adjustedP(p) > *adjustedP(worst) {
				worst = p
			}
		case o == equivalent:
			c.use("equivalent")
			same = append(same, c.names.Show(other)+" within "+v.scale(p.Metric).Margin(p.Equivalence))
		default:
			open = append(open, c.names.Show(other))
		}
	}
	compared := len(beaten) + len(same) + len(open)
	others := reports.FormatCount(compared) + " others"
	if apart {
		others = reports.FormatCount(compared) + " ranked others"
	}
	switch {
	case compared == 0:
		return "it was compared with no other run"
	case compared < len(scored)-1:
		others = plural(compared, "run") + " that it was compared with"
	}
	c.use("p")
	var parts []string
	if len(beaten) > 0 {
		parts = append(parts, c.moreThan(v, len(beaten), compared, others)+" ("+c.atMost(worst)+")")
	}
	if len(same) > 0 {
		parts = append(parts, "it is equivalent to "+reports.Enumerate(same, 3))
	}
	switch {
	case len(open) == compared && compared > 1:
		parts = append(parts, "no difference from any of the "+others+" is shown")
	case len(open) > 0:
		parts = append(parts, "no difference from "+reports.Enumerate(open, 3)+" is shown")
	}
	return strings.Join(parts, "; ")
}

// moreThan says how many of the compared runs, which others calls by name, the
// first is better than.
func (c *composer) moreThan(v *view, beaten, compared int, others string) string {
	than := "higher than "
	switch {
	case v.primary.Name == "success":
		than = "more often than "
	case v.primary.Better == "lower":
		than = "lower than "
	}
	switch {
	case beaten == compared && compared == 1:
		return than + "the " + strings.NewReplacer("1 others", "other", "1 ranked others", "other ranked run").Replace(others)
	case beaten == compared:
		return than + "each of the " + others
	default:
		return than + reports.FormatCount(beaten) + " of the " + others
	}
}

// atMost bounds the p-values of several comparisons by their largest.
func (c *composer) atMost(worst *result.Comparison) string {
	says := strings.Replace(reports.EqualsP(*adjustedP(worst), c.alpha()), "p = ", "p at most ", 1)
	return c.adjusted(worst) + says
}

// leaders are the runs that share the first rank.
func (c *composer) leaders(v *view) []string {
	if v.ranking == nil || len(v.ranking.Runs) == 0 {
		return nil
	}
	var out []string
	best := slices.MinFunc(v.ranking.Runs, func(a, b result.RankedRun) int {
		switch {
		case a.Rank < b.Rank:
			return -1
		case a.Rank > b.Rank:
			return 1
		}
		return 0
	})
	for _, r := range v.ranking.Runs {
		if r.Rank == best.Rank && r.Mean != nil {
			out = append(out, r.Run)
		}
	}
	return out
}

// taskCount is the size of the benchmark's universe of tasks.
func (c *composer) taskCount(v *view) int {
	n := 0
	for _, r := range v.ledger {
		n = max(n, r.Tasks)
	}
	if n > 0 {
		return n
	}
	for _, run := range v.runs {
		if s := v.summary(run, v.primary.Name); s != nil {
			n = max(n, s.NTasks)
		}
	}
	return n
}
