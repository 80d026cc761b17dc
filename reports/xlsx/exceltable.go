package xlsx

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"text/template"

	"github.com/xuri/excelize/v2"
)

// table makes rows with their header an Excel table, named after the ID, with
// filters. The library would look for the header's texts among the cells, which a
// streamed sheet no longer has: it places the table, and what it is stands in a
// part of its own.
func (s *sheet) table(header int, columns []string, rows int, id string) {
	ref, err := rangeOf(header, len(columns), rows)
	s.do(err)
	name := s.book.tableName(id)
	n := len(s.book.tables)
	no := false
	s.do(s.book.file.AddTable(s.name, &excelize.Table{Range: ref, Name: name, ShowHeaderRow: &no}))
	var out bytes.Buffer
	s.do(tableXML.Execute(&out, map[string]any{"ID": n, "Name": name, "Range": ref, "Columns": columns}))
	s.book.replaced[fmt.Sprintf("xl/tables/table%d.xml", n)] = out.Bytes()
}

// tableXML is an Excel table as ECMA-376, part 1, section 18.5.1.2 has it.
var tableXML = template.Must(template.New("").Funcs(template.FuncMap{"xml": escaped, "literal": literal, "one": func(i int) int { return i + 1 }}).Parse(
	`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="{{.ID}}" name="{{xml .Name}}" displayName="{{xml .Name}}" ref="{{.Range}}" totalsRowShown="0"><autoFilter ref="{{.Range}}"/>` +
		`<tableColumns count="{{len .Columns}}">{{range $i, $c := .Columns}}<tableColumn id="{{one $i}}" name="{{xml (literal $c)}}"/>{{end}}</tableColumns>` +
		`<tableStyleInfo name="TableStyleLight1" showFirstColumn="0" showLastColumn="0" showRowStripes="0" showColumnStripes="0"/></table>`))

// escape is how workbooks spell a character by its number. Text that looks like one
// must spell its first underscore so.
var escape = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// literal is a text that reads back as it is.
func literal(s string) string {
	return escape.ReplaceAllStringFunc(s, func(e string) string { return "_x005F" + e })
}

func rangeOf(header, columns, rows int) (string, error) {
	first, err := excelize.CoordinatesToCellName(1, header)
	if err != nil {
		return "", err
	}
	last, err := excelize.CoordinatesToCellName(columns, header+rows)
	if err != nil {
		return "", err
	}
	return first + ":" + last, nil
}

// tableName is a name that Excel takes: letters, digits and underscores, no
// cell's address, unique in the workbook.
func (b *book) tableName(id string) string {
	name := "t_" + strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, clip(id, 100))
	base := name
	for i := 2; b.tables[strings.ToLower(name)]; i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	b.tables[strings.ToLower(name)] = true
	return name
}
