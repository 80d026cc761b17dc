package reports

import (
	"strings"

	"mcpstats/analysis/result"
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
			c.para(text("The mappings of the other logs stand in the output of --output json."))
			return
		}
		of := ""
		if len(groups) > 1 {
			of = " of logs " + g.numbers()
		}
		c.para(text("The mapping in force%s, to copy into a file, change, and give back with --map:", of))
		c.add(Code{Lang: "yaml", Text: yaml})
	}
}

// amountTable tells the units of times and prices.
func amountTable(groups []logGroup) Table {
	t := Table{ID: "amounts", Caption: "The units of times and prices, with the first value of each.", Columns: []Column{
		{"Logs", "logs", Text}, {"Taken for", "column", Text}, {"Column", "from", Text}, {"Unit", "unit", Text}, {"First, as logged", "logged", Text}, {"As understood", "understood", Text},
	}}
	for _, g := range groups {
		for _, a := range g.logs[0].Amounts {
			unit := TextCell(a.Unit)
			if a.Unit == "" {
				unit = TextCell("not stated")
				unit.Tone = Careful
			}
			t.Rows = append(t.Rows, []Cell{{Text: g.numbers()}, nameCell(a.Column), TextCell(a.From), unit, TextCell(a.Logged), TextCell(a.Understood)})
		}
	}
	asideWhereOne(&t, groups)
	return t
}

// mostPromises bounds the promises of one group that are shown.
const mostPromises = 20

// promiseTable tells what the logs say that their runs set out to attempt.
func promiseTable(groups []logGroup) Table {
	t := Table{ID: "promises", Caption: "What the logs say their runs set out to attempt.", Columns: []Column{
		{"Logs", "logs", Text}, {"Benchmark", "benchmark", Text}, {"Run", "run", Text}, {"Tasks", "tasks", Integer}, {"Attempts at each", "trials", Integer}, {"Attempts", "attempts", Integer}, {"Stated by", "source", Text},
	}}
	stated := func(n int) Cell {
		if n == 0 {
			return Cell{}
		}
		return CountCell(n)
	}
	for _, g := range groups {
		var all []result.StatedPromise
		for _, l := range g.logs {
			all = append(all, l.Promises...)
		}
		for _, p := range all[:min(mostPromises, len(all))] {
			t.Rows = append(t.Rows, []Cell{{Text: g.numbers()}, nameCell(p.Benchmark), nameCell(p.Run), stated(p.Tasks), stated(p.Trials), stated(p.Attempts), TextCell(p.Source)})
		}
	}
	asideWhereOne(&t, groups)
	for _, key := range []string{"benchmark", "tasks", "trials", "attempts"} {
		setAside(&t, key, func(cell Cell) bool { return cell.Text == "" })
	}
	return t
}

// basisTable tells what each compared metric rests on.
func basisTable(found *result.Inspection) Table {
	t := Table{ID: "bases", Caption: "What the compared metrics rest on.", Columns: []Column{{"Metric", "metric", Text}, {"Columns", "columns", Text}, {"Better", "better", Text}, {"Known from", "better_from", Text}, {"Without a value", "missing", Text}}}
	compared := map[string]bool{}
	for _, m := range found.Metrics {
		compared[m.Name] = compared[m.Name] || m.Compared || m.Primary
	}
	for _, b := range found.Bases {
		if compared[b.Metric] {
			t.Rows = append(t.Rows, []Cell{nameCell(b.Metric), TextCell(strings.Join(b.Columns, ", ")), TextCell(b.Better), TextCell(b.BetterFrom), TextCell(b.Missing)})
		}
	}
	return t
}
