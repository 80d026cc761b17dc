package reports

import (
	"slices"

	"mcpstats/analysis/result"
)

// correctedTable shows the success rate that each judge's verdicts lead to once
// its errors, measured against the reference, are allowed for.
func (c *composer) correctedTable(v *view, rows []*result.Agreement) Table {
	sc := v.shares
	t := Table{ID: c.id(v, "corrected-rates"), Columns: []Column{
		{"Run", "run", Text}, {"Judge", "judge", Text}, {"Reading", "reading", Text}, {"Judged", "judged", Integer}, {"Tasks", "judged_tasks", Integer},
		{"Judge's success", "apparent", Percent}, {"Sensitivity", "sensitivity", Percent}, {"Specificity", "specificity", Percent},
		{"Corrected success", "corrected", Percent}, {c.level() + " interval (%)", "interval", Interval},
	}}
	method, beyond := "", false
	for _, a := range rows {
		k := a.Corrected
		if k == nil {
			continue
		}
		if k.Interval != nil && method == "" {
			method = "; " + formatLevel(k.Interval.Level) + " " + c.interval(k.Interval.Method) + "s"
		}
		beyond = beyond || k.Judged > a.N
		t.Rows = append(t.Rows, []Cell{
			c.names.cell(a.Run), c.names.cell(a.Judge), {Text: readingTitle(a.Reading)}, CountCell(k.Judged), CountCell(k.JudgedTasks),
			sc.value(&k.Apparent), sc.value(&k.Sensitivity), sc.value(&k.Specificity), sc.value(&k.Value), sc.interval(k.Interval),
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
		setAside(&t, "run", func(Cell) bool { return true })
	}
	return t
}

// panelTable shows how far the judges agree with one another, the reference aside.
func (c *composer) panelTable(v *view) Table {
	t := Table{ID: c.id(v, "panels"),
		Caption: "Agreement of the judges with one another, the reference not among them: chance-corrected, 1 is full agreement. Fleiss' kappa is over the attempts that every judge judged, which are counted; Krippendorff's alpha and AC1 are over all that some did.",
		Columns: []Column{
			{"Run", "run", Text}, {"Reading", "reading", Text}, {"Judges", "judges", Integer}, {"Attempts", "n", Integer}, {"Tasks", "n_tasks", Integer},
			{"Fleiss' kappa", "fleiss_kappa", Number}, {c.level() + " interval", "fleiss_kappa_interval", Interval}, {"Krippendorff's alpha", "krippendorff_alpha", Number}, {c.level() + " interval", "krippendorff_alpha_interval", Interval},
			{"AC1", "ac1", Number}, {c.level() + " interval", "ac1_interval", Interval}, {"Notes", "notes", Text},
		}}
	several := false // attempts at a task
	for i := range c.res.Panels {
		p := &c.res.Panels[i]
		if p.Benchmark != v.name {
			continue
		}
		c.use("ac1")
		several = several || p.NTasks > 0 && p.NTasks < p.N
		t.Rows = append(t.Rows, []Cell{
			c.names.cell(p.Run), {Text: readingTitle(p.Reading)}, CountCell(len(p.Judges)), CountCell(p.N), CountCell(p.NTasks),
			numberCell(p.Fleiss, 2), numberInterval(p.FleissCI, 2), numberCell(p.Alpha, 2), numberInterval(p.AlphaCI, 2), numberCell(p.AC1, 2), numberInterval(p.AC1Interval, 2), notesCell(p.Notes),
		})
	}
	if len(v.runs) == 1 {
		setAside(&t, "run", func(Cell) bool { return true })
	}
	if !several {
		t.Aside = append(t.Aside, "n_tasks")
	}
	setAside(&t, "krippendorff_alpha_interval", func(cell Cell) bool { return !cell.HasValue })
	setAside(&t, "fleiss_kappa_interval", func(cell Cell) bool { return !cell.HasValue })
	setAside(&t, "notes", func(cell Cell) bool { return cell.Text == "" })
	return t
}
