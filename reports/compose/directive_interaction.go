package compose

import (
	"mcpstats/analysis/result"
	"mcpstats/reports"
)

func interactionDirective() directive {
	return directive{name: "interaction", benchmark: true, asks: asksOne,
		doc: "Whether one factor of runs does more to a metric at some levels of another: Hotelling's test over the tasks, and every difference of differences with interval, t test and correction.",
		args: []parameter{
			{name: "rows", doc: "one factor: an attribute of runs such as agent", required: true},
			{name: "columns", doc: "the other factor, such as model; every level of the one must occur with every level of the other", required: true},
			metricArgument,
		},
		write: func(e *executor, c *call, v *view) error {
			return e.asked(c, v, func(a *result.Answer) error { e.interaction(v, a.Interaction); return nil })
		}}
}

func (e *executor) interaction(v *view, x *result.Interaction) {
	words := []string{v.slug, x.Rows, x.Columns, x.Metric}
	if e.c.slice != nil {
		words = append(words, e.c.slicePhrase())
	}
	rows, columns, metric := e.c.names.Whole(x.Rows), e.c.names.Whole(x.Columns), e.c.names.Whole(x.Metric)
	units := plural(x.NTasks, "task")
	if x.Clusters > 0 {
		units += " in " + plural(x.Clusters, "cluster")
	}
	number := func(p *float64) *result.Float {
		if p == nil {
			return nil
		}
		f := result.Float(*p)
		return &f
	}
	degree := func(k int) reports.Cell {
		if k >= len(x.DF) {
			return reports.MissingCell(reports.Integer)
		}
		return reports.CountCell(int(x.DF[k]))
	}
	t := reports.Table{ID: e.c.names.Id(append([]string{"interaction"}, words...)...), Notes: noteSentences(x.Notes),
		Caption: "Does the effect of " + rows + " on " + metric + " depend on " + columns + "? All differences of differences at once, " + e.c.method(x.Method) + " over " + units + ".",
		Columns: []reports.Column{{Name: "Levels of " + rows, Key: "row_levels", Kind: reports.Integer}, {Name: "Levels of " + columns, Key: "column_levels", Kind: reports.Integer}, {Name: "Contrasts", Key: "contrasts", Kind: reports.Integer}, {Name: "Tasks", Key: "tasks", Kind: reports.Integer},
			{Name: "T2", Key: "t_squared", Kind: reports.Number}, {Name: "F", Key: "f", Kind: reports.Number}, {Name: "df 1", Key: "df1", Kind: reports.Integer}, {Name: "df 2", Key: "df2", Kind: reports.Integer}, {Name: "p", Key: "p", Kind: reports.PValue}}}
	t.Rows = [][]reports.Cell{{reports.CountCell(len(x.RowLevels)), reports.CountCell(len(x.ColumnLevels)), reports.CountCell((len(x.RowLevels) - 1) * (len(x.ColumnLevels) - 1)), reports.CountCell(x.NTasks),
		reports.StatisticCell(number(x.TSquared)), reports.StatisticCell(number(x.F)), degree(0), degree(1), reports.PCell(x.P, e.c.alpha())}}
	blocks := []reports.Block{t}
	if len(x.Contrasts) > 0 {
		blocks = append(blocks, e.contrastTable(v, x, words))
	}
	e.emit(blocks...)
}

// contrastTable has a row for every two levels of one factor at every two of the other.
func (e *executor) contrastTable(v *view, x *result.Interaction, words []string) reports.Table {
	sc := v.scale(x.Metric)
	name := capital(e.c.names.Whole(x.Rows))
	at := e.c.names.Whole(x.Columns)
	t := reports.Table{ID: e.c.names.Id(append([]string{"interaction-contrasts"}, words...)...), Long: len(x.Contrasts) > 30,
		Caption: "Differences of differences in " + e.c.names.Whole(x.Metric) + ", " + sc.InWords() + ": (A - B at C) - (A - B at D); " + e.c.level() + " intervals, paired t tests by task, " + e.c.method(x.Correction) + " over the " + plural(len(x.Contrasts), "row") + ".",
		Columns: []reports.Column{{Name: name + " A", Key: "a", Kind: reports.Text}, {Name: name + " B", Key: "b", Kind: reports.Text}, {Name: capital(at) + " C", Key: "c", Kind: reports.Text}, {Name: capital(at) + " D", Key: "d", Kind: reports.Text},
			{Name: "A - B at C", Key: "at_c", Kind: sc.DifferenceKind()}, {Name: "A - B at D", Key: "at_d", Kind: sc.DifferenceKind()}, {Name: "Difference", Key: "difference", Kind: sc.DifferenceKind()}, {Name: e.c.level() + " interval", Key: "interval", Kind: reports.Interval},
			{Name: "t", Key: "t", Kind: reports.Number}, {Name: "df", Key: "df", Kind: reports.Number}, {Name: "p", Key: "p", Kind: reports.PValue}, {Name: "p, adjusted", Key: "p_adjusted", Kind: reports.PValue}}}
	mean := map[[2]string]float64{}
	for _, cell := range x.Cells {
		mean[[2]string{cell.Row, cell.Column}] = cell.Mean
	}
	starry := false
	for i := range x.Contrasts {
		one := &x.Contrasts[i]
		atC, atD := mean[[2]string{one.A, one.C}]-mean[[2]string{one.B, one.C}], mean[[2]string{one.A, one.D}]-mean[[2]string{one.B, one.D}]
		df := []float64{}
		if one.DF != nil {
			df = append(df, *one.DF)
		}
		starry = starry || one.PAdjusted != nil && *one.PAdjusted < stars[0].below
		t.Rows = append(t.Rows, []reports.Cell{e.c.names.Cell(one.A), e.c.names.Cell(one.B), e.c.names.Cell(one.C), e.c.names.Cell(one.D), sc.Difference(&atC), sc.Difference(&atD), sc.Difference(&one.Value), sc.DifferenceInterval(one.Interval),
			reports.NumberCell(one.T, 2), degrees(df), reports.PCell(one.P, e.c.alpha()), starred(reports.PCell(one.PAdjusted, e.c.alpha()))})
		for _, note := range one.Notes {
			addOnce(&t.Notes, e.c.names.Show(one.A)+" and "+e.c.names.Show(one.B)+" at "+e.c.names.Show(one.C)+" and "+e.c.names.Show(one.D)+": "+note+".")
		}
	}
	if starry {
		t.Notes = append(t.Notes, starNote)
	}
	return t
}
