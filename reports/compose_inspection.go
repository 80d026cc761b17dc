package reports

import (
	"strings"

	"mcpstats/analysis"
)

// ComposeInspection makes what a doctor says of logs: what they are, how their
// columns were understood, which attempts state what, the ledger, and warnings.
func ComposeInspection(found *analysis.Inspection) (*Document, error) {
	c := &composer{res: &analysis.Results{Version: analysis.Version, Ledger: found.Ledger, Warnings: found.Warnings}, doc: &Document{}, names: newNames(), terms: map[string]bool{}}
	c.add(c.logTable(found))
	if t := columnTable(found); len(t.Rows) > 0 {
		c.add(t)
	}
	if t := coverageTable(found); len(t.Rows) > 0 {
		c.add(t)
	}
	if len(found.Ledger) > 0 {
		t := Table{ID: "ledger", Caption: "Where the attempts went, in counts.", Columns: append([]Column{{"Benchmark", "benchmark", Text}}, ledgerColumns()...)}
		for _, r := range found.Ledger {
			t.Rows = append(t.Rows, append([]Cell{c.names.cell(r.Benchmark)}, ledgerCells(c.names, r)...))
		}
		c.add(t)
	}
	if t := scorableTable(found); len(t.Rows) > 0 {
		c.add(t)
	}
	if t := skippedTable(found); len(t.Rows) > 0 {
		c.add(t)
	}
	if len(found.Warnings) > 0 {
		c.add(warningTable(found.Warnings))
	} else {
		c.para(text("No trouble was found."))
	}
	return c.doc, nil
}

func (c *composer) logTable(found *analysis.Inspection) Table {
	t := Table{ID: "logs", Caption: "The logs.", Columns: []Column{
		{"Log", "path", Text}, {"Format", "format", Text}, {"Files", "files", Integer}, {"Attempts", "trajectories", Integer}, {"Steps", "steps", Integer}, {"Calls", "calls", Integer}, {"Unreadable records", "record_errors", Integer}, {"First errors", "errors", Text},
	}}
	for _, l := range found.Logs {
		bad := CountCell(l.RecordErrors)
		if l.RecordErrors > 0 {
			bad.Tone = Careful
		}
		t.Rows = append(t.Rows, []Cell{TextCell(l.Path), nameCell(l.Format), CountCell(len(l.Files)), CountCell(l.Trajectories), CountCell(l.Steps), CountCell(l.Calls), bad, notesCell(l.Errors)})
	}
	setAside(&t, "errors", func(cell Cell) bool { return cell.Text == "" })
	return t
}

func columnTable(found *analysis.Inspection) Table {
	t := Table{ID: "columns", Caption: "Which column of a log was taken for what.", Columns: []Column{{"Log", "log", Text}, {"Taken for", "column", Text}, {"Column", "from", Text}, {"By", "how", Text}}}
	for _, l := range found.Logs {
		for _, k := range l.Columns {
			t.Rows = append(t.Rows, []Cell{TextCell(l.Path), nameCell(k.Column), nameCell(k.From), nameCell(k.How)})
		}
	}
	if len(found.Logs) == 1 {
		setAside(&t, "log", func(Cell) bool { return true })
	}
	return t
}

// maxValues is how many of a field's values are named.
const maxValues = 5

func coverageTable(found *analysis.Inspection) Table {
	t := Table{ID: "coverage", Caption: "How many attempts state which field.", Columns: []Column{{"Log", "log", Text}, {"Field", "field", Text}, {"Stated", "known", Integer}, {"Of", "of", Integer}, {"Most frequent values", "values", Text}}}
	for _, l := range found.Logs {
		for _, k := range l.Coverage {
			stated := CountCell(k.Known)
			if k.Known > 0 && k.Known < l.Trajectories {
				stated.Tone = Careful
			}
			t.Rows = append(t.Rows, []Cell{TextCell(l.Path), nameCell(k.Field), stated, CountCell(l.Trajectories), TextCell(frequent(l.Values, k.Field))})
		}
	}
	if len(found.Logs) == 1 {
		setAside(&t, "log", func(Cell) bool { return true })
	}
	return t
}

func frequent(fields []analysis.FieldValues, field string) string {
	var out []string
	for _, f := range fields {
		if f.Field != field {
			continue
		}
		for i, v := range f.Values {
			if i == maxValues {
				out = append(out, FormatCount(len(f.Values)-maxValues)+" more")
				break
			}
			out = append(out, Shorten(Visible(v.Value), maxNameRunes)+" ("+FormatCount(v.Count)+")")
		}
	}
	return strings.Join(out, ", ")
}

func scorableTable(found *analysis.Inspection) Table {
	t := Table{ID: "metrics", Caption: "The metrics that these logs allow.", Columns: []Column{{"Benchmark", "benchmark", Text}, {"Metric", "metric", Text}, {"Unit", "unit", Text}, {"Compared", "compared", Text}}}
	for _, m := range found.Metrics {
		compared := yes(m.Compared)
		if m.Primary {
			compared.Text = "yes, first"
		}
		t.Rows = append(t.Rows, []Cell{nameCell(m.Benchmark), nameCell(m.Name), nameCell(m.Unit), compared})
	}
	return t
}

func skippedTable(found *analysis.Inspection) Table {
	t := Table{ID: "skipped", Caption: "Files that are no logs.", Columns: []Column{{"File", "path", Text}, {"Why", "reason", Text}}}
	for _, s := range found.Skipped {
		t.Rows = append(t.Rows, []Cell{TextCell(s.Path), TextCell(s.Reason)})
	}
	return t
}
