package compose

import (
	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/frames"
)

// maxForestPairs is how many pairs a forest shows; beyond it the pairs of the
// first run (or of the baseline) are drawn and a matrix shows all.
const maxForestPairs = 15

// differenceSection shows every pair of runs: the omnibus test, the primary metric as
// forest and table, the other metrics as a table, and all tests and effect sizes. It
// stands where any two runs were compared on any metric. The headline metric comes first
// because it was settled before anything was compared; the others are looked at
// afterwards.
func differenceSection(c *composer, v *view) error {
	if v.primary == nil {
		return nil
	}
	overall := func(p *result.Comparison) bool { return p.Stratum == nil }
	primary, err := c.comparisons(v, func(p *result.Comparison) bool { return overall(p) && p.Metric == v.primary.Name })
	if err != nil {
		return err
	}
	others, err := c.comparisons(v, func(p *result.Comparison) bool { return overall(p) && p.Metric != v.primary.Name })
	if err != nil {
		return err
	}
	if primary.Len()+others.Len() == 0 {
		return nil
	}
	c.heading(2, c.id(v, "differences-section"), "Differences")
	c.omnibus(v)
	brief := c.briefly(v)
	if brief {
		full := primary.Len()
		for full > 0 && c.res.Comparisons[primary.Count(full-1, "row")].Brief { // these come last
			full--
		}
		c.para(text("Of %s, %s are of neighbours in the ranking and compared in full; the others stand in the table's file, with the test that decides and its interval.", plural(primary.Len(), "pair"), reports.FormatCount(full)))
	}
	if primary.Len() > 0 {
		if primary.Len() > 1 {
			figure := c.differenceFigure(v, primary)
			if figure.Variants, err = c.differenceVariants(v); err != nil {
				return err
			}
			c.firstLevel(figure)
		}
		// With a baseline all pairs share one run, and a matrix would be one row.
		if primary.Len() > maxForestPairs && !brief && c.res.Provenance.Plan.Baseline == "" {
			for _, figure := range c.pairMatrices(v, primary) {
				c.add(figure)
			}
		}
		t := c.pairTable(v, primary, c.id(v, "comparisons"), "")
		t.Long = len(t.Rows) > 2*maxForestPairs
		c.inShort(c.shortPairs(v, t, primary))
		c.add(t)
		if figure, ok := c.bootstrapFigure(v, primary); ok {
			c.add(figure)
		}
		c.detectable(v)
		if figure, ok := c.detectableFigure(v, primary); ok {
			c.add(figure)
		}
		c.flips(v, primary)
		c.averageRanks(v)
	}
	if others.Len() > 0 {
		c.heading(3, c.id(v, "other-differences-section"), "On the other metrics")
		c.para(text("%s.", capital(c.countOutcomes(others))))
		t := c.pairTable(v, others, c.id(v, "comparisons-other-metrics"), "in the other compared metrics")
		t.Long = len(t.Rows) > maxForestPairs
		c.add(t)
	}
	for _, t := range []reports.Table{c.testTable(v), c.effectTable(v), c.intervalTable(v), c.posteriorTable(v)} {
		if len(t.Rows) > 0 {
			c.add(t)
		}
	}
	return nil
}

func (c *composer) comparisons(v *view, keep func(*result.Comparison) bool) (frames.Frame, error) {
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
		statistic = "statistic " + reports.FormatStatistic(float64(*t.Statistic))
		if len(t.DF) > 0 {
			statistic += ", df " + reports.Degrees(t.DF)
		}
		statistic += ", "
	}
	says := "It shows no difference among the runs."
	if *t.P <= c.alpha() {
		says = "The runs are not all alike."
	}
	c.para(text("%s over all %s: %s%s. %s", title, plural(len(v.ranking.Runs), "run"), statistic, reports.EqualsP(*t.P, c.alpha()), says))
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
		if f.Len() == 1 {
			return "the one pair could not be tested"
		}
		return "none of " + plural(f.Len(), "pair") + " could be tested"
	}
	out := reports.FormatCount(separated) + " of " + plural(tested, "tested pair")
	if separated == 1 {
		out += " is"
	} else {
		out += " are"
	}
	out += " separated after correction"
	if same > 0 {
		out += ", " + reports.FormatCount(same) + " shown to be equivalent"
	}
	if left := f.Len() - tested; left > 0 {
		out += "; " + reports.FormatCount(left) + " could not be tested"
	}
	return out
}

// flips names the tasks that drive the difference of the first pairs.
func (c *composer) flips(v *view, f frames.Frame) {
	// With more pairs the lists would name most tasks.
	if f.Len() > 3 {
		return
	}
	var items []reports.Prose
	for i := range f.Len() {
		p := &c.res.Comparisons[f.Count(i, "row")]
		if len(p.Flips) == 0 {
			continue
		}
		spans := []reports.Span{text("%s against %s: ", c.names.Show(p.A), c.names.Show(p.B))}
		for k, task := range p.Flips {
			if k > 0 {
				spans = append(spans, text(", "))
			}
			spans = append(spans, code(reports.Shorten(reports.Visible(task), reports.MaxNameRunes)))
		}
		items = append(items, reports.Prose{Spans: spans})
	}
	if len(items) > 0 {
		c.para(text("Tasks with the largest differences, at most ten per pair:"))
		c.add(reports.List{Items: items})
	}
}
