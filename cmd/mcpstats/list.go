package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mcpstats/analysis/calc"
	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/failures"
	"mcpstats/analysis/metrics"
	"mcpstats/analysis/result"
	"mcpstats/datasets/examples"
	"mcpstats/datasets/formats"
	"mcpstats/reports"
)

// listings are what `mcpstats list` can show besides the commands, in the order of
// its help.
var listings = []struct {
	name string
	doc  func() *reports.Document
}{
	{"metrics", listMetrics},
	{"tests", listTests},
	{"methods", listMethods},
	{"formats", listFormats},
	{"figures", listFigures},
	{"failures", listFailures},
	{"examples", listExamples},
	{"warnings", listWarnings},
	{"statistics", listStatistics},
	{"checks", listChecks},
}

func (p *program) listCommand() *cobra.Command {
	var output string
	var names []string
	for _, l := range listings {
		names = append(names, l.name)
	}
	names = append(names, "commands")
	c := &cobra.Command{
		Use:       "list " + strings.Join(names, "|"),
		Short:     "List what mcpstats knows",
		ValidArgs: names,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 || !slices.Contains(names, args[0]) {
				return fmt.Errorf("list: expected one of %s", strings.Join(names, ", "))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if args[0] == "commands" {
				return p.printDocument(output, listCommands(c.Root()))
			}
			for _, l := range listings {
				if l.name == args[0] {
					return p.printDocument(output, l.doc())
				}
			}
			return nil
		},
	}
	registerOutput(c.Flags(), &output)
	return c
}

// listing makes a document of one table of texts.
func listing(id string, columns []string, rows [][]string) *reports.Document {
	t := reports.Table{ID: id}
	for _, name := range columns {
		t.Columns = append(t.Columns, reports.Column{Name: name, Key: strings.ReplaceAll(strings.ToLower(name), " ", "_")})
	}
	for _, row := range rows {
		var cells []reports.Cell
		for _, text := range row {
			cells = append(cells, reports.Cell{Text: text}) // the program's own text: whole, however long
		}
		t.Rows = append(t.Rows, cells)
	}
	return &reports.Document{Blocks: []reports.Block{t}}
}

func listMetrics() *reports.Document {
	var rows [][]string
	for _, m := range metrics.All() {
		rows = append(rows, []string{m.Name, m.Unit, m.Scale.String(), m.Better.String(), m.Missing.String(), m.Doc, m.Cite})
	}
	for _, m := range evaluate.AttemptMetrics() {
		rows = append(rows, []string{m.Name, "share", "interval", "higher", "as success", m.Doc, m.Cite})
	}
	return listing("metrics", []string{"Metric", "Unit", "Scale", "Better", "Missing", "Meaning", "Source"}, rows)
}

// listTests is a table of the tests of two runs, and below it what each can reject, what
// it assumes and where it is from.
func listTests() *reports.Document {
	tests := evaluate.PairTests()
	var rows [][]string
	for _, t := range tests {
		var scales []string
		for _, s := range t.Scales {
			scales = append(scales, s.String())
		}
		rows = append(rows, []string{t.Name, strings.Join(scales, ", "), t.Headline, t.Meaning, t.Title, t.Null, t.Assumes, t.Source()})
	}
	doc := listing("tests", []string{"Test", "For", "Headline for", "Question", "Title", "Null hypothesis", "Assumes", "Source"}, rows)
	table := doc.Blocks[0].(reports.Table)
	table.Aside = []string{"title", "null_hypothesis", "assumes", "source"}
	doc.Blocks[0] = table
	for _, t := range tests {
		doc.Blocks = append(doc.Blocks, reports.Heading{Level: 1, ID: "test-" + t.Name, Text: strings.ToUpper(t.Title[:1]) + t.Title[1:]},
			reports.Prose{Spans: []reports.Span{{Text: t.Name, Code: true}, {Text: ": null hypothesis: " + t.Null + " Assumes: " + t.Assumes + " Source: " + t.Source() + "."}}})
	}
	return doc
}

// listFormats is a table of what each format is, and below it which of its files and
// keys are read and what becomes of them.
func listFormats() *reports.Document {
	columnar := "Columns under canonical names or common aliases are recognised, --map names the rest; lists and structs may be real ones or JSON text."
	rows := [][]string{
		{"parquet", "Parquet", "A table of attempts, canonical or under names of its own", "parquet.apache.org", columnar},
		{"arrow", "Arrow", "The same table as an Arrow IPC file (Feather 2) or stream", "arrow.apache.org/docs/format/Columnar.html", columnar},
	}
	for _, f := range formats.All {
		rows = append(rows, []string{f.Name, f.Title, f.Meaning, f.Cite, f.Doc})
	}
	doc := listing("formats", []string{"Format", "Title", "What it is", "Source", "Details"}, rows)
	table := doc.Blocks[0].(reports.Table)
	table.Aside = []string{"title", "details"}
	doc.Blocks[0] = table
	for _, row := range rows {
		doc.Blocks = append(doc.Blocks, reports.Heading{Level: 1, ID: "format-" + row[0], Text: row[1]},
			reports.Prose{Spans: []reports.Span{{Text: row[0], Code: true}, {Text: ": " + strings.TrimSuffix(row[4], ".") + "."}}})
	}
	return doc
}

// listFailures lists what attempts can show, the modes of the taxonomy in the order
// of precedence, and of detected ones whether they can explain a failure by themselves or
// accompany failures.
func listFailures() *reports.Document {
	var rows [][]string
	for _, m := range evaluate.VerdictModes() {
		rows = append(rows, []string{m.Category, m.Mode, m.Source, "", "", m.Doc, ""})
	}
	for _, m := range failures.Taxonomy() {
		source, role := result.SourceLabelled, ""
		switch {
		case m.Detector != nil:
			source, role = result.SourceDetected, "accompanies"
			if m.Detector.Explains {
				role = "explains"
			}
			if m.Off() {
				role += ", off by default"
			}
		case len(m.Exits) > 0:
			source = result.SourceRecorded
		}
		rows = append(rows, []string{m.Category, m.Name, source, role, strings.Join(m.Labels, ", "), m.Doc, m.Cite})
	}
	return listing("failures", []string{"Category", "Mode", "Source", "Failures", "Labels", "Meaning", "Described by"}, rows)
}

func listExamples() *reports.Document {
	var rows [][]string
	for _, e := range examples.All {
		rows = append(rows, []string{e.Name, e.Title, e.Doc, e.Source, e.Licence})
	}
	return listing("examples", []string{"Example", "Title", "What it shows", "Source", "Licence"}, rows)
}

func listStatistics() *reports.Document {
	var rows [][]string
	for _, s := range calc.Statistics() {
		var methods, sources []string
		for _, m := range s.Methods {
			methods = appendOnce(methods, m.Name)
		}
		for _, w := range result.SourcesOf(s.Methods) {
			sources = append(sources, w.Short)
		}
		rows = append(rows, []string{s.Name, s.Doc(), strings.Join(methods, ", "), strings.Join(sources, "; ")})
	}
	return listing("statistics", []string{"Statistic", "Meaning", "Methods", "Source"}, rows)
}

// listMethods lists every method that results can name, and which statistic of calc
// computes it.
func listMethods() *reports.Document {
	var rows [][]string
	for _, m := range result.Methods {
		var scales, by []string
		for _, s := range m.Scales {
			scales = append(scales, s.String())
		}
		for _, s := range calc.Statistics() {
			if slices.ContainsFunc(s.Methods, func(c result.Method) bool { return c.Kind == m.Kind && c.Name == m.Name }) {
				by = append(by, s.Name)
			}
		}
		rows = append(rows, []string{m.Name, m.Kind.String(), m.Title, m.Meaning, m.Null, m.Assumes, strings.Join(scales, ", "), strings.Join(by, ", "), m.Source()})
	}
	doc := listing("methods", []string{"Method", "Kind", "Title", "Meaning", "Null hypothesis", "Assumes", "For", "Calc", "Source"}, rows)
	table := doc.Blocks[0].(reports.Table)
	table.Aside = []string{"title", "null_hypothesis", "assumes", "for"}
	doc.Blocks[0] = table
	return doc
}

// appendOnce appends what the list does not hold.
func appendOnce(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

func listFigures() *reports.Document {
	var rows [][]string
	for _, k := range reports.FigureKinds {
		rows = append(rows, []string{k.Name, k.Title, k.Doc, k.Answers, k.Read, k.Misleads})
	}
	doc := listing("figures", []string{"Figure", "Title", "What it shows", "Answers", "How to read it", "When it misleads"}, rows)
	table := doc.Blocks[0].(reports.Table)
	table.Aside = []string{"title", "how_to_read_it", "when_it_misleads"}
	doc.Blocks[0] = table
	return doc
}

func listWarnings() *reports.Document {
	var rows [][]string
	for _, w := range result.WarningCodes {
		rows = append(rows, []string{w.Code, w.Meaning, w.Do})
	}
	return listing("warnings", []string{"Warning", "What it means", "What to do"}, rows)
}
