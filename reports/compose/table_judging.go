package compose

import (
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// judging is what a benchmark's judges say together; nil where there is nothing.
func (c *composer) judging(v *view) *result.Judging {
	for i := range c.res.Judging {
		if c.res.Judging[i].Benchmark == v.name {
			return &c.res.Judging[i]
		}
	}
	return nil
}

// judgedTogether adds the judges over all runs with a reference, and beside one another.
func (c *composer) judgedTogether(v *view) {
	j := c.judging(v)
	if j == nil {
		return
	}
	var pooled []*result.Agreement
	for i := range j.Pooled {
		pooled = append(pooled, &j.Pooled[i])
	}
	if len(pooled) > 0 {
		c.para(text("Over the %s that have a reference together (%s):", plural(len(j.Runs), "run"), reports.Enumerate(c.shown(j.Runs), 4)))
		c.add(c.judgeFigure(v, pooled, c.id(v, "agreement-pooled-figure")))
		for _, t := range []reports.Table{c.agreementTable(v, pooled, c.id(v, "agreement-pooled")), c.confusionTable(v, pooled, c.id(v, "confusion-pooled"))} {
			setAside(&t, "run", func(reports.Cell) bool { return true })
			c.add(t)
		}
	}
	if fig, ok := c.variantFigure(v, j); ok {
		c.add(fig)
	}
	for _, t := range []reports.Table{c.boundTable(v, j), c.judgeErrorTable(v, j), c.variantTable(v, j)} {
		if len(t.Rows) > 0 {
			c.add(t)
		}
	}
	c.rankingTables(v, j, c.judgePairs(j))
}

// boundTable shows what no choice among the judges can better.
func (c *composer) boundTable(v *view, j *result.Judging) reports.Table {
	sc := v.shares
	t := reports.Table{ID: c.id(v, "judge-bounds"), Caption: "On how many attempts at least one of the judges gives the reference's verdict, which no choice among them can better, and on how many every judge does; over attempts that all judged; " + c.level() + " intervals by task.",
		Columns: []reports.Column{{Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Reading", Key: "reading", Kind: reports.Text}, {Name: "Judges", Key: "judges", Kind: reports.Integer}, {Name: "Attempts", Key: "n", Kind: reports.Integer}, {Name: "Left out", Key: "left_out", Kind: reports.Integer},
			{Name: "Some right", Key: "some_right", Kind: reports.Integer}, {Name: "Share", Key: "some_right_share", Kind: reports.Percent}, {Name: c.level() + " interval (%)", Key: "some_right_interval", Kind: reports.Interval},
			{Name: "All right", Key: "all_right", Kind: reports.Integer}, {Name: "Share of these", Key: "all_right_share", Kind: reports.Percent}, {Name: "Interval of these (%)", Key: "all_right_interval", Kind: reports.Interval}}}
	for i := range j.Bounds {
		b := &j.Bounds[i]
		t.Rows = append(t.Rows, []reports.Cell{c.runOrAll(b.Run), {Text: readingTitle(b.Reading)}, reports.CountCell(len(b.Judges)), reports.CountCell(b.N), reports.CountCell(b.LeftOut),
			reports.CountCell(b.Some), sc.Value(b.Share), sc.Interval(b.Int), reports.CountCell(b.All), sc.Value(b.AllOf), sc.Interval(b.AllInt)})
	}
	alone(v, &t)
	setAside(&t, "left_out", func(cell reports.Cell) bool { return cell.Value == 0 })
	return t
}

// judgeErrorTable says why judges and the reference disagree, where the log says it.
func (c *composer) judgeErrorTable(v *view, j *result.Judging) reports.Table {
	sc := v.shares
	t := reports.Table{ID: c.id(v, "judge-errors"), Caption: "Why a judge and the reference disagree, in the words of the log: out of the disagreements that have such a word; " + c.level() + " intervals by task. Lenient: those in which the judge says success.",
		Columns: []reports.Column{{Name: "Judge", Key: "judge", Kind: reports.Text}, {Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Why", Key: "error", Kind: reports.Text}, {Name: "Attempts", Key: "count", Kind: reports.Integer}, {Name: "Of", Key: "labelled", Kind: reports.Integer}, {Name: "Share", Key: "share", Kind: reports.Percent}, {Name: c.level() + " interval (%)", Key: "interval", Kind: reports.Interval},
			{Name: "Lenient", Key: "lenient", Kind: reports.Integer}, {Name: "Disagreements", Key: "disagreements", Kind: reports.Integer}, {Name: "For example", Key: "example", Kind: reports.Text}}}
	rows := slices.Clone(j.Errors)
	pooled := func(e *result.JudgeErrors) int { return slices.Index(v.runs, e.Run) }
	slices.SortStableFunc(rows, func(a, b result.JudgeErrors) int { return pooled(&a) - pooled(&b) }) // all runs first
	elsewhere := 0
	for i := range rows {
		e := &rows[i]
		if e.Run != "" || len(j.Runs) == 1 {
			elsewhere += e.Elsewhere
		}
		for _, k := range e.Kinds {
			example := reports.Cell{}
			if len(k.Examples) > 0 {
				x := k.Examples[0]
				example = c.linked(c.names.NameCell(x.Task), c.pages.attempt(v.name, x.Run, x.Task, x.Trial))
			}
			t.Rows = append(t.Rows, []reports.Cell{c.names.Cell(e.Judge), c.runOrAll(e.Run), c.names.NameCell(k.Error), reports.CountCell(k.Count), reports.CountCell(e.Labelled), sc.Value(k.Share), sc.Interval(k.Interval),
				reports.CountCell(k.Lenient), reports.CountCell(e.Disagrees), example})
		}
	}
	if elsewhere > 0 {
		t.Notes = append(t.Notes, "Not counted, as judge and reference do not disagree there: "+plural(elsewhere, "further word")+" of why.")
	}
	if len(v.runs) == 1 {
		setAside(&t, "run", func(reports.Cell) bool { return true })
	}
	return t
}

// variantTable holds variants of one judge against each other.
func (c *composer) variantTable(v *view, j *result.Judging) reports.Table {
	sc := v.shares
	t := reports.Table{ID: c.id(v, "judge-variants"), Caption: "Variants of one judge against each other, on the attempts that both and the reference judged: agreement with the reference, the difference A minus B with its interval, the attempts on which one alone is right, and McNemar's exact test, corrected for all pairs of a run.",
		Columns: []reports.Column{{Name: "Judge", Key: "judge", Kind: reports.Text}, {Name: "Run", Key: "run", Kind: reports.Text}, {Name: "A", Key: "a", Kind: reports.Text}, {Name: "B", Key: "b", Kind: reports.Text}, {Name: "Attempts", Key: "n", Kind: reports.Integer},
			{Name: "Agreement of A", Key: "agreement_a", Kind: reports.Percent}, {Name: "Of B", Key: "agreement_b", Kind: reports.Percent}, {Name: "Difference", Key: "difference", Kind: sc.DifferenceKind()}, {Name: c.level() + " interval", Key: "interval", Kind: reports.Interval},
			{Name: "Only A", Key: "only_a", Kind: reports.Integer}, {Name: "Only B", Key: "only_b", Kind: reports.Integer}, {Name: "p", Key: "p", Kind: reports.PValue}, {Name: "p (adjusted)", Key: "p_adjusted", Kind: reports.PValue}}}
	for i := range j.Variants {
		x := &j.Variants[i]
		var p *float64
		if x.Test != nil {
			p = x.Test.P
		}
		t.Rows = append(t.Rows, []reports.Cell{c.names.Cell(x.Judge), c.runOrAll(x.Run), c.names.NameCell(x.A), c.names.NameCell(x.B), reports.CountCell(x.N),
			sc.Value(x.AgreeA), sc.Value(x.AgreeB), sc.Difference(x.Difference), sc.Interval(x.Interval), reports.CountCell(x.OnlyA), reports.CountCell(x.OnlyB), reports.PCell(p, c.alpha()), reports.PCell(x.PAdjusted, c.alpha())})
	}
	if len(v.runs) == 1 {
		setAside(&t, "run", func(reports.Cell) bool { return true })
	}
	t.Long = len(t.Rows) > 30
	return t
}

// variantFigure draws the variants of each judge next to each other, a colour a variant: over
// all runs, or of the only one.
func (c *composer) variantFigure(v *view, j *result.Judging) (reports.Figure, bool) {
	rows := v.agreement(c.res)
	if len(j.Pooled) > 0 {
		rows = nil
		for i := range j.Pooled {
			rows = append(rows, &j.Pooled[i])
		}
	}
	var judges, variants []string
	at := map[[2]string]*result.Agreement{}
	for _, a := range rows {
		if judge, variant, ok := result.SplitVariant(a.Judge); ok && a.Reading == "stored" && a.Agreement != nil {
			addOnce(&judges, judge)
			addOnce(&variants, variant)
			at[[2]string{judge, variant}] = a
		}
	}
	forest := reports.Forest{Axis: reports.Axis{Label: "Agreement with the reference (%)", Percent: true, Min: 0, Max: 1, Fixed: true}}
	for _, judge := range judges {
		for k, variant := range variants {
			a := at[[2]string{judge, variant}]
			if a == nil {
				continue
			}
			e := reports.Estimate{Label: c.names.Show(judge) + ": " + c.names.Whole(variant), Value: *a.Agreement, Series: k, Note: v.shares.Text(*a.Agreement)}
			if i := a.AgreementCI; i != nil {
				e.Low, e.High, e.HasInterval = float64(i.Low), float64(i.High), true
			}
			forest.Rows = append(forest.Rows, e)
		}
	}
	return reports.Figure{Kind: reports.FigureJudges.Name, ID: c.id(v, "judge-variants-figure"), Caption: "Judges by what varies in them (" + reports.Enumerate(variants, 6) + "): agreement with the reference, verdicts as stored, with " + c.level() + " intervals. Variants of a judge stand together; the table of variants compares them attempt by attempt.",
		Alt: "One row a judge and variant; the tables hold the values.", Chart: forest}, len(variants) > 1 && len(forest.Rows) > 0
}
