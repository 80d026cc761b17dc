package compose

import (
	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/frames"
)

// maxDistributions is how many pairs' resampled differences are drawn.
const maxDistributions = 6

// headlinePairs are the pairs of a frame that a figure of few looks at: those with
// the baseline, or the leader, first.
func (c *composer) headlinePairs(v *view, f frames.Frame, keep func(*result.Comparison) bool, most int) []*result.Comparison {
	against := c.against(v)
	var with, others []*result.Comparison
	for i := range f.Len() {
		p := &c.res.Comparisons[f.Count(i, "row")]
		switch {
		case !keep(p):
		case p.A == against || p.B == against:
			with = append(with, p)
		default:
			others = append(others, p)
		}
	}
	out := append(with, others...)
	return out[:min(len(out), most)]
}

// against is the run that differences are told from first: the baseline, or the
// best.
func (c *composer) against(v *view) string {
	if b := c.res.Provenance.Plan.Baseline; b != "" || len(v.runs) == 0 {
		return b
	}
	return v.runs[0]
}

// bootstrapFigure draws the resampled differences of the first pairs; false where
// the results hold none.
func (c *composer) bootstrapFigure(v *view, f frames.Frame) (reports.Figure, bool) {
	sc := v.scale(v.primary.Name)
	chart := reports.Distributions{Axis: c.differenceAxis(v, v.primary.Name)}
	replicates, method := 0, ""
	pairs := c.headlinePairs(v, f, func(p *result.Comparison) bool { return p.Resampled != nil && p.Difference != nil }, maxDistributions)
	for _, p := range pairs {
		d := reports.Distribution{
			Estimate: reports.Estimate{
				Label: c.names.Brief(p.A) + " - " + c.names.Brief(p.B), Note: sc.SignedText(*p.Difference), Value: *p.Difference, Series: -1,
				Hollow: !p.Significant, Hover: c.pairHover(p),
			},
			BinsFrom: p.Resampled.Low, BinWidth: p.Resampled.Width, Counts: p.Resampled.Counts,
		}
		if p.Interval != nil {
			d.Estimate.Low, d.High, d.HasInterval = float64(p.Interval.Low), float64(p.Interval.High), true
			d.Note += " " + sc.DifferenceInterval(p.Interval).Text
			method = p.Interval.Method
		}
		replicates = 0
		for _, n := range p.Resampled.Counts {
			replicates += n
		}
		chart.Rows = append(chart.Rows, d)
	}
	if len(chart.Rows) == 0 {
		return reports.Figure{}, false
	}
	dark := "."
	if method != "" {
		dark = ", dark within the " + c.level() + " interval (" + c.interval(method) + ")."
	}
	return reports.Figure{
		Kind: reports.FigureBootstrap.Name, ID: c.id(v, "bootstrap-figure"),
		Caption: "Differences in " + c.names.Whole(v.primary.Name) + " over " + reports.FormatCount(replicates) + " resamples of the tasks" + dark +
			" Each is drawn to its own height; marks below: the observed difference, open where it is not significant.",
		Alt: "Bootstrap distributions of " + plural(len(chart.Rows), "difference") + "; the table of differences holds the intervals.", Chart: chart,
	}, true
}
