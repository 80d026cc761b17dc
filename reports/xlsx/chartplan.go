package xlsx

import (
	"math"
	"strings"

	"mcpstats/reports"
)

// boardChart draws one benchmark's runs.
func boardChart(g *grid, table int, several bool) *chart {
	from := g.tables[table]
	k := column(from.Table, "mean")
	if k < 0 {
		return nil
	}
	c := &chart{grid: g, key: "mean", axis: from.Columns[k].Name, format: "General"}
	c.title = "Mean " + from.Columns[k].Name + " with its interval"
	c.bars = chartRows(g, table, "mean", mostRuns, func(row func(string) reports.Cell) string { return row("run").Text })
	if from.Columns[k].Kind == reports.Percent {
		c.format = "0%"
	}
	return c.named(from, several)
}

// pairChart draws the differences of one benchmark's pairs; where there are many,
// those of the first run.
func pairChart(g *grid, table int, several bool) *chart {
	from := g.tables[table]
	k := column(from.Table, "difference")
	if k < 0 {
		return nil
	}
	c := &chart{grid: g, key: "difference", axis: from.Columns[k].Name, format: "General"}
	c.title = "Differences with their intervals, A minus B; grey: no difference shown"
	if from.Columns[k].Kind == reports.Points {
		c.format = signedFormat
	}
	c.bars = chartRows(g, table, "difference", math.MaxInt, func(row func(string) reports.Cell) string {
		return shortName(row("a")) + " - " + shortName(row("b"))
	})
	if len(c.bars) > mostPairs {
		run := mostCompared(from.Table)
		kept := c.bars[:0]
		for _, r := range c.bars {
			row := g.merged.Rows[r.at]
			if len(kept) < mostPairs && (row[column(g.merged, "a")].Text == run || row[column(g.merged, "b")].Text == run) {
				// The run is in the title: beside each bar stands the other.
				if r.label = "- " + row[column(g.merged, "b")].Text; row[column(g.merged, "a")].Text != run {
					r.label = row[column(g.merged, "a")].Text + " -"
				}
				kept = append(kept, r)
			}
		}
		c.bars = kept
		c.title += " (pairs of " + run + ")"
	}
	return c.named(from, several)
}

// shortName is a name of which two stand beside a bar.
func shortName(e reports.Cell) string { return cut(e.Text, 32) }

// mostCompared is the run that the first pairs are about: comparisons begin with
// those of the first run of the ranking, or are all with the baseline.
func mostCompared(t reports.Table) string {
	count := map[string]int{}
	a, b := column(t, "a"), column(t, "b")
	for _, row := range t.Rows[:min(len(t.Rows), mostPairs/2)] {
		count[row[a].Text]++
		count[row[b].Text]++
	}
	if first := t.Rows[0]; count[first[b].Text] > count[first[a].Text] {
		return first[b].Text
	}
	return t.Rows[0][a].Text
}

// named puts the benchmark's name before the title where there are several; a chart of less than two bars
// is none.
func (c *chart) named(from tableOf, several bool) *chart {
	if len(c.bars) < 2 {
		return nil
	}
	if several {
		c.title = from.benchmark + ": " + c.title
	}
	return c
}

// chartRows reads the bars of one table out of a grid.
func chartRows(g *grid, table int, key string, most int, name func(row func(string) reports.Cell) string) []chartRow {
	var out []chartRow
	t := g.merged
	for i, cells := range t.Rows {
		if g.from[i] != table || len(out) == most {
			continue
		}
		cell := func(key string) reports.Cell {
			if k := column(t, key); k >= 0 {
				return cells[k]
			}
			return reports.Cell{}
		}
		e := cell(key)
		if !e.HasValue || math.IsInf(e.Value, 0) {
			continue
		}
		scale := 1.0
		if kindOf(t, key, e) == reports.Points {
			scale = 100
		}
		r := chartRow{label: text(name(cell)), at: i, value: e.Value * scale, format: measured(numberFormat(kindOf(t, key, e), e.Decimals), e.Measure)}
		if iv := cell("interval"); iv.HasValue && !math.IsInf(iv.Low, 0) && !math.IsInf(iv.High, 0) {
			below, above := (e.Value-iv.Low)*scale, (iv.High-e.Value)*scale
			r.below, r.above = &below, &above
		}
		if shown := cell("outcome").Text; shown != "" {
			r.grey = !strings.HasPrefix(shown, "A ") && !strings.HasPrefix(shown, "B ")
		}
		out = append(out, r)
	}
	return out
}
