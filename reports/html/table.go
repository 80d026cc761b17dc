package html

import (
	"bytes"
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"mcpstats/reports"
)

type table struct {
	ID, Caption, CSV string
	Columns          []column
	Rows             template.HTML
	Notes            []string
	Folded           bool
	Count            string // of rows, in words
	Part             string // what the page holds of the rows, in words; empty: all of them
}

// column's Kind is text, number or interval, as the script needs to know it.
type column struct {
	Name      []string
	Class     string
	Key, Kind string
}

// Lengths in runes beyond which a cell's text breaks into lines: a name, and a
// sentence, which gets a wider column.
const (
	longName = 24
	longText = 48
)

// mostRows is how many rows of a long table a page holds. Thousands of rows, which nobody
// reads in a browser, would be most of a page's size and of the time that it takes to open.
const mostRows = 300

// table turns a table into what the template prints.
func (a anchors) table(t reports.Table) (*table, error) {
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return nil, fmt.Errorf("html: row %d of table %s has %d cells, expected %d", i+1, t.ID, len(row), len(t.Columns))
		}
	}
	t = t.Shown()
	out := &table{ID: t.ID, Caption: t.Caption, CSV: reports.TablePath(t.ID, "csv"), Notes: t.Notes, Folded: t.Long}
	out.Count = strconv.Itoa(len(t.Rows)) + " rows"
	if len(t.Rows) == 1 {
		out.Count = "1 row"
	}
	if t.Long && len(t.Rows) > mostRows {
		out.Count = reports.FormatCount(len(t.Rows)) + " rows"
		out.Part = "the first " + reports.FormatCount(mostRows) + " of " + out.Count
		t.Rows = t.Rows[:mostRows]
	}
	for _, c := range t.Columns {
		k := column{Name: breakable(c.Name), Key: c.Key, Kind: "number"}
		var classes []string
		if c.Kind != reports.Text {
			classes = append(classes, "n")
		}
		if utf8.RuneCountInString(c.Name) > longName {
			classes = append(classes, "m")
		}
		k.Class = strings.Join(classes, " ")
		switch c.Kind {
		case reports.Text:
			k.Kind = "text"
		case reports.Interval:
			k.Kind = "interval"
		}
		out.Columns = append(out.Columns, k)
	}
	tails := make([]tail, len(t.Columns)) // the longest of each column
	for _, row := range t.Rows {
		for k, c := range row {
			if padded(kindOf(t.Columns[k], c)) && c.HasValue {
				tails[k].grow(tailOf(c.Text))
			}
		}
	}
	var b bytes.Buffer
	for _, row := range t.Rows {
		b.WriteString("<tr>\n")
		for k, c := range row {
			a.cell(&b, c, kindOf(t.Columns[k], c), tails[k], k == 0 && t.Columns[k].Kind == reports.Text)
		}
	}
	out.Rows = template.HTML(b.String())
	return out, nil
}

func kindOf(c reports.Column, e reports.Cell) reports.Kind {
	if c.Kind == reports.Mixed {
		return e.Kind
	}
	return c.Kind
}

// padded tells which kinds are aligned at the decimal point.
func padded(k reports.Kind) bool {
	return k == reports.Number || k == reports.Percent || k == reports.Points || k == reports.PValue || k == reports.Integer
}

// tail is what stands in a number's text from the decimal point on: the point
// with its digits, and whether a percent sign follows.
type tail struct {
	digits  int // the point included
	percent bool
}

func tailOf(s string) tail {
	t := tail{percent: strings.HasSuffix(s, "%")}
	if _, digits, found := strings.Cut(s, "."); found {
		t.digits = 1
		for t.digits <= len(digits) && digits[t.digits-1] >= '0' && digits[t.digits-1] <= '9' {
			t.digits++
		}
	}
	return t
}

func (t *tail) grow(by tail) {
	t.digits = max(t.digits, by.digits)
	t.percent = t.percent || by.percent
}

// beyond is what a shorter tail lacks, in characters of the same widths.
func (t tail) beyond(short tail) string {
	pad := ""
	if n := t.digits - short.digits; n > 0 {
		pad = strings.Repeat("0", n)
		if short.digits == 0 {
			pad = "." + pad[1:]
		}
	}
	if t.percent && !short.percent {
		pad += "%"
	}
	return pad
}

// breakable splits a name after the marks that names are joined with, at which
// a browser would not break a line by itself.
func breakable(s string) []string {
	var out []string
	from := 0
	for i, r := range s {
		if (r == '_' || r == '/' || r == '.' || r == ':') && i+1 < len(s) {
			out = append(out, s[from:i+1])
			from = i + 1
		}
	}
	return append(out, s[from:])
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
