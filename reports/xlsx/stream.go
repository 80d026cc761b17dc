package xlsx

import (
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// streamHead writes what stands above a streamed table: the sheet's name, the way
// back, what it holds, and the header in the fourth row.
func (b *book) streamHead(w *excelize.StreamWriter, sheet, says string, header []string, widths widths) error {
	columns, width := widths.span(proseWidth)
	for i, line := range []struct {
		text string
		look style
	}{{sheet, style{strong: true, size: 14}}, {"Back to the summary", style{link: true}}, {text(says), style{tone: reports.Faint, wrap: true}}} {
		id, err := b.id(line.look)
		if err != nil {
			return err
		}
		var opts []excelize.RowOpts
		if line.look.wrap {
			opts = append(opts, excelize.RowOpts{Height: lineHeight * float64(linesOf(line.text, width))})
		}
		if err := w.SetRow(fmt.Sprintf("A%d", i+1), []any{excelize.Cell{StyleID: id, Value: line.text}}, opts...); err != nil {
			return err
		}
	}
	last, err := excelize.CoordinatesToCellName(columns, 3)
	if err != nil {
		return err
	}
	if err := w.MergeCell("A3", last); err != nil {
		return err
	}
	head, err := b.id(style{header: true, wrap: true})
	if err != nil {
		return err
	}
	row := make([]any, len(header))
	lines := 1
	for i, name := range header {
		row[i] = excelize.Cell{StyleID: head, Value: name}
		lines = max(lines, linesOf(name, widths.of[i]-3))
	}
	const mostLines = 6
	return w.SetRow("A4", row, excelize.RowOpts{Height: lineHeight*float64(min(lines, mostLines)) + 3})
}

// streamTable makes what was streamed an Excel table with filters.
func (b *book) streamTable(w *excelize.StreamWriter, header, columns, rows int, name string) error {
	ref, err := rangeOf(header, columns, rows)
	if err != nil {
		return err
	}
	stripes := false
	return w.AddTable(&excelize.Table{Range: ref, Name: b.tableName(name), StyleName: "TableStyleLight1", ShowRowStripes: &stripes})
}

// distinct makes headers that differ, whatever the case, as Excel's tables need.
func distinct(names []string) []string {
	out := make([]string, len(names))
	taken := map[string]bool{}
	for i, name := range names {
		name = strings.Join(strings.Fields(clip(name, 200)), " ")
		unique := name
		for n := 2; taken[strings.ToLower(unique)] || unique == ""; n++ {
			unique = strings.TrimSpace(fmt.Sprintf("%s (%d)", name, n))
		}
		taken[strings.ToLower(unique)] = true
		out[i] = unique
	}
	return out
}
