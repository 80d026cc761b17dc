// Package csvout renders a table as CSV: a header of keys, then one line per row,
// numbers unrounded and shares as fractions, text whole.
package csvout

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
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
	columns := slices.Clone(t.Columns)
	for i := range columns {
		columns[i].Labelled = columns[i].Kind == reports.Text && slices.ContainsFunc(t.Rows, func(row []reports.Cell) bool { return i < len(row) && row[i].Logged != "" })
	}
	err := Write(&out, reports.Listing{ID: t.ID, Columns: columns, Rows: slices.Values(t.Rows)})
	return out.Bytes(), err
}

// Write writes a table row by row, as Render does. Errors: Render's; w's.
func Write(out io.Writer, t reports.Listing) error {
	w := csv.NewWriter(out)
	var line []string
	for _, c := range t.Columns {
		if c.Kind == reports.Interval {
			line = append(line, c.Key+"_low", c.Key+"_high")
		} else {
			line = append(line, guard(c.Key))
		}
		if c.Labelled {
			line = append(line, guard(c.Key+"_label"))
		}
	}
	if err := w.Write(line); err != nil {
		return err
	}
	n := 0
	for row := range t.Rows {
		n++
		if len(row) != len(t.Columns) {
			return fmt.Errorf("csv: row %d of table %s has %d cells, expected %d", n, t.ID, len(row), len(t.Columns))
		}
		line = line[:0]
		for k := range row {
			line = appendFields(line, t.Columns[k].Kind, &row[k])
			if t.Columns[k].Labelled {
				line = append(line, guard(shown(&row[k])))
			}
		}
		// The writer leaves a single empty field as an empty line, which readers skip.
		if len(line) == 1 && line[0] == "" {
			w.Flush()
			if _, err := io.WriteString(out, "\"\"\n"); err != nil {
				return err
			}
			continue
		}
		if err := w.Write(line); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

func appendFields(line []string, kind reports.Kind, c *reports.Cell) []string {
	switch {
	case kind == reports.Interval && !c.HasValue:
		return append(line, "", "")
	case kind == reports.Interval:
		return append(line, number(c.Low), number(c.High))
	case kind == reports.Text && c.Logged != "":
		return append(line, guard(c.Logged))
	case kind == reports.Text:
		return append(line, guard(shown(c)))
	case !c.HasValue:
		return append(line, "")
	default:
		return append(line, number(c.Value))
	}
}

// shown is a cell's text, whole: its label, where the name has one.
func shown(c *reports.Cell) string {
	if c.Full != "" {
		return c.Full
	}
	return c.Text
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
