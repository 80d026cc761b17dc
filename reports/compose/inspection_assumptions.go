package compose

import (
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// mostMappings bounds how many mappings are printed: the JSON has them all.
const mostMappings = 5

// addMappings prints the mapping in force of each group of logs, to be copied.
func addMappings(c *composer, groups []logGroup) {
	for i, g := range groups {
		yaml := g.logs[0].Mapping
		if yaml == "" {
			continue
		}
		if i == mostMappings {
			c.para(text("The mappings of the other logs are in the output of --output json."))
			return
		}
		of := ""
		if len(groups) > 1 {
			of = " of logs " + g.numbers()
		}
		c.para(text("The mapping in force%s, to copy into a file, change, and give back with --map:", of))
		c.add(reports.Code{Lang: "yaml", Text: yaml})
	}
}

// amountTable tells the units of times and prices.
func amountTable(groups []logGroup) reports.Table {
	t := reports.Table{ID: "amounts", Caption: "The units of times and prices, with the first value of each.", Columns: []reports.Column{
		{Name: "Logs", Key: "logs", Kind: reports.Text}, {Name: "Taken for", Key: "column", Kind: reports.Text}, {Name: "Column", Key: "from", Kind: reports.Text}, {Name: "Unit", Key: "unit", Kind: reports.Text}, {Name: "First, as logged", Key: "logged", Kind: reports.Text}, {Name: "As understood", Key: "understood", Kind: reports.Text},
	}}
	for _, g := range groups {
		for _, a := range g.logs[0].Amounts {
			unit := reports.TextCell(a.Unit)
			if a.Unit == "" {
				unit = reports.TextCell("not stated")
				unit.Tone = reports.Careful
			}
			t.Rows = append(t.Rows, []reports.Cell{{Text: g.numbers()}, reports.NameCell(a.Column), reports.TextCell(a.From), unit, reports.TextCell(a.Logged), reports.TextCell(a.Understood)})
		}
	}
	asideWhereOne(&t, groups)
	return t
}

// mostPromises bounds the promises of one group that are shown.
const mostPromises = 20

// promiseTable tells what the logs say that their runs set out to attempt.
func promiseTable(groups []logGroup) reports.Table {
	t := reports.Table{ID: "promises", Caption: "What the logs say their runs set out to attempt.", Columns: []reports.Column{
		{Name: "Logs", Key: "logs", Kind: reports.Text}, {Name: "Benchmark", Key: "benchmark", Kind: reports.Text}, {Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Tasks", Key: "tasks", Kind: reports.Integer}, {Name: "Attempts at each", Key: "trials", Kind: reports.Integer}, {Name: "Attempts", Key: "attempts", Kind: reports.Integer}, {Name: "Stated by", Key: "source", Kind: reports.Text},
	}}
	stated := func(n int) reports.Cell {
		if n == 0 {
			return reports.Cell{}
		}
		return reports.CountCell(n)
	}
	for _, g := range groups {
		var all []result.StatedPromise
		for _, l := range g.logs {
			all = append(all, l.Promises...)
		}
		for _, p := range all[:min(mostPromises, len(all))] {
			t.Rows = append(t.Rows, []reports.Cell{{Text: g.numbers()}, reports.NameCell(p.Benchmark), reports.NameCell(p.Run), stated(p.Tasks), stated(p.Trials), stated(p.Attempts), reports.TextCell(p.Source)})
		}
	}
	asideWhereOne(&t, groups)
	for _, key := range []string{"benchmark", "tasks", "trials", "attempts"} {
		setAside(&t, key, func(cell reports.Cell) bool { return cell.Text == "" })
	}
	return t
}

// basisTable tells what each compared metric rests on.
func basisTable(found *result.Inspection) reports.Table {
	t := reports.Table{ID: "bases", Caption: "What the compared metrics rest on.", Columns: []reports.Column{{Name: "Metric", Key: "metric", Kind: reports.Text}, {Name: "Columns", Key: "columns", Kind: reports.Text}, {Name: "Better", Key: "better", Kind: reports.Text}, {Name: "Known from", Key: "better_from", Kind: reports.Text}, {Name: "Without a value", Key: "missing", Kind: reports.Text}}}
	compared := map[string]bool{}
	for _, m := range found.Metrics {
		compared[m.Name] = compared[m.Name] || m.Compared || m.Primary
	}
	for _, b := range found.Bases {
		if compared[b.Metric] {
			t.Rows = append(t.Rows, []reports.Cell{reports.NameCell(b.Metric), reports.TextCell(strings.Join(b.Columns, ", ")), reports.TextCell(b.Better), reports.TextCell(b.BetterFrom), reports.TextCell(b.Missing)})
		}
	}
	return t
}
