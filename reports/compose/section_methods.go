package compose

import (
	"mcpstats/reports"
	"mcpstats/reports/planout"
)

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
			with = " with " + reports.Visible(tool)
		}
		c.para(text("With plan.yaml, which lies beside this report, the same files are made again%s by", with))
		c.add(reports.Code{Lang: "sh", Text: reports.Visible(command)})
	}
	plan, err := planout.Text(c.res.Provenance.Plan)
	if err != nil {
		return err
	}
	c.para(text("The plan (plan.yaml):"))
	c.add(reports.Code{Lang: "yaml", Text: plan})
	if len(c.res.Provenance.Inputs) > 0 {
		c.add(c.inputTable())
	}
	if list := c.res.Attempts; list != nil {
		whose := ""
		if list.LeftOut > 0 {
			whose = " of the report that was made from the logs"
		}
		c.footnote(text("Every attempt with its outcome and failure modes is a line of "), code(reports.TablePath("attempts", "csv")), text("%s.", whose))
	}
	return nil
}

func (c *composer) inputTable() reports.Table {
	t := reports.Table{ID: "inputs", Caption: "The logs that were read.", Columns: []reports.Column{
		{Name: "File", Key: "path", Kind: reports.Text}, {Name: "Format", Key: "format", Kind: reports.Text}, {Name: "Trajectories", Key: "trajectories", Kind: reports.Integer}, {Name: "Unreadable records", Key: "record_errors", Kind: reports.Integer}, {Name: "SHA-256", Key: "sha256", Kind: reports.Text}, {Name: "First errors", Key: "errors", Kind: reports.Text},
	}}
	for _, in := range c.res.Provenance.Inputs {
		bad := reports.CountCell(in.RecordErrors)
		if in.RecordErrors > 0 {
			bad.Tone = reports.Careful
		}
		t.Rows = append(t.Rows, []reports.Cell{reports.TextCell(in.Path), c.names.NameCell(in.Format), reports.CountCell(in.Trajectories), bad, reports.TextCell(in.SHA256), reports.NotesCell(in.Errors)})
	}
	setAside(&t, "errors", func(cell reports.Cell) bool { return cell.Text == "" })
	t.Long = len(t.Rows) > 40
	return t
}
