package stats

import (
	"fmt"
	"maps"
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
	observed := c.observed(scale) / c.n
	expected := c.expected(scale) / (c.n * (c.n - 1))
	if !(expected > 0) || math.IsInf(observed, 1) || math.IsInf(expected, 1) {
		return Kappa{}, &ArgumentError{Arg: "ratings", Reason: "the squares of their differences are beyond the range of a double; give them in another unit"}
	}
	return Kappa{Value: 1 - observed/expected, Observed: 1 - observed, Expected: 1 - expected, N: c.units}, nil
}

// coincidences counts pairs of ratings of the same unit by value.
type coincidences struct {
	value []float64          // distinct values, ascending
	pairs map[[2]int]float64 // by the numbers i < j of two values: how often they meet
	total []float64          // paired ratings of each value
	n     float64            // all paired ratings
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
	c.pairs, c.total = map[[2]int]float64{}, make([]float64, len(c.value))
	for _, values := range units {
		share := 1 / float64(len(values)-1)
		place := make([]int, len(values))
		for a, v := range values {
			place[a], _ = slices.BinarySearch(c.value, v)
			c.total[place[a]]++
		}
		for _, i := range place {
			for _, j := range place {
				if i < j {
					c.pairs[[2]int{i, j}] += share
				}
			}
		}
	}
	return c, nil
}

// observed is the sum of the disagreements of all pairs within units.
func (c coincidences) observed(scale Measurement) float64 {
	at := c.value
	if scale == OrdinalScale {
		at = c.midRanks()
	}
	sum := 0.0
	for _, p := range slices.SortedFunc(maps.Keys(c.pairs), func(p, q [2]int) int { return slices.Compare(p[:], q[:]) }) {
		sum += 2 * c.pairs[p] * disagreement(at[p[0]], at[p[1]], scale)
	}
	return sum
}

// expected is the sum of the disagreements of all pairs of ratings, of whatever units.
// Squared differences of all pairs add up to 2n times the squared deviations from the
// mean, so that only the ratio scale needs to look at pairs of values.
func (c coincidences) expected(scale Measurement) float64 {
	switch scale {
	case NominalScale:
		equal := 0.0
		for _, t := range c.total {
			equal += t * t
		}
		return c.n*c.n - equal
	case OrdinalScale:
		return 2 * c.n * c.squares(c.midRanks(), c.n/2)
	case IntervalScale:
		mean := c.value[0] // the values are small about it where they are near one another
		sum := 0.0
		for g, v := range c.value {
			sum += c.total[g] * (v - mean)
		}
		return 2 * c.n * c.squares(c.value, mean+sum/c.n)
	}
	sum := 0.0
	for i := range c.value {
		for j := i + 1; j < len(c.value); j++ {
			sum += 2 * c.total[i] * c.total[j] * disagreement(c.value[i], c.value[j], scale)
		}
	}
	return sum
}

// squares is the sum of the ratings' squared deviations from their mean; what the
// mean's own rounding adds is taken off.
func (c coincidences) squares(at []float64, mean float64) float64 {
	var sum, rest float64
	for g, x := range at {
		d := x - mean
		sum += c.total[g] * d * d
		rest += c.total[g] * d
	}
	return sum - rest*rest/c.n
}

// midRanks are the values' middle places among all ratings, from 0 to n. The ratings
// between two values, and half of those that have them, are their difference.
func (c coincidences) midRanks() []float64 {
	ranks := make([]float64, len(c.total))
	below := 0.0
	for g, t := range c.total {
		ranks[g] = below + t/2
		below += t
	}
	return ranks
}

// disagreement of two values x < y, on the ordinal scale of their ranks.
func disagreement(x, y float64, scale Measurement) float64 {
	d := 1.0
	switch scale {
	case OrdinalScale, IntervalScale:
		d = y - x
	case RatioScale:
		d = (y - x) / (y + x)
	}
	return d * d
}
