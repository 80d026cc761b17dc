package compose

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// computedCosts says, for a block that shows costs, that they are computed and by what; "" where they
// are those that the logs state, or the block shows none.
func (c *composer) computedCosts(id string, shows func(func(string) bool) bool) string {
	var benchmark *string
	headline := false
	for _, v := range c.views {
		if origin := c.origin(id); origin.Within && origin.Benchmark == v.name || len(c.views) == 1 {
			benchmark = &v.name
			headline = v.primary != nil && result.OfCosts(v.primary.Name) // which few tables name
		}
	}
	computed, ok := result.ComputedCosts(c.res.Provenance.Inputs, benchmark)
	if !ok || !headline && !shows(c.speaksOfCosts) {
		return ""
	}
	return "Costs (cost_usd) are " + reports.ComputedCosts(computed) + "."
}

// speaksOfCosts reports whether a name, a heading or a caption speaks of costs, by the metric's name
// or by the label that stands in its place.
func (c *composer) speaksOfCosts(words string) bool {
	label := c.names.Whole(result.CostMetric)
	return words == label || strings.Contains(words, label+" ") || strings.Contains(words, label+",") || result.OfCosts(strings.ReplaceAll(words, "cost usd", result.CostMetric)) || strings.Contains(words, ratioWords["cost_per_success"])
}

// withCosts notes below a table that it shows computed costs. A block of a section is added to the
// section and to the document, and is noted once.
func (c *composer) withCosts(t reports.Table) reports.Table {
	note := c.computedCosts(t.ID, func(costs func(string) bool) bool { return tableShows(t, costs) })
	if note != "" && !slices.Contains(t.Notes, note) && !strings.HasPrefix(t.ID, "warning") {
		t.Notes = append(t.Notes[:len(t.Notes):len(t.Notes)], note)
	}
	return t
}

// tableShows looks for a metric in a table's heads, its caption and its cells of names.
func tableShows(t reports.Table, is func(string) bool) bool {
	if is(t.Caption) {
		return true
	}
	for i, col := range t.Columns {
		if is(col.Name) || is(col.Key) {
			return true
		}
		for _, row := range t.Rows {
			if col.Kind == reports.Text && (is(row[i].Text) || is(row[i].Full)) {
				return true
			}
		}
	}
	return false
}

// figureWithCosts says in a figure's caption that it shows computed costs.
func (c *composer) figureWithCosts(f reports.Figure) reports.Figure {
	note := c.computedCosts(f.ID, func(costs func(string) bool) bool { return costs(f.Caption) || costs(f.Alt) })
	if note == "" || strings.Contains(f.Caption, note) {
		return f
	}
	f.Caption += " " + note
	return f
}
