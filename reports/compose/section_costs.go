package compose

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// costSection sets what the runs cost against how well they do. It stands where a log
// states what attempts cost: unknown is not zero, and a run without costs has no place on
// the frontier.
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
		c.firstLevel(reports.Prose{Spans: c.frontierWords(frontier)}, c.frontierFigure(v, frontier))
		c.add(c.frontierTable(v, frontier))
	}
	if len(ratios.Rows) > 0 {
		c.add(ratios)
	}
	return nil
}

// frontierWords names the runs that no other run beats at their cost.
func (c *composer) frontierWords(f *result.Frontier) []reports.Span {
	var on []string
	for _, p := range f.Points {
		if p.OnFrontier {
			on = append(on, c.names.Show(p.Run))
		}
	}
	verb := " are"
	if len(on) == 1 {
		verb = " is"
	}
	return []reports.Span{strong(reports.Enumerate(on, 4)), text(verb+" on the frontier of %s and %s: no other run known to do as well spends less. Only means are compared here; the intervals are in the tables.",
		c.names.Whole(f.Cost), c.names.Whole(f.Quality))}
}

func (c *composer) frontierFigure(v *view, f *result.Frontier) reports.Figure {
	cost, quality := v.scale(f.Cost), v.scale(f.Quality)
	chart := reports.Lines{
		XAxis: reports.Axis{Label: c.withUnit(f.Cost, cost), Measure: cost.Measure}, Axis: c.axis(v, f.Quality), Bars: true,
	}
	if line, ok := frontierLine(f); ok {
		chart.Series = append(chart.Series, line)
	}
	for _, p := range f.Points {
		point := reports.LinePoint{X: p.Cost, Y: p.Quality, Note: cost.Text(p.Cost) + ", " + quality.Text(p.Quality)}
		if s := v.summary(p.Run, f.Quality); s != nil && s.Interval != nil {
			point.Low, point.High, point.HasInterval = float64(s.Interval.Low), float64(s.Interval.High), true
			point.Note += " " + quality.Interval(s.Interval).Text + "; " + plural(s.NTasks, "task")
		}
		chart.Series = append(chart.Series, reports.Line{Name: c.names.Brief(p.Run), Series: v.colour(p.Run), Points: []reports.LinePoint{point}})
	}
	caption := c.names.Whole(f.Quality) + " against " + c.names.Whole(f.Cost) + ", means over tasks; bars: " + c.level() + " intervals. On the frontier are runs that no other run known to do as well undercuts."
	return reports.Figure{Kind: reports.FigureFrontier.Name, ID: c.id(v, "frontier-figure"), Caption: caption, Alt: caption + " The values are in the table below.", Chart: chart}
}

// frontierLine is the best quality to be had at every cost, in steps; false where
// fewer than two runs are on the frontier.
func frontierLine(f *result.Frontier) (reports.Line, bool) {
	var on []result.FrontierPoint
	for _, p := range f.Points {
		if p.OnFrontier {
			on = append(on, p)
		}
	}
	out := reports.Line{Name: "frontier", Series: -1, Through: true}
	for i, p := range on {
		if i > 0 {
			out.Points = append(out.Points, reports.LinePoint{X: p.Cost, Y: on[i-1].Quality})
		}
		out.Points = append(out.Points, reports.LinePoint{X: p.Cost, Y: p.Quality})
	}
	return out, len(on) > 1
}

// withUnit is a metric's name with the unit in which a figure or a table has it. A name that ends in
// another unit loses that ending: latency_ms in minutes is "latency (min)".
func (c *composer) withUnit(metric string, s reports.Scale) string {
	name := reports.Shorten(c.names.Whole(metric), reports.MaxNameRunes)
	if s.Measure != reports.AsItIs {
		if short, ok := strings.CutSuffix(name, "_"+strings.ToLower(s.Unit)); ok && short != "" {
			name = short
		}
	}
	return name + unitIn(s)
}

func unitIn(s reports.Scale) string {
	if u := s.AxisUnit(); u != "" {
		return " (" + u + ")"
	}
	return ""
}

func (c *composer) frontierTable(v *view, f *result.Frontier) reports.Table {
	t := reports.Table{
		ID:      c.id(v, "frontier"),
		Caption: "Runs by " + c.names.Whole(f.Cost) + ", the total over attempts and means over the tasks for which it is known.",
		Columns: []reports.Column{{Name: "Run", Key: "run", Kind: reports.Text}, {Name: c.names.Whole(f.Cost), Key: "cost", Kind: v.scale(f.Cost).Kind()}, {Name: c.names.Whole(f.Quality), Key: "quality", Kind: v.scale(f.Quality).Kind()}, {Name: "On the frontier", Key: "on_frontier", Kind: reports.Text}},
	}
	var totals []float64
	for _, p := range f.Points {
		if p.Total != nil {
			totals = append(totals, *p.Total)
		}
	}
	summed := reports.NewScale(v.metric(f.Cost).Unit, nil, totals)
	if len(totals) > 0 {
		t.Columns = slices.Insert(t.Columns, 1, reports.Column{Name: "Total" + unitIn(summed), Key: "total", Kind: summed.Kind()})
	}
	for _, p := range f.Points {
		on := "no"
		if p.OnFrontier {
			on = "yes"
		}
		row := []reports.Cell{c.names.Cell(p.Run), v.scale(f.Cost).Value(&p.Cost), v.scale(f.Quality).Value(&p.Quality), reports.TextCell(on)}
		if len(totals) > 0 {
			row = slices.Insert(row, 1, summed.Value(p.Total))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// ratioWords says what a ratio is.
var ratioWords = map[string]string{
	"normalized_latency": "latency over the baseline's",
	"cost_per_success":   "USD per solved task",
	"tokens_per_success": "tokens per solved task",
}

func (c *composer) ratioTable(v *view) reports.Table {
	t := reports.Table{
		ID: c.id(v, "ratios"), Aside: []string{"benchmark", "ratio"},
		Caption: "Ratios of means over the tasks that have both values; " + c.level() + " percentile bootstrap intervals over tasks.",
		Columns: []reports.Column{{Name: "Benchmark", Key: "benchmark", Kind: reports.Text}, {Name: "Ratio", Key: "ratio", Kind: reports.Text}, {Name: "What", Key: "what", Kind: reports.Text}, {Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Baseline", Key: "baseline", Kind: reports.Text},
			{Name: "Tasks", Key: "tasks", Kind: reports.Integer}, {Name: "Value", Key: "value", Kind: reports.Number}, {Name: c.level() + " interval", Key: "interval", Kind: reports.Interval}},
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
		sc := reports.NewScale("", intervals, values)
		var baseline reports.Cell
		if r.Baseline != "" {
			baseline = c.names.Cell(r.Baseline)
		}
		t.Rows = append(t.Rows, []reports.Cell{c.names.Cell(v.name), c.names.NameCell(r.Name), reports.TextCell(ratioWords[r.Name]), c.names.Cell(r.Run), baseline,
			reports.CountCell(r.NTasks), sc.Value(r.Value), sc.Interval(r.Interval)})
	}
	setAside(&t, "baseline", func(cell reports.Cell) bool { return cell.Text == "" })
	return t
}
