package reports

import (
	"math"
	"strings"

	"mcpstats/analysis/result"
)

// TextCell is a cell of text that came from a log: made visible and, where it is
// long, shortened for display; whole in Full.
func TextCell(s string) Cell { return cutCell(s, maxTextRunes) }

// nameCell is TextCell for names.
func nameCell(s string) Cell { return cutCell(s, maxNameRunes) }

func cutCell(s string, limit int) Cell {
	shown := Shorten(Visible(s), limit)
	if shown == s {
		return Cell{Text: s}
	}
	return Cell{Text: shown, Full: s}
}

// CountCell is a cell that holds a count.
func CountCell(n int) Cell {
	return Cell{Text: FormatCount(n), Value: float64(n), HasValue: true, Kind: Integer}
}

// missingCell stands for a number that does not exist.
func missingCell(kind Kind) Cell { return Cell{Text: missingText, Kind: kind, Tone: Faint} }

// value is a cell with a value of the metric.
func (s scale) value(v *float64) Cell {
	if v == nil {
		return missingCell(s.kind())
	}
	return Cell{Text: s.text(*v), Value: *v, HasValue: true, Decimals: s.decimals, Kind: s.kind()}
}

// unitCell names the unit of the values beside it; percent is printed for what
// is kept as a share.
func (s scale) unitCell() Cell {
	if s.share {
		return Cell{Text: "%", Full: s.unit}
	}
	return nameCell(s.unit)
}

// difference is a cell with a difference of two values.
func (s scale) difference(v *float64) Cell {
	if v == nil {
		return missingCell(s.differenceKind())
	}
	return Cell{Text: s.signedText(*v), Value: *v, HasValue: true, Decimals: s.decimals, Kind: s.differenceKind()}
}

// interval is a cell with an interval of a value.
func (s scale) interval(i *result.IntervalEstimate) Cell {
	return s.intervalBy(i, s.bare, s.kind())
}

// differenceInterval is a cell with an interval of a difference.
func (s scale) differenceInterval(i *result.IntervalEstimate) Cell {
	return s.intervalBy(i, s.signedText, s.differenceKind())
}

func (s scale) intervalBy(i *result.IntervalEstimate, print func(float64) string, bounding Kind) Cell {
	if i == nil {
		return missingCell(Interval)
	}
	low, high := float64(i.Low), float64(i.High)
	return Cell{Text: bounds(print(low), print(high)), Low: low, High: high, HasValue: true, Decimals: s.decimals, Kind: Interval, Bounds: bounding}
}

// pCell is a cell with a p-value.
func pCell(p *float64, alpha float64) Cell {
	if p == nil {
		return missingCell(PValue)
	}
	text, decimals := formatP(*p, alpha)
	return Cell{Text: text, Value: *p, HasValue: true, Decimals: decimals, Kind: PValue}
}

// numberCell is a cell with a plain number of fixed digits.
func numberCell(v *float64, decimals int) Cell {
	if v == nil {
		return missingCell(Number)
	}
	return Cell{Text: FormatNumber(*v, decimals), Value: *v, HasValue: true, Decimals: decimals, Kind: Number}
}

// statisticCell is a cell with a test statistic or an effect size.
func statisticCell(v *result.Float) Cell {
	if v == nil {
		return missingCell(Number)
	}
	f := float64(*v)
	decimals := 0
	if !math.IsInf(f, 0) {
		decimals = statisticDecimals(f)
	}
	return Cell{Text: FormatStatistic(f), Value: f, HasValue: true, Decimals: decimals, Kind: Number}
}

// numberInterval is a cell with an interval of a plain number.
func numberInterval(i *result.IntervalEstimate, decimals int) Cell {
	return scale{decimals: decimals}.interval(i)
}

// statisticInterval is a cell with an interval of an effect size.
func statisticInterval(i *result.IntervalEstimate) Cell {
	if i == nil {
		return missingCell(Interval)
	}
	low, high := float64(i.Low), float64(i.High)
	return Cell{Text: bounds(FormatStatistic(low), FormatStatistic(high)), Low: low, High: high, HasValue: true, Decimals: 2, Kind: Interval}
}

// yes is a cell with the answer to a question.
func yes(is bool) Cell {
	if is {
		return Cell{Text: "yes"}
	}
	return Cell{Text: "no", Tone: Faint}
}

// degrees prints degrees of freedom: none, one or two.
func degrees(df []float64) string {
	var parts []string
	for _, d := range df {
		parts = append(parts, FormatStatistic(d))
	}
	return strings.Join(parts, ", ")
}

// notesCell is a cell with remarks.
func notesCell(notes []string) Cell { return TextCell(strings.Join(notes, "; ")) }
