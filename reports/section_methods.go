package reports

import "mcpstats/reports/planout"

// methodSection says what was done, in a paragraph that can be pasted, with what
// it cites, and the plan and the inputs that repeat it.
func (c *composer) methodSection() error {
	c.heading(1, "methods", "Methods")
	prose, cited := c.methodProse()
	c.para(text("%s", prose))
	if references := cited.list(); len(references.Items) > 0 {
		c.heading(2, "references", "References")
		c.add(references)
	}
	c.heading(2, "repeat", "To repeat this report")
	if command := c.res.Provenance.Command; command != "" {
		with := ""
		if tool := c.res.Provenance.Tool; tool != "" {
			with = " with " + Visible(tool)
		}
		c.para(text("With plan.yaml, which lies beside this report, the same files are made again%s by", with))
		c.add(Code{Lang: "sh", Text: Visible(command)})
	}
	plan, err := planout.Text(c.res.Provenance.Plan)
	if err != nil {
		return err
	}
	c.para(text("The plan (plan.yaml):"))
	c.add(Code{Lang: "yaml", Text: plan})
	if len(c.res.Provenance.Inputs) > 0 {
		c.add(c.inputTable())
	}
	return nil
}

func (c *composer) inputTable() Table {
	t := Table{ID: "inputs", Caption: "The logs that were read.", Columns: []Column{
		{"File", "path", Text}, {"Format", "format", Text}, {"Trajectories", "trajectories", Integer}, {"Unreadable records", "record_errors", Integer}, {"SHA-256", "sha256", Text}, {"First errors", "errors", Text},
	}}
	for _, in := range c.res.Provenance.Inputs {
		bad := CountCell(in.RecordErrors)
		if in.RecordErrors > 0 {
			bad.Tone = Careful
		}
		t.Rows = append(t.Rows, []Cell{TextCell(in.Path), nameCell(in.Format), CountCell(in.Trajectories), bad, TextCell(in.SHA256), notesCell(in.Errors)})
	}
	setAside(&t, "errors", func(cell Cell) bool { return cell.Text == "" })
	t.Long = len(t.Rows) > 40
	return t
}
