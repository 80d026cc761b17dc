package compose

import (
	"cmp"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// maxTools is how many tools the figure draws.
const maxTools = 12

// toolFigure draws the shares of failed calls of the tools that failed most often.
func (c *composer) toolFigure(v *view, tools []result.ToolUse) (reports.Figure, bool) {
	var failing []result.ToolUse
	for _, t := range tools {
		if t.Failed > 0 {
			failing = append(failing, t)
		}
	}
	if len(failing) < 2 {
		return reports.Figure{}, false
	}
	drawn := slices.Clone(failing[:min(maxTools, len(failing))])
	slices.SortStableFunc(drawn, func(a, b result.ToolUse) int { return cmp.Compare(*b.Share, *a.Share) })
	chart := reports.Bars{Axis: reports.Axis{Label: "Calls (%)", Percent: true}, Segments: []string{"failed, made up for later", "failed for good"}}
	for _, t := range drawn {
		name := t.Tool
		if name == "" {
			name = "(not named)"
		}
		recovered := float64(t.Recovered) / float64(t.Told)
		bar := reports.Bar{Label: reports.Shorten(c.names.Whole(name), reports.MaxNameRunes), Note: "n = " + reports.FormatCount(t.Told), Values: []float64{recovered, *t.Share - recovered}}
		if t.Server != "" {
			bar.Hover = append(bar.Hover, "server "+c.names.Whole(t.Server))
		}
		bar.Hover = append(bar.Hover, v.shares.Text(*t.Share)+" of "+plural(t.Told, "call")+" failed", reports.FormatCount(t.Recovered)+" made up for later")
		chart.Bars = append(chart.Bars, bar)
	}
	caption := "Failed calls in percent of each tool's calls (n at the right)."
	if len(drawn) < len(tools) {
		caption += " Drawn are the " + reports.FormatCount(len(drawn)) + " of " + reports.FormatCount(len(tools)) + " tools that failed most often."
	}
	return reports.Figure{Kind: reports.FigureTools.Name, ID: c.id(v, "tools-figure"), Caption: caption, Alt: "One bar a tool; the table below holds the counts.", Chart: chart}, true
}

// firstErrorFigure draws where the first failed call stands.
func (c *composer) firstErrorFigure(v *view, p *result.CallProfile) (reports.Figure, bool) {
	chart := reports.Bars{Axis: reports.Axis{Label: "Attempts (%)", Percent: true}, Segments: []string{"first third", "middle third", "last third", "no failed call"}, Nothing: true}
	runs := v.runs
	if len(runs) > 8 {
		runs = []string{""}
	}
	for _, run := range runs {
		for _, f := range p.FirstErrors {
			if f.Run != run || f.Of == 0 {
				continue
			}
			label := outcomeCell(f.Failed).Text
			switch {
			case run == "":
				label = everyRun + ", " + label
			case len(v.runs) > 1:
				label = c.names.Brief(run) + ", " + label
			}
			bar := reports.Bar{Label: label, Note: "n = " + reports.FormatCount(f.Of)}
			for k, n := range append(f.Thirds[:], f.Of-f.Attempts) {
				bar.Values = append(bar.Values, float64(n)/float64(f.Of))
				if n > 0 {
					bar.Hover = append(bar.Hover, chart.Segments[k]+": "+plural(n, "attempt"))
				}
			}
			chart.Bars = append(chart.Bars, bar)
		}
	}
	if len(chart.Bars) == 0 {
		return reports.Figure{}, false
	}
	return reports.Figure{Kind: reports.FigureFirstErrors.Name, ID: c.id(v, "first-errors-figure"),
		Caption: "Where in the conversation the first call failed, in percent of the attempts that failed and of those that succeeded (n at the right).",
		Alt:     "Two bars a run; the table below holds the counts.", Chart: chart}, true
}
