package compose

import (
	"cmp"
	"slices"

	"mcpstats/reports"
	"mcpstats/reports/frames"
)

// leaderboardFigure is the forest of the runs, their tie groups beside it.
func (c *composer) leaderboardFigure(v *view, board frames.Frame) reports.Figure {
	sc := v.scale(v.primary.Name)
	forest := reports.Forest{Axis: c.axis(v, v.primary.Name)}
	letters := map[string][]int{}
	var order []string
	for i := range board.Len() {
		mean := board.Float(i, "mean")
		if mean == nil {
			continue
		}
		run := board.Text(i, "run")
		e := reports.Estimate{Label: c.names.Brief(run), Value: *mean, Series: v.colour(run), Note: sc.Text(*mean)}
		if iv := intervalAt(board, i, c.res.Provenance.Plan.Level); iv != nil {
			e.Low, e.High, e.HasInterval = float64(iv.Low), float64(iv.High), true
			e.Note += " " + sc.Interval(iv).Text
		}
		e.Hover = c.meanHover(v.summary(run, v.primary.Name))
		for _, l := range tieLetters(board.Text(i, "tie_group")) {
			if letters[l] == nil {
				order = append(order, l)
			}
			letters[l] = append(letters[l], len(forest.Rows))
		}
		forest.Rows = append(forest.Rows, e)
	}
	for _, l := range order {
		members := letters[l]
		if len(members) < 2 {
			continue
		}
		b := reports.Bracket{First: members[0], Last: members[len(members)-1], Label: l}
		if len(members) < b.Last-b.First+1 {
			b.Members = members
		}
		forest.Brackets = append(forest.Brackets, b)
	}
	slices.SortStableFunc(forest.Brackets, func(a, b reports.Bracket) int { return cmp.Compare(a.First, b.First) })
	caption := c.caption(v, v.primary.Name, "Runs")
	if len(forest.Brackets) > 0 {
		caption += " Bars at the side join runs that are not separated" + c.afterCorrection() + "."
	}
	if note := v.leftOutNote(); note != "" {
		caption += " " + note
	}
	how := "Best first: "
	if v.ranking == nil {
		how = "Not ranked: "
	}
	var items []string
	for _, r := range forest.Rows {
		items = append(items, r.Label+" "+r.Note)
	}
	return reports.Figure{Kind: reports.FigureLeaderboard.Name, ID: c.id(v, "leaderboard-figure"), Caption: caption, Alt: how + reports.Enumerate(items, 8) + ".", Chart: forest,
		Variants: c.leaderboardVariants(v, forest)}
}

// tieLetters splits the letters of tie groups: each is a letter with the digits
// behind it, as the 27th is a2.
func tieLetters(word string) []string {
	var out []string
	for _, r := range word {
		if r >= '0' && r <= '9' && len(out) > 0 {
			out[len(out)-1] += string(r)
			continue
		}
		out = append(out, string(r))
	}
	return out
}

// axis is the value axis of a metric. Shares show all of their range, so that small
// differences look small and figures of several benchmarks can be laid side by side.
func (c *composer) axis(v *view, metric string) reports.Axis {
	sc := v.scale(metric)
	return reports.Axis{Label: c.withUnit(metric, sc), Percent: sc.Share, Measure: sc.Measure, Min: 0, Max: 1, Fixed: sc.Share}
}

// differenceAxis is the value axis of differences in a metric.
func (c *composer) differenceAxis(v *view, metric string) reports.Axis {
	sc := v.scale(metric)
	return reports.Axis{Label: "Difference in " + reports.Shorten(c.names.Whole(metric), reports.MaxNameRunes) + " (" + sc.DifferenceUnit() + ")", Percent: sc.Share, Measure: sc.Measure}
}
