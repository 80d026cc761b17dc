package compose

import (
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

func curveDirective() directive {
	return directive{name: "curve", benchmark: true, asks: asksOne,
		doc: "A metric along any number that the log states of runs, tasks or attempts, drawn whatever other curves there are, with intervals and the tasks behind every point.",
		args: []parameter{
			{name: "along", doc: "the number: a factor of runs (k, alpha), plan_length, plan_position (plan_recall need by need, along their places in the plan), tools_offered, a stratum or an attribute whose values are numbers, or a metric", required: true},
			metricArgument,
			{name: "lines", doc: "what a line is: run, all, a stratum, or a factor of runs; by default a run, and along a factor the runs that agree in all others"},
			{name: "holding", doc: "these other factors, separated by commas; by default those of the plan, agent and model"},
			{name: "best", doc: "mark the best point of a line", takes: []string{"yes"}},
			{name: "default", doc: "mark this place of the axis as the default"},
			{name: "axis", doc: "the vertical axis of a share: whole, from 0 to 100%, by default, or fit, as far as the points go", takes: []string{"whole", "fit"}},
			partArgument,
		},
		write: func(e *executor, c *call, v *view) error {
			if text := c.arg("default"); text != "" {
				if x, err := strconv.ParseFloat(text, 64); err != nil || x-x != 0 {
					return e.n.fault(c.lineOf("default"), "curve: default is %q, expected a number", reports.Shorten(reports.Visible(text), reports.MaxNameRunes))
				}
			}
			return e.asked(c, v, func(a *result.Answer) error { e.curve(c, v, a.Curve); return nil })
		}}
}

// linesOf says what a curve's lines are, as a column's head.
func linesOf(k *result.Curve) string {
	switch k.Lines {
	case "run":
		return "Run"
	case "all":
		return "Runs"
	}
	return reports.Visible(k.Lines)
}

func (e *executor) curve(c *call, v *view, k *result.Curve) {
	s := &k.Sweep
	words := []string{v.slug, s.Axis, s.Metric}
	if k.Lines != "run" && k.Lines != "all" {
		words = append(words, k.Lines)
	}
	if e.c.slice != nil {
		words = append(words, e.c.slicePhrase())
	}
	colour := v.colour
	if k.Lines != "run" {
		colour = func(name string) int {
			return slices.IndexFunc(s.Lines, func(l result.SweepLine) bool { return l.Run == name }) % maxSeries
		}
	}
	f := e.c.linesFigure(v, s, colour, e.c.names.Id(append([]string{"curve"}, words...)...))
	f.Alt = strings.Replace(f.Alt, "in the table of curves", "in the table below", 1)
	f.Caption = strings.Replace(f.Caption, "in the table of curves", "in the table below", 1)
	if k.Lines != "run" && k.Lines != "all" {
		f.Caption += " A line for every " + reports.Visible(k.Lines) + "."
	}
	best := map[string]float64{}
	chart := f.Chart.(reports.Lines)
	if len(chart.Series) == 1 && banded(chart.Series[0].Points) {
		chart.Bars = false
	}
	if c.arg("axis") == "fit" {
		chart.Axis.Fixed = false
	}
	if c.arg("best") != "" {
		for _, l := range s.Lines {
			if x, ok := bestOf(l, k.Better); ok {
				best[l.Run] = x
			}
		}
		switch {
		case len(best) == 0:
			f.Caption += " No best point: which direction of " + e.c.names.Whole(s.Metric) + " is better is not known (better: in the plan says it)."
		case len(s.Lines) == 1:
			at := best[s.Lines[0].Run]
			chart.References = append(chart.References, reports.Reference{Kind: reports.Down, At: at, Label: "best: " + plainNumber(at)})
		default:
			f.Caption += " The best point of every line is marked in the table."
		}
	}
	if x, err := strconv.ParseFloat(c.arg("default"), 64); err == nil {
		chart.References = append(chart.References, reports.Reference{Kind: reports.Down, At: x, Label: "default: " + plainNumber(x)})
	}
	f.Chart = chart
	e.emit(shown([]reports.Block{f, e.curveTable(c, v, k, best, words)}, c.arg("show"))...)
}

// banded tells whether a line's intervals read well as a band: there are some points, and each
// has an interval and a neighbour.
func banded(points []reports.LinePoint) bool {
	return len(points) >= 5 && !slices.ContainsFunc(points, func(p reports.LinePoint) bool { return p.Apart || !p.HasInterval })
}

// bestOf is where a line is best, the first place of several that are.
func bestOf(l result.SweepLine, better string) (x float64, ok bool) {
	sign, known := map[string]float64{"higher": 1, "lower": -1}[better]
	if !known {
		return 0, false
	}
	at := 0
	for i, p := range l.Points {
		if sign*p.Mean > sign*l.Points[at].Mean {
			at = i
		}
	}
	return l.Points[at].X, true
}

func plainNumber(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

func (e *executor) curveTable(c *call, v *view, k *result.Curve, best map[string]float64, words []string) reports.Table {
	s := &k.Sweep
	sc := v.sweepScale(s)
	marks := len(best) > 0
	t := reports.Table{
		ID: e.c.names.Id(append([]string{"curve-points"}, words...)...), Notes: noteSentences(k.Notes),
		Caption: "The points of " + e.c.names.Whole(s.Metric) + " against " + lowerFirst(e.c.axisName(s.Axis)) + ": means over tasks, with " + e.c.level() + " intervals.",
		Columns: []reports.Column{{Name: linesOf(k), Key: "line", Kind: reports.Text}, {Name: e.c.axisName(s.Axis), Key: "x", Kind: reports.Number}, {Name: "Tasks", Key: "tasks", Kind: reports.Integer},
			{Name: e.c.names.Whole(s.Metric), Key: "mean", Kind: sc.Kind()}, {Name: e.c.level() + " interval" + unitIn(sc), Key: "interval", Kind: reports.Interval}},
	}
	if marks {
		t.Columns = append(t.Columns, reports.Column{Name: "Best", Key: "best", Kind: reports.Text})
	}
	for _, l := range s.Lines {
		for _, p := range l.Points {
			row := []reports.Cell{e.c.names.Cell(l.Run), {Text: plainNumber(p.X), Value: p.X, HasValue: true, Kind: reports.Number}, reports.CountCell(p.NTasks), sc.Value(&p.Mean), sc.Interval(p.Interval)}
			if marks {
				mark := reports.Cell{}
				if x, ok := best[l.Run]; ok && x == p.X {
					mark = reports.TextCell("yes")
				}
				row = append(row, mark)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	t.Long = len(t.Rows) > 30
	return t
}
