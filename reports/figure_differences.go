package reports

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis"
	"mcpstats/reports/frames"
)

// differenceFigure is the forest of pairwise differences around zero.
func (c *composer) differenceFigure(v *view, f frames.Frame) Figure {
	sc := v.scale(v.primary.Name)
	forest := Forest{Axis: c.differenceAxis(v, v.primary.Name), Zero: true}
	against := c.res.Provenance.Plan.Baseline
	if against == "" && len(v.runs) > 0 {
		against = v.runs[0]
	}
	for i := range f.Len() {
		p := &c.res.Comparisons[f.Count(i, "row")]
		if p.Difference == nil || f.Len() > maxForestPairs && p.A != against && p.B != against {
			continue
		}
		o := c.outcome(p)
		e := Estimate{
			Label: c.names.show(p.A) + " - " + c.names.show(p.B), Value: *p.Difference, Series: -1,
			Note: sc.signedText(*p.Difference), Hollow: o == notShown || o == equivalent || o == notTested,
		}
		if p.Interval != nil {
			e.Low, e.High, e.HasInterval = float64(p.Interval.Low), float64(p.Interval.High), true
			e.Note += " " + sc.differenceInterval(p.Interval).Text
		}
		if adjusted := adjustedP(p); adjusted != nil {
			e.Note += ", " + equalsP(*adjusted, c.alpha())
		}
		e.Told = c.toldOfPair(p)
		forest.Rows = append(forest.Rows, e)
	}
	shown := "every pair"
	if f.Len() > maxForestPairs {
		shown = "pairs with " + c.names.show(against)
	}
	caption := fmt.Sprintf("Differences in %s, %s: %s. Open marks: not separated.", Visible(v.primary.Name), shown, c.pairCaption(v, f))
	return Figure{Kind: figureDifferences, ID: c.id(v, "differences-figure"), Caption: caption, Alt: capital(c.countOutcomes(f)) + ".", Chart: forest}
}

func adjustedP(p *analysis.Comparison) *float64 {
	if p.PAdjusted != nil {
		return p.PAdjusted
	}
	return p.P
}

// pairMatrix shows the difference of every pair, marked where it is significant.
func (c *composer) pairMatrix(v *view, f frames.Frame) Figure {
	var runs []string
	for i := range f.Len() {
		for _, run := range []string{f.Text(i, "a"), f.Text(i, "b")} {
			if !slices.Contains(runs, run) {
				runs = append(runs, run)
			}
		}
	}
	slices.SortStableFunc(runs, func(a, b string) int { return slices.Index(v.runs, a) - slices.Index(v.runs, b) })
	sc := v.scale(v.primary.Name)
	unit := 1.0
	if sc.share {
		unit = 100 // the colour scale's ends are in points
	}
	m := Matrix{Diverging: true, Label: "Difference, row minus column (" + sc.differenceUnit() + ")"}
	for _, run := range runs {
		m.Rows, m.Cols = append(m.Rows, c.names.show(run)), append(m.Cols, c.names.show(run))
		m.Values, m.Text = append(m.Values, make([]float64, len(runs))), append(m.Text, make([]string, len(runs)))
	}
	for i := range f.Len() {
		d, p := f.Float(i, "difference"), adjustedP(&c.res.Comparisons[f.Count(i, "row")])
		if d == nil {
			continue
		}
		a, b := slices.Index(runs, f.Text(i, "a")), slices.Index(runs, f.Text(i, "b"))
		shown := unit * *d
		m.Values[a][b], m.Values[b][a] = shown, -shown
		m.Text[a][b], m.Text[b][a] = sc.signedText(*d), sc.signedText(-*d)
		if p != nil && *p <= c.alpha() {
			m.Text[a][b] += "*"
			m.Text[b][a] += "*"
		}
		m.High = max(m.High, shown, -shown)
	}
	m.Low = -m.High
	return Figure{
		ID: c.id(v, "differences-matrix"), Kind: figureMatrix,
		Caption: fmt.Sprintf("Differences in %s, row minus column, of every pair: %s. * adjusted p at most %s.", Visible(v.primary.Name), c.pairCaption(v, f), strings.TrimPrefix(FormatStatistic(c.alpha()), "0")),
		Alt:     capital(c.countOutcomes(f)) + ".", Chart: m,
	}
}
