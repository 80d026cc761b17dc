package stats

import (
	"fmt"
	"math"
	"slices"
)

// CliffsDelta is the probability that a value of a exceeds one of b less the
// probability of the reverse, over all pairs of one with the other: (#a>b -
// #a<b)/(na nb), in O(n log n) (Cliff 1993). It takes a and b as independent
// samples: for scores of the same tasks PairedDominance uses the pairing. Values
// equal up to rounding tie. The interval is Feng and Cliff's (2004), asymmetric,
// with the unbiased variance, kept from falling below (1-d^2)/(na nb - 1). Level 0
// means 0.95; with fewer than two values on a side or |delta| = 1 there is none.
// Errors: an empty sample, NaN or infinite values.
func CliffsDelta(a, b []float64, level float64) (Effect, error) {
	if _, err := levelOr(level); err != nil {
		return Effect{}, err
	}
	sa, err := Order("a", a)
	if err != nil {
		return Effect{}, err
	}
	sb, err := Order("b", b)
	if err != nil {
		return Effect{}, err
	}
	return sa.CliffsDelta(sb, level)
}

// Ordered is a sample in ascending order. Where each of many samples is compared
// with all others, ordering each once saves most of the work.
type Ordered struct{ values []float64 }

// Order puts a sample in order; x stays as it is. Errors: an empty sample, NaN or
// infinite values; arg names the sample in them.
func Order(arg string, x []float64) (Ordered, error) {
	values, err := sortedFinite(arg, x)
	return Ordered{values}, err
}

// CliffsDelta is the function CliffsDelta of two ordered samples.
func (o Ordered) CliffsDelta(other Ordered, level float64) (Effect, error) {
	level, err := levelOr(level)
	if err != nil {
		return Effect{}, err
	}
	sa, sb := o.values, other.values
	if len(sa) == 0 || len(sb) == 0 {
		return Effect{}, &ArgumentError{Arg: "a, b", Reason: "empty; make them with Order"}
	}
	na, nb := float64(len(sa)), float64(len(sb))
	rows := dominance(sa, sb) // #b below - #b above, for each a
	columns := dominance(sb, sa)
	var balance, unequal float64
	for _, r := range rows {
		balance += float64(r.below - r.above)
		unequal += float64(r.below + r.above)
	}
	delta := balance / (na * nb)
	e := Effect{Name: "cliffs_delta", Value: delta}
	if len(sa) < 2 || len(sb) < 2 || math.Abs(delta) == 1 {
		return e, nil
	}
	var rowSS, columnSS float64
	for _, r := range rows {
		d := float64(r.below-r.above)/nb - delta
		rowSS += d * d
	}
	for _, c := range columns {
		d := float64(c.above-c.below)/na - delta
		columnSS += d * d
	}
	all := unequal - na*nb*delta*delta // sum of (sign - delta)^2
	variance := (nb*nb*rowSS + na*na*columnSS - all) / (na * nb * (na - 1) * (nb - 1))
	variance = max(variance, (1-delta*delta)/(na*nb-1))
	z := zCritical(level)
	half := z * math.Sqrt(variance*((1-delta*delta)*(1-delta*delta)+z*z*variance))
	centre, scale := delta-delta*delta*delta, 1-delta*delta+z*z*variance
	e.HasInterval = true
	e.Interval = Interval{Low: max(-1, (centre-half)/scale), High: min(1, (centre+half)/scale), Level: level, Method: "feng_cliff"}
	return e, nil
}

// VarghaDelaneyA is the probability that a value of a exceeds one of b, ties
// counting half: (Cliff's delta + 1)/2, with its interval (Vargha and Delaney
// 2000). Also the common language effect size, and the area under the ROC curve.
func VarghaDelaneyA(a, b []float64, level float64) (Effect, error) {
	e, err := CliffsDelta(a, b, level)
	if err != nil {
		return Effect{}, err
	}
	return VarghaDelaneyOf(e), nil
}

// VarghaDelaneyOf is VarghaDelaneyA of the samples that delta is Cliff's delta of.
func VarghaDelaneyOf(delta Effect) Effect {
	e := delta
	e.Name = "vargha_delaney_a"
	e.Value = (e.Value + 1) / 2
	if e.HasInterval {
		e.Interval.Low, e.Interval.High = (e.Interval.Low+1)/2, (e.Interval.High+1)/2
	}
	return e
}

type dominanceCount struct{ below, above int }

// dominance counts, for each of x, the values of y that lie below and above it.
// Both are sorted.
func dominance(x, y []float64) []dominanceCount {
	counts := make([]dominanceCount, len(x))
	below, notAbove := 0, 0
	for i, v := range x {
		for below < len(y) && y[below] < v && !tieByRounding(y[below], v) {
			below++
		}
		for notAbove < len(y) && (y[notAbove] <= v || tieByRounding(v, y[notAbove])) {
			notAbove++
		}
		counts[i] = dominanceCount{below: below, above: len(y) - notAbove}
	}
	return counts
}

func sortedFinite(name string, x []float64) ([]float64, error) {
	if len(x) == 0 {
		return nil, &ArgumentError{Arg: name, Reason: "empty; at least one value is needed"}
	}
	for i, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, &ArgumentError{Arg: name, Reason: fmt.Sprintf("value %d is %v; drop missing values first", i, v)}
		}
	}
	s := slices.Clone(x)
	slices.Sort(s)
	return s, nil
}
