package reports

import (
	"mcpstats/analysis/result"
)

// costSection sets what the runs cost against how well they do.
func costSection(c *composer, v *view) error {
	var frontier *result.Frontier
	for i := range c.res.Frontiers {
		if c.res.Frontiers[i].Benchmark == v.name {
			frontier = &c.res.Frontiers[i]
		}
	}
	ratios := c.ratioTable(v)
	if frontier == nil && len(ratios.Rows) == 0 {
		return nil
	}
	c.heading(2, c.id(v, "costs-section"), "What it costs")
	if frontier != nil {
		c.para(c.frontierWords(frontier)...)
		c.add(c.frontierFigure(v, frontier), c.frontierTable(v, frontier))
	}
	if len(ratios.Rows) > 0 {
		c.add(ratios)
	}
	return nil
}

// frontierWords names the runs that no other run beats at their cost.
func (c *composer) frontierWords(f *result.Frontier) []Span {
	var on []string
	for _, p := range f.Points {
		if p.OnFrontier {
			on = append(on, c.names.show(p.Run))
		}
	}
	verb := " are"
	if len(on) == 1 {
		verb = " is"
	}
	return []Span{strong(enumerate(on, 4)), text(verb+" on the frontier of %s and %s: no other run known to do as well spends less. Means alone are compared here; the intervals stand in the tables.",
		Visible(f.Cost), Visible(f.Quality))}
}

func (c *composer) frontierFigure(v *view, f *result.Frontier) Figure {
	cost, quality := v.scale(f.Cost), v.scale(f.Quality)
	chart := Lines{
		XAxis: Axis{Label: Visible(f.Cost) + unitIn(cost)}, Axis: c.axis(v, f.Quality), Bars: true,
	}
	if line, ok := frontierLine(f); ok {
		chart.Series = append(chart.Series, line)
	}
	for _, p := range f.Points {
		point := LinePoint{X: p.Cost, Y: p.Quality, Note: cost.text(p.Cost) + ", " + quality.text(p.Quality)}
		if s := v.summary(p.Run, f.Quality); s != nil && s.Interval != nil {
			point.Low, point.High, point.HasInterval = float64(s.Interval.Low), float64(s.Interval.High), true
			point.Note += " " + quality.interval(s.Interval).Text + "; " + plural(s.NTasks, "task")
		}
		chart.Series = append(chart.Series, Line{Name: c.names.show(p.Run), Series: v.colour(p.Run), Points: []LinePoint{point}})
	}
	caption := Visible(f.Quality) + " against " + Visible(f.Cost) + ", means over tasks; bars: " + c.level() + " intervals. On the frontier are runs that no other run known to do as well undercuts."
	return Figure{Kind: figureFrontier, ID: c.id(v, "frontier-figure"), Caption: caption, Alt: caption + " The values stand in the table below.", Chart: chart}
}

// frontierLine is the best quality to be had at every cost, in steps; false where
// fewer than two runs are on the frontier.
func frontierLine(f *result.Frontier) (Line, bool) {
	var on []result.FrontierPoint
	for _, p := range f.Points {
		if p.OnFrontier {
			on = append(on, p)
		}
	}
	out := Line{Name: "frontier", Series: -1, Through: true}
	for i, p := range on {
		if i > 0 {
			out.Points = append(out.Points, LinePoint{X: p.Cost, Y: on[i-1].Quality})
		}
		out.Points = append(out.Points, LinePoint{X: p.Cost, Y: p.Quality})
	}
	return out, len(on) > 1
}

func unitIn(s scale) string {
	if u := s.axisUnit(); u != "" {
		return " (" + u + ")"
	}
	return ""
}

func (c *composer) frontierTable(v *view, f *result.Frontier) Table {
	t := Table{
		ID:      c.id(v, "frontier"),
		Caption: "Runs by " + Visible(f.Cost) + ", means over the tasks for which it is known.",
		Columns: []Column{{"Run", "run", Text}, {Visible(f.Cost), "cost", v.scale(f.Cost).kind()}, {Visible(f.Quality), "quality", v.scale(f.Quality).kind()}, {"On the frontier", "on_frontier", Text}},
	}
	for _, p := range f.Points {
		on := "no"
		if p.OnFrontier {
			on = "yes"
		}
		t.Rows = append(t.Rows, []Cell{c.names.cell(p.Run), v.scale(f.Cost).value(&p.Cost), v.scale(f.Quality).value(&p.Quality), TextCell(on)})
	}
	return t
}

// ratioWords says what a ratio is.
var ratioWords = map[string]string{
	"normalized_latency": "latency over the baseline's",
	"cost_per_success":   "USD per solved task",
	"tokens_per_success": "tokens per solved task",
}

func (c *composer) ratioTable(v *view) Table {
	t := Table{
		ID: c.id(v, "ratios"), Aside: []string{"benchmark", "ratio"},
		Caption: "Ratios of means over the tasks that have both values; " + c.level() + " percentile bootstrap intervals over tasks.",
		Columns: []Column{{"Benchmark", "benchmark", Text}, {"Ratio", "ratio", Text}, {"What", "what", Text}, {"Run", "run", Text}, {"Baseline", "baseline", Text},
			{"Tasks", "tasks", Integer}, {"Value", "value", Number}, {c.level() + " interval", "interval", Interval}},
	}
	for i := range c.res.Ratios {
		r := &c.res.Ratios[i]
		if r.Benchmark != v.name {
			continue
		}
		var values []float64
		var intervals []*result.IntervalEstimate
		if r.Value != nil {
			values = append(values, *r.Value)
		}
		if r.Interval != nil {
			intervals = append(intervals, r.Interval)
		}
		sc := newScale("", intervals, values)
		var baseline Cell
		if r.Baseline != "" {
			baseline = c.names.cell(r.Baseline)
		}
		t.Rows = append(t.Rows, []Cell{c.names.cell(v.name), nameCell(r.Name), TextCell(ratioWords[r.Name]), c.names.cell(r.Run), baseline,
			CountCell(r.NTasks), sc.value(r.Value), sc.interval(r.Interval)})
	}
	setAside(&t, "baseline", func(cell Cell) bool { return cell.Text == "" })
	return t
}
