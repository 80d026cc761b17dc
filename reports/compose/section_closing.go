package compose

import (
	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// warningSection lists every warning with its code.
func (c *composer) warningSection() {
	if len(c.res.Warnings) == 0 {
		return
	}
	c.heading(1, warningsID, "Warnings")
	t := c.warningTable(c.res.Warnings)
	c.inShort(c.groupedWarnings(c.res.Warnings, t))
	c.add(t)
}

func (c *composer) warningTable(warnings []result.Warning) reports.Table {
	t := reports.Table{ID: "warning-list", Caption: "What to know before trusting a number; those that can change a conclusion are decisive.", Columns: []reports.Column{
		{Name: "Code", Key: "code", Kind: reports.Text}, {Name: "Warning", Key: "message", Kind: reports.Text}, {Name: "Where", Key: "where", Kind: reports.Text}, {Name: "Decisive", Key: "decisive", Kind: reports.Text},
	}}
	for _, w := range warnings {
		decisive := reports.Yes(w.Decisive)
		if w.Decisive {
			decisive.Tone = reports.Careful
		}
		t.Rows = append(t.Rows, []reports.Cell{reports.NameCell(w.Code), reports.TextCell(w.Message), reports.TextCell(result.Renamed(w.Where, c.names.Labels)), decisive})
	}
	return t
}

// glossarySection explains the terms that the document has used. It knows those that were
// used by the time it is written, and so belongs at the end.
func (c *composer) glossarySection() {
	var items []reports.Prose
	add := func(name, title, gloss string) {
		if c.terms[name] {
			items = append(items, reports.Prose{Spans: []reports.Span{strong(capital(title)), text(": %s", gloss)}})
		}
	}
	for _, t := range concepts {
		add(t.name, t.title, t.gloss)
	}
	for _, m := range result.Methods {
		if m.Obvious {
			continue
		}
		add(glossaryName(m), m.Title, m.Meaning)
	}
	if len(items) == 0 {
		return
	}
	c.heading(1, "glossary", "Glossary")
	c.add(reports.List{Items: items})
}
