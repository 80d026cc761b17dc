package reports

import (
	"math"
	"strings"

	"mcpstats/analysis/result"
)

// TextCell is a cell of text that came from a log: made visible and, where it is
// long, shortened for display; whole in Full.
func TextCell(s string) Cell { return CutCell(s, MaxTextRunes) }

// NameCell is TextCell for names.
func NameCell(s string) Cell { return CutCell(s, MaxNameRunes) }

// CutCell is a cell of text that shows at most limit runes of it (Shorten), with what is invisible made
// visible; Full holds the text as it is where that differs.
func CutCell(s string, limit int) Cell {
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

// MissingCell stands for a number that does not exist.
func MissingCell(kind Kind) Cell { return Cell{Text: MissingText, Kind: kind, Tone: Faint} }

// Value is a cell with a value of the metric.
func (s Scale) Value(v *float64) Cell {
	if v == nil {
		return MissingCell(s.Kind())
	}
	return Cell{Text: s.Text(*v), Value: *v, HasValue: true, Decimals: s.Decimals, Measure: s.Measure, Kind: s.Kind()}
}

// UnitCell names the unit of the values beside it; percent is printed for what
// is kept as a share.
func (s Scale) UnitCell() Cell {
	if s.Share {
		return Cell{Text: "%", Full: s.Unit}
	}
	if s.Measure != AsItIs {
		return Cell{Text: s.unit(), Full: s.Unit}
	}
	return NameCell(s.Unit)
}

// Difference is a cell with a difference of two values.
func (s Scale) Difference(v *float64) Cell {
	if v == nil {
		return MissingCell(s.DifferenceKind())
	}
	return Cell{Text: s.SignedText(*v), Value: *v, HasValue: true, Decimals: s.Decimals, Measure: s.Measure, Kind: s.DifferenceKind()}
}

// Interval is a cell with an interval of a value.
func (s Scale) Interval(i *result.IntervalEstimate) Cell {
	return s.intervalBy(i, s.Bare, s.Kind())
}

// DifferenceInterval is a cell with an interval of a difference.
func (s Scale) DifferenceInterval(i *result.IntervalEstimate) Cell {
	return s.intervalBy(i, s.signedBare, s.DifferenceKind())
}

func (s Scale) intervalBy(i *result.IntervalEstimate, print func(float64) string, bounding Kind) Cell {
	if i == nil {
		return MissingCell(Interval)
	}
	low, high := float64(i.Low), float64(i.High)
	return Cell{Text: Bounds(print(low), print(high)), Low: low, High: high, HasValue: true, Decimals: s.Decimals, Measure: s.Measure, Kind: Interval, Bounds: bounding}
}

// PCell is a cell with a p-value.
func PCell(p *float64, alpha float64) Cell {
	if p == nil {
		return MissingCell(PValue)
	}
	text, decimals := formatP(*p, alpha)
	return Cell{Text: text, Value: *p, HasValue: true, Decimals: decimals, Kind: PValue}
}

// NumberCell is a cell with a plain number of fixed digits.
func NumberCell(v *float64, decimals int) Cell {
	if v == nil {
		return MissingCell(Number)
	}
	return Cell{Text: FormatNumber(*v, decimals), Value: *v, HasValue: true, Decimals: decimals, Kind: Number}
}

// StatisticCell is a cell with a test statistic or an effect size.
func StatisticCell(v *result.Float) Cell {
	if v == nil {
		return MissingCell(Number)
	}
	f := float64(*v)
	decimals := 0
	if !math.IsInf(f, 0) {
		decimals = StatisticDecimals(f)
	}
	return Cell{Text: FormatStatistic(f), Value: f, HasValue: true, Decimals: decimals, Kind: Number}
}

// NumberInterval is a cell with an interval of a plain number.
func NumberInterval(i *result.IntervalEstimate, decimals int) Cell {
	return Scale{Decimals: decimals}.Interval(i)
}

// StatisticInterval is a cell with an interval of an effect size.
func StatisticInterval(i *result.IntervalEstimate) Cell {
	if i == nil {
		return MissingCell(Interval)
	}
	low, high := float64(i.Low), float64(i.High)
	return Cell{Text: Bounds(FormatStatistic(low), FormatStatistic(high)), Low: low, High: high, HasValue: true, Decimals: 2, Kind: Interval}
}

// Yes is a cell with the answer to a question.
func Yes(is bool) Cell {
	if is {
		return Cell{Text: "yes"}
	}
	return Cell{Text: "no", Tone: Faint}
}

// Degrees prints degrees of freedom: none, one or two.
func Degrees(df []float64) string {
	var parts []string
	for _, d := range df {
		parts = append(parts, FormatStatistic(d))
	}
	return strings.Join(parts, ", ")
}

// NotesCell is a cell with remarks.
func NotesCell(notes []string) Cell { return TextCell(strings.Join(notes, "; ")) }
