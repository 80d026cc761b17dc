package compose

import (
	"fmt"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/frames"
)

// differenceFigure is the forest of pairwise differences around zero.
func (c *composer) differenceFigure(v *view, f frames.Frame) reports.Figure {
	sc := v.scale(v.primary.Name)
	forest := reports.Forest{Axis: c.differenceAxis(v, v.primary.Name), Zero: true}
	against, brief := c.against(v), c.briefly(v)
	for i := range f.Len() {
		p := &c.res.Comparisons[f.Count(i, "row")]
		switch {
		case p.Difference == nil, brief && (p.Brief || len(forest.Rows) == maxForestPairs):
			continue
		case !brief && f.Len() > maxForestPairs && p.A != against && p.B != against:
			continue
		}
		o := c.outcome(p)
		e := reports.Estimate{
			Label: c.names.Brief(p.A) + " - " + c.names.Brief(p.B), Value: *p.Difference, Series: -1,
			Note: sc.SignedText(*p.Difference), Hollow: o == notShown || o == equivalent || o == notTested,
		}
		if p.Interval != nil {
			e.Low, e.High, e.HasInterval = float64(p.Interval.Low), float64(p.Interval.High), true
			e.Note += " " + sc.DifferenceInterval(p.Interval).Text
		}
		if adjusted := adjustedP(p); adjusted != nil {
			e.Note += ", " + reports.EqualsP(*adjusted, c.alpha())
		}
		e.Hover = c.pairHover(p)
		forest.Rows = append(forest.Rows, e)
	}
	shown := "every pair"
	switch {
	case brief:
		shown = "the first " + plural(len(forest.Rows), "pair") + " of neighbours in the ranking"
	case f.Len() > maxForestPairs:
		shown = "pairs with " + c.names.Show(against)
	}
	caption := fmt.Sprintf("Differences in %s, %s: %s. Open marks: not separated.", c.names.Whole(v.primary.Name), shown, c.pairCaption(v, f))
	return reports.Figure{Kind: reports.FigureDifferences.Name, ID: c.id(v, "differences-figure"), Caption: caption, Alt: capital(c.countOutcomes(f)) + ".", Chart: forest}
}

// briefly tells whether the benchmark has so many runs that most pairs are compared in brief.
func (c *composer) briefly(v *view) bool {
	return slices.ContainsFunc(c.res.Comparisons, func(p result.Comparison) bool { return p.Brief && p.Benchmark == v.name })
}

func adjustedP(p *result.Comparison) *float64 {
	if p.PAdjusted != nil {
		return p.PAdjusted
	}
	return p.P
}
