package compose

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// baselineWord is the value of against that stands for the plan's baseline, which a notebook for
// many logs cannot name.
const baselineWord = "baseline"

// resolve finds which runs the plan sets apart, and what against stands for.
func (p *pivot) resolve() error {
	p.against = p.c.arg("against")
	p.reference = map[string]bool{}
	for _, entry := range p.e.c.res.Provenance.Plan.Reference {
		for _, run := range p.v.runs {
			if run == entry || p.e.c.hasFactor(p.v, run, entry) {
				p.reference[run] = true
			}
		}
	}
	if p.against != baselineWord || slices.Contains(p.rows.values, baselineWord) || slices.Contains(p.columns.values, baselineWord) {
		return nil
	}
	axis, other := p.rows, p.columns
	if !axis.ofRuns {
		axis, other = p.columns, p.rows
	}
	if !axis.ofRuns {
		return p.e.n.fault(p.c.lineOf("against"), "pivot: against=%s is a run, or the value of a factor of runs; neither rows nor columns are by one", baselineWord)
	}
	if value := p.e.c.baselineOn(p.v, axis); slices.Contains(axis.values, value) {
		p.against = value
		return nil
	}
	if len(axis.values) == 0 || len(other.values) == 0 {
		return nil // there is no cell
	}
	p.best = true
	var best *float64
	by := other.values[0]
	if p.v.primary != nil && other.name == "metric" && slices.Contains(other.values, p.v.primary.Name) {
		by = p.v.primary.Name
	}
	for _, value := range axis.values {
		row, column := value, by
		if axis == p.columns {
			row, column = column, row
		}
		s := p.at(row, column)
		better := p.v.metric(s.metric).Better
		if better != result.Higher.String() && better != result.Lower.String() {
			return p.e.n.fault(p.c.lineOf("against"), "pivot: the plan names no baseline among the values of %s, and which direction of %s is better is not known; give --baseline, or better in the plan", reports.Visible(axis.name), reports.Visible(s.metric))
		}
		x := p.number(s, p.basis(s))
		if x != nil && !p.apart(value) && (best == nil || *x != *best && (*x > *best) == (better == result.Higher.String())) {
			best, p.against = x, value
		}
	}
	return nil
}

// baselineOn is the plan's baseline as an axis of runs names it: the run, or its value of the factor.
func (c *composer) baselineOn(v *view, axis *pivotAxis) string {
	run := c.res.Provenance.Plan.Baseline
	if axis.name == "run" || run == "" {
		return run
	}
	for _, f := range c.res.Factors {
		if f.Benchmark == v.name && f.Run == run && f.Name == axis.name {
			return f.Value
		}
	}
	return ""
}

// hasFactor tells whether a run has factor=value.
func (c *composer) hasFactor(v *view, run, condition string) bool {
	name, value, ok := strings.Cut(condition, "=")
	return ok && slices.ContainsFunc(c.res.Factors, func(f result.RunFactor) bool {
		return f.Benchmark == v.name && f.Run == run && f.Name == name && f.Value == value
	})
}

// showFirst leaves the columns behind the first that are more than a page can show to the CSV
// file and the workbook, in steps of those that belong together.
func showFirst(t *reports.Table, together int) {
	all := len(t.Columns) - 1
	if all <= maxPivotColumns {
		return
	}
	shown := maxPivotColumns - maxPivotColumns%together
	for _, col := range t.Columns[shown+1:] {
		t.Aside = append(t.Aside, col.Key)
	}
	t.Notes = append(t.Notes, fmt.Sprintf("The first %s of %s columns are shown; the CSV file has all %s rows and columns.", reports.FormatCount(shown), reports.FormatCount(all), reports.FormatCount(len(t.Rows))+" by "+reports.FormatCount(all)))
}
