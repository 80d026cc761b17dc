package reports

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/result"
)

// scale is how the values of one metric print throughout a document: a share as
// percent, everything else as a plain number, with as many digits as the
// intervals of the runs support.
type scale struct {
	share    bool
	unit     string
	decimals int
	// scientific: values are so small that they print as 1.23e-10, decimals being the
	// digits after the mantissa's point.
	scientific bool
}

// mostDecimals is how many places after the point a plain number prints.
const mostDecimals = 9

// asGiven is the unit of values of which nobody said one.
const asGiven = "as given"

// shareUnits are the units whose values print as percent.
var shareUnits = []string{"share", "proportion", "fraction", "rate"}

// newScale takes the digits from the median half-width of the given intervals:
// two of its significant digits are printed, as more would be noise. Without
// intervals the largest value is given three significant digits. What is called a
// share and exceeds 1, as grades in somebody's scores can, prints as a plain number.
func newScale(unit string, intervals []*result.IntervalEstimate, values []float64) scale {
	s := scale{share: slices.Contains(shareUnits, unit), unit: unit}
	if s.share && len(values) > 0 && slices.Max(values) > 1+1e-9 {
		s.share, s.unit = false, asGiven
	}
	factor := 1.0
	if s.share {
		factor = 100
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
	switch {
	case len(half) > 0:
		slices.Sort(half)
		s.decimals = 1 - int(math.Floor(math.Log10(half[len(half)/2])))
	case s.share:
		s.decimals = 1
	case allWhole(values):
		s.decimals = 0
	case largest > 0:
		s.decimals = 2 - int(math.Floor(math.Log10(largest)))
	}
	if s.share {
		s.decimals = min(max(s.decimals, 1), 4)
		return s
	}
	s.decimals = max(s.decimals, 0)
	if s.decimals > mostDecimals {
		// Beyond them it is the power of ten that tells, not the place: 1.23e-10.
		s.decimals, s.scientific = 2, true
		if largest > 0 && len(half) > 0 {
			finest := math.Floor(math.Log10(largest)) - math.Floor(math.Log10(half[len(half)/2]))
			s.decimals = int(min(max(finest+1, 2), mostDecimals))
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

// kind and differenceKind are the column kinds of values and of differences.
func (s scale) kind() Kind {
	if s.share {
		return Percent
	}
	return Number
}

func (s scale) differenceKind() Kind {
	if s.share {
		return Points
	}
	return Number
}

// axisUnit and differenceUnit name the unit within a column header or an axis.
func (s scale) axisUnit() string {
	if s.share {
		return "%"
	}
	return s.unit
}

func (s scale) differenceUnit() string {
	if s.share {
		return "points"
	}
	return s.unit
}

// text prints a value as prose has it, without the unit of a plain number.
func (s scale) text(v float64) string {
	if s.share {
		return FormatPercent(v, s.decimals)
	}
	return s.plain(v)
}

// plain prints a value that is no share.
func (s scale) plain(v float64) string {
	if s.scientific && v != 0 && !math.IsNaN(v) && !math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'e', s.decimals, 64)
	}
	return FormatNumber(v, s.decimals)
}

// bare prints a value without the percent sign, as interval bounds have it.
func (s scale) bare(v float64) string {
	if s.share {
		return decimal(v, 2, s.decimals)
	}
	return s.plain(v)
}

// signedText prints a difference without its unit.
func (s scale) signedText(v float64) string { return signed(s.bare(v)) }

// withUnit prints a difference with its unit: "+8.2 points", "-1.3 calls".
func (s scale) withUnit(v float64) string {
	if s.unit == asGiven && !s.share {
		return s.signedText(v)
	}
	return s.signedText(v) + " " + s.differenceUnit()
}

// inWords names the unit within a caption: "in percent", "in calls".
func (s scale) inWords() string {
	switch {
	case s.share:
		return "in percent"
	case s.unit == "":
		return "as plain numbers"
	case s.unit == asGiven:
		return asGiven
	default:
		return "in " + s.unit
	}
}

// amount prints a difference without a sign, with its unit: "8.2 points".
func (s scale) amount(v float64) string {
	unit := Visible(s.differenceUnit())
	if unit == "" || unit == asGiven {
		return s.bare(v)
	}
	return s.bare(v) + " " + unit
}

// margin prints the margin of an equivalence as it was set: "2 points".
func (s scale) margin(e *result.Equivalence) string {
	value := FormatStatistic(e.Margin)
	if s.share {
		value = strings.TrimSuffix(formatLevel(e.Margin), "%")
	}
	unit := Visible(s.differenceUnit())
	if unit == "" || unit == asGiven {
		return value
	}
	return value + " " + unit
}
