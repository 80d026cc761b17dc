package compose

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// maxDrawnSweeps is how many curves of a benchmark are drawn, or one of each axis
// where there are more axes; the table holds all.
const maxDrawnSweeps = 4

// sweepOrder ranks the axes by what a reader asks first.
var sweepOrder = []string{"plan_length", "threshold", "k"}

// curveSection draws metrics along a numeric axis: the length of the plan, a
// threshold, a cut-off, a parameter that the runs vary.
func curveSection(c *composer, v *view) error {
	var sweeps []*result.Sweep
	for i := range c.res.Sweeps {
		if s := &c.res.Sweeps[i]; s.Benchmark == v.name {
			sweeps = append(sweeps, s)
		}
	}
	if len(sweeps) == 0 {
		return nil
	}
	slices.SortStableFunc(sweeps, func(a, b *result.Sweep) int { return sweepRank(a) - sweepRank(b) })
	c.heading(2, c.id(v, "curves-section"), "Along the way")
	for _, s := range drawnSweeps(v, sweeps) {
		c.add(c.sweepFigure(v, s))
		if words := sweepWords(s); words != "" {
			c.para(text("%s", words))
		}
	}
	c.add(c.sweepTable(v, sweeps))
	return nil
}

// drawnSweeps chooses the curves to draw: one of every axis, that of the headline
// metric if it has one, and as many further ones by k as there is room for.
func drawnSweeps(v *view, sweeps []*result.Sweep) []*result.Sweep {
	chosen := map[*result.Sweep]bool{}
	byAxis := map[string]*result.Sweep{}
	for _, s := range sweeps {
		first := byAxis[s.Axis]
		if first == nil || v.primary != nil && s.Metric == v.primary.Name || s.Axis == "k" && !mainByK(first) && mainByK(s) {
			byAxis[s.Axis] = s
		}
	}
	// In the order of a map, which does not show: what is chosen is drawn in the order of
	// the sweeps.
	for _, s := range byAxis {
		chosen[s] = true
	}
	for _, s := range sweeps {
		if len(chosen) < maxDrawnSweeps && mainByK(s) {
			chosen[s] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(sweeps), func(s *result.Sweep) bool { return !chosen[s] })
}

// mainByK tells whether a sweep is one of the curves by k that readers ask for.
func mainByK(s *result.Sweep) bool {
	return s.Axis == "k" && slices.Contains([]string{"pass_at_k", "pass_hat_k", "recall_at_k"}, s.Metric)
}

func sweepRank(s *result.Sweep) int {
	if at := slices.Index(sweepOrder, s.Axis); at >= 0 {
		return at
	}
	return len(sweepOrder)
}

// sweepScale prints the values of a sweep: those of its metric where it has one
// scale, shares otherwise.
func (v *view) sweepScale(s *result.Sweep) reports.Scale {
	if _, ok := v.scales[s.Metric]; ok {
		return v.scale(s.Metric)
	}
	return v.shares
}

var axisNames = map[string]string{
	"plan_length":   "Needs in the expected plan",
	"plan_position": "Place in the expected plan",
	"threshold":     "Threshold",
	"k":             "k",
}

func (c *composer) axisName(axis string) string {
	if name, ok := axisNames[axis]; ok {
		return name
	}
	return c.names.Whole(axis)
}

// Beyond these numbers intervals are drawn as bands instead of bars, and not at all.
const (
	mostMarkedPoints = 12 // of a line
	mostBanded       = 3  // lines
	mostBarred       = 8  // lines
)

// sweepFigure draws a sweep whose lines are runs.
func (c *composer) sweepFigure(v *view, s *result.Sweep) reports.Figure {
	return c.linesFigure(v, s, v.colour, c.names.Id("curve", v.slug, s.Axis, s.Metric))
}

// linesFigure draws a sweep; colour is the series of a line by its name.
func (c *composer) linesFigure(v *view, s *result.Sweep, colour func(string) int, id string) reports.Figure {
	sc := v.sweepScale(s)
	label := c.withUnit(s.Metric, sc)
	chart := reports.Lines{
		XAxis: reports.Axis{Label: c.axisName(s.Axis)}, Axis: reports.Axis{Label: label, Percent: sc.Share, Measure: sc.Measure, Min: 0, Max: 1, Fixed: sc.Share},
		Bars: true,
	}
	if s.Stated != nil {
		chart.References = append(chart.References, reports.Reference{Kind: reports.Down, At: *s.Stated, Label: "stated: " + reports.FormatNumber(*s.Stated, 2)})
	}
	apart := 0
	intervals := len(s.Lines) <= mostBarred
	chart.Bars = intervals
	for _, l := range s.Lines {
		// Few lines with many points have bands.
		chart.Bars = chart.Bars && (len(l.Points) <= mostMarkedPoints || len(s.Lines) > mostBanded)
		line := reports.Line{Name: c.names.Brief(l.Run), Series: colour(l.Run)}
		for _, p := range l.Points {
			point := reports.LinePoint{X: p.X, Y: p.Mean, Note: sc.Text(p.Mean)}
			if p.Interval != nil && intervals {
				point.Low, point.High, point.HasInterval = float64(p.Interval.Low), float64(p.Interval.High), true
				point.Note += " " + sc.Interval(p.Interval).Text
			}
			point.Note += "; " + plural(p.NTasks, "task")
			if point.Apart = tooThin(l.Points, p); point.Apart {
				apart++
			}
			line.Points = append(line.Points, point)
		}
		chart.Series = append(chart.Series, line)
	}
	caption := c.names.Whole(s.Metric) + " against " + lowerFirst(c.axisName(s.Axis)) + ", " + tasksAlong(s)
	if intervals {
		caption += "; " + c.level() + " intervals at every point."
	} else {
		caption += "; the intervals of so many runs are in the table of curves."
	}
	if apart > 0 {
		caption += " Open marks, apart from their line: a single task."
	}
	return reports.Figure{Kind: reports.FigureCurves.Name, ID: id, Caption: caption, Alt: caption + " The values are in the table of curves.", Chart: chart}
}

// tooThin tells whether a point of a curve is that of a single task where others
// rest on several: its value is that task's, and no rise or fall of the curve.
func tooThin(line []result.SweepPoint, p result.SweepPoint) bool {
	return p.NTasks == 1 && slices.ContainsFunc(line, func(o result.SweepPoint) bool { return o.NTasks > 1 })
}

// tasksAlong is the range of tasks behind the points of a sweep.
func tasksAlong(s *result.Sweep) string {
	low, high := 0, 0
	for _, l := range s.Lines {
		for _, p := range l.Points {
			if low == 0 || p.NTasks < low {
				low = p.NTasks
			}
			high = max(high, p.NTasks)
		}
	}
	if low == high {
		return plural(high, "task") + " a point"
	}
	return reports.FormatCount(low) + " to " + plural(high, "task") + " a point"
}

// sweepWords says of a threshold how far the ranking depends on it.
func sweepWords(s *result.Sweep) string {
	if len(s.Taus) == 0 {
		return ""
	}
	lowest := 1.0
	at := 0.0
	for _, t := range s.Taus {
		if t.Tau != nil && *t.Tau < lowest {
			lowest, at = *t.Tau, t.X
		}
	}
	if lowest == 1 {
		return "The order of the runs is the same at every threshold."
	}
	ranking := "by the mean"
	if s.Stated != nil {
		ranking = "at " + reports.FormatNumber(*s.Stated, 2)
	}
	return "The order of the runs depends on the threshold: Kendall's tau between the ranking " + ranking +
		" and that at " + reports.FormatNumber(at, 2) + " is " + reports.FormatNumber(lowest, 2) + ", the lowest."
}

func (c *composer) sweepTable(v *view, sweeps []*result.Sweep) reports.Table {
	t := reports.Table{
		ID: c.id(v, "curves"), Long: true, Aside: []string{"benchmark"},
		Caption: "The points of every curve: means over the tasks at that place, with " + c.level() + " intervals.",
		Columns: []reports.Column{{Name: "Benchmark", Key: "benchmark", Kind: reports.Text}, {Name: "Metric", Key: "metric", Kind: reports.Text}, {Name: "Axis", Key: "axis", Kind: reports.Text}, {Name: "At", Key: "x", Kind: reports.Number}, {Name: "Run", Key: "run", Kind: reports.Text},
			{Name: "Tasks", Key: "tasks", Kind: reports.Integer}, {Name: "Mean", Key: "mean", Kind: reports.Mixed}, {Name: c.level() + " interval", Key: "interval", Kind: reports.Interval}},
	}
	for _, s := range sweeps {
		sc := v.sweepScale(s)
		for _, l := range s.Lines {
			for _, p := range l.Points {
				t.Rows = append(t.Rows, []reports.Cell{c.names.Cell(v.name), c.names.NameCell(s.Metric), {Text: c.axisName(s.Axis), Full: reports.Visible(s.Axis)},
					{Text: strings.TrimSuffix(reports.FormatNumber(p.X, 2), ".00"), Value: p.X, HasValue: true}, c.names.Cell(l.Run),
					reports.CountCell(p.NTasks), sc.Value(&p.Mean), sc.Interval(p.Interval)})
			}
		}
	}
	return t
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
