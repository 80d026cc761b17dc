package compose

import (
	"fmt"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// dominant is the share of a difference's variance from which on trials are said to dominate it.
const dominant = 0.5

// trialSection splits the variance of means and differences into that between tasks and that which trials
// cause. It stands where runs have several attempts a task.
func trialSection(c *composer, v *view) error {
	var rows []*result.TrialVariance
	for i := range c.res.Trials {
		if t := &c.res.Trials[i]; t.Benchmark == v.name {
			rows = append(rows, t)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	c.heading(2, c.id(v, "trials-section"), "Tasks and trials")
	if spans := c.trialsDominate(v, rows); spans != nil {
		c.firstLevel(reports.Prose{Spans: spans})
	}
	if figure, ok := c.trialFigure(v, rows); ok {
		c.add(figure)
	}
	c.add(c.trialTable(v, rows))
	return nil
}

// trialsDominate is what a first reader needs: that more trials would help, where they cause most of the
// uncertainty of the leading difference, or of the one run.
func (c *composer) trialsDominate(v *view, rows []*result.TrialVariance) []reports.Span {
	lead := c.leadingTrials(v, rows)
	if lead == nil || lead.ShareTrials == nil || *lead.ShareTrials < dominant {
		return nil
	}
	of := "the mean of " + c.names.Show(lead.A)
	if lead.B != "" {
		of = fmt.Sprintf("the difference between %s and %s", c.names.Show(lead.A), c.names.Show(lead.B))
	}
	return []reports.Span{strong(reports.FormatPercent(*lead.ShareTrials, 0) + " of the uncertainty"), text(" of %s comes from trials: more trials of the same tasks would shorten its interval, further tasks too.", of)}
}

// leadingTrials is the split of the difference between the two best runs by the headline metric, or else of the
// best run alone; nil where there is none.
func (c *composer) leadingTrials(v *view, rows []*result.TrialVariance) *result.TrialVariance {
	if v.primary == nil || len(v.runs) == 0 {
		return nil
	}
	var alone *result.TrialVariance
	for _, t := range rows {
		switch {
		case t.Metric != v.primary.Name:
		case len(v.runs) > 1 && (t.A == v.runs[0] && t.B == v.runs[1] || t.A == v.runs[1] && t.B == v.runs[0]):
			return t
		case t.B == "" && t.A == v.runs[0]:
			alone = t
		}
	}
	return alone
}

// maxTrialBars is how many bars a figure has: more could not be told apart.
const maxTrialBars = 21

// trialFigure stacks, of every run and every difference by the headline metric, the shares of the variance.
func (c *composer) trialFigure(v *view, rows []*result.TrialVariance) (reports.Figure, bool) {
	chart := reports.Bars{Axis: reports.Axis{Label: "Variance (%)", Percent: true, Max: 1, Fixed: true}, Segments: []string{"between tasks", "from trials"}}
	if v.primary == nil {
		return reports.Figure{}, false
	}
	sc := v.scale(v.primary.Name)
	for _, t := range rows {
		if t.Metric != v.primary.Name || t.ShareTrials == nil || len(chart.Bars) == maxTrialBars {
			continue
		}
		label := c.names.Show(t.A)
		if t.B != "" {
			label += " - " + c.names.Show(t.B)
		}
		share := *t.ShareTrials
		chart.Bars = append(chart.Bars, reports.Bar{Label: label, Note: reports.FormatPercent(share, 0), Values: []float64{1 - share, share},
			Hover: []string{plural(t.Tasks, "task") + ", " + plural(t.Attempts, "attempt"), "standard error " + sc.Amount(t.SE)}})
	}
	if len(chart.Bars) == 0 {
		return reports.Figure{}, false
	}
	caption := fmt.Sprintf("Where the uncertainty comes from: the variance of each run's mean %s, and of differences of runs, between tasks and from trials.", reports.Visible(v.primary.Name))
	return reports.Figure{Kind: reports.FigureTrials.Name, ID: c.id(v, "trials-figure"), Caption: caption, Alt: caption + " The values are in the table below.", Chart: chart}, true
}

// trialTable is one row a run and difference.
func (c *composer) trialTable(v *view, rows []*result.TrialVariance) reports.Table {
	t := reports.Table{ID: c.id(v, "trials"), Long: len(rows) > maxTrialBars, Caption: "Variance between tasks and from trials, of means (A alone) and of differences A minus B; share of the variance that trials cause, and standard errors with other numbers of trials at the same tasks.",
		Columns: []reports.Column{
			{Name: "Metric", Key: "metric", Kind: reports.Text}, {Name: "A", Key: "a", Kind: reports.Text}, {Name: "B", Key: "b", Kind: reports.Text}, {Name: "Tasks", Key: "tasks", Kind: reports.Integer}, {Name: "Attempts", Key: "attempts", Kind: reports.Integer},
			{Name: "Between tasks", Key: "between_tasks", Kind: reports.Number}, {Name: "Within tasks", Key: "within_tasks", Kind: reports.Number}, {Name: "SE", Key: "se", Kind: reports.Mixed}, {Name: "From trials", Key: "share_trials", Kind: reports.Percent},
		}}
	for _, at := range rows[0].At {
		t.Columns = append(t.Columns, reports.Column{Name: fmt.Sprintf("SE, %s", plural(at.Trials, "trial")), Key: fmt.Sprintf("se_%d", at.Trials), Kind: reports.Mixed})
	}
	t.Columns = append(t.Columns, reports.Column{Name: "Notes", Key: "notes", Kind: reports.Text})
	clustered := false
	for _, r := range rows {
		sc := v.scale(r.Metric)
		unsigned := func(x float64) reports.Cell { return unsignedCell(sc.Difference(&x)) }
		second := reports.Cell{}
		if r.B != "" {
			second = c.names.Cell(r.B)
		}
		row := []reports.Cell{reports.NameCell(r.Metric), c.names.Cell(r.A), second, reports.CountCell(r.Tasks), reports.CountCell(r.Attempts),
			reports.NumberCell(&r.Between, reports.StatisticDecimals(r.Between)), reports.NumberCell(&r.Within, reports.StatisticDecimals(r.Within)), unsigned(r.SE), shareCell(r.ShareTrials)}
		for _, at := range r.At {
			row = append(row, unsigned(at.SE))
		}
		t.Rows = append(t.Rows, append(row, reports.NotesCell(r.Notes)))
		clustered = clustered || r.Clustered
	}
	if clustered {
		t.Notes = append(t.Notes, "Tasks are taken as independent here, though they come in clusters: the standard errors are smaller than those of the intervals, the shares hold for tasks within a cluster.")
	}
	setAside(&t, "notes", func(cell reports.Cell) bool { return cell.Text == "" })
	return t
}

// unsignedCell is a difference without its plus.
func unsignedCell(cell reports.Cell) reports.Cell {
	if len(cell.Text) > 0 && cell.Text[0] == '+' {
		cell.Text = cell.Text[1:]
	}
	return cell
}

// posteriorTable lists the probabilities of every comparison that has some.
func (c *composer) posteriorTable(v *view) reports.Table {
	margin := "at all"
	if m := c.res.Provenance.Plan.Margin; m > 0 {
		margin = "by more than the margin of " + reports.FormatStatistic(m) + " in the metric's own unit"
	}
	t := reports.Table{ID: c.id(v, "posteriors"), Long: true, Caption: fmt.Sprintf("Given the data and the prior, how probable is it that A is better than B %s, practically equal, or worse; with the %s credible interval of the difference. These are no p-values, and no correction belongs to them.", margin, c.level()),
		Columns: []reports.Column{
			{Name: "Metric", Key: "metric", Kind: reports.Text}, {Name: "Stratum", Key: "stratum", Kind: reports.Text}, {Name: "Value", Key: "value", Kind: reports.Text}, {Name: "A", Key: "a", Kind: reports.Text}, {Name: "B", Key: "b", Kind: reports.Text},
			{Name: "A better", Key: "better", Kind: reports.Percent}, {Name: "Practically equal", Key: "practically_equal", Kind: reports.Percent}, {Name: "A worse", Key: "worse", Kind: reports.Percent},
			{Name: c.level() + " credible interval", Key: "interval", Kind: reports.Interval}, {Name: "Posterior", Key: "method", Kind: reports.Text}, {Name: "Prior", Key: "prior", Kind: reports.Text},
		}}
	directed := true
	for i := range c.res.Comparisons {
		p := &c.res.Comparisons[i]
		b := p.Posterior
		if p.Benchmark != v.name || b == nil {
			continue
		}
		directed = directed && c.metricOf(p).Directed()
		probability := func(x float64) reports.Cell {
			return reports.Cell{Text: formatProbability(x, b.Method == "posterior_bootstrap"), Value: x, HasValue: true, Decimals: 1, Kind: reports.Percent}
		}
		equal := probability(b.Equal)
		if b.Margin == 0 && b.Equal == 0 { // without a margin nothing is practically equal but equality
			equal.Text = "0%"
		}
		t.Rows = append(t.Rows, append(c.pairCells(p), probability(b.Better), equal, probability(b.Worse),
			v.scale(p.Metric).DifferenceInterval(b.Interval), reports.Cell{Text: c.method(b.Method), Full: b.Method}, reports.Cell{Text: b.Prior}))
	}
	if !directed {
		t.Columns[5].Name, t.Columns[7].Name = "A better or higher", "A worse or lower"
	}
	return t
}

// formatProbability prints a probability as percent; one that is not quite none or all is never
// printed as if it were, and a share of draws never is.
func formatProbability(p float64, drawn bool) string {
	switch {
	case (p > 0 || drawn) && p < 0.0005:
		return "<0.1%"
	case (p < 1 || drawn) && p >= 0.9995:
		return ">99.9%"
	}
	return reports.FormatPercent(p, 1)
}
