package html

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"mcpstats/reports"
)

type table struct {
	ID, Caption, CSV string
	Columns          []column
	Rows             [][]cell
	Notes            []string
	Folded           bool
	Count            string // of rows, in words
}

// column's Kind is text, number or interval, as the script needs to know it.
type column struct {
	Name, Key, Kind string
	Numeric         bool
}

// cell is one entry. Value, Low and High are what the script sorts and copies;
// Pad is invisible and makes numbers of a column end the same way, so that
// their decimal points stand below each other.
type cell struct {
	Text, Full, Link string
	Class            string
	Strong           bool
	Value, Low, High string
	Pad              string
	Head             bool // names its row
}

const (
	// longText is the length in runes beyond which a cell may break into lines.
	longText = 44
)

// table turns a table into what the template prints.
func (a anchors) table(t reports.Table) (*table, error) {
	out := &table{ID: t.ID, Caption: t.Caption, CSV: reports.TablePath(t.ID, "csv"), Notes: t.Notes, Folded: t.Long}
	out.Count = strconv.Itoa(len(t.Rows)) + " rows"
	if len(t.Rows) == 1 {
		out.Count = "1 row"
	}
	for _, c := range t.Columns {
		k := column{Name: c.Name, Key: c.Key, Kind: "number", Numeric: c.Kind != reports.Text}
		switch c.Kind {
		case reports.Text:
			k.Kind = "text"
		case reports.Interval:
			k.Kind = "interval"
		}
		out.Columns = append(out.Columns, k)
	}
	decimals := make([]int, len(t.Columns)) // the longest tail of each column
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return nil, fmt.Errorf("html: row %d of table %s has %d cells, expected %d", i+1, t.ID, len(row), len(t.Columns))
		}
		for k, c := range row {
			if padded(kindOf(t.Columns[k], c)) && c.HasValue {
				decimals[k] = max(decimals[k], len(tail(c.Text)))
			}
		}
	}
	for _, row := range t.Rows {
		cells := make([]cell, len(row))
		for k, c := range row {
			cells[k] = a.cell(c, kindOf(t.Columns[k], c), decimals[k])
			cells[k].Head = k == 0 && t.Columns[k].Kind == reports.Text
		}
		out.Rows = append(out.Rows, cells)
	}
	return out, nil
}

func kindOf(c reports.Column, e reports.Cell) reports.Kind {
	if c.Kind == reports.Mixed {
		return e.Kind
	}
	return c.Kind
}

func (a anchors) cell(c reports.Cell, kind reports.Kind, decimals int) cell {
	out := cell{Text: c.Text, Full: c.Full, Link: a.link(c.Link), Strong: c.Strong}
	var classes []string
	if kind != reports.Text {
		classes = append(classes, "n")
	} else if utf8.RuneCountInString(c.Text) > longText {
		classes = append(classes, "l")
	}
	if tone := toneClass(c.Tone); tone != "" {
		classes = append(classes, tone)
	}
	out.Class = strings.Join(classes, " ")
	if !c.HasValue {
		return out
	}
	if kind == reports.Interval {
		out.Low, out.High = number(c.Low), number(c.High)
		return out
	}
	out.Value = number(c.Value)
	if padded(kind) {
		if short := decimals - len(tail(c.Text)); short > 0 {
			out.Pad = strings.Repeat("0", short)
			if len(tail(c.Text)) == 0 {
				out.Pad = "." + out.Pad[1:]
			}
		}
	}
	return out
}

// padded tells which kinds are aligned at the decimal point.
func padded(k reports.Kind) bool {
	return k == reports.Number || k == reports.Percent || k == reports.Points || k == reports.PValue || k == reports.Integer
}

// tail is a number's decimal point and the digits behind it.
func tail(s string) string {
	_, digits, found := strings.Cut(s, ".")
	if !found {
		return ""
	}
	n := 0
	for n < len(digits) && digits[n] >= '0' && digits[n] <= '9' {
		n++
	}
	return "." + digits[:n]
}

// number is a value as the CSV files print it.
func number(v float64) string {
	switch {
	case math.IsNaN(v):
		return ""
	case math.IsInf(v, 1):
		return "Infinity"
	case math.IsInf(v, -1):
		return "-Infinity"
	case v == math.Trunc(v) && math.Abs(v) < 1e15:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
