package reports

import (
	"slices"
	"strings"

	"mcpstats/reports/planout"
)

// methodSection says what was done, in a paragraph that can be pasted, with the
// plan and the inputs that repeat it.
func (c *composer) methodSection() error {
	c.heading(1, "methods", "Methods")
	c.para(text("%s", c.methodProse()))
	if tool := c.res.Provenance.Tool; tool != "" {
		c.para(text("Computed with %s.", Visible(tool)))
	}
	if c.opt.Command != "" {
		c.para(text("The report is made again by"))
		c.add(Code{Lang: "sh", Text: Visible(c.opt.Command)})
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

func (c *composer) methodProse() string {
	p := c.res.Provenance.Plan
	var s []string
	s = append(s, "The task is the unit of analysis: several attempts at a task are averaged first.")
	switch p.Missing {
	case "fail", "worst":
		s = append(s, "Attempts without an outcome count as failures for metrics that every attempt should have, and are left out for the others.")
	case "drop":
		s = append(s, "Attempts without an outcome are left out.")
	case "best":
		s = append(s, "Attempts without an outcome count as successes.")
	}
	var intervals, headlines []string
	for i := range c.res.Summaries {
		if iv := c.res.Summaries[i].Interval; iv != nil {
			see(&intervals, c.method(iv.Method)+"s")
		}
	}
	for i := range c.res.Comparisons {
		if h := c.res.Comparisons[i].Headline; h != "" {
			see(&headlines, c.method(h))
		}
	}
	if len(intervals) > 0 {
		slices.Sort(intervals)
		s = append(s, "Means have "+c.level()+" "+enumerate(intervals, 4)+"; bootstrap intervals draw tasks, or clusters of tasks, again "+FormatCount(p.Resamples)+" times (seed "+FormatSeed(c.res.Provenance.Seed)+").")
	}
	if len(headlines) > 0 {
		slices.Sort(headlines)
		s = append(s, "Two runs are compared on the tasks that both have, by the "+enumerate(headlines, 4)+", chosen by the scale of the metric.")
		if p.Correction == "none" {
			s = append(s, "p-values are not corrected for the number of comparisons.")
		} else {
			s = append(s, "p-values are two-sided and adjusted ("+c.method(p.Correction)+") within a family: one metric in one benchmark, over all compared pairs, overall or over all values of one stratum; alpha is "+FormatStatistic(p.Alpha)+".")
		}
		if p.Margin > 0 {
			s = append(s, "Two runs are called equivalent where every difference of "+FormatStatistic(p.Margin)+" or more is rejected.")
		}
	}
	if p.Baseline != "" {
		s = append(s, "Every run is compared with "+c.names.show(p.Baseline)+" alone.")
	}
	return strings.Join(s, " ")
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
