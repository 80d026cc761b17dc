package reports

import (
	"mcpstats/analysis/result"
)

// warningSection lists every warning with its code.
func (c *composer) warningSection() {
	if len(c.res.Warnings) == 0 {
		return
	}
	c.heading(1, warningsID, "Warnings")
	c.add(warningTable(c.res.Warnings))
}

func warningTable(warnings []result.Warning) Table {
	t := Table{ID: "warning-list", Caption: "What to know before trusting a number; those that can change a conclusion are decisive.", Columns: []Column{
		{"Code", "code", Text}, {"Warning", "message", Text}, {"Where", "where", Text}, {"Decisive", "decisive", Text},
	}}
	for _, w := range warnings {
		decisive := yes(w.Decisive)
		if w.Decisive {
			decisive.Tone = Careful
		}
		t.Rows = append(t.Rows, []Cell{nameCell(w.Code), TextCell(w.Message), TextCell(w.Where), decisive})
	}
	return t
}

// glossarySection explains the terms that the document has used.
func (c *composer) glossarySection() {
	var items []Prose
	for _, list := range [][]term{concepts, methods, effects} {
		for _, t := range list {
			if c.terms[t.name] && t.gloss != "" {
				items = append(items, Prose{Spans: []Span{strong(capital(t.title)), text(": %s", t.gloss)}})
			}
		}
	}
	if len(items) == 0 {
		return
	}
	c.heading(1, "glossary", "Glossary")
	c.add(List{Items: items})
}
