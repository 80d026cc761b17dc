package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/csvout"
	"mcpstats/reports/jsonout"
	"mcpstats/reports/markdown"
	"mcpstats/reports/terminal"
)

// outputs are the values that --output takes.
const outputs = "table, json, csv or markdown"

func registerOutput(f *pflag.FlagSet, output *string) {
	*output = "table"
	f.Var((*form)(output), "output", "print as "+outputs)
}

// form is the flag --output, refused before any log is read.
type form string

func (f *form) String() string { return string(*f) }

func (f *form) Type() string { return "string" }

func (f *form) Set(s string) error {
	if !slices.Contains([]string{"table", "json", "csv", "markdown"}, s) {
		return fmt.Errorf("expected %s", outputs)
	}
	*f = form(s)
	return nil
}

// composing makes the document of results.
type composing = func(*result.Results) (*reports.Document, error)

// print writes results to stdout in the asked-for form. JSON is the results
// themselves, with the keys of a report's results.json; the other forms are the
// document that compose makes of them.
func (p *program) print(output string, res *result.Results, compose composing) error {
	if output == "json" {
		return jsonout.Write(p.stdout, res)
	}
	doc, err := compose(res)
	if err != nil {
		return err
	}
	return p.printDocument(output, doc)
}

func (p *program) printDocument(output string, doc *reports.Document) error {
	switch output {
	case "table":
		return terminal.Render(p.stdout, doc, p.window())
	case "markdown":
		return markdown.Render(p.stdout, doc, nil)
	case "json":
		return p.printRows(doc)
	case "csv":
		first := true
		for _, block := range doc.Blocks {
			t, ok := block.(reports.Table)
			if !ok {
				continue
			}
			if !first {
				fmt.Fprintln(p.stdout)
			}
			first = false
			text, err := csvout.Render(t)
			if err != nil {
				return err
			}
			if _, err := p.stdout.Write(text); err != nil {
				return err
			}
		}
		return nil
	default:
		return usagef("--output %s: expected %s", output, outputs)
	}
}

// printRows writes the tables' rows as a list of JSON objects, with the keys of
// the CSV in its order.
func (p *program) printRows(doc *reports.Document) error {
	var rows []string
	for _, block := range doc.Blocks {
		t, ok := block.(reports.Table)
		if !ok {
			continue
		}
		for _, cells := range t.Rows {
			var row []string
			for i, cell := range cells {
				text := cell.Text
				if cell.Full != "" {
					text = cell.Full
				}
				value, err := json.Marshal(text)
				if err != nil {
					return err
				}
				row = append(row, fmt.Sprintf("    %q: %s", t.Columns[i].Key, value))
			}
			rows = append(rows, "  {\n"+strings.Join(row, ",\n")+"\n  }")
		}
	}
	_, err := fmt.Fprintf(p.stdout, "[\n%s\n]\n", strings.Join(rows, ",\n"))
	return err
}

// count prints a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// warn prints warnings to stderr, a line each.
func (p *program) warn(ws []result.Warning) {
	if p.quiet {
		return
	}
	for _, w := range ws {
		where := w.Where
		if where != "" {
			where += ": "
		}
		fmt.Fprintf(p.stderr, "mcpstats: warning: %s%s [%s]\n", where, w.Message, w.Code)
	}
}
