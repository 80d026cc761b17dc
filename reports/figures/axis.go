package figures

import (
	"math"
	"strconv"
	"strings"

	"mcpstats/reports"
)

// scale maps values to pixels, linearly.
type scale struct {
	low, high   float64 // values at the ends
	left, right float64 // pixels at the ends
}

func (s scale) at(v float64) float64 {
	return s.left + (v-s.low)/(s.high-s.low)*(s.right-s.left)
}

// clamped also takes infinite bounds; off tells that v lies beyond the ends.
func (s scale) clamped(v float64) (x float64, off bool) {
	switch {
	case v < s.low:
		return s.left, true
	case v > s.high:
		return s.right, true
	}
	return s.at(v), false
}

// inside is where a value lies between the ends; false where it does not. The comparison
// is written so that NaN is outside.
func (s scale) inside(v float64) (x float64, ok bool) {
	if !(v >= s.low && v <= s.high) {
		return 0, false
	}
	return s.at(v), true
}

// leastShare is the narrowest range of an axis of shares. On a narrower one, runs that are
// a point apart would look worlds apart.
const leastShare = 0.2

// largest is the size beyond which a value is drawn as infinite.
const largest = 1e15

// smallest is the size below which all of an axis' values count as zero: the
// steps between them would have too few digits to be told apart.
const smallest = 1e-300

// domain is the range that an axis shows for the values: the fixed one, or the
// values' with a margin. Signed axes hold zero; shares stay within 0 and 1.
func domain(a reports.Axis, signed bool, values []float64) (low, high float64) {
	if a.Fixed && a.Max > a.Min && a.Min > -largest && a.Max < largest {
		return a.Min, a.Max
	}
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if math.Abs(v) < largest {
			low, high = min(low, v), max(high, v)
		}
	}
	if low > high {
		low, high = 0, 1
	}
	if signed {
		low, high = min(low, 0), max(high, 0)
	}
	shares := a.Percent && !signed && low >= 0 && high <= 1
	least := max(math.Abs(low), math.Abs(high)) * 1e-6
	switch {
	case shares:
		least = leastShare
	case max(math.Abs(low), math.Abs(high)) < smallest:
		least = 1
	case low == high:
		least = math.Abs(low) * 0.2
	}
	margin := max(0.05*(high-low), (least-(high-low))/2)
	atLeast, atMost := math.Inf(-1), math.Inf(1)
	if !signed && low >= 0 {
		atLeast = 0
	}
	if shares {
		atMost = 1
	}
	return max(low-margin, atLeast), min(high+margin, atMost)
}

// tick is a labelled value of an axis.
type tick struct {
	at    float64
	label string
}

// mayShift is how far, in pixels, a tick's label may stand beside its tick to
// stay on the canvas.
const mayShift = 10

// ticks are round values within the domain, so few that their labels, with a
// gap, fit into width pixels. Steps are 1, 2, 2.5 or 5 times a power of ten.
func ticks(a reports.Axis, signed bool, low, high, width float64, measure func(string) float64) []tick {
	unit := 1.0
	if a.Percent {
		unit = 100
	}
	lo, hi := low*unit, high*unit
	const gap = 4 + 2*mayShift
	power := math.Floor(math.Log10((hi - lo) / 20))
	for ; ; power++ {
		for _, m := range []float64{1, 2, 2.5, 5} {
			step := m * math.Pow(10, power)
			// Steps such as 0.1 are not exact in binary: without the slack, a tick at the
			// very end of the axis would come and go.
			first, last := math.Ceil(lo/step-1e-9), math.Floor(hi/step+1e-9)
			n := last - first + 1
			if n > 7 {
				continue
			}
			out := make([]tick, 0, 7)
			place := int(math.Floor(math.Log10(step) + 1e-9)) // of the step's last digit
			if m == 2.5 {
				place--
			}
			exponent := tickExponent(max(math.Abs(first*step), math.Abs(last*step)))
			var widest float64
			for k := first; k <= last; k++ {
				t := tick{at: k * step / unit, label: powerLabel(a, signed, k*step, exponent, place)}
				widest = max(widest, measure(t.label))
				out = append(out, t)
			}
			if n <= 1 || step/(hi-lo)*width >= widest+gap {
				return out
			}
		}
	}
}

// tickExponent is the power of ten that the labels of ticks up to v name, so
// that they stay short: 0, none, unless all of them are very small.
func tickExponent(v float64) int {
	if v == 0 || v >= leastPlain {
		return 0
	}
	return int(math.Floor(math.Log10(v) + 1e-9))
}

// leastPlain is the number below which ticks name their power of ten.
const leastPlain = 0.99e-4

// powerLabel labels v in units of a power of ten, to the decimal place given;
// it names the power, such as "e-9", unless that is 1.
func powerLabel(a reports.Axis, signed bool, v float64, exponent, place int) string {
	switch {
	case exponent == 0:
		return tickLabel(a, signed, v, max(0, -place))
	case v == 0:
		return tickLabel(a, signed, 0, 0)
	}
	mantissa := math.Abs(v) / math.Pow(10, float64(exponent))
	return signedLabel(a, signed, v, strconv.FormatFloat(mantissa, 'f', max(0, exponent-place), 64)+"e"+strconv.Itoa(exponent))
}

// tickLabel prints v as the tables print numbers, thousands apart.
func tickLabel(a reports.Axis, signed bool, v float64, decimals int) string {
	return signedLabel(a, signed, v, reports.FormatNumber(math.Abs(v), decimals))
}

// signedLabel completes the digits of v. It prints shares as percent, unless the
// axis' own label says so or they are differences, whose unit is the point:
// those around zero, and those of which the label says so.
func signedLabel(a reports.Axis, signed bool, v float64, digits string) string {
	s := digits
	switch {
	case v < 0:
		s = "−" + s
	case signed && v > 0:
		s = "+" + s
	}
	if a.Percent && !signed && !strings.Contains(a.Label, "(%)") && !strings.Contains(a.Label, "(points)") {
		s += "%"
	}
	return s
}
