package compose

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

func relationDirective() directive {
	return directive{name: "relation", benchmark: true, asks: asksOne,
		doc: "One metric against another: a figure with a point of every run (task, attempt), and Pearson's, Spearman's and Kendall's coefficients with intervals.",
		args: []parameter{
			{name: "x", doc: "the metric of the horizontal axis", required: true},
			{name: "y", doc: "the metric of the vertical axis; by default the headline"},
			{name: "over", doc: "what a point is: runs, by default; tasks and attempts are looked at within every run", takes: []string{"runs", "tasks", "attempts"}},
			{name: "colour", doc: "a factor of runs (model, agent, k ...) that colours tell apart; by default each run has its own"},
			{name: "mark", doc: "a factor of runs that the shapes of the marks tell apart"},
			{name: "relative", doc: "x over that of a baseline run, factor=value: the run that has this value and agrees in all other factors"},
			{name: "holding", doc: "these other factors, separated by commas; by default those of the plan, agent and model"},
			{name: "front", doc: "mark the runs that no other beats in both, and draw the best y at every x in steps", takes: []string{"yes"}},
			{name: "log", doc: "which axes are logarithmic: none, by default; what is 0 or less has no place on one, and the caption says how many points that are", takes: []string{"x", "y", "both"}},
			partArgument,
		},
		write: func(e *executor, c *call, v *view) error {
			return e.asked(c, v, func(a *result.Answer) error { e.relation(c, v, a.Relation); return nil })
		}}
}

// relation shows one.
func (e *executor) relation(c *call, v *view, r *result.Relation) {
	// Blocks of one relation share their words: "relation-BENCHMARK-Y-X", with the slice.
	words := []string{v.slug, r.Y, r.X}
	if r.Relative != "" {
		words = append(words, r.Relative)
	}
	if r.Over != "runs" {
		words = append(words, r.Over)
	}
	if e.c.slice != nil {
		words = append(words, e.c.slicePhrase())
	}
	subject := e.c.names.Whole(r.Y) + " against " + e.c.names.Whole(r.X) + relativeWords(r)
	var blocks []reports.Block
	if len(r.Points) > 0 {
		blocks = append(blocks, e.relationFigure(c, v, r, subject, words))
	}
	blocks = append(blocks, e.correlationTable(r, subject, words))
	if len(r.Points) > 0 {
		blocks = append(blocks, e.relationTable(c, v, r, subject, words))
	}
	e.emit(shown(blocks, c.arg("show"))...)
}

func relativeWords(r *result.Relation) string {
	if r.Relative == "" {
		return ""
	}
	said := " over that of the run with " + reports.Visible(r.Relative)
	if len(r.Held) > 0 {
		said += " and the same " + reports.Visible(strings.Join(r.Held, ", "))
	}
	return said
}

// xScale is that of the horizontal values: a ratio has no unit.
func (v *view) xScale(r *result.Relation) reports.Scale {
	if r.Relative != "" {
		var values []float64
		for _, p := range r.Points {
			values = append(values, p.X)
		}
		return reports.NewScale("", nil, values)
	}
	return v.scale(r.X)
}

func (e *executor) relationFigure(c *call, v *view, r *result.Relation, subject string, words []string) reports.Figure {
	sx, sy := v.xScale(r), v.scale(r.Y)
	label := e.c.withUnit(r.X, sx)
	if r.Relative != "" {
		label = e.c.names.Whole(r.X) + ", times that of " + reports.Visible(r.Relative) + unitIn(sx)
	}
	chart := reports.Lines{XAxis: reports.Axis{Label: label, Percent: sx.Share, Measure: sx.Measure}, Axis: e.c.axis(v, r.Y), Bars: true,
		LogX: c.arg("log") == "x" || c.arg("log") == "both", LogY: c.arg("log") == "y" || c.arg("log") == "both"}
	if line, ok := frontOf(r); ok && c.arg("front") != "" {
		chart.Series = append(chart.Series, line)
	}
	colours, marks := valuesOf(r, func(p result.RelationPoint) string { return p.Colour }), valuesOf(r, func(p result.RelationPoint) string { return p.Mark })
	at := map[string]int{} // series by name, over tasks and attempts
	for _, p := range r.Points {
		series := v.colour(p.Run)
		if c.arg("colour") != "" {
			series = slices.Index(colours, p.Colour)
		}
		point := reports.LinePoint{X: p.X, Y: p.Y, Note: sx.Text(p.X) + ", " + sy.Text(p.Y)}
		if p.YInterval != nil {
			point.Low, point.High, point.HasInterval = float64(p.YInterval.Low), float64(p.YInterval.High), true
			point.Note += " " + sy.Interval(p.YInterval).Text
		}
		if r.Over == "runs" {
			point.Note += "; " + plural(p.NTasks, "task")
			line := reports.Line{Name: e.c.names.Brief(p.Run), Series: series, Points: []reports.LinePoint{point}}
			if c.arg("mark") != "" {
				line.Mark = 1 + slices.Index(marks, p.Mark)
			}
			chart.Series = append(chart.Series, line)
			continue
		}
		if p.Task != "" {
			point.Note = reports.Shorten(reports.Visible(p.Task), reports.MaxNameRunes) + ": " + point.Note
		}
		k, ok := at[p.Run]
		if !ok {
			k = len(chart.Series)
			at[p.Run] = k
			chart.Series = append(chart.Series, reports.Line{Name: e.c.names.Brief(p.Run), Series: series, Scatter: true})
		}
		chart.Series[k].Points = append(chart.Series[k].Points, point)
	}
	caption := subject + ", " + map[string]string{"runs": "means over tasks of " + plural(len(r.Points), "run"), "tasks": "a mark for every task of every run", "attempts": "a mark for every attempt"}[r.Over]
	if r.Over == "runs" {
		caption += "; bars: " + e.c.level() + " intervals of " + e.c.names.Whole(r.Y)
	}
	caption += "." + offLogWords(chart, r)
	if c.arg("colour") != "" {
		caption += " Colours: " + reports.Visible(c.arg("colour")) + "."
	}
	if c.arg("mark") != "" {
		caption += " Marks: " + reports.Visible(c.arg("mark")) + "."
	}
	if c.arg("front") != "" {
		caption += e.c.frontWords(r)
	}
	return reports.Figure{Kind: reports.FigureRelation.Name, ID: e.c.names.Id(append([]string{"relation"}, words...)...), Caption: caption, Alt: caption + " The values are in the table of points.", Chart: chart}
}

// offLogWords says how many points have no place on a logarithmic axis.
func offLogWords(chart reports.Lines, r *result.Relation) string {
	n := 0
	for _, p := range r.Points {
		if chart.LogX && p.X <= 0 || chart.LogY && p.Y <= 0 {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" Left out: %s at 0 or below, which a logarithmic axis has no place for; the table has them.", plural(n, strings.TrimSuffix(r.Over, "s")))
}

// frontWords says who is on the frontier, or why nobody knows.
func (c *composer) frontWords(r *result.Relation) string {
	for _, p := range r.Points {
		if p.OnFront == nil {
			return fmt.Sprintf(" No frontier: which direction of %s is better is not known (better: in the plan says it).", c.names.Whole(map[bool]string{true: r.X, false: r.Y}[r.BetterX != "lower" && r.BetterX != "higher"]))
		}
	}
	return fmt.Sprintf(" Frontier: no other run is as good in both (%s %s, %s %s) and better in one.", r.BetterX, c.names.Whole(r.X), r.BetterY, c.names.Whole(r.Y))
}

// frontOf is the best y to be had at every x, in steps from the point that is best in x to that
// which is best in y.
func frontOf(r *result.Relation) (reports.Line, bool) {
	var on []result.RelationPoint
	for _, p := range r.Points {
		if p.OnFront != nil && *p.OnFront {
			on = append(on, p)
		}
	}
	slices.SortFunc(on, func(a, b result.RelationPoint) int { return cmp.Compare(a.X, b.X) })
	out := reports.Line{Name: "frontier", Series: -1, Through: true}
	for i, p := range on {
		if i > 0 && r.BetterX == "lower" { // until the next is paid for, the one before is the best
			out.Points = append(out.Points, reports.LinePoint{X: p.X, Y: on[i-1].Y})
		}
		if i > 0 && r.BetterX == "higher" {
			out.Points = append(out.Points, reports.LinePoint{X: on[i-1].X, Y: p.Y})
		}
		out.Points = append(out.Points, reports.LinePoint{X: p.X, Y: p.Y})
	}
	return out, len(on) > 1
}

func valuesOf(r *result.Relation, of func(result.RelationPoint) string) []string {
	var out []string
	for _, p := range r.Points {
		addOnce(&out, of(p))
	}
	return inOrder(out)
}

func (e *executor) correlationTable(r *result.Relation, subject string, words []string) reports.Table {
	t := reports.Table{
		ID: e.c.names.Id(append([]string{"correlations"}, words...)...), Caption: "Correlation of " + e.c.names.Whole(r.Y) + " with " + e.c.names.Whole(r.X) + relativeWords(r) + ", over " + r.Over + "; " + e.c.level() + " intervals.",
		Columns: []reports.Column{{Name: "Over", Key: "over", Kind: reports.Text}, {Name: "Coefficient", Key: "coefficient", Kind: reports.Text}, {Name: "n", Key: "n", Kind: reports.Integer},
			{Name: "Value", Key: "value", Kind: reports.Number}, {Name: e.c.level() + " interval", Key: "interval", Kind: reports.Interval}, {Name: "p", Key: "p", Kind: reports.PValue}, {Name: "Interval by", Key: "interval_by", Kind: reports.Text}},
		Notes: slices.Clone(r.Notes), Long: len(r.Correlations) > 15,
	}
	sc := reports.Scale{Decimals: 3}
	for _, one := range r.Correlations {
		over := reports.Cell{Text: map[string]string{"runs": "runs", "tasks": "tasks, means of runs", "attempts": "attempts"}[r.Over]}
		if one.Run != "" {
			over = e.c.names.Cell(one.Run)
		}
		method := ""
		if one.Interval != nil {
			method = e.c.interval(one.Interval.Method)
		}
		title := one.Method
		for _, m := range result.CorrelationMethods {
			if m.Name == one.Method {
				title = m.Title
			}
		}
		t.Rows = append(t.Rows, []reports.Cell{over, {Text: title, Full: one.Method}, reports.CountCell(one.N), sc.Value(one.Value), sc.Interval(one.Interval), reports.PCell(one.P, e.c.alpha()), reports.TextCell(method)})
		for _, note := range one.Notes {
			addOnce(&t.Notes, title+": "+note+".")
		}
	}
	for i := range t.Notes {
		t.Notes[i] = capital(strings.TrimSuffix(t.Notes[i], ".")) + "."
	}
	e.c.use("interval")
	return t
}

// relationTable lists the points of a figure.
func (e *executor) relationTable(c *call, v *view, r *result.Relation, subject string, words []string) reports.Table {
	sx, sy := v.xScale(r), v.scale(r.Y)
	xName := e.c.names.Whole(r.X)
	if r.Relative != "" {
		xName += " ratio"
	}
	type column struct {
		reports.Column
		of func(result.RelationPoint) reports.Cell
	}
	text := func(name, key string, of func(result.RelationPoint) string) column {
		return column{reports.Column{Name: e.c.names.Whole(name), Key: key, Kind: reports.Text}, func(p result.RelationPoint) reports.Cell { return e.c.names.Cell(of(p)) }}
	}
	interval := func(key string, sc reports.Scale, of func(result.RelationPoint) *result.IntervalEstimate) column {
		return column{reports.Column{Name: e.c.level() + " interval" + unitIn(sc), Key: key, Kind: reports.Interval}, func(p result.RelationPoint) reports.Cell { return sc.Interval(of(p)) }}
	}
	runs := r.Over == "runs"
	columns := []column{text("Run", "run", func(p result.RelationPoint) string { return p.Run })}
	if !runs {
		columns = append(columns, text("Task", "task", func(p result.RelationPoint) string { return p.Task }))
	}
	columns = append(columns, column{reports.Column{Name: xName, Key: "x", Kind: sx.Kind()}, func(p result.RelationPoint) reports.Cell { return sx.Value(&p.X) }})
	if runs {
		columns = append(columns, interval("x_interval", sx, func(p result.RelationPoint) *result.IntervalEstimate { return p.XInterval }))
	}
	columns = append(columns, column{reports.Column{Name: e.c.names.Whole(r.Y), Key: "y", Kind: sy.Kind()}, func(p result.RelationPoint) reports.Cell { return sy.Value(&p.Y) }})
	if runs {
		columns = append(columns, interval("y_interval", sy, func(p result.RelationPoint) *result.IntervalEstimate { return p.YInterval }),
			column{reports.Column{Name: "Tasks", Key: "tasks", Kind: reports.Integer}, func(p result.RelationPoint) reports.Cell { return reports.CountCell(p.NTasks) }})
		if name := c.arg("colour"); name != "" {
			columns = append(columns, text(name, keyOf(name), func(p result.RelationPoint) string { return p.Colour }))
		}
		if name := c.arg("mark"); name != "" && name != c.arg("colour") {
			columns = append(columns, text(name, keyOf(name), func(p result.RelationPoint) string { return p.Mark }))
		}
		if c.arg("front") != "" && r.Points[0].OnFront != nil {
			columns = append(columns, text("On the frontier", "on_frontier", func(p result.RelationPoint) string { return map[bool]string{true: "yes", false: "no"}[*p.OnFront] }))
		}
	}
	t := reports.Table{ID: e.c.names.Id(append([]string{"points"}, words...)...), Long: len(r.Points) > 15,
		Caption: map[string]string{"runs": "The runs by ", "tasks": "The tasks by ", "attempts": "The attempts by "}[r.Over] + subject + map[bool]string{true: ", means over tasks."}[runs]}
	if !runs {
		t.Caption += "."
	}
	for _, col := range columns {
		t.Columns = append(t.Columns, col.Column)
	}
	points := slices.Clone(r.Points)
	if runs {
		slices.SortStableFunc(points, func(a, b result.RelationPoint) int { return cmp.Compare(a.X, b.X) })
	}
	for _, p := range points {
		var row []reports.Cell
		for _, col := range columns {
			row = append(row, col.of(p))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
