package compose

import (
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// maxPanels is how many values of a stratum are drawn as small multiples, and
// maxPanelRuns how many runs a panel holds.
const (
	maxPanels    = 12
	maxPanelRuns = 8
)

// strataSection breaks the primary metric down by every stratum, and lists the comparisons
// within the strata. It stands where the results break the headline metric down at all.
// Beyond a dozen values, or eight runs, the table alone stands: panels that small show
// nothing.
func strataSection(c *composer, v *view) error {
	if v.primary == nil {
		return nil
	}
	strata := v.strata(c.res)
	if len(strata) == 0 {
		return nil
	}
	c.heading(2, c.id(v, "strata-section"), "Where they differ")
	drawn := false
	for _, s := range strata {
		if len(strata) > 1 {
			c.heading(3, c.names.Id("stratum", v.slug, s.name), "%s", "By "+c.names.Whole(s.name))
		}
		if len(s.values) > 1 && len(s.values) <= maxPanels && len(v.runs) <= maxPanelRuns {
			at := inFull
			if !drawn {
				at, drawn = firstLevel, true
			}
			c.addAt(at, c.strataFigure(v, s))
		}
		c.add(c.strataTable(v, s))
	}
	pairs, err := c.comparisons(v, func(p *result.Comparison) bool { return p.Stratum != nil })
	if err != nil || pairs.Len() == 0 {
		return err
	}
	id := c.id(v, "comparisons-by-stratum")
	c.para(text("Within the strata, over all compared metrics, %s (", c.countOutcomes(pairs)), link("table", id), text(")."))
	t := c.pairTable(v, pairs, id, "within the strata")
	t.Long = true
	c.add(t)
	return nil
}

// stratumValues is one stratum with its values in the order of the results.
type stratumValues struct {
	name   string
	values []string
}

// strata lists the strata by which the primary metric is broken down.
func (v *view) strata(res *result.Results) []stratumValues {
	var out []stratumValues
	for i := range res.Summaries {
		s := &res.Summaries[i]
		if s.Benchmark != v.name || s.Metric != v.primary.Name || s.Stratum == nil {
			continue
		}
		at := slices.IndexFunc(out, func(o stratumValues) bool { return o.name == s.Stratum.Name })
		if at < 0 {
			at = len(out)
			out = append(out, stratumValues{name: s.Stratum.Name})
		}
		if !slices.Contains(out[at].values, s.Stratum.Value) {
			out[at].values = append(out[at].values, s.Stratum.Value)
		}
	}
	return out
}

// at returns the summary of a run by the primary metric in a stratum, or nil.
func (v *view) at(run string, s stratumValues, value string) *result.Summary {
	return v.summaries[summaryKey{run, v.primary.Name, result.Stratum{Name: s.name, Value: value}}]
}

// stratumTasks is the largest number of tasks of any run in a stratum.
func (v *view) stratumTasks(s stratumValues, value string) int {
	n := 0
	for _, run := range v.runs {
		if sum := v.at(run, s, value); sum != nil {
			n = max(n, sum.NTasks)
		}
	}
	return n
}

// strataCaption is caption for means over the tasks of a stratum.
func (c *composer) strataCaption(v *view, s stratumValues, what string) string {
	n := "the tasks of each " + c.names.Whole(s.name)
	if v.clusters(v.primary.Name) > 0 {
		n += ", in " + c.clusterName()
	}
	return c.captionOver(v, v.primary.Name, what, n)
}

func (c *composer) strataFigure(v *view, s stratumValues) reports.Figure {
	p := reports.Panels{Axis: c.axis(v, v.primary.Name)}
	sc := v.scale(v.primary.Name)
	for _, run := range v.runs {
		i := v.colour(run)
		for len(p.Series) <= i {
			p.Series = append(p.Series, "")
		}
		if i >= 0 {
			p.Series[i] = c.names.Brief(run)
		}
	}
	for _, value := range s.values {
		panel := reports.Panel{Title: c.names.Show(value) + " (n = " + reports.FormatCount(v.stratumTasks(s, value)) + ")"}
		for _, run := range v.runs {
			sum := v.at(run, s, value)
			if sum == nil || sum.Mean == nil {
				continue
			}
			e := reports.Estimate{Label: c.names.Brief(run), Value: *sum.Mean, Series: v.colour(run), Note: sc.Text(*sum.Mean)}
			if sum.Interval != nil {
				e.Low, e.High, e.HasInterval = float64(sum.Interval.Low), float64(sum.Interval.High), true
				e.Note += " " + sc.Interval(sum.Interval).Text
			}
			e.Hover = append([]string{c.names.Show(value)}, c.meanHover(sum)...)
			panel.Rows = append(panel.Rows, e)
		}
		p.Panels = append(p.Panels, panel)
	}
	return reports.Figure{
		Kind:    reports.FigureStrata.Name,
		ID:      c.names.Id("strata-figure", v.slug, s.name),
		Caption: c.strataCaption(v, s, "Runs") + " One panel per " + c.names.Whole(s.name) + ", n in its title; the axis is the same in all.",
		Alt:     capital(plural(len(s.values), "panel")) + ", one per " + c.names.Whole(s.name) + "; the table below holds the values.",
		Chart:   p,
	}
}

func (c *composer) strataTable(v *view, s stratumValues) reports.Table {
	sc := v.scale(v.primary.Name)
	t := reports.Table{
		ID: c.names.Id("strata", v.slug, s.name), Caption: c.strataCaption(v, s, "By "+c.names.Whole(s.name)+": runs"),
		Columns: []reports.Column{
			{Name: capital(reports.Shorten(c.names.Whole(s.name), reports.MaxNameRunes)), Key: "value", Kind: reports.Text}, {Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Tasks", Key: "tasks", Kind: reports.Integer}, {Name: "Attempts", Key: "attempts", Kind: reports.Integer},
			{Name: c.names.Whole(v.primary.Name), Key: "mean", Kind: sc.Kind()}, {Name: c.level() + " interval (" + sc.AxisUnit() + ")", Key: "interval", Kind: reports.Interval},
		},
	}
	for _, value := range s.values {
		for _, run := range v.runs {
			sum := v.at(run, s, value)
			if sum == nil {
				continue
			}
			t.Rows = append(t.Rows, []reports.Cell{c.names.Cell(value), c.names.Cell(run), reports.CountCell(sum.NTasks), reports.CountCell(sum.NAttempts), sc.Value(sum.Mean), sc.Interval(sum.Interval)})
		}
	}
	t.Long = len(t.Rows) > 40
	return t
}
