// Package csvout renders a table as CSV: a header of keys, then one line per row,
// numbers unrounded and shares as fractions, text whole.
package csvout

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"

	"mcpstats/reports"
)

// Render returns the table as CSV. A column of intervals becomes two, <key>_low
// and <key>_high. A number that does not exist is empty; an infinite bound is
// Infinity or -Infinity, as in results.json.
//
// Text that a spreadsheet would take for a formula is preceded by an apostrophe.
//
// Errors: a row with more or fewer cells than the table has columns.
func Render(t reports.Table) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	var line []string
	for _, c := range t.Columns {
		if c.Kind == reports.Interval {
			line = append(line, c.Key+"_low", c.Key+"_high")
		} else {
			line = append(line, guard(c.Key))
		}
	}
	if err := w.Write(line); err != nil {
		return nil, err
	}
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return nil, fmt.Errorf("csv: row %d of table %s has %d cells, expected %d", i+1, t.ID, len(row), len(t.Columns))
		}
		line = line[:0]
		for k, cell := range row {
			line = append(line, fields(t.Columns[k].Kind, cell)...)
		}
		// The writer leaves a single empty field as an empty line, which readers skip.
		if len(line) == 1 && line[0] == "" {
			w.Flush()
			out.WriteString("\"\"\n")
			continue
		}
		if err := w.Write(line); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

func fields(kind reports.Kind, c reports.Cell) []string {
	switch {
	case kind == reports.Interval && !c.HasValue:
		return []string{"", ""}
	case kind == reports.Interval:
		return []string{number(c.Low), number(c.High)}
	case kind == reports.Text && c.Full != "":
		return []string{guard(c.Full)}
	case kind == reports.Text:
		return []string{guard(c.Text)}
	case !c.HasValue:
		return []string{""}
	default:
		return []string{number(c.Value)}
	}
}

func number(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "Infinity"
	case math.IsInf(v, -1):
		return "-Infinity"
	case v == math.Trunc(v) && math.Abs(v) < 1e15:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// guard keeps a spreadsheet from running text as a formula. The signs are those
// of OWASP's page on CSV injection, with their full-width forms, after any blanks.
func guard(s string) string {
	trimmed := strings.TrimLeft(s, " \u00a0\ufeff")
	if trimmed == "" {
		return s
	}
	if strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(trimmed)[0]) {
		return "'" + s
	}
	return s
}
