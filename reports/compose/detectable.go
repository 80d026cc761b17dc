package compose

import (
	"cmp"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// detectable tells the smallest difference that the tasks can show, so that "not
// separated" is read for what it is. Pairs that disagree more often need a larger
// one. It says nothing where no comparison carries it.
func (c *composer) detectable(v *view) {
	var found []*result.Comparison
	for i := range c.res.Comparisons {
		p := &c.res.Comparisons[i]
		if p.Benchmark == v.name && p.Stratum == nil && v.primary != nil && p.Metric == v.primary.Name && p.Detectable != nil && p.Detectable.Difference != nil {
			found = append(found, p)
		}
	}
	if len(found) == 0 {
		return
	}
	sc := v.scale(v.primary.Name)
	slices.SortStableFunc(found, func(a, b *result.Comparison) int {
		return cmp.Compare(*a.Detectable.Difference, *b.Detectable.Difference)
	})
	least, most := found[0], found[len(found)-1]
	size := sc.Amount(*most.Detectable.Difference)
	if low := sc.Bare(*least.Detectable.Difference); low != sc.Bare(*most.Detectable.Difference) {
		size = low + " to " + size + ", by pair,"
	}
	tasks := plural(most.NTasks, "common task")
	if least.NTasks != most.NTasks {
		tasks = "these numbers of common tasks"
	}
	single := ""
	if len(found) > 1 {
		single = " before correction"
	}
	d := most.Detectable
	c.para(text("Power: with %s, the %s at %s%s shows a true difference of %s or more with a probability of %s. Smaller differences may go unseen.",
		tasks, methodTitle(d.Test), strings.TrimPrefix(reports.FormatStatistic(d.Alpha), "0"), single, size, reports.FormatLevel(d.Power)))
}
