package compose

import (
	"cmp"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// Inspection makes what a doctor says of logs: what they are, how their
// columns were understood, which attempts state what, the ledger, and warnings.
// Logs whose columns were understood alike are told of together, so that a folder
// fits a screen; the inspection itself has every log and every warning.
func Inspection(found *result.Inspection) (*reports.Document, error) {
	c := &composer{res: &result.Results{Version: result.Version, Ledger: found.Ledger, Warnings: found.Warnings}, doc: &reports.Document{}, names: reports.NewNames(nil), terms: map[string]bool{}}
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
		t := reports.Table{ID: "ledger", Caption: "Where the attempts went, in counts.", Columns: append([]reports.Column{{Name: "Benchmark", Key: "benchmark", Kind: reports.Text}}, ledgerColumns()...)}
		for _, r := range found.Ledger {
			t.Rows = append(t.Rows, append([]reports.Cell{c.names.Cell(r.Benchmark)}, ledgerCells(c.names, r)...))
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
		c.para(text("These logs hold no attempts: there is nothing to analyse."))
	case len(found.Warnings) > 0:
		c.add(warningKinds(found.Warnings))
	default:
		c.para(text("No problems were found."))
	}
	return c.doc, nil
}

// logTable numbers the logs; other tables speak of them by these numbers.
func logTable(found *result.Inspection) reports.Table {
	t := reports.Table{ID: "logs", Caption: "The logs.", Columns: []reports.Column{
		{Name: "No.", Key: "number", Kind: reports.Integer}, {Name: "Log", Key: "path", Kind: reports.Text}, {Name: "Format", Key: "format", Kind: reports.Text}, {Name: "Files", Key: "files", Kind: reports.Integer}, {Name: "Attempts", Key: "trajectories", Kind: reports.Integer}, {Name: "Steps", Key: "steps", Kind: reports.Integer}, {Name: "Calls", Key: "calls", Kind: reports.Integer}, {Name: "Unreadable records", Key: "record_errors", Kind: reports.Integer}, {Name: "First errors", Key: "errors", Kind: reports.Text},
	}}
	folder := commonFolder(found.Logs)
	if folder != "" {
		t.Caption = "The logs in " + reports.Shorten(reports.Visible(folder), reports.MaxTextRunes) + "."
	}
	for i, l := range found.Logs {
		bad := reports.CountCell(l.RecordErrors)
		if l.RecordErrors > 0 {
			bad.Tone = reports.Careful
		}
		path := reports.TextCell(strings.TrimPrefix(l.Path, folder))
		path.Full = l.Path
		t.Rows = append(t.Rows, []reports.Cell{reports.CountCell(i + 1), path, reports.NameCell(l.Format), reports.CountCell(len(l.Files)), reports.CountCell(l.Trajectories), reports.CountCell(l.Steps), reports.CountCell(l.Calls), bad, reports.NotesCell(l.Errors)})
	}
	if len(found.Logs) == 1 {
		t.Aside = append(t.Aside, "number")
	}
	for _, key := range []string{"steps", "calls"} {
		setAside(&t, key, func(cell reports.Cell) bool { return cell.Value == 0 })
	}
	setAside(&t, "errors", func(cell reports.Cell) bool { return cell.Text == "" })
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

func columnTable(groups []logGroup) reports.Table {
	t := reports.Table{ID: "columns", Caption: "How each column of a log was understood.", Columns: []reports.Column{{Name: "Logs", Key: "logs", Kind: reports.Text}, {Name: "Taken for", Key: "column", Kind: reports.Text}, {Name: "Column", Key: "from", Kind: reports.Text}, {Name: "By", Key: "how", Kind: reports.Text}}}
	for _, g := range groups {
		logs := reports.Cell{Text: g.numbers()}
		for _, k := range plainColumns(g.logs[0].Columns) {
			t.Rows = append(t.Rows, []reports.Cell{logs, reports.NameCell(k.Column), reports.TextCell(k.From), reports.NameCell(k.How)})
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

func coverageTable(groups []logGroup) reports.Table {
	t := reports.Table{ID: "coverage", Caption: "How many attempts state which field.", Columns: []reports.Column{{Name: "Logs", Key: "logs", Kind: reports.Text}, {Name: "Field", Key: "field", Kind: reports.Text}, {Name: "Stated", Key: "known", Kind: reports.Integer}, {Name: "Of", Key: "of", Kind: reports.Integer}, {Name: "In logs", Key: "stating", Kind: reports.Text}, {Name: "Most frequent values", Key: "values", Kind: reports.Text}}}
	for _, g := range groups {
		of := 0
		for _, l := range g.logs {
			of += l.Trajectories
		}
		for _, field := range g.fields() {
			known, logs := g.coverage(field)
			stated := reports.CountCell(known)
			in := reports.Cell{Text: "all"}
			if logs < len(g.logs) {
				in.Text = reports.FormatCount(logs) + " of " + reports.FormatCount(len(g.logs))
			}
			if known < of {
				stated.Tone = reports.Careful
			}
			t.Rows = append(t.Rows, []reports.Cell{{Text: g.numbers()}, reports.NameCell(field), stated, reports.CountCell(of), in, reports.TextCell(frequent(g.values(field)))})
		}
	}
	setAside(&t, "stating", func(cell reports.Cell) bool { return cell.Text == "all" })
	asideWhereOne(&t, groups)
	return t
}

// asideWhereOne leaves out of which logs a table speaks where it speaks of all.
func asideWhereOne(t *reports.Table, groups []logGroup) {
	if len(groups) == 1 {
		t.Aside = append(t.Aside, "logs")
	}
}

func frequent(values []result.ValueCount) string {
	var out []string
	for i, v := range values {
		if i == maxValues {
			out = append(out, reports.FormatCount(len(values)-maxValues)+" more")
			break
		}
		shown := reports.ShortName(v.Value)
		if shown == "" {
			shown = "others" // a survey keeps so many values and no more
		}
		out = append(out, shown+" ("+reports.FormatCount(v.Count)+")")
	}
	return strings.Join(out, ", ")
}

func skippedTable(found *result.Inspection) reports.Table {
	t := reports.Table{ID: "skipped", Caption: "Files that were left out.", Columns: []reports.Column{{Name: "File", Key: "path", Kind: reports.Text}, {Name: "Counted as", Key: "kind", Kind: reports.Text}, {Name: "Why", Key: "reason", Kind: reports.Text}}}
	for _, s := range found.Skipped {
		t.Rows = append(t.Rows, []reports.Cell{reports.TextCell(s.Path), reports.TextCell(cmp.Or(s.Kind, "log that could not be read")), reports.TextCell(s.Reason)})
	}
	return t
}
