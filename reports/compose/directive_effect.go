package compose

import (
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

func effectDirective() directive {
	return directive{name: "effect", benchmark: true, asks: asksOne,
		doc: "What changing one factor of runs does with the others held: paired differences by task with interval, test, correction and effect size.",
		args: []parameter{
			{name: "factor", doc: "the factor: run, or an attribute of runs such as model or k", required: true},
			metricArgument,
			{name: "against", doc: "only the differences from this level; by default all pairs of levels"},
			{name: "by", doc: "a stratum: the differences within each of its values"},
			{name: "holding", doc: "the factors that paired runs agree in, separated by commas; by default those of the plan, agent and model"},
		},
		write: func(e *executor, c *call, v *view) error {
			return e.asked(c, v, func(a *result.Answer) error { e.effects(v, a.Effects); return nil })
		}}
}

func (e *executor) effects(v *view, f *result.FactorEffects) {
	words := []string{"effect", v.slug, f.Factor, f.Metric, f.By}
	if e.c.slice != nil {
		words = append(words, e.c.slicePhrase())
	}
	sc := v.scale(f.Metric)
	held := ""
	if len(f.Held) > 0 {
		held = " with the same " + reports.Visible(strings.Join(f.Held, ", "))
	}
	t := reports.Table{ID: e.c.names.Id(words...), Notes: noteSentences(f.Notes), Long: len(f.Effects) > 30,
		Caption: "Effect of " + e.c.names.Whole(f.Factor) + " on " + e.c.names.Whole(f.Metric) + ", A minus B: runs" + held + ", paired by task; " + e.c.level() + " intervals; " + e.c.method(f.Correction) + " over all rows."}
	t.Columns = []reports.Column{{Name: "A", Key: "a", Kind: reports.Text}, {Name: "B", Key: "b", Kind: reports.Text}}
	if f.By != "" {
		t.Columns = append([]reports.Column{{Name: capital(e.c.names.Whole(f.By)), Key: "stratum", Kind: reports.Text}}, t.Columns...)
	}
	t.Columns = append(t.Columns, reports.Column{Name: "Pairs of runs", Key: "pairs", Kind: reports.Integer}, reports.Column{Name: "Tasks", Key: "tasks", Kind: reports.Integer},
		reports.Column{Name: "Mean of A", Key: "mean_a", Kind: sc.Kind()}, reports.Column{Name: "Mean of B", Key: "mean_b", Kind: sc.Kind()},
		reports.Column{Name: "A - B", Key: "difference", Kind: sc.DifferenceKind()}, reports.Column{Name: e.c.level() + " interval", Key: "interval", Kind: reports.Interval},
		reports.Column{Name: "p", Key: "p", Kind: reports.PValue}, reports.Column{Name: "p, adjusted", Key: "p_adjusted", Kind: reports.PValue}, reports.Column{Name: "d_z", Key: "cohen_dz", Kind: reports.Number},
		reports.Column{Name: "A higher", Key: "a_higher", Kind: reports.Integer}, reports.Column{Name: "B higher", Key: "b_higher", Kind: reports.Integer}, reports.Column{Name: "Test", Key: "test", Kind: reports.Text})
	for i := range f.Effects {
		one := &f.Effects[i]
		row := []reports.Cell{e.c.names.Cell(one.A), e.c.names.Cell(one.B)}
		if f.By != "" {
			row = append([]reports.Cell{e.c.names.Cell(one.Stratum.Value)}, row...)
		}
		test := reports.Cell{}
		if one.Method != "" {
			test = reports.TextCell(e.c.method(one.Method))
		}
		t.Rows = append(t.Rows, append(row, reports.CountCell(one.Pairs), reports.CountCell(one.NTasks), sc.Value(&one.MeanA), sc.Value(&one.MeanB), sc.Difference(&one.Difference), sc.DifferenceInterval(one.Interval),
			reports.PCell(one.P, e.c.alpha()), reports.PCell(one.PAdjusted, e.c.alpha()), reports.NumberCell(one.Dz, 2), reports.CountCell(one.Higher), reports.CountCell(one.Lower), test))
		for _, note := range one.Notes {
			addOnce(&t.Notes, e.c.names.Show(one.A)+" minus "+e.c.names.Show(one.B)+": "+note+".")
		}
	}
	e.emit(t)
}
