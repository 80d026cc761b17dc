package reports

import (
	"strings"

	"mcpstats/analysis/result"
)

// ComposeInspection makes what a doctor says of logs: what they are, how their
// columns were understood, which attempts state what, the ledger, and warnings.
// Logs whose columns were understood alike are told of together, so that a folder
// fits a screen; the inspection itself has every log and every warning.
func ComposeInspection(found *result.Inspection) (*Document, error) {
	c := &composer{res: &result.Results{Version: result.Version, Ledger: found.Ledger, Warnings: found.Warnings}, doc: &Document{}, names: newNames(), terms: map[string]bool{}}
	c.add(logTable(found))
	groups := alikeLogs(found.Logs)
	if t := columnTable(groups); len(t.Rows) > 0 {
		c.add(t)
	}
	addMappings(c, groups)
	if t := amountTable(groups); len(t.Rows) > 0 {
		c.add(t)
	}
	if t := promiseTable(groups); len(t.Rows) > 0 {
		c.add(t)
	}
	if t := coverageTable(groups); len(t.Rows) > 0 {
		c.add(t)
	}
	if len(found.Ledger) > 0 {
		t := Table{ID: "ledger", Caption: "Where the attempts went, in counts.", Columns: append([]Column{{"Benchmark", "benchmark", Text}}, ledgerColumns()...)}
		for _, r := range found.Ledger {
			t.Rows = append(t.Rows, append([]Cell{c.names.cell(r.Benchmark)}, ledgerCells(c.names, r)...))
		}
		explainLedger(&t, found.Ledger)
		c.add(t)
	}
	if t := scorableTable(found); len(t.Rows) > 0 {
		c.add(t)
	}
	if t := basisTable(found); len(t.Rows) > 0 {
		c.add(t)
	}
	if t := skippedTable(found); len(t.Rows) > 0 {
		c.add(t)
	}
	attempts := 0
	for _, l := range found.Logs {
		attempts += l.Trajectories
	}
	switch {
	case attempts == 0:
		c.para(text("These logs hold no attempt: there is nothing to analyse."))
	case len(found.Warnings) > 0:
		c.add(warningKinds(found.Warnings))
	default:
		c.para(text("No trouble was found."))
	}
	return c.doc, nil
}

// logTable numbers the logs; other tables speak of them by these numbers.
func logTable(found *result.Inspection) Table {
	t := Table{ID: "logs", Caption: "The logs.", Columns: []Column{
		{"No.", "number", Integer}, {"Log", "path", Text}, {"Format", "format", Text}, {"Files", "files", Integer}, {"Attempts", "trajectories", Integer}, {"Steps", "steps", Integer}, {"Calls", "calls", Integer}, {"Unreadable records", "record_errors", Integer}, {"First errors", "errors", Text},
	}}
	folder := commonFolder(found.Logs)
	if folder != "" {
		t.Caption = "The logs in " + Shorten(Visible(folder), maxTextRunes) + "."
	}
	for i, l := range found.Logs {
		bad := CountCell(l.RecordErrors)
		if l.RecordErrors > 0 {
			bad.Tone = Careful
		}
		path := TextCell(strings.TrimPrefix(l.Path, folder))
		path.Full = l.Path
		t.Rows = append(t.Rows, []Cell{CountCell(i + 1), path, nameCell(l.Format), CountCell(len(l.Files)), CountCell(l.Trajectories), CountCell(l.Steps), CountCell(l.Calls), bad, notesCell(l.Errors)})
	}
	if len(found.Logs) == 1 {
		t.Aside = append(t.Aside, "number")
	}
	for _, key := range []string{"steps", "calls"} {
		setAside(&t, key, func(cell Cell) bool { return cell.Value == 0 })
	}
	setAside(&t, "errors", func(cell Cell) bool { return cell.Text == "" })
	return t
}

// commonFolder is the folder that all of several logs lie in, with the slash
// behind it; empty where there is none.
func commonFolder(logs []result.InspectedLog) string {
	if len(logs) < 2 {
		return ""
	}
	folder := logs[0].Path
	for _, l := range logs {
		for folder != "" && !strings.HasPrefix(l.Path, folder) {
			folder = folder[:strings.LastIndexByte(strings.TrimSuffix(folder, "/"), '/')+1]
		}
	}
	return folder[:strings.LastIndexByte(folder, '/')+1]
}

func columnTable(groups []logGroup) Table {
	t := Table{ID: "columns", Caption: "Which column of a log was taken for what.", Columns: []Column{{"Logs", "logs", Text}, {"Taken for", "column", Text}, {"Column", "from", Text}, {"By", "how", Text}}}
	for _, g := range groups {
		logs := Cell{Text: g.numbers()}
		for _, k := range plainColumns(g.logs[0].Columns) {
			t.Rows = append(t.Rows, []Cell{logs, nameCell(k.Column), TextCell(k.From), nameCell(k.How)})
		}
	}
	asideWhereOne(&t, groups)
	return t
}

// plainColumns gathers the columns that carry a name of our own or are kept as
// they are: there is nothing to tell of each.
func plainColumns(all []result.TakenColumn) []result.TakenColumn {
	var out []result.TakenColumn
	gather := func(title string, k result.TakenColumn) {
		for i := range out {
			if out[i].Column == title && out[i].How == k.How {
				out[i].From += ", " + k.From
				return
			}
		}
		out = append(out, result.TakenColumn{Column: title, From: k.From, How: k.How})
	}
	for _, k := range all {
		family, name, _ := strings.Cut(k.Column, ".")
		switch {
		case k.Column == k.From:
			gather("what they are called", k)
		case name != "" && name == k.From:
			gather(family, k)
		default:
			out = append(out, k)
		}
	}
	return out
}

// maxValues is how many of a field's values are named.
const maxValues = 5

func coverageTable(groups []logGroup) Table {
	t := Table{ID: "coverage", Caption: "How many attempts state which field.", Columns: []Column{{"Logs", "logs", Text}, {"Field", "field", Text}, {"Stated", "known", Integer}, {"Of", "of", Integer}, {"In logs", "stating", Text}, {"Most frequent values", "values", Text}}}
	for _, g := range groups {
		of := 0
		for _, l := range g.logs {
			of += l.Trajectories
		}
		for _, field := range g.fields() {
			known, logs := g.coverage(field)
			stated := CountCell(known)
			in := Cell{Text: "all"}
			if logs < len(g.logs) {
				in.Text = FormatCount(logs) + " of " + FormatCount(len(g.logs))
			}
			if known < of {
				stated.Tone = Careful
			}
			t.Rows = append(t.Rows, []Cell{{Text: g.numbers()}, nameCell(field), stated, CountCell(of), in, TextCell(frequent(g.values(field)))})
		}
	}
	setAside(&t, "stating", func(cell Cell) bool { return cell.Text == "all" })
	asideWhereOne(&t, groups)
	return t
}

// asideWhereOne leaves out of which logs a table speaks where it speaks of all.
func asideWhereOne(t *Table, groups []logGroup) {
	if len(groups) == 1 {
		t.Aside = append(t.Aside, "logs")
	}
}

func frequent(values []result.ValueCount) string {
	var out []string
	for i, v := range values {
		if i == maxValues {
			out = append(out, FormatCount(len(values)-maxValues)+" more")
			break
		}
		shown := shortName(v.Value)
		if shown == "" {
			shown = "others" // a survey keeps so many values and no more
		}
		out = append(out, shown+" ("+FormatCount(v.Count)+")")
	}
	return strings.Join(out, ", ")
}

func skippedTable(found *result.Inspection) Table {
	t := Table{ID: "skipped", Caption: "Files that are no logs.", Columns: []Column{{"File", "path", Text}, {"Why", "reason", Text}}}
	for _, s := range found.Skipped {
		t.Rows = append(t.Rows, []Cell{TextCell(s.Path), TextCell(s.Reason)})
	}
	return t
}
