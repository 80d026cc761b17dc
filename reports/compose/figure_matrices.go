package compose

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/frames"
)

// pairGrid is an empty matrix of the runs that a frame's pairs are made of, in the
// order of the leaderboard.
func (c *composer) pairGrid(v *view, f frames.Frame) (reports.Matrix, []string) {
	var runs []string
	for i := range f.Len() {
		for _, run := range []string{f.Text(i, "a"), f.Text(i, "b")} {
			if !slices.Contains(runs, run) { // a name may be empty
				runs = append(runs, run)
			}
		}
	}
	slices.SortStableFunc(runs, func(a, b string) int { return slices.Index(v.runs, a) - slices.Index(v.runs, b) })
	var m reports.Matrix
	for _, run := range runs {
		m.Rows, m.Cols = append(m.Rows, c.names.Brief(run)), append(m.Cols, c.names.Brief(run))
		m.Values, m.Text = append(m.Values, make([]float64, len(runs))), append(m.Text, make([]string, len(runs)))
	}
	return m, runs
}

// pairMatrices are what a forest is too long for: the differences of all pairs,
// their p-values and, where the results tell tasks apart, the tasks won.
func (c *composer) pairMatrices(v *view, f frames.Frame) []reports.Figure {
	figs := []reports.Figure{c.pairMatrix(v, f), c.pMatrix(v, f)}
	for i := range f.Len() {
		if tallied(&c.res.Comparisons[f.Count(i, "row")]) {
			return append(figs, c.winMatrix(v, f))
		}
	}
	return figs
}

// pairMatrix shows the difference of every pair, marked where it is significant.
func (c *composer) pairMatrix(v *view, f frames.Frame) reports.Figure {
	sc := v.scale(v.primary.Name)
	unit := 1.0
	if sc.Share {
		unit = 100 // the colour scale's ends are in points
	}
	m, runs := c.pairGrid(v, f)
	m.Diverging, m.Label = true, "Difference, row minus column ("+sc.DifferenceUnit()+")"
	for i := range f.Len() {
		d, p := f.Float(i, "difference"), adjustedP(&c.res.Comparisons[f.Count(i, "row")])
		if d == nil {
			continue
		}
		a, b := slices.Index(runs, f.Text(i, "a")), slices.Index(runs, f.Text(i, "b"))
		shown := unit * *d
		m.Values[a][b], m.Values[b][a] = shown, -shown
		m.Text[a][b], m.Text[b][a] = sc.SignedText(*d), sc.SignedText(-*d)
		if p != nil && *p <= c.alpha() {
			m.Text[a][b] += "*"
			m.Text[b][a] += "*"
		}
		m.High = max(m.High, shown, -shown)
	}
	// Ends of one size put zero in the middle of the colours.
	m.Low = -m.High
	return reports.Figure{
		ID: c.id(v, "differences-matrix"), Kind: reports.FigureMatrix.Name,
		Caption: fmt.Sprintf("Differences in %s, row minus column, of every pair: %s. * adjusted p at most %s.", c.names.Whole(v.primary.Name), c.pairCaption(v, f), strings.TrimPrefix(reports.FormatStatistic(c.alpha()), "0")),
		Alt:     capital(c.countOutcomes(f)) + ".", Chart: m,
	}
}

// pMatrix shows the adjusted p-value of every pair. Shades follow its logarithm:
// from .1 to .01 is as far as from .01 to .001.
func (c *composer) pMatrix(v *view, f frames.Frame) reports.Figure {
	const darkest = 4 // tenths: 0.0001 and below
	m, runs := c.pairGrid(v, f)
	m.High, m.Label = darkest, "p-value in powers of ten below 1; one colour from 4 on"
	for i := range f.Len() {
		p := adjustedP(&c.res.Comparisons[f.Count(i, "row")])
		if p == nil {
			continue
		}
		a, b := slices.Index(runs, f.Text(i, "a")), slices.Index(runs, f.Text(i, "b"))
		shade := math.Min(darkest, -math.Log10(math.Max(*p, 1e-300)))
		text := reports.PCell(p, c.alpha()).Text
		if *p <= c.alpha() {
			text += "*"
		}
		m.Values[a][b], m.Values[b][a] = shade, shade
		m.Text[a][b], m.Text[b][a] = text, text
	}
	return reports.Figure{
		ID: c.id(v, "p-values-matrix"), Kind: reports.FigureMatrix.Name,
		Caption: fmt.Sprintf("p-values of every pair in %s: %s. * at most %s. A small p-value does not mean a large difference.", c.names.Whole(v.primary.Name), c.pairCaption(v, f), strings.TrimPrefix(reports.FormatStatistic(c.alpha()), "0")),
		Alt:     capital(c.countOutcomes(f)) + ".", Chart: m,
	}
}

// winMatrix counts the tasks on which the row's run does better than the column's,
// or is higher where nobody knows which is better.
func (c *composer) winMatrix(v *view, f frames.Frame) reports.Figure {
	m, runs := c.pairGrid(v, f)
	title, does, alike, tasks := "Tasks won in ", "does better", "both do alike", "Tasks won by every run against every other; the table of differences holds wins, ties and losses."
	m.Label = "Tasks that the row's run does better"
	if !v.primary.Directed() {
		title, does, alike, tasks = "Tasks by ", "is higher", "both are alike", "Tasks on which every run is higher than every other; the table of differences holds these counts."
		m.Label = "Tasks on which the row's run is higher"
	}
	low, high := 0, 0
	for i := range f.Len() {
		p := &c.res.Comparisons[f.Count(i, "row")]
		a, b := slices.Index(runs, p.A), slices.Index(runs, p.B)
		m.Values[a][b], m.Values[b][a] = float64(p.Wins), float64(p.Losses)
		m.Text[a][b], m.Text[b][a] = reports.FormatCount(p.Wins), reports.FormatCount(p.Losses)
		m.High = max(m.High, float64(p.Wins), float64(p.Losses))
		if low == 0 || p.NTasks < low {
			low = p.NTasks
		}
		high = max(high, p.NTasks)
	}
	n := plural(high, "common task")
	if low != high {
		n = reports.FormatCount(low) + " to " + n
	}
	return reports.Figure{
		ID: c.id(v, "wins-matrix"), Kind: reports.FigureMatrix.Name,
		Caption: title + c.names.Whole(v.primary.Name) + ": on how many of " + n + " the row's run " + does + " than the column's; on the rest of a pair's tasks " + alike + ".",
		Alt:     tasks, Chart: m,
	}
}

// detectableFigure draws the power of the headline test against the true
// difference, a line a run that is compared with the leader or the baseline; false
// where the results hold no curve.
func (c *composer) detectableFigure(v *view, f frames.Frame) (reports.Figure, bool) {
	against := c.against(v)
	pairs := c.headlinePairs(v, f, func(p *result.Comparison) bool {
		return p.Detectable != nil && len(p.Detectable.Curve) > 1 && (p.A == against || p.B == against)
	}, maxDistributions)
	if len(pairs) == 0 {
		return reports.Figure{}, false
	}
	sc := v.scale(v.primary.Name)
	d := pairs[0].Detectable
	test := methodTitle(d.Test) + " at " + strings.TrimPrefix(reports.FormatStatistic(d.Alpha), "0")
	lines := reports.Lines{
		XAxis:      reports.Axis{Label: "True difference in " + reports.Shorten(c.names.Whole(v.primary.Name), reports.MaxNameRunes) + " (" + sc.DifferenceUnit() + ")", Measure: sc.Measure, Percent: sc.Share},
		Axis:       reports.Axis{Label: "Power of the " + test, Percent: true, Max: 1, Fixed: true},
		References: []reports.Reference{{Kind: reports.Across, At: d.Power, Label: reports.FormatLevel(d.Power)}},
	}
	var items []string
	for _, p := range pairs {
		other := p.B
		if other == against {
			other = p.A
		}
		l := reports.Line{Name: c.names.Brief(other), Series: v.colour(other)}
		for _, at := range p.Detectable.Curve {
			l.Points = append(l.Points, reports.LinePoint{X: at.Difference, Y: at.Power, Note: sc.Amount(at.Difference) + ": " + formatPower(at.Power)})
		}
		lines.Series = append(lines.Series, l)
		if p.Detectable.Difference != nil {
			items = append(items, l.Name+" "+sc.Amount(*p.Detectable.Difference))
		}
	}
	n := plural(pairs[0].NTasks, "task")
	return reports.Figure{
		Kind: reports.FigurePower.Name, ID: c.id(v, "power-figure"),
		Caption: "Power of the " + test + " to show a true difference from " + c.names.Show(against) + " with " + n + ", by the scatter that each pair's tasks show; one test, before any correction.",
		Alt:     "Differences that are shown with a power of " + reports.FormatLevel(d.Power) + ": " + reports.Enumerate(items, 8) + ".", Chart: lines,
	}, true
}
