package reports

// reportedSection sets the numbers that the harness stored beside ours.
func reportedSection(c *composer, v *view) error {
	t := Table{ID: c.id(v, "reported"), Caption: "The harness's own numbers beside the recomputed ones, over the attempts that carry both.",
		Columns: []Column{
			{"Run", "run", Text}, {"Stratum", "stratum", Text}, {"Value", "value", Text}, {"Metric", "metric", Text}, {"Stored as", "column", Text}, {"Attempts", "n", Integer},
			{"Recomputed", "mean_ours", Mixed}, {"Stored", "mean_reported", Mixed}, {"Differ", "differ", Integer}, {"For example", "examples", Text},
		}}
	same, differ := 0, 0
	for i := range c.res.Reported {
		r := &c.res.Reported[i]
		if r.Benchmark != v.name {
			continue
		}
		if r.Stratum == nil {
			same++
			if r.Differ > 0 {
				differ++
			}
		}
		s := stratumOf(r.Stratum)
		row := []Cell{c.names.cell(r.Run), {Text: "overall"}, {}, nameCell(r.Metric), nameCell(r.Column), CountCell(r.N),
			v.scale(r.Metric).value(r.MeanOurs), v.scale(r.Metric).value(r.MeanReported), CountCell(r.Differ), notesCell(r.Examples)}
		if r.Stratum != nil {
			row[1], row[2] = c.names.cell(s.Name), c.names.cell(s.Value)
		}
		if r.Differ > 0 {
			row[8].Tone = Careful
		}
		t.Rows = append(t.Rows, row)
	}
	if len(t.Rows) == 0 {
		return nil
	}
	dropColumn(&t, "stratum", func(cell Cell) bool { return cell.Text == "overall" })
	dropColumn(&t, "value", func(cell Cell) bool { return cell.Text == "" })
	dropColumn(&t, "examples", func(cell Cell) bool { return cell.Text == "" })
	t.Long = len(t.Rows) > 20
	c.heading(2, c.id(v, "reported-section"), "Reported against recomputed")
	if differ == 0 {
		c.para(text("Every number that the harness stored is what the log gives when it is computed again."))
	} else {
		verb := " differ"
		if differ == 1 {
			verb = " differs"
		}
		c.para(text("%s of %s that the harness stored%s from what the log gives when it is computed again.", FormatCount(differ), plural(same, "number"), verb))
	}
	c.add(t)
	return nil
}
