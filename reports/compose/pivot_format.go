package compose

import (
	"strconv"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// pivotFormat is how the numbers of a column print. Where nobody asked for digits it is the
// metric's own scale; a number that is not 0 and would print so says below what it is.
type pivotFormat struct {
	scale    reports.Scale
	kind     reports.Kind
	decimals int
	suffix   string  // "%" behind the number
	divide   float64 // thousands and millions are divided for print alone: CSV and workbook hold the number
	asked    bool
	signed   bool
	counts   bool // sums of verdicts and the like are whole: no digits
}

// readFormats reads "1%" and "latency_ms:1, sum(total_tokens):2M" by column; "" is all others.
func (p *pivot) readFormats() (map[string]string, error) {
	out := map[string]string{}
	for _, entry := range splitList(p.c.arg("format")) {
		column, format := "", entry
		if at := strings.LastIndex(entry, ":"); at >= 0 {
			column, format = strings.TrimSpace(entry[:at]), strings.TrimSpace(entry[at+1:])
		}
		if _, _, ok := digitsAndUnit(format); !ok {
			return nil, p.e.n.fault(p.c.lineOf("format"), "pivot: format %q; expected digits after the point from 0 to 9 and %%, k, M or nothing, as in 1%% or latency_ms:1", reports.Shorten(reports.Visible(entry), reports.MaxNameRunes))
		}
		out[column] = format
	}
	return out, nil
}

func digitsAndUnit(format string) (decimals int, unit string, ok bool) {
	unit = strings.TrimLeft(format, "0123456789")
	decimals, err := strconv.Atoi(format[:len(format)-len(unit)])
	unit = strings.TrimSpace(unit)
	return decimals, unit, err == nil && decimals <= 9 && (unit == "" || unit == "%" || unit == "k" || unit == "M")
}

// formatOf is how a kind of cell in a column prints.
func (p *pivot) formatOf(column, cell string) pivotFormat {
	s := p.at("", column)
	f := pivotFormat{scale: p.v.scale(s.metric), divide: 1, signed: cell == "difference"}
	of := cellOr(s.cell, cell)
	if cell == "difference" || cell == "interval" {
		of = p.basis(s)
	}
	switch {
	case cell == "share":
		f.kind, f.decimals, f.suffix = reports.Percent, 1, "%"
	case cell == "ratio":
		f.kind, f.decimals = reports.Number, 2
	case p.calls(), of == "tasks", of == "n", of == "attempts", of == "runs":
		f.kind = reports.Integer
	case of == "sum", of == "count":
		f.kind, f.counts = reports.Number, true
	default:
		f.kind, f.decimals = f.scale.Kind(), f.scale.Decimals
		if f.kind == reports.Percent {
			f.suffix = "%"
		}
	}
	format := p.formats[column]
	if format == "" {
		format = p.formats[s.metric]
	}
	if format == "" {
		format = p.formats[""]
	}
	if format == "" || f.kind == reports.Integer || cell == "share" || cell == "ratio" {
		return f
	}
	f.asked = true
	var unit string
	f.decimals, unit, _ = digitsAndUnit(format)
	f.kind, f.suffix = reports.Number, ""
	switch unit {
	case "%":
		f.kind, f.suffix = reports.Percent, "%"
	case "k":
		f.divide = 1e3
	case "M":
		f.divide = 1e6
	}
	return f
}

// columnKind is the kind of a column of such numbers: differences of shares are points.
func (f pivotFormat) columnKind() reports.Kind {
	if f.signed && f.kind == reports.Percent {
		return reports.Points
	}
	return f.kind
}

// unit is what a column's head says of its numbers, where they do not say it themselves.
func (f pivotFormat) unit() string {
	switch f.divide {
	case 1e3:
		return " (thousands)"
	case 1e6:
		return " (millions)"
	}
	return ""
}

func (f pivotFormat) value(x *float64) reports.Cell {
	if x == nil {
		return reports.MissingCell(f.columnKind())
	}
	decimals := f.decimals
	if f.counts && !f.asked && !isWhole(*x) {
		decimals = 2
	}
	return reports.Cell{Text: f.text(*x, decimals), Value: *x, HasValue: true, Decimals: decimals, Kind: f.columnKind()}
}

func (f pivotFormat) text(x float64, decimals int) string {
	switch {
	case !f.asked && f.signed && f.kind != reports.Integer:
		return f.scale.SignedText(x)
	case !f.asked && f.kind == f.scale.Kind() && f.decimals == f.scale.Decimals && decimals == f.decimals:
		return f.scale.Text(x)
	}
	print := func(x float64) string {
		if f.kind == reports.Percent {
			return reports.FormatPercent(x, decimals)
		}
		return reports.FormatNumber(x/f.divide, decimals)
	}
	text := print(x)
	if f.signed {
		text = strings.TrimSuffix(text, "%")
		if x > 0 && strings.Trim(text, "0.,") != "" {
			text = "+" + text
		}
		return text
	}
	if f.asked && x > 0 && strings.Trim(text, "0.,%") == "" {
		least := strings.Repeat("0", decimals) + "1"
		if decimals > 0 {
			least = "0." + least[1:]
		}
		return "<" + least + f.suffix
	}
	return text
}

// interval prints an interval of the column's numbers, without the unit.
func (f pivotFormat) interval(i *result.IntervalEstimate) reports.Cell {
	if i == nil || !f.asked {
		return f.scale.Interval(i)
	}
	cell := f.scale.Interval(i)
	bare := func(x float64) string { return strings.TrimSuffix(f.text(x, f.decimals), "%") }
	cell.Text, cell.Decimals = reports.Bounds(bare(float64(i.Low)), bare(float64(i.High))), f.decimals
	return cell
}
