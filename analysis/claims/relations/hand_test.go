package relations

import (
	"strconv"
	"strings"

	"mcpstats/datasets/document"
)

// tabled makes a document of one table: rows of cells between tabs, the first row and the
// first column of heads. A cell between stars is bold.
func tabled(caption, rows string, before ...string) *document.Document {
	d := &document.Document{File: "made-up", Format: "text"}
	for i, s := range before {
		d.Blocks = append(d.Blocks, document.Block{Kind: document.Paragraph, Text: document.Text{Plain: s}, Place: document.Place{Line: i + 1}})
	}
	d.Blocks = append(d.Blocks, document.Block{Kind: document.TableBlock, Table: tableOf("t1", "Table 1", caption, rows), Place: document.Place{Line: 99}})
	return d
}

// written makes a document of paragraphs and tables in their order: a table is a caption that
// begins with its label ("Table 2: ..."), and below it rows of cells between tabs.
func written(parts ...string) *document.Document {
	d := &document.Document{File: "made-up", Format: "text"}
	tables := 0
	for i, s := range parts {
		caption, rows, isTable := strings.Cut(s, "\n")
		if !isTable {
			d.Blocks = append(d.Blocks, document.Block{Kind: document.Paragraph, Text: document.Text{Plain: s}, Place: document.Place{Line: i + 1}})
			continue
		}
		tables++
		label, _, _ := strings.Cut(caption, ":")
		d.Blocks = append(d.Blocks, document.Block{Kind: document.TableBlock, Table: tableOf("t"+strconv.Itoa(tables), label, caption, rows), Place: document.Place{Line: i + 1}})
	}
	return d
}

func tableOf(id, label, caption, rows string) *document.Table {
	t := &document.Table{ID: id, Label: label, Caption: document.Text{Plain: caption}, HeadRows: 1, HeadColumns: 1}
	for i, line := range strings.Split(strings.TrimSpace(rows), "\n") {
		var row []document.Cell
		for _, c := range strings.Split(line, "\t") {
			text := document.Text{Plain: strings.Trim(c, "*")}
			if strings.HasPrefix(c, "*") {
				text.Styles = []document.Style{{Look: document.Bold, From: 0, To: len(text.Plain)}}
			}
			row = append(row, document.Cell{Text: text, RowSpan: 1, ColSpan: 1, Place: document.Place{Line: 100 + i}})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
