package reports

import (
	"slices"

	"mcpstats/analysis"
)

// manyRuns leads with the best run and from how many others it is separated.
func (c *composer) manyRuns(v *view, scored []string) []Span {
	out := []Span{text("of %s on %s, ", plural(len(scored), "run"), plural(c.taskCount(v), "task"))}
	leaders := c.leaders(v)
	switch {
	case v.primary.Better == "neither" || len(leaders) == 0:
		return append(out, text("none is better by "), code(Visible(v.primary.Name)), text(", which has no better direction; the values are below."))
	case len(leaders) > 1:
		s := v.summary(leaders[0], v.primary.Name)
		var shown []string
		for _, l := range leaders {
			shown = append(shown, c.names.show(l))
		}
		return append(out, strong(enumerate(shown, 4)), text(" share the first place by "), code(Visible(v.primary.Name)), text(" (%s).", v.scale(s.Metric).text(*s.Mean)))
	}
	leader := leaders[0]
	s := v.summary(leader, v.primary.Name)
	superlative := "highest"
	if v.primary.Better == "lower" {
		superlative = "lowest"
	}
	if v.primary.Name == "success" {
		out = append(out, strong(c.names.show(leader)), text(" succeeds most often: %s;", c.estimate(v, s)))
	} else {
		out = append(out, strong(c.names.show(leader)), text(" has the %s mean ", superlative), code(Visible(v.primary.Name)), text(": %s;", c.estimate(v, s)))
	}
	return append(out, text(" %s.", c.separation(v, leader, scored)))
}

// separation says from which other runs a leader is separated.
func (c *composer) separation(v *view, leader string, scored []string) string {
	c.use("separated")
	compared, separated := 0, 0
	var tied []string
	for _, other := range scored {
		if other == leader {
			continue
		}
		p, sign := c.pair(v, leader, other)
		if p == nil || p.P == nil {
			continue
		}
		compared++
		outcome := c.outcome(p)
		if sign > 0 && (outcome == aBetter) || sign < 0 && (outcome == bBetter) {
			separated++
		} else if outcome == equivalent {
			c.use("equivalent")
			tied = append(tied, c.names.show(other)+" (equivalent within "+v.scale(p.Metric).margin(p.Equivalence)+")")
		} else {
			tied = append(tied, c.names.show(other))
		}
	}
	after := c.afterCorrection()
	if compared < len(scored)-1 {
		after += " (compared with " + FormatCount(compared) + " of " + FormatCount(len(scored)-1) + ")"
	}
	switch {
	case compared == 0:
		return "it was compared with no other run"
	case separated == compared && compared == 1:
		return "it is separated from " + plural(compared, "other") + after
	case separated == compared && compared == 2:
		return "it is separated from both others" + after
	case separated == compared:
		return "it is separated from all " + plural(compared, "other") + after
	case separated == 0 && compared == 1:
		return "the data do not separate it from " + tied[0] + after
	case separated == 0:
		return "the data do not separate it from any of the " + plural(compared, "other") + after
	default:
		return "it is separated from " + FormatCount(separated) + " of " + plural(compared, "other") + after + ", not from " + enumerate(tied, 3)
	}
}

// leaders are the runs that share the first rank.
func (c *composer) leaders(v *view) []string {
	if v.ranking == nil {
		return nil
	}
	var out []string
	best := slices.MinFunc(v.ranking.Runs, func(a, b analysis.RankedRun) int {
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
