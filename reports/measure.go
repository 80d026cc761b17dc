package reports

import (
	"math"
	"slices"
	"strings"
)

// Measure is how people say amounts of a unit: 168,000 ms as 2.8 min, 0.412 USD as $0.41. Values in
// cells, CSV and results.json stay as they are; what is printed, drawn and shown in the workbook is
// Factor times them. The zero Measure is amounts as they are.
type Measure uint8

// Measures.
const (
	AsItIs Measure = iota
	MillisecondsInSeconds
	MillisecondsInMinutes
	MillisecondsInHours
	SecondsInMinutes
	SecondsInHours
	Dollars
	Seconds
	Milliseconds
)

// measures are what each Measure says.
var measures = [...]struct {
	divisor       float64
	before, after string // of a number: "$", " min"
	unit, words   string // in a head and in a sentence
}{
	AsItIs:                {divisor: 1},
	MillisecondsInSeconds: {1e3, "", " s", "s", "seconds"},
	MillisecondsInMinutes: {60e3, "", " min", "min", "minutes"},
	MillisecondsInHours:   {3600e3, "", " h", "h", "hours"},
	SecondsInMinutes:      {60, "", " min", "min", "minutes"},
	SecondsInHours:        {3600, "", " h", "h", "hours"},
	Dollars:               {1, "$", "", "$", "US dollars"},
	Seconds:               {1, "", " s", "s", "seconds"},
	Milliseconds:          {1, "", " ms", "ms", "milliseconds"},
}

// steps are the measures of a unit from the smallest on, and up to which largest value each is used.
var steps = map[string][]struct {
	upTo float64
	as   Measure
}{
	"ms":      {{1e3, Milliseconds}, {100e3, MillisecondsInSeconds}, {6000e3, MillisecondsInMinutes}, {math.Inf(1), MillisecondsInHours}},
	"s":       {{100, Seconds}, {6000, SecondsInMinutes}, {math.Inf(1), SecondsInHours}},
	"seconds": {{100, Seconds}, {6000, SecondsInMinutes}, {math.Inf(1), SecondsInHours}},
	"USD":     {{math.Inf(1), Dollars}},
}

// measureOf chooses the measure of a column by the median of its values, so that one scale fits all.
func measureOf(unit string, values []float64) Measure {
	of := steps[unit]
	if len(of) == 0 {
		return AsItIs
	}
	var sizes []float64
	for _, v := range values {
		if v != 0 && !math.IsInf(v, 0) && !math.IsNaN(v) {
			sizes = append(sizes, math.Abs(v))
		}
	}
	if len(sizes) == 0 {
		return of[0].as
	}
	slices.Sort(sizes)
	for _, step := range of {
		if sizes[len(sizes)/2] < step.upTo {
			return step.as
		}
	}
	return of[len(of)-1].as
}

// Of is a value in the measure.
func (m Measure) Of(v float64) float64 { return v / measures[m].divisor }

// Divisor is by what a value is divided for it to be in the measure.
func (m Measure) Divisor() float64 { return measures[m].divisor }

// Affixes are what stands before and behind a number.
func (m Measure) Affixes() (before, after string) { return measures[m].before, measures[m].after }

// dress puts the unit to a printed number: "-0.02" becomes "-$0.02", "2.8" "2.8 min".
func (m Measure) dress(number string) string {
	before, after := m.Affixes()
	if before == "" && after == "" || number == MissingText {
		return number
	}
	sign := ""
	if strings.HasPrefix(number, "-") || strings.HasPrefix(number, "+") {
		sign, number = number[:1], number[1:]
	}
	return sign + before + number + after
}

// InMeasure is a cell whose numbers are in the measure that its text is in, for who writes numbers and
// not texts.
func (c Cell) InMeasure() Cell {
	c.Value, c.Low, c.High = c.Measure.Of(c.Value), c.Measure.Of(c.Low), c.Measure.Of(c.High)
	return c
}
