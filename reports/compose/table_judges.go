package compose

import (
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// correctedTable shows the success rate that each judge's verdicts lead to once
// its errors, measured against the reference, are allowed for.
func (c *composer) correctedTable(v *view, rows []*result.Agreement) reports.Table {
	sc := v.shares
	t := reports.Table{ID: c.id(v, "corrected-rates"), Columns: []reports.Column{
		{Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Judge", Key: "judge", Kind: reports.Text}, {Name: "Reading", Key: "reading", Kind: reports.Text}, {Name: "Judged", Key: "judged", Kind: reports.Integer}, {Name: "Tasks", Key: "judged_tasks", Kind: reports.Integer},
		{Name: "Judge's success", Key: "apparent", Kind: reports.Percent}, {Name: "Sensitivity", Key: "sensitivity", Kind: reports.Percent}, {Name: "Specificity", Key: "specificity", Kind: reports.Percent},
		{Name: "Corrected success", Key: "corrected", Kind: reports.Percent}, {Name: c.level() + " interval (%)", Key: "interval", Kind: reports.Interval},
	}}
	method, beyond := "", false
	for _, a := range rows {
		k := a.Corrected
		if k == nil {
			continue
		}
		if k.Interval != nil && method == "" {
			method = "; " + reports.FormatLevel(k.Interval.Level) + " " + c.interval(k.Interval.Method) + "s"
		}
		beyond = beyond || k.Judged > a.N
		t.Rows = append(t.Rows, []reports.Cell{
			c.names.Cell(a.Run), c.names.Cell(a.Judge), {Text: readingTitle(a.Reading)}, reports.CountCell(k.Judged), reports.CountCell(k.JudgedTasks),
			sc.Value(&k.Apparent), sc.Value(&k.Sensitivity), sc.Value(&k.Specificity), sc.Value(&k.Value), sc.Interval(k.Interval),
		})
	}
	if len(t.Rows) > 0 {
		c.use("corrected")
	}
	if !slices.ContainsFunc(rows, func(a *result.Agreement) bool {
		return a.Corrected != nil && a.Corrected.JudgedTasks > 0 && a.Corrected.JudgedTasks < a.Corrected.Judged
	}) {
		t.Aside = append(t.Aside, "judged_tasks")
	}
	t.Caption = "Success rate of all attempts that a judge judged, corrected for its errors where it can be compared with the reference" + method + "."
	if !beyond {
		t.Long = true
		t.Caption += " The reference has judged them all, so that the correction leads back to its own rate."
	}
	if len(v.runs) == 1 {
		setAside(&t, "run", func(reports.Cell) bool { return true })
	}
	return t
}

// panelTable shows how far the judges agree with one another, the reference aside.
func (c *composer) panelTable(v *view) reports.Table {
	t := reports.Table{ID: c.id(v, "panels"),
		Caption: "Agreement of the judges with one another, the reference not among them: chance-corrected, 1 is full agreement. Fleiss' kappa is over the attempts that every judge judged, which are counted; Krippendorff's alpha and AC1 are over all that some did.",
		Columns: []reports.Column{
			{Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Reading", Key: "reading", Kind: reports.Text}, {Name: "Judges", Key: "judges", Kind: reports.Integer}, {Name: "Attempts", Key: "n", Kind: reports.Integer}, {Name: "Tasks", Key: "n_tasks", Kind: reports.Integer},
			{Name: "Fleiss' kappa", Key: "fleiss_kappa", Kind: reports.Number}, {Name: c.level() + " interval", Key: "fleiss_kappa_interval", Kind: reports.Interval}, {Name: "Krippendorff's alpha", Key: "krippendorff_alpha", Kind: reports.Number}, {Name: c.level() + " interval", Key: "krippendorff_alpha_interval", Kind: reports.Interval},
			{Name: "AC1", Key: "ac1", Kind: reports.Number}, {Name: c.level() + " interval", Key: "ac1_interval", Kind: reports.Interval}, {Name: "Notes", Key: "notes", Kind: reports.Text},
		}}
	several := false // attempts at a task
	for i := range c.res.Panels {
		p := &c.res.Panels[i]
		if p.Benchmark != v.name {
			continue
		}
		c.use("ac1")
		several = several || p.NTasks > 0 && p.NTasks < p.N
		t.Rows = append(t.Rows, []reports.Cell{
			c.names.Cell(p.Run), {Text: readingTitle(p.Reading)}, reports.CountCell(len(p.Judges)), reports.CountCell(p.N), reports.CountCell(p.NTasks),
			reports.NumberCell(p.Fleiss, 2), reports.NumberInterval(p.FleissCI, 2), reports.NumberCell(p.Alpha, 2), reports.NumberInterval(p.AlphaCI, 2), reports.NumberCell(p.AC1, 2), reports.NumberInterval(p.AC1Interval, 2), reports.NotesCell(p.Notes),
		})
	}
	if len(v.runs) == 1 {
		setAside(&t, "run", func(reports.Cell) bool { return true })
	}
	if !several {
		t.Aside = append(t.Aside, "n_tasks")
	}
	setAside(&t, "krippendorff_alpha_interval", func(cell reports.Cell) bool { return !cell.HasValue })
	setAside(&t, "fleiss_kappa_interval", func(cell reports.Cell) bool { return !cell.HasValue })
	setAside(&t, "notes", func(cell reports.Cell) bool { return cell.Text == "" })
	return t
}
