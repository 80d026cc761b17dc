package xlsx

import (
	"fmt"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// Fills of cells that a rule marks.
const (
	fillBetter = "D5EFE3"
	fillLost   = "FBE3CF"
)

// Ends of the colour scale of shares: none and all.
const (
	colourNone = "FFFFFF"
	colourAll  = "7FB2DD"
)

// emphasize marks by rule what a reader looks for: the better run of a pair that
// is separated, the size of means, and attempts that are not what they should be.
// The rules look at cells that say the same in words or numbers.
func (b *book) emphasize(p *page, g *grid) error {
	first, last := g.header+1, g.header+len(g.merged.Rows)
	letter := func(key string) string {
		k := g.columnOf(key)
		if k == 0 {
			return ""
		}
		name, err := excelize.ColumnNumberToName(k)
		if err != nil {
			return ""
		}
		return name
	}
	over := func(column string) string { return fmt.Sprintf("%s%d:%[1]s%[3]d", column, first, last) }
	if shown := letter("outcome"); shown != "" {
		for _, side := range []struct{ key, run, says string }{{"mean_a", "a", "A better"}, {"mean_b", "b", "B better"}} {
			rule := fmt.Sprintf(`LEFT($%s%d,8)="%s"`, shown, first, side.says)
			for _, key := range []string{side.run, side.key} {
				if column := letter(key); column != "" {
					if err := b.mark(p.name, over(column), rule, fillBetter); err != nil {
						return err
					}
				}
			}
		}
	}
	for _, key := range []string{"missing", "null_outcome", "errors", "duplicates"} {
		if column := letter(key); column != "" && g.merged.Origin.Part == "denominators" {
			if err := b.mark(p.name, over(column), fmt.Sprintf("N(%s%d)>0", column, first), fillLost); err != nil {
				return err
			}
		}
	}
	if mean := letter("mean"); mean != "" && b.shares(g, "mean") && (g.merged.Origin.Part == "leaderboard" || g.merged.Origin.Part == "strata") {
		return b.file.SetConditionalFormat(p.name, over(mean), []excelize.ConditionalFormatOptions{{
			Type: "2_color_scale", Criteria: "=", MinType: "num", MinValue: "0", MaxType: "num", MaxValue: "1", MinColor: colourNone, MaxColor: colourAll,
		}})
	}
	return nil
}

// shares reports whether every cell of a column is a share.
func (b *book) shares(g *grid, key string) bool {
	k := column(g.merged, key)
	for _, row := range g.merged.Rows {
		if kindOf(g.merged, key, row[k]) != reports.Percent {
			return false
		}
	}
	return true
}

// mark fills the cells of a range where a formula holds.
func (b *book) mark(sheet, cells, rule, colour string) error {
	format, err := b.file.NewConditionalStyle(&excelize.Style{Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{colour}}})
	if err != nil {
		return err
	}
	return b.file.SetConditionalFormat(sheet, cells, []excelize.ConditionalFormatOptions{{Type: "formula", Criteria: rule, Format: &format}})
}
