package compose

import (
	"math"
	"slices"
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
			{name: "against", doc: "only the differences of the others to this level, a run where the factor is run; baseline is that of the plan, or without one the best; by default all pairs of levels"},
			{name: "of", doc: "only the differences of this level, or of the baseline, to the others: those of against with their signs turned"},
			{name: "test", doc: "rule, the default: McNemar's exact test for one pair of runs with verdicts, else the paired t test; or the t test in any case", takes: []string{"rule", "t"}},
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
		held = " with the same " + e.c.names.Whole(strings.Join(f.Held, ", "))
	}
	family := "over all rows"
	if len(f.Effects) > 1 {
		family = "over the " + reports.FormatCount(len(f.Effects)) + " rows"
	}
	t := reports.Table{ID: e.c.names.Id(words...), Notes: noteSentences(f.Notes), Long: len(f.Effects) > 30,
		Caption: "Effect of " + e.c.names.Whole(f.Factor) + " on " + e.c.names.Whole(f.Metric) + ", A minus B: runs" + held + ", paired by task; " + e.c.level() + " intervals; " + e.c.method(f.Correction) + " " + family + "."}
	t.Caption = strings.Replace(t.Caption, ", A minus B:", e.referenceWords(f), 1)
	t.Columns = []reports.Column{{Name: "A", Key: "a", Kind: reports.Text}, {Name: "B", Key: "b", Kind: reports.Text}}
	if f.By != "" {
		t.Columns = append([]reports.Column{{Name: capital(e.c.names.Whole(f.By)), Key: "stratum", Kind: reports.Text}}, t.Columns...)
	}
	t.Columns = append(t.Columns, reports.Column{Name: "Pairs of runs", Key: "pairs", Kind: reports.Integer}, reports.Column{Name: "Tasks", Key: "tasks", Kind: reports.Integer},
		reports.Column{Name: "Mean of A", Key: "mean_a", Kind: sc.Kind()}, reports.Column{Name: "Mean of B", Key: "mean_b", Kind: sc.Kind()},
		reports.Column{Name: "A - B", Key: "difference", Kind: sc.DifferenceKind()}, reports.Column{Name: e.c.level() + " interval", Key: "interval", Kind: reports.Interval},
		reports.Column{Name: statisticName(f), Key: "statistic", Kind: reports.Number}, reports.Column{Name: "df", Key: "df", Kind: reports.Number}, reports.Column{Name: "p", Key: "p", Kind: reports.PValue}, reports.Column{Name: "p, adjusted", Key: "p_adjusted", Kind: reports.PValue}, reports.Column{Name: "d_z", Key: "cohen_dz", Kind: reports.Number}, reports.Column{Name: "Size", Key: "size", Kind: reports.Text},
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
			reports.NumberCell(one.Statistic, statisticDigits(one)), degrees(one.DF), reports.PCell(one.P, e.c.alpha()), starred(reports.PCell(one.PAdjusted, e.c.alpha())), reports.NumberCell(one.Dz, 2), sizeCell(one.Dz), reports.CountCell(one.Higher), reports.CountCell(one.Lower), test))
		for _, note := range one.Notes {
			addOnce(&t.Notes, e.c.names.Show(one.A)+" minus "+e.c.names.Show(one.B)+": "+note+".")
		}
	}
	t.Notes = append(t.Notes, "d_z is the mean of the differences by task over their standard deviation; its size, without its sign, is N (negligible) below 0.2, S (small) from 0.2, M (medium) from 0.5, L (large) from 0.8 (Cohen, 1988).")
	if slices.ContainsFunc(f.Effects, func(one result.FactorEffect) bool { return one.PAdjusted != nil && *one.PAdjusted < stars[0].below }) {
		t.Notes = append(t.Notes, starNote)
	}
	e.emit(t)
}

// referenceWords say which differences a table of effects has.
func (e *executor) referenceWords(f *result.FactorEffects) string {
	if f.Reference == "" {
		return ", A minus B:"
	}
	of := e.c.names.Whole(f.Factor) + " " + e.c.names.Show(f.Reference)
	if f.Best {
		of += " (the best mean)"
	}
	if len(f.Effects) > 0 && f.Effects[0].A == f.Reference {
		return ", " + of + " minus each other:"
	}
	return ", each minus " + of + ":"
}

// statisticName is t where every test is one.
func statisticName(f *result.FactorEffects) string {
	for i := range f.Effects {
		if m := f.Effects[i].Method; m != "" && m != result.PairedT.Name && m != result.ClusterRobustT.Name {
			return "Statistic"
		}
	}
	return "t"
}

// statisticDigits are none for counts: McNemar's statistic is one.
func statisticDigits(e *result.FactorEffect) int {
	if len(e.DF) == 0 {
		return 0
	}
	return 2
}

func degrees(df []float64) reports.Cell {
	if len(df) != 1 {
		return reports.MissingCell(reports.Number)
	}
	return reports.Cell{Text: reports.Degrees(df), Value: df[0], HasValue: true, Kind: reports.Number}
}

// stars are what journals mark p-values with.
var stars = []struct {
	below float64
	mark  string
}{{0.05, "*"}, {0.01, "**"}, {0.001, "***"}}

const starNote = "*, **, ***: adjusted p below .05, .01, .001."

// starred is a cell of an adjusted p-value with its stars.
func starred(p reports.Cell) reports.Cell {
	mark := ""
	for _, s := range stars {
		if p.HasValue && p.Value < s.below {
			mark = s.mark
		}
	}
	p.Text += mark
	return p
}

// sizeCell is Cohen's word for a standardized difference, as its first letter.
func sizeCell(d *float64) reports.Cell {
	if d == nil {
		return reports.Cell{}
	}
	letter := "N"
	for _, s := range []struct {
		from   float64
		letter string
	}{{0.2, "S"}, {0.5, "M"}, {0.8, "L"}} {
		if math.Abs(*d) >= s.from {
			letter = s.letter
		}
	}
	return reports.TextCell(letter)
}
