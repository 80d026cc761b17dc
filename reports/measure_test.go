package reports

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/analysis/result"
)

// parsed reads an amount back as a person would: the sign of dollars and the unit say by what to
// multiply. half is half of the last digit's place, in the unit of the values.
func parsed(t interface{ Fatalf(string, ...any) }, text, unit string) (value, half float64) {
	number, by := strings.NewReplacer(",", "", "$", "", "+", "").Replace(text), 1.0
	for after, of := range map[string]map[string]float64{" ms": {"ms": 1, "s": 1e-3}, " s": {"ms": 1e3, "s": 1}, " min": {"ms": 60e3, "s": 60}, " h": {"ms": 3600e3, "s": 3600}} {
		if bare, ok := strings.CutSuffix(number, after); ok {
			number, by = bare, of[unit]
		}
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	_, digits, _ := strings.Cut(number, ".")
	return v * by, by * math.Pow(10, -float64(len(digits))) / 2
}

// What is printed is the value to within half of its last digit, in cells, bounds and differences, and
// all cells of a column are in one unit.
func TestAmountsReadBack(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		unit := rapid.SampledFrom([]string{"ms", "s", "USD", "tokens"}).Draw(r, "unit")
		size := math.Pow(10, rapid.Float64Range(-3, 8).Draw(r, "size"))
		values := rapid.SliceOfN(rapid.Float64Range(0.1, 10), 1, 6).Draw(r, "values")
		var intervals []*result.IntervalEstimate
		for i := range values {
			values[i] *= size
			if half := values[i] * rapid.Float64Range(0.01, 0.5).Draw(r, "half"); rapid.Bool().Draw(r, "has") {
				intervals = append(intervals, &result.IntervalEstimate{Low: result.Float(values[i] - half), High: result.Float(values[i] + half)})
			}
		}
		s := NewScale(unit, intervals, values)
		ending := ""
		for i, v := range values {
			text := s.Value(&v).Text
			if s.scientific {
				return
			}
			value, half := parsed(r, text, unit)
			if math.Abs(value-v) > half*(1+1e-9) {
				r.Fatalf("%v %s prints as %q", v, unit, text)
			}
			after := strings.TrimLeft(text, "0123456789.,$")
			if i > 0 && after != ending {
				r.Fatalf("%q in a column of %q", text, ending)
			}
			ending = after
			d := v - values[0]
			if value, half := parsed(r, s.Difference(&d).Text, unit); math.Abs(value-d) > half*(1+1e-9) {
				r.Fatalf("a difference of %v %s prints as %q", d, unit, s.Difference(&d).Text)
			}
		}
	})
}

// Amounts as people say them, by hand.
func TestAmounts(t *testing.T) {
	for _, c := range []struct {
		unit, want, less string
		value            float64
	}{
		{"ms", "2.80 min", "-2.80 min", 168_000}, {"ms", "1.20 s", "-1.20 s", 1200}, {"ms", "250 ms", "-250 ms", 250}, {"ms", "3.00 h", "-3.00 h", 10_800_000},
		{"s", "2.80 min", "-2.80 min", 168}, {"s", "42 s", "-42 s", 42}, {"USD", "$0.412", "-$0.412", .412}, {"USD", "$12.50", "-$12.50", 12.5}, {"USD", "$3.00", "-$3.00", 3},
		{"tokens", "49,978", "-49,978", 49978}, {"calls", "3", "-3", 3},
	} {
		s, less := NewScale(c.unit, nil, []float64{c.value}), -c.value
		if got := s.Text(c.value); got != c.want {
			t.Errorf("%v %s: %q, want %q", c.value, c.unit, got, c.want)
		}
		if got := s.Difference(&less).Text; got != c.less {
			t.Errorf("%v %s: %q, want %q", less, c.unit, got, c.less)
		}
	}
}
