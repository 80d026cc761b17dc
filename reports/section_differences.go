package reports

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis"
	"mcpstats/reports/frames"
)

// maxForestPairs is how many pairs a forest shows; beyond it the pairs of the
// first run (or of the baseline) are drawn and a matrix shows all.
const maxForestPairs = 15

// differenceSection shows every pair of runs: the omnibus test, the primary
// metric as forest and table, the other metrics as a table, and all tests and
// effect sizes.
func differenceSection(c *composer, v *view) error {
	if v.primary == nil {
		return nil
	}
	overall := func(p *analysis.Comparison) bool { return p.Stratum == nil }
	primary, err := c.comparisons(v, func(p *analysis.Comparison) bool { return overall(p) && p.Metric == v.primary.Name })
	if err != nil {
		return err
	}
	others, err := c.comparisons(v, func(p *analysis.Comparison) bool { return overall(p) && p.Metric != v.primary.Name })
	if err != nil {
		return err
	}
	if primary.Len()+others.Len() == 0 {
		return nil
	}
	c.heading(2, c.id(v, "differences-section"), "Differences")
	c.omnibus(v)
	if primary.Len() > 0 {
		if primary.Len() > 1 {
			c.add(c.differenceFigure(v, primary))
		}
		if primary.Len() > maxForestPairs {
			c.add(c.pairMatrix(v, primary))
		}
		t := c.pairTable(v, primary, c.id(v, "comparisons"), "")
		t.Long = len(t.Rows) > 2*maxForestPairs
		c.add(t)
		c.flips(v, primary)
	}
	if others.Len() > 0 {
		c.heading(3, c.id(v, "other-differences-section"), "On the other metrics")
		c.para(text("%s.", capital(c.countOutcomes(others))))
		t := c.pairTable(v, others, c.id(v, "comparisons-other-metrics"), "in the other compared metrics")
		t.Long = len(t.Rows) > maxForestPairs
		c.add(t)
	}
	for _, t := range []Table{c.testTable(v), c.effectTable(v)} {
		if len(t.Rows) > 0 {
			c.add(t)
		}
	}
	return nil
}

func (c *composer) comparisons(v *view, keep func(*analysis.Comparison) bool) (frames.Frame, error) {
	var metrics []string
	for _, m := range v.metrics {
		metrics = append(metrics, m.Name)
	}
	return frames.Comparisons(c.res, v.name, metrics, v.runs, keep)
}

// omnibus reports the test over all runs, before any pair.
func (c *composer) omnibus(v *view) {
	if v.ranking == nil || v.ranking.Omnibus == nil {
		return
	}
	t := v.ranking.Omnibus
	title := capital(c.method(t.Method))
	if t.P == nil {
		c.para(text("%s over all runs: undefined%s.", title, because(t.Notes)))
		return
	}
	c.use("p")
	statistic := ""
	if t.Statistic != nil {
		statistic = "statistic " + FormatStatistic(float64(*t.Statistic))
		if len(t.DF) > 0 {
			statistic += ", df " + degrees(t.DF)
		}
		statistic += ", "
	}
	says := "It shows no difference among the runs."
	if *t.P <= c.alpha() {
		says = "The runs are not all alike."
	}
	c.para(text("%s over all %s: %s%s. %s", title, plural(len(v.ranking.Runs), "run"), statistic, equalsP(*t.P, c.alpha()), says))
}

// countOutcomes says how many pairs are separated.
func (c *composer) countOutcomes(f frames.Frame) string {
	separated, tested, same := 0, 0, 0
	for i := range f.Len() {
		switch c.outcome(&c.res.Comparisons[f.Count(i, "row")]) {
		case notTested:
		case equivalent:
			same++
			tested++
		case notShown:
			tested++
		default:
			separated++
			tested++
		}
	}
	if tested == 0 {
		return "none of " + plural(f.Len(), "pair") + " could be tested"
	}
	out := FormatCount(separated) + " of " + plural(tested, "tested pair")
	if separated == 1 {
		out += " is"
	} else {
		out += " are"
	}
	out += " separated after correction"
	if same > 0 {
		out += ", " + FormatCount(same) + " shown to be equivalent"
	}
	if left := f.Len() - tested; left > 0 {
		out += "; " + FormatCount(left) + " could not be tested"
	}
	return out
}

// flips names the tasks that drive the difference of the first pairs.
func (c *composer) flips(v *view, f frames.Frame) {
	if f.Len() > 3 {
		return
	}
	var items []Prose
	for i := range f.Len() {
		p := &c.res.Comparisons[f.Count(i, "row")]
		if len(p.Flips) == 0 {
			continue
		}
		spans := []Span{text("%s against %s: ", c.names.show(p.A), c.names.show(p.B))}
		for k, task := range p.Flips {
			if k > 0 {
				spans = append(spans, text(", "))
			}
			spans = append(spans, code(Shorten(Visible(task), maxNameRunes)))
		}
		items = append(items, Prose{Spans: spans})
	}
	if len(items) > 0 {
		c.para(text("Tasks with the largest differences, at most ten a pair:"))
		c.add(List{Items: items})
	}
}

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
		forest.Rows = append(forest.Rows, e)
	}
	shown := "every pair"
	if f.Len() > maxForestPairs {
		shown = "pairs with " + c.names.show(against)
	}
	caption := fmt.Sprintf("Differences in %s, %s: %s. Open marks: not separated.", Visible(v.primary.Name), shown, c.pairCaption(v, f))
	return Figure{ID: c.id(v, "differences-figure"), Caption: caption, Alt: capital(c.countOutcomes(f)) + ".", Chart: forest}
}

func adjustedP(p *analysis.Comparison) *float64 {
	if p.PAdjusted != nil {
		return p.PAdjusted
	}
	return p.P
}

// pairMatrix shows the adjusted p-value of every pair.
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
		m.Values[a][b], m.Values[b][a] = *d, -*d
		m.Text[a][b], m.Text[b][a] = sc.signedText(*d), sc.signedText(-*d)
		if p != nil && *p <= c.alpha() {
			m.Text[a][b] += "*"
			m.Text[b][a] += "*"
		}
		m.High = max(m.High, *d, -*d)
	}
	m.Low = -m.High
	return Figure{
		ID:      c.id(v, "differences-matrix"),
		Caption: fmt.Sprintf("Differences in %s, row minus column, of every pair: %s. * adjusted p at most %s.", Visible(v.primary.Name), c.pairCaption(v, f), strings.TrimPrefix(FormatStatistic(c.alpha()), "0")),
		Alt:     capital(c.countOutcomes(f)) + ".", Chart: m,
	}
}
