package compose

import (
	"fmt"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// maxVariantRows bounds what a page carries of the variants of one figure: their
// number times the rows of each.
const maxVariantRows = 400

// meanHover is what a reader who points at a mean is shown: the interval's method and n.
func (c *composer) meanHover(s *result.Summary) []string {
	if s == nil {
		return nil
	}
	lines := c.hoverLines(s.Interval, s.NTasks, s.NAttempts)
	if whole := c.names.Whole(s.Run); whole != c.names.Brief(s.Run) {
		lines = append([]string{whole}, lines...)
	}
	return lines
}

// hoverLines are an interval's level and method, then the tasks and attempts behind it.
func (c *composer) hoverLines(i *result.IntervalEstimate, tasks, attempts int) []string {
	var lines []string
	if i != nil {
		lines = append(lines, reports.FormatLevel(i.Level)+" "+c.interval(i.Method))
	}
	switch {
	case tasks == 0: // of results that do not say
		return append(lines, plural(attempts, "attempt"))
	case attempts > tasks:
		return append(lines, plural(tasks, "task")+", "+plural(attempts, "attempt"))
	}
	return append(lines, plural(tasks, "task"))
}

// pairHover is what a reader who points at a difference is shown.
func (c *composer) pairHover(p *result.Comparison) []string {
	var lines []string
	if p.Interval != nil {
		lines = append(lines, reports.FormatLevel(p.Interval.Level)+" "+c.interval(p.Interval.Method))
	}
	n := plural(p.NTasks, "task")
	if p.Wins+p.Ties+p.Losses > 0 {
		words := ": %s won, %s tied, %s lost"
		if !c.metricOf(p).Directed() {
			words = ": A higher on %s, equal on %s, lower on %s"
		}
		n += fmt.Sprintf(words, reports.FormatCount(p.Wins), reports.FormatCount(p.Ties), reports.FormatCount(p.Losses))
	}
	return append(lines, n)
}

// leaderboardVariants are the forest of the runs under every other policy for
// attempts without an outcome, where that changes anything, and over the tasks of
// every stratum. The runs keep the rows that they have in the main forest, so that
// the eye finds what moves; tie groups are of the main one alone.
func (c *composer) leaderboardVariants(v *view, main reports.Forest) []reports.Variant {
	runs := map[string]string{} // by the name they are shown with
	for _, run := range v.runs {
		runs[c.names.Brief(run)] = run
	}
	var out []reports.Variant
	add := func(variant reports.Variant, estimate func(run string) (reports.Estimate, bool)) {
		forest := reports.Forest{Axis: main.Axis}
		var items []string
		for _, row := range main.Rows {
			e, ok := estimate(runs[row.Label])
			if !ok {
				continue
			}
			e.Label, e.Series = row.Label, row.Series
			forest.Rows = append(forest.Rows, e)
			items = append(items, e.Label+" "+e.Note)
		}
		if len(forest.Rows) == 0 || (len(out)+1)*len(main.Rows) > maxVariantRows {
			return
		}
		variant.Alt, variant.Chart = "In the order of the main figure: "+reports.Enumerate(items, 8)+".", forest
		out = append(out, variant)
	}
	for _, policy := range c.otherPolicies(v) {
		variant := reports.Variant{ID: c.names.Id("leaderboard-figure", v.slug, policy), Group: "Attempts without an outcome", Label: policyTitle(policy), Caption: c.policyCaption(v, policy)}
		add(variant, func(run string) (reports.Estimate, bool) { return c.policyEstimate(v, run, policy) })
	}
	for _, s := range v.strata(c.res) {
		if len(s.values) < 2 || len(s.values) > maxPanels {
			continue
		}
		for _, value := range s.values {
			variant := reports.Variant{
				ID: c.names.Id("leaderboard-figure", v.slug, s.name, value), Group: "By " + c.names.Whole(s.name), Label: c.names.Show(value),
				Caption: c.stratumCaption(v, s, value),
			}
			add(variant, func(run string) (reports.Estimate, bool) { return c.stratumEstimate(v, run, s, value) })
		}
	}
	return out
}

// otherPolicies are the policies beside the plan's; none where all give the same.
func (c *composer) otherPolicies(v *view) []string {
	policies := c.policyNames(v)
	if len(policies) < 2 || !c.policiesDiffer(v) {
		return nil
	}
	return policies[1:]
}

// policyEstimate is a run's mean of the headline metric under a policy; false
// where the ledger has none.
func (c *composer) policyEstimate(v *view, run, policy string) (reports.Estimate, bool) {
	p := v.underPolicy(run, policy)
	if p == nil || p.Mean == nil {
		return reports.Estimate{}, false
	}
	return v.estimate(*p.Mean, p.Interval, c.hoverLines(p.Interval, p.NTasks, p.N)), true
}

// underPolicy is what the ledger has of a run's headline metric under a policy; nil
// where it has nothing.
func (v *view) underPolicy(run, policy string) *result.PolicyScore {
	for i := range v.ledger {
		if v.ledger[i].Run == run {
			return policyScore(&v.ledger[i], v.primary.Name, policy)
		}
	}
	return nil
}

// estimate is a mean of the headline metric, with its interval where it has one.
func (v *view) estimate(mean float64, i *result.IntervalEstimate, items []string) reports.Estimate {
	sc := v.scale(v.primary.Name)
	e := reports.Estimate{Value: mean, Note: sc.Text(mean), Hover: items}
	if i != nil {
		e.Low, e.High, e.HasInterval = float64(i.Low), float64(i.High), true
		e.Note += " " + sc.Interval(i).Text
	}
	return e
}

// policyCaption is the caption of the leaderboard under another policy. A bound on
// what is missing and an interval are different things, and it says which is which.
func (c *composer) policyCaption(v *view, policy string) string {
	var intervals []*result.IntervalEstimate
	for _, run := range v.runs {
		if p := v.underPolicy(run, policy); p != nil {
			intervals = append(intervals, p.Interval)
		}
	}
	caption := fmt.Sprintf("Runs by %s, %s; the mean where %s", c.names.Whole(v.primary.Name), v.scale(v.primary.Name).InWords(), policyWords(policy))
	methods := c.intervalMethods(intervals)
	if methods == "" {
		return caption + ". The results hold no intervals under this policy."
	}
	caption += "; " + methods + "."
	if policy == "worst" || policy == "best" {
		caption += " The mean bounds what is missing; its interval is of the tasks alone."
	}
	return caption
}

// intervalMethods says of what level and method intervals are; empty where there
// are none.
func (c *composer) intervalMethods(intervals []*result.IntervalEstimate) string {
	var methods []string
	level := 0.0
	for _, i := range intervals {
		if i != nil {
			addOnce(&methods, i.Method)
			level = i.Level
		}
	}
	if len(methods) == 0 {
		return ""
	}
	for i, name := range methods {
		methods[i] = c.interval(name) + "s"
	}
	return reports.FormatLevel(level) + " " + reports.Enumerate(methods, 3)
}

func policyWords(policy string) string {
	switch policy {
	case "fail":
		return "an attempt without an outcome counts as failed"
	case "drop":
		return "attempts without an outcome are left out"
	case "worst":
		return "an attempt without an outcome counts as the worst possible"
	case "best":
		return "an attempt without an outcome counts as the best possible"
	}
	return "the policy for attempts without an outcome is " + reports.Visible(policy)
}

// stratumEstimate is a run's mean of the headline metric in a stratum; false where
// it has none.
func (c *composer) stratumEstimate(v *view, run string, s stratumValues, value string) (reports.Estimate, bool) {
	sum := v.at(run, s, value)
	if sum == nil || sum.Mean == nil {
		return reports.Estimate{}, false
	}
	return v.estimate(*sum.Mean, sum.Interval, c.meanHover(sum)), true
}

// stratumCaption is the caption of the leaderboard over the tasks of one stratum.
func (c *composer) stratumCaption(v *view, s stratumValues, value string) string {
	var intervals []*result.IntervalEstimate
	for _, run := range v.runs {
		if sum := v.at(run, s, value); sum != nil {
			intervals = append(intervals, sum.Interval)
		}
	}
	caption := fmt.Sprintf("Runs by %s, %s; the mean over the %s with %s %s", c.names.Whole(v.primary.Name), v.scale(v.primary.Name).InWords(),
		plural(v.stratumTasks(s, value), "task"), c.names.Whole(s.name), c.names.Show(value))
	if methods := c.intervalMethods(intervals); methods != "" {
		caption += "; " + methods
	}
	return caption + "."
}

// differenceVariants are the forest of the pairs within every stratum that the
// headline metric was compared in.
func (c *composer) differenceVariants(v *view) ([]reports.Variant, error) {
	var out []reports.Variant
	rows := 0
	for _, s := range v.strata(c.res) {
		if len(s.values) < 2 || len(s.values) > maxPanels {
			continue
		}
		for _, value := range s.values {
			at := result.Stratum{Name: s.name, Value: value}
			f, err := c.comparisons(v, func(p *result.Comparison) bool {
				return p.Stratum != nil && *p.Stratum == at && p.Metric == v.primary.Name
			})
			if err != nil {
				return nil, err
			}
			figure := c.differenceFigure(v, f)
			forest, ok := figure.Chart.(reports.Forest)
			if rows += len(forest.Rows); !ok || len(forest.Rows) == 0 || rows > maxVariantRows {
				continue
			}
			out = append(out, reports.Variant{
				ID: c.names.Id("differences-figure", v.slug, s.name, value), Group: "By " + c.names.Whole(s.name), Label: c.names.Show(value),
				Caption: fmt.Sprintf("Tasks with %s %s. %s", c.names.Whole(s.name), c.names.Show(value), figure.Caption), Alt: figure.Alt, Chart: forest,
			})
		}
	}
	return out, nil
}
