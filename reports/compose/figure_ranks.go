package compose

import (
	"cmp"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// mostTied is the share of tasks on which all runs tie from which on average
// ranks say little.
const mostTied = 0.5

// averageRanks draws the runs' average ranks with Nemenyi's critical difference,
// where the omnibus test has shown a difference: without one no pair is tested.
func (c *composer) averageRanks(v *view) {
	if v.ranking == nil || v.ranking.Nemenyi == nil {
		return
	}
	n, omnibus := v.ranking.Nemenyi, v.ranking.Omnibus
	if omnibus == nil || omnibus.P == nil || *omnibus.P > c.alpha() {
		return
	}
	c.use("average rank")
	c.ranksDrawn = true
	alpha := strings.TrimPrefix(reports.FormatStatistic(c.alpha()), "0")
	out := reports.CriticalDifference{CD: n.CD, Note: "CD = " + reports.FormatNumber(n.CD, 2), Axis: reports.Axis{Label: "Average rank over " + plural(n.NTasks, "task") + " (1 is best)"}}
	at := map[string]int{}
	var items []string
	for _, r := range byAverageRank(v.ranking.Runs) {
		at[r.Run] = len(out.Runs)
		rank := reports.FormatNumber(*r.AverageRank, 2)
		out.Runs = append(out.Runs, reports.AverageRank{Label: c.names.Brief(r.Run), Note: rank, Value: *r.AverageRank, Series: v.colour(r.Run)})
		items = append(items, c.names.Show(r.Run)+" "+rank)
	}
	if len(out.Runs) < 2 {
		return
	}
	for _, g := range n.Groups {
		if b, ok := bracketOver(g, at); ok {
			b.Label = "not separated: " + reports.Enumerate(c.shown(g), 8)
			out.Groups = append(out.Groups, b)
		}
	}
	caption := "Average ranks by " + c.names.Whole(v.primary.Name) + " of " + plural(len(out.Runs), "run") + " over the " + plural(n.NTasks, "task") + " that all have; ties share the mean rank. "
	if len(out.Groups) > 0 {
		caption += "Bars join runs whose ranks differ by no more than the critical difference (CD) of "
	} else {
		caption += "All ranks differ by more than the critical difference (CD) of "
	}
	caption += reports.FormatNumber(n.CD, 2) + ": " + c.method("nemenyi") + " at " + alpha + ", after " + theTest(c.method(omnibus.Method)) + " over all runs, " + reports.EqualsP(*omnibus.P, c.alpha()) +
		". What it says about two runs depends on which others are compared."
	if v.clusters(v.primary.Name) > 0 {
		caption += " It takes the tasks as independent, though they come in " + c.clusterName() + "."
	}
	c.add(reports.Figure{Kind: reports.FigureRanks.Name, ID: c.id(v, "average-ranks"), Caption: caption, Alt: "Best first: " + reports.Enumerate(items, 8) + ".", Chart: out})
	if n.TiedRows > mostTied {
		c.footnote(text("On %s of these tasks all runs tie and ranks say nothing: the differences above give the better picture.", reports.FormatPercent(n.TiedRows, 1)))
	}
}

// shown are the display forms of names.
func (c *composer) shown(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = c.names.Show(n)
	}
	return out
}

// byAverageRank are the runs that have an average rank, best first.
func byAverageRank(runs []result.RankedRun) []result.RankedRun {
	var out []result.RankedRun
	for _, r := range runs {
		if r.AverageRank != nil {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b result.RankedRun) int { return cmp.Compare(*a.AverageRank, *b.AverageRank) })
	return out
}

// bracketOver joins the runs of a group by their places; false where it joins
// fewer than two.
func bracketOver(group []string, at map[string]int) (reports.Bracket, bool) {
	var members []int
	for _, run := range group {
		if k, ok := at[run]; ok {
			members = append(members, k)
		}
	}
	if len(members) < 2 {
		return reports.Bracket{}, false
	}
	slices.Sort(members)
	b := reports.Bracket{First: members[0], Last: members[len(members)-1]}
	if len(members) < b.Last-b.First+1 {
		b.Members = members
	}
	return b, true
}
