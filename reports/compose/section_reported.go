package compose

import (
	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// reportedSection sets the numbers that the harness stored beside ours. It stands where a
// log carries numbers of its own; they are compared and never taken over.
func reportedSection(c *composer, v *view) error {
	overall := c.reportedTable(v, "reported", "The harness's own numbers beside the recomputed ones, over the attempts that carry both.",
		func(r *result.Reported) bool { return r.Stratum == nil })
	strata := c.reportedTable(v, "reported-by-stratum", "The harness's own numbers beside the recomputed ones, by stratum.",
		func(r *result.Reported) bool { return r.Stratum != nil })
	if len(overall.Rows)+len(strata.Rows) == 0 {
		return nil
	}
	c.heading(2, c.id(v, "reported-section"), "Reported against recomputed")
	if n := len(overall.Rows); n > 0 {
		differ := 0
		for i := range c.res.Reported {
			if r := &c.res.Reported[i]; r.Benchmark == v.name && r.Stratum == nil && r.Differ > 0 {
				differ++
			}
		}
		switch {
		case differ == 0:
			c.firstLevel(reports.Prose{Spans: []reports.Span{text("Every number that the harness stored is what the log gives when it is computed again.")}})
		case differ == 1:
			c.firstLevel(reports.Prose{Spans: []reports.Span{text("1 of %s that the harness stored differs from what the log gives when it is computed again.", plural(n, "mean"))}})
		default:
			c.firstLevel(reports.Prose{Spans: []reports.Span{text("%s of %s that the harness stored differ from what the log gives when they are computed again.", reports.FormatCount(differ), plural(n, "mean"))}})
		}
		overall.Long = n > 30
		c.add(overall)
	}
	if len(strata.Rows) > 0 {
		strata.Long = true
		c.add(strata)
	}
	return nil
}

func (c *composer) reportedTable(v *view, part, caption string, keep func(*result.Reported) bool) reports.Table {
	t := reports.Table{Caption: caption, Columns: []reports.Column{
		{Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Stratum", Key: "stratum", Kind: reports.Text}, {Name: "Value", Key: "value", Kind: reports.Text}, {Name: "Metric", Key: "metric", Kind: reports.Text}, {Name: "Stored as", Key: "column", Kind: reports.Text}, {Name: "Attempts", Key: "n", Kind: reports.Integer},
		{Name: "Recomputed", Key: "mean_ours", Kind: reports.Mixed}, {Name: "Stored", Key: "mean_reported", Kind: reports.Mixed}, {Name: "Differ", Key: "differ", Kind: reports.Integer}, {Name: "For example", Key: "examples", Kind: reports.Text},
	}}
	for i := range c.res.Reported {
		r := &c.res.Reported[i]
		if r.Benchmark != v.name || !keep(r) {
			continue
		}
		differ := reports.CountCell(r.Differ)
		if r.Differ > 0 {
			differ.Tone = reports.Careful
		}
		s := stratumOf(r.Stratum)
		t.Rows = append(t.Rows, []reports.Cell{c.names.Cell(r.Run), c.names.NameCell(s.Name), c.names.NameCell(s.Value), c.names.NameCell(r.Metric), c.names.NameCell(r.Column), reports.CountCell(r.N),
			v.scale(r.Metric).Value(r.MeanOurs), v.scale(r.Metric).Value(r.MeanReported), differ, reports.NotesCell(r.Examples)})
	}
	if len(t.Rows) == 0 {
		return t
	}
	t.ID = c.id(v, part)
	for _, key := range []string{"stratum", "value", "examples"} {
		setAside(&t, key, func(cell reports.Cell) bool { return cell.Text == "" })
	}
	return t
}
