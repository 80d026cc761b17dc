package compose

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// dimension is one thing that the choices of a specification curve differ in.
type dimension struct {
	what    string // in a sentence
	name    string // in a figure
	key     string // of the table's column
	of      func(*result.Specification) string
	title   func(string) string
	options []string // that the curves hold, by importance
}

// dimensions lists what the choices of the curves are made of.
func (c *composer) dimensions(v *view, curves []*result.SpecificationCurve) []dimension {
	out := []dimension{
		{what: "what an attempt without an outcome counts as", name: "Without an outcome", key: "missing",
			of: func(s *result.Specification) string { return s.Missing }, title: func(p string) string { return strings.ToLower(policyTitle(p)) }},
		{what: "metric", name: "Metric", key: "metric", of: func(s *result.Specification) string { return s.Metric }, title: func(m string) string { return reports.Shorten(c.names.Whole(m), reports.MaxNameRunes) }},
		{what: "test", name: "Test", key: "test", of: func(s *result.Specification) string { return s.Test }, title: c.method},
		{what: "correction", name: "Correction", key: "correction",
			of: func(s *result.Specification) string { return s.Correction }, title: c.method},
	}
	var important []string // names in their order of importance
	important = append(important, result.Policies...)
	for _, m := range v.metrics {
		important = append(important, m.Name)
	}
	for _, m := range result.Methods {
		important = append(important, m.Name)
	}
	for i := range out {
		for _, k := range curves {
			for s := range k.Choices {
				addOnce(&out[i].options, out[i].of(&k.Choices[s]))
			}
		}
		slices.SortStableFunc(out[i].options, func(a, b string) int {
			return slices.Index(important, a) - slices.Index(important, b)
		})
	}
	return out
}

// sameKind tells whether all differences of a curve have one unit, so that one
// axis can hold them.
func (c *composer) sameKind(v *view, k *result.SpecificationCurve) bool {
	first := v.scale(k.Choices[0].Metric)
	return !slices.ContainsFunc(k.Choices, func(s result.Specification) bool {
		other := v.scale(s.Metric)
		return other.Share != first.Share || !first.Share && other.Unit != first.Unit
	})
}

// curveFigure draws one pair's choices by the size of the difference.
func (c *composer) curveFigure(v *view, k *result.SpecificationCurve) reports.Figure {
	a, b := c.names.Brief(k.A), c.names.Brief(k.B)
	sc := v.scale(k.Choices[0].Metric)
	out := reports.Specifications{Axis: reports.Axis{Label: a + " is better by (" + sc.DifferenceUnit() + ")", Measure: sc.Measure, Percent: sc.Share}}
	var held []dimension
	var fixed []string
	for _, d := range c.dimensions(v, []*result.SpecificationCurve{k}) {
		if len(d.options) == 1 {
			fixed = append(fixed, strings.ToLower(d.name)+" "+d.title(d.options[0]))
			continue
		}
		held = append(held, d)
		shown := reports.Dimension{Name: d.name}
		for _, o := range d.options {
			name := strings.TrimSuffix(d.title(o), " correction")
			if o == "none" {
				name = o
			}
			shown.Options = append(shown.Options, name)
		}
		out.Dimensions = append(out.Dimensions, shown)
	}
	ending := ""
	if len(fixed) > 0 {
		ending = " The same in all: " + strings.Join(fixed, "; ") + "."
	}
	marked := ""
	for i := range k.Choices {
		s := &k.Choices[i]
		if s.Difference == nil {
			continue
		}
		choice := reports.Choice{Value: *s.Difference, Hollow: !s.Significant, Stated: s.Stated, Note: v.scale(s.Metric).WithUnit(*s.Difference)}
		if s.P != nil {
			choice.Note += ", " + reports.EqualsP(*s.P, c.alpha())
		}
		for _, d := range held {
			choice.Of = append(choice.Of, slices.Index(d.options, d.of(s)))
			choice.Note += "; " + d.title(d.of(s))
		}
		if s.Stated {
			marked = " Shaded: the choice that this report states."
		}
		out.Choices = append(out.Choices, choice)
	}
	return reports.Figure{
		Kind: reports.FigureStability.Name, ID: c.names.Id("specification", v.slug, b),
		Caption: a + " against " + b + " under " + plural(len(out.Choices), "choice") + ", paired by task, by the size of the difference. Filled: significant at " + strings.TrimPrefix(reports.FormatStatistic(c.alpha()), "0") +
			" after the choice's own correction over all pairs; the marks below show what each choice consists of." + marked + ending,
		Alt:   a + " above " + b + ": " + plain(c.curveSpans(k)),
		Chart: out,
	}
}

// choiceTable lists every choice of every pair.
func (c *composer) choiceTable(v *view, curves []*result.SpecificationCurve) reports.Table {
	t := reports.Table{ID: c.id(v, "specifications"), Long: true,
		Caption: "Every choice for every pair of the leader, paired by task: by how much A is better, and the p-value after the choice's own correction over all pairs.",
		Columns: []reports.Column{{Name: "A", Key: "a", Kind: reports.Text}, {Name: "B", Key: "b", Kind: reports.Text}}}
	dimensions := c.dimensions(v, curves)
	for _, d := range dimensions {
		t.Columns = append(t.Columns, reports.Column{Name: d.name, Key: d.key, Kind: reports.Text})
	}
	kind := reports.Mixed
	unit := ""
	if sc := v.scale(curves[0].Choices[0].Metric); !slices.ContainsFunc(curves, func(k *result.SpecificationCurve) bool { return !c.sameKind(v, k) }) {
		kind, unit = sc.DifferenceKind(), " ("+sc.DifferenceUnit()+")"
	}
	t.Columns = append(t.Columns, reports.Column{Name: "A better by" + unit, Key: "difference", Kind: kind}, reports.Column{Name: "p, adjusted", Key: "p_adjusted", Kind: reports.PValue},
		reports.Column{Name: "Significant", Key: "significant", Kind: reports.Text}, reports.Column{Name: "Stated", Key: "stated", Kind: reports.Text})
	for _, k := range curves {
		for i := range k.Choices {
			s := &k.Choices[i]
			row := []reports.Cell{c.names.Cell(k.A), c.names.Cell(k.B)}
			for _, d := range dimensions {
				cell := reports.Cell{Text: d.title(d.of(s))}
				switch raw := d.of(s); {
				case d.key == "metric":
					cell = c.names.NameCell(raw)
				case cell.Text != raw:
					cell.Full = raw
				}
				row = append(row, cell)
			}
			mark := reports.Yes(s.Stated)
			mark.Strong = s.Stated
			t.Rows = append(t.Rows, append(row, v.scale(s.Metric).Difference(s.Difference), reports.PCell(s.P, c.alpha()), reports.Yes(s.Significant), mark))
		}
	}
	return t
}
