package compose

import (
	"fmt"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// trialStudies are the blocks of planned trials: a paragraph, a table and a figure a study.
func trialStudies(studies []result.TrialStudy) []reports.Block {
	var out []reports.Block
	for i := range studies {
		s := &studies[i]
		out = append(out, reports.Prose{Spans: trialStudyProse(s)}, trialStudyTable(s, i), trialStudyFigure(s, i))
	}
	return out
}

// trialStudyScale prints a study's differences: shares of the size that people plan for.
func trialStudyScale(s *result.TrialStudy) reports.Scale {
	return reports.NewScale(s.Unit, nil, []float64{s.Difference})
}

// trialStudyProse names the cheapest study.
func trialStudyProse(s *result.TrialStudy) []reports.Span {
	var spans []reports.Span
	if s.Metric != "" {
		spans = append(spans, strong(fmt.Sprintf("%s: %s against %s on %s. ", reports.Shorten(reports.Visible(s.Benchmark), reports.MaxNameRunes),
			reports.Shorten(reports.Visible(s.A), reports.MaxNameRunes), reports.Shorten(reports.Visible(s.B), reports.MaxNameRunes), reports.Visible(s.Metric))))
	}
	sc := trialStudyScale(s)
	which := "a difference of "
	if s.Source == result.DifferenceObserved {
		which = "the observed difference of "
	}
	spans = append(spans, text("To see %s%s with a power of %s at %s, ", which, sc.Amount(s.Difference), wantedPower(s.Power), strings.TrimPrefix(reports.FormatStatistic(s.Alpha), "0")),
		strong(fmt.Sprintf("%s with %s each", plural(s.Best.Tasks, "task"), plural(s.Best.Trials, "trial"))),
		text(" cost least: %s, where a task costs %s and a trial of both runs %s. The standard error is then %s; the variance between tasks is %s, that within tasks, of both runs, %s.",
			formatCost(s.Best.Cost), formatCost(s.CostTask), formatCost(s.CostTrial), sc.Amount(s.Best.SE), reports.FormatStatistic(s.Between), reports.FormatStatistic(s.Within)))
	if one := s.Choices[0]; s.Best.Trials > 1 {
		spans = append(spans, text(" With one trial it takes %s for %s.", plural(one.Tasks, "task"), formatCost(one.Cost)))
	}
	for _, n := range s.Notes {
		spans = append(spans, text(" %s.", capital(n)))
	}
	return spans
}

// formatCost prints a cost: whole ones whole.
func formatCost(v float64) string {
	if v == float64(int64(v)) && v < 1e15 {
		return reports.FormatCount(int(v))
	}
	return reports.FormatNumber(v, 2)
}

// idOf numbers the blocks of several studies.
func idOf(id string, study int) string {
	if study == 0 {
		return id
	}
	return fmt.Sprintf("%s-%d", id, study+1)
}

// trialStudyTable is one row a number of trials.
func trialStudyTable(s *result.TrialStudy, study int) reports.Table {
	t := reports.Table{ID: idOf("trials-planned", study), Caption: "For every number of trials the fewest tasks that see the difference, and their cost; the cheapest in bold.", Columns: []reports.Column{
		{Name: "Trials", Key: "trials", Kind: reports.Integer}, {Name: "Tasks", Key: "tasks", Kind: reports.Integer}, {Name: "Attempts a run", Key: "attempts", Kind: reports.Integer},
		{Name: "Cost", Key: "cost", Kind: reports.Number}, {Name: "SE", Key: "se", Kind: reports.Mixed},
	}}
	sc := trialStudyScale(s)
	for _, c := range s.Choices {
		trials := reports.CountCell(c.Trials)
		trials.Strong = c.Trials == s.Best.Trials
		cost := reports.Cell{Text: formatCost(c.Cost), Value: c.Cost, HasValue: true, Decimals: 2, Kind: reports.Number, Strong: trials.Strong}
		t.Rows = append(t.Rows, []reports.Cell{trials, reports.CountCell(c.Tasks), reports.CountCell(c.Tasks * c.Trials), cost, unsignedCell(sc.Difference(&c.SE))})
	}
	return t
}

// trialStudyFigure draws the standard error over trials, a line a number of tasks.
func trialStudyFigure(s *result.TrialStudy, study int) reports.Figure {
	sc := trialStudyScale(s)
	factor := 1.0
	if sc.Share {
		factor = 100
	}
	lines := reports.Lines{XAxis: reports.Axis{Label: "Trials a task"}, Axis: reports.Axis{Label: "Standard error of the difference (" + sc.DifferenceUnit() + ")"}}
	for i, c := range s.Curves {
		l := reports.Line{Name: plural(c.Tasks, "task"), Series: i}
		for _, p := range c.Points {
			l.Points = append(l.Points, reports.LinePoint{X: float64(p.Trials), Y: factor * p.SE, Note: fmt.Sprintf("%s, %s: %s", plural(c.Tasks, "task"), plural(p.Trials, "trial"), sc.Amount(p.SE))})
		}
		lines.Series = append(lines.Series, l)
	}
	lines.References = append(lines.References, reports.Reference{Kind: reports.Across, At: factor * s.Best.SE, Label: "enough"})
	caption := fmt.Sprintf("Standard error of the difference over trials, by number of tasks. Below the line a difference of %s is seen with a power of %s.", sc.Amount(s.Difference), wantedPower(s.Power))
	return reports.Figure{Kind: reports.FigureTrials.Name, ID: idOf("trials-planned-figure", study), Caption: caption, Alt: caption, Chart: lines}
}
