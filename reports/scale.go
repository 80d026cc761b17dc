package reports

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/result"
)

// Scale is how the values of one metric print throughout a document: a share as
// percent, everything else as a plain number, with as many digits as the
// intervals of the runs support.
type Scale struct {
	Share    bool
	Unit     string
	Decimals int
	Measure  Measure // in which values print; Decimals are of it
	// scientific: values are so small that they print as 1.23e-10, decimals being the
	// digits after the mantissa's point.
	scientific bool
}

// mostDecimals is how many places after the point a plain number prints.
const mostDecimals = 9

// asGiven is the unit of values of which nobody said one.
const asGiven = "as given"

// NewScale takes the digits from the median half-width of the given intervals:
// two of its significant digits are printed, as more would be noise. Without
// intervals the largest value is given three significant digits. What is called a
// share and exceeds 1, as grades in somebody's scores can, prints as a plain number.
func NewScale(unit string, intervals []*result.IntervalEstimate, values []float64) Scale {
	s := Scale{Share: result.IsShare(unit), Unit: unit}
	if s.Share && len(values) > 0 && slices.Max(values) > 1+1e-9 {
		s.Share, s.Unit = false, asGiven
	}
	factor := 1.0
	if s.Share {
		factor = 100
	} else if s.Measure = measureOf(unit, values); s.Measure != AsItIs {
		factor = 1 / s.Measure.Divisor()
	}
	var half []float64
	for _, i := range intervals {
		if h := factor * float64(i.High-i.Low) / 2; h > 0 && !math.IsInf(h, 0) {
			half = append(half, h)
		}
	}
	largest := 0.0
	for _, v := range values {
		largest = max(largest, math.Abs(v))
	}
	if s.Measure != AsItIs {
		largest *= factor
	}
	switch {
	case len(half) > 0:
		slices.Sort(half)
		s.Decimals = 1 - int(math.Floor(math.Log10(half[len(half)/2])))
	case s.Share:
		s.Decimals = 1
	case allWhole(values) && factor == 1:
		s.Decimals = 0
	case largest > 0:
		s.Decimals = 2 - int(math.Floor(math.Log10(largest)))
	}
	if s.Share {
		s.Decimals = min(max(s.Decimals, 1), 4)
		return s
	}
	s.Decimals = max(s.Decimals, 0)
	if s.Measure == Dollars {
		s.Decimals = max(s.Decimals, 2) // cents
	}
	if s.Decimals > mostDecimals {
		// Beyond them it is the power of ten that tells, not the place: 1.23e-10.
		s.Decimals, s.scientific = 2, true
		if largest > 0 && len(half) > 0 {
			finest := math.Floor(math.Log10(largest)) - math.Floor(math.Log10(half[len(half)/2]))
			s.Decimals = int(min(max(finest+1, 2), mostDecimals))
		}
	}
	return s
}

func allWhole(values []float64) bool {
	for _, v := range values {
		if v != math.Trunc(v) {
			return false
		}
	}
	return true
}

// Kind and differenceKind are the column kinds of values and of differences.
func (s Scale) Kind() Kind {
	if s.Share {
		return Percent
	}
	return Number
}

// DifferenceKind is the kind of a difference's cell: Points for shares, else a plain number.
func (s Scale) DifferenceKind() Kind {
	if s.Share {
		return Points
	}
	return Number
}

// AxisUnit names the unit of values within a column header or an axis.
func (s Scale) AxisUnit() string {
	if s.Share {
		return "%"
	}
	return s.unit()
}

// unit names the unit in which values print.
func (s Scale) unit() string {
	if s.Measure != AsItIs {
		return measures[s.Measure].unit
	}
	return s.Unit
}

// DifferenceUnit names the unit of differences within a column header or an axis: points for shares.
func (s Scale) DifferenceUnit() string {
	if s.Share {
		return "points"
	}
	return s.unit()
}

// Text prints a value as prose and tables have it: with its sign of percent, or with the unit of its
// measure, else without a unit.
func (s Scale) Text(v float64) string {
	if s.Share {
		return FormatPercent(v, s.Decimals)
	}
	return s.Measure.dress(s.plain(v))
}

// plain prints a value that is no share, in its measure.
func (s Scale) plain(v float64) string {
	v = s.Measure.Of(v)
	if s.scientific && v != 0 && !math.IsNaN(v) && !math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'e', s.Decimals, 64)
	}
	return FormatNumber(v, s.Decimals)
}

// Bare prints a value without the percent sign, as interval bounds have it.
func (s Scale) Bare(v float64) string {
	if s.Share {
		return decimal(v, 2, s.Decimals)
	}
	return s.plain(v)
}

// SignedText prints a difference as tables have it: points without the word, the unit of a measure,
// else no unit.
func (s Scale) SignedText(v float64) string { return s.Measure.dress(signed(s.Bare(v))) }

// signedBare is SignedText without any unit, as interval bounds have it.
func (s Scale) signedBare(v float64) string { return signed(s.Bare(v)) }

// WithUnit prints a difference with its unit: "+8.2 points", "-1.3 calls".
func (s Scale) WithUnit(v float64) string {
	if s.Unit == asGiven && !s.Share || s.Measure != AsItIs {
		return s.SignedText(v)
	}
	return s.SignedText(v) + " " + s.DifferenceUnit()
}

// InWords names the unit within a caption: "in percent", "in calls".
func (s Scale) InWords() string {
	switch {
	case s.Share:
		return "in percent"
	case s.Unit == "":
		return "as plain numbers"
	case s.Unit == asGiven:
		return asGiven
	case s.Measure != AsItIs:
		return "in " + measures[s.Measure].words
	default:
		return "in " + s.Unit
	}
}

// Amount prints a difference without a sign, with its unit: "8.2 points".
func (s Scale) Amount(v float64) string {
	unit := Visible(s.DifferenceUnit())
	switch {
	case s.Measure != AsItIs:
		return s.Measure.dress(s.Bare(v))
	case unit == "" || unit == asGiven:
		return s.Bare(v)
	}
	return s.Bare(v) + " " + unit
}

// Margin prints the margin of an equivalence as it was set: "2 points".
func (s Scale) Margin(e *result.Equivalence) string {
	value := FormatStatistic(s.Measure.Of(e.Margin))
	if s.Measure != AsItIs {
		return s.Measure.dress(value)
	}
	if s.Share {
		value = strings.TrimSuffix(FormatLevel(e.Margin), "%")
	}
	unit := Visible(s.DifferenceUnit())
	if unit == "" || unit == asGiven {
		return value
	}
	return value + " " + unit
}
