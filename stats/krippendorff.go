package stats

import (
	"fmt"
	"math"
	"slices"
)

// Measurement is the level of measurement of ratings, which decides how far two
// of them disagree.
type Measurement int

const (
	NominalScale  Measurement = iota // equal or not
	OrdinalScale                     // by the number of ratings between them
	IntervalScale                    // squared difference
	RatioScale                       // squared difference over sum
)

// KrippendorffAlpha is Krippendorff's reliability of any number of raters, with
// missing ratings allowed: 1 - observed/expected disagreement from the
// coincidence matrix (Krippendorff 2011). ratings[r][u] is rater r's value for
// unit u, NaN where there is none; units with fewer than two ratings are left
// out. Ratio values are not negative. Value is 1 for perfect agreement, 0 for
// chance; Kappa's standard errors and interval are not set (bootstrap the units),
// N is the number of units used.
//
// Errors: ragged or infinite ratings; an UndefinedError where no unit has two
// ratings, and where all paired ratings are equal, since alpha is then 0/0 (some
// programs print 1).
func KrippendorffAlpha(ratings [][]float64, scale Measurement) (Kappa, error) {
	c, err := newCoincidences(ratings)
	if err != nil {
		return Kappa{}, err
	}
	if scale < NominalScale || scale > RatioScale {
		return Kappa{}, &ArgumentError{Arg: "scale", Reason: "not one of NominalScale, OrdinalScale, IntervalScale, RatioScale"}
	}
	if scale == RatioScale && c.value[0] < 0 {
		return Kappa{}, &ArgumentError{Arg: "ratings", Reason: fmt.Sprintf("%v is negative; a ratio scale has none", c.value[0])}
	}
	if len(c.value) == 1 {
		return Kappa{}, &UndefinedError{Stat: "Krippendorff's alpha", Reason: "all paired ratings are equal, so that no disagreement is expected by chance"}
	}
	var observed, expected float64
	for i := range c.value {
		for j := i + 1; j < len(c.value); j++ {
			d := c.disagreement(i, j, scale)
			observed += 2 * c.pairs[i][j] * d
			expected += 2 * c.total[i] * c.total[j] * d
		}
	}
	observed /= c.n
	expected /= c.n * (c.n - 1)
	return Kappa{Value: 1 - observed/expected, Observed: 1 - observed, Expected: 1 - expected, N: c.units}, nil
}

// coincidences counts pairs of ratings of the same unit by value.
type coincidences struct {
	value []float64 // distinct values, ascending
	pairs [][]float64
	total []float64 // row sums: paired ratings of each value
	n     float64   // all paired ratings
	units int
}

func newCoincidences(ratings [][]float64) (coincidences, error) {
	if len(ratings) < 2 {
		return coincidences{}, &ArgumentError{Arg: "ratings", Reason: fmt.Sprintf("%d raters; agreement needs at least two", len(ratings))}
	}
	units := make([][]float64, len(ratings[0]))
	var c coincidences
	for r, row := range ratings {
		if len(row) != len(units) {
			return c, &ArgumentError{Arg: "ratings", Reason: fmt.Sprintf("rater %d has %d units, rater 0 has %d; put NaN for a missing rating", r, len(row), len(units))}
		}
		for u, v := range row {
			if math.IsInf(v, 0) {
				return c, &ArgumentError{Arg: "ratings", Reason: fmt.Sprintf("rater %d, unit %d is infinite", r, u)}
			}
			if !math.IsNaN(v) {
				units[u] = append(units[u], v)
			}
		}
	}
	units = slices.DeleteFunc(units, func(values []float64) bool { return len(values) < 2 })
	for _, values := range units {
		c.value = append(c.value, values...)
	}
	if len(c.value) == 0 {
		return c, &UndefinedError{Stat: "Krippendorff's alpha", Reason: "no unit has two ratings"}
	}
	c.units, c.n = len(units), float64(len(c.value))
	slices.Sort(c.value)
	c.value = slices.Compact(c.value)
	k := len(c.value)
	c.pairs, c.total = make([][]float64, k), make([]float64, k)
	for i := range c.pairs {
		c.pairs[i] = make([]float64, k)
	}
	for _, values := range units {
		share := 1 / float64(len(values)-1)
		for a, va := range values {
			i, _ := slices.BinarySearch(c.value, va)
			c.total[i]++
			for b, vb := range values {
				if a != b {
					j, _ := slices.BinarySearch(c.value, vb)
					c.pairs[i][j] += share
				}
			}
		}
	}
	return c, nil
}

// disagreement of the values numbered i < j.
func (c coincidences) disagreement(i, j int, scale Measurement) float64 {
	switch scale {
	case OrdinalScale:
		between := (c.total[i] + c.total[j]) / 2
		for _, t := range c.total[i+1 : j] {
			between += t
		}
		return between * between
	case IntervalScale:
		d := c.value[j] - c.value[i]
		return d * d
	case RatioScale:
		d := (c.value[j] - c.value[i]) / (c.value[j] + c.value[i])
		return d * d
	}
	return 1
}
