package compose

import (
	"strings"

	"mcpstats/reports"
)

// mostOverview is how many runs a small figure of the overview has.
const mostOverview = 6

// overview draws each of several benchmarks small: its first runs with their intervals. Of a single
// one the leaderboard comes next anyway.
func (c *composer) overview() {
	if len(c.views) < 2 {
		return
	}
	for _, v := range c.views {
		if fig, ok := c.overviewFigure(v); ok {
			c.add(fig)
		}
	}
}

func (c *composer) overviewFigure(v *view) (reports.Figure, bool) {
	if v.primary == nil {
		return reports.Figure{}, false
	}
	sc := v.scale(v.primary.Name)
	chart := reports.Forest{Axis: c.axis(v, v.primary.Name)}
	var items []string
	runs := 0
	for _, run := range v.runs {
		s := v.summary(run, v.primary.Name)
		if s == nil || s.Mean == nil {
			continue
		}
		if runs++; runs > mostOverview {
			continue
		}
		e := reports.Estimate{Label: c.names.Brief(run), Value: *s.Mean, Series: v.colour(run), Note: sc.Text(*s.Mean), Hover: c.meanHover(s)}
		if s.Interval != nil {
			e.Low, e.High, e.HasInterval = float64(s.Interval.Low), float64(s.Interval.High), true
		}
		chart.Rows = append(chart.Rows, e)
		items = append(items, e.Label+" "+e.Note)
	}
	if len(chart.Rows) == 0 {
		return reports.Figure{}, false
	}
	name := c.benchmarkTitle(v)
	caption := name + ": " + c.names.Whole(v.primary.Name) + ", " + sc.InWords() + ", with " + c.level() + " intervals"
	if runs > mostOverview {
		caption += "; the first " + reports.FormatCount(mostOverview) + " of " + plural(runs, "run")
	}
	return reports.Figure{Kind: reports.FigureLeaderboard.Name, ID: c.names.Id("overview-figure", v.slug), Small: true, Caption: caption + ".",
		Alt: name + ": " + strings.Join(items, ", ") + ".", Chart: chart}, true
}
