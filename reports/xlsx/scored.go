package xlsx

import (
	"mcpstats/reports"
)

// addScored gives the leaderboard a column with the sum of each run's recorded
// scores: the numerator that an auditor looks for first. It is a count of
// successes where scores are verdicts.
func (b *book) addScored() {
	if b.scores == nil || b.scores.values {
		return
	}
	for _, p := range b.pages {
		for _, g := range p.groups {
			for _, grid := range g.grids {
				if grid.merged.Origin.Part == "leaderboard" && column(grid.merged, "mean") >= 0 {
					b.scoredColumn(grid)
				}
			}
		}
	}
}

func (b *book) scoredColumn(g *grid) {
	g.merged.Columns = append(g.merged.Columns, reports.Column{Name: "Sum of scores", Key: "scored", Kind: reports.Number})
	run := column(g.merged, "run")
	for i, row := range g.merged.Rows {
		cell := reports.Cell{Kind: reports.Number}
		if _, card := b.scores.card(g.tables[g.from[i]].Origin.Benchmark, ""); card != nil && run >= 0 {
			cell = scoredCell(card, whole(row[run]))
		}
		g.merged.Rows[i] = append(row, cell)
	}
}

func scoredCell(card *reports.Scorecard, run string) reports.Cell {
	cell := reports.Cell{Kind: reports.Number}
	for r, name := range card.Runs {
		if name != run {
			continue
		}
		cell.HasValue = true
		for t := range card.Tasks {
			for k := range card.Trials {
				if v, ok := card.Attempt(t, r, k); ok {
					cell.Value += v
				}
			}
		}
		if cell.Value != float64(int64(cell.Value)) {
			cell.Decimals = 2
		}
		cell.Text = reports.FormatNumber(cell.Value, cell.Decimals)
	}
	return cell
}
