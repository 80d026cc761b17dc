package compose

import (
	"slices"
	"strings"

	"mcpstats/reports"
	"mcpstats/reports/frames"
)

// markBeaten notes in a leaderboard which rows each run is significantly better
// than, overall and by the primary metric, and by what test.
func (c *composer) markBeaten(v *view, board frames.Frame, t *reports.Table) {
	at := slices.IndexFunc(t.Columns, func(col reports.Column) bool { return col.Key == "mean" })
	var tests []string
	any := false
	for i := range board.Len() {
		for k := range board.Len() {
			if i == k {
				continue
			}
			p, sign := v.pair(board.Text(i, "run"), board.Text(k, "run"))
			if p == nil || p.P == nil {
				continue
			}
			addOnce(&tests, c.method(p.Headline))
			if o := c.outcome(p); sign > 0 && o == aBetter || sign < 0 && o == bBetter {
				t.Rows[i][at].Beats = append(t.Rows[i][at].Beats, k)
				any = true
			}
		}
	}
	if !any {
		return
	}
	t.Beaten = reports.Enumerate(tests, 3) + "; "
	if name := c.res.Provenance.Plan.Correction; name != "" {
		t.Beaten += c.method(name) + "; "
	}
	t.Beaten += "adjusted p at most " + strings.TrimPrefix(reports.FormatStatistic(c.alpha()), "0")
}
