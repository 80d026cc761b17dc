package main

import (
	"fmt"
	"strings"

	"mcpstats/analysis/claims"
	"mcpstats/reports"
)

// listChecks lists the checks of claims files: a table of what each asks, one of
// the fields that they take, and their examples.
func listChecks() *reports.Document {
	var rows, fields [][]string
	var examples []reports.Block
	for _, c := range claims.Checks() {
		rows = append(rows, []string{c.Name, c.Takes(), c.Doc, c.Cite})
		var lines []string
		for _, form := range c.Forms {
			lines = append(lines, "- {id: "+exampleID(c.Name)+", "+form.Example+"}")
			for _, f := range form.Fields {
				fields = appendNew(fields, []string{c.Name, fieldNames(f), needed(f), f.Doc})
			}
		}
		examples = append(examples, reports.Heading{Level: 2, ID: "check-" + c.Name, Text: c.Name}, reports.Code{Lang: "yaml", Text: strings.Join(lines, "\n")})
	}
	doc := listing("checks", []string{"Check", "Takes", "Asks", "Source"}, rows)
	doc.Blocks = append(doc.Blocks, reports.Heading{Level: 1, ID: "check-fields-section", Text: "What they take"})
	doc.Blocks = append(doc.Blocks, listing("check-fields", []string{"Check", "Field", "Needed", "Meaning"}, fields).Blocks...)
	doc.Blocks = append(doc.Blocks, reports.Heading{Level: 1, ID: "check-examples", Text: "An example of each"})
	doc.Blocks = append(doc.Blocks, examples...)
	return doc
}

// exampleID is an id for the claim of an example.
func exampleID(check string) string { return strings.ReplaceAll(check, "_", "-") + "-example" }

// appendNew appends a row unless it stands there: the forms of a check share fields.
func appendNew(rows [][]string, row []string) [][]string {
	for _, have := range rows {
		if have[0] == row[0] && have[1] == row[1] {
			return rows
		}
	}
	return append(rows, row)
}

func fieldNames(f claims.Field) string {
	if f.Alias != "" {
		return f.Name + ", " + f.Alias
	}
	return f.Name
}

func needed(f claims.Field) string {
	if f.Optional {
		return "no"
	}
	return "yes"
}

// checkLines names the checks and what they ask, one a line, for a help text.
func checkLines() string {
	var out strings.Builder
	for _, c := range claims.Checks() {
		fmt.Fprintf(&out, "  %-13s  %s\n", c.Name, c.Doc)
	}
	return strings.TrimSuffix(out.String(), "\n")
}
