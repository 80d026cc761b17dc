package stats

import (
	"fmt"
	"math"
)

// HotellingResult is Hotelling's one-sample test.
type HotellingResult struct {
	Result             // F on p and n-p degrees of freedom
	TSquared float64   // n m' S^-1 m
	Means    []float64 // of each variable
}

// HotellingT2 tests whether the means of several variables, seen together on each of n units,
// are all zero. rows[i][j] is variable j of unit i; of paired data the variables are contrasts,
// and of a table of two factors, run on the same tasks, those of the interaction: how much more
// one step of the first factor gives at a level of the second than at its first level. Null:
// every mean is zero; alternative: some mean is not.
//
// T^2 = n m' S^-1 m with the means m and the covariance matrix S of the units (divisor n-1);
// F = T^2 (n-p) / (p (n-1)) has p and n-p degrees of freedom where units are independent and
// the variables jointly normal, and nearly so for many units. Unlike the analysis of variance
// of repeated measures it does not ask that all differences scatter alike (sphericity).
// Multiplying variables by numbers, or replacing them by other combinations of them that say as
// much, changes nothing: which level comes first does not matter. With one variable T is
// PairedT's t. Never exact.
//
// Errors: *ArgumentError for no unit, no variable, rows of unequal length, NaN or infinite
// values; *UndefinedError where n <= p, and, marked degenerate, where the covariance matrix is
// singular: a variable does not vary, or follows from the others.
//
// Source: Hotelling (1931), Ann. Math. Stat. 2; Anderson (2003), An Introduction to
// Multivariate Statistical Analysis, 5.2 and 5.3.
func HotellingT2(rows [][]float64) (HotellingResult, error) {
	n, p, err := checkRows(rows)
	if err != nil {
		return HotellingResult{}, err
	}
	if n <= p {
		return HotellingResult{}, &UndefinedError{Stat: "hotelling_t2", Reason: fmt.Sprintf("%d units are no more than %d variables, so that their covariances are not known", n, p)}
	}
	means, scales := make([]float64, p), make([]float64, p)
	for j := range p {
		column := make([]float64, n)
		for i, row := range rows {
			column[i] = row[j]
		}
		if roundingOnly(column) {
			return HotellingResult{}, &UndefinedError{Stat: "hotelling_t2", Reason: "a variable does not vary over the units, so that the covariance matrix is singular", Degenerate: true}
		}
		m, err := Describe(column)
		if err != nil {
			return HotellingResult{}, err
		}
		means[j], scales[j] = m.Mean, m.SD
	}
	// Of variables in units of their own standard deviation the matrix is that of correlations:
	// its conditioning does not depend on the units of measurement, and nothing overflows.
	correlations := make([][]float64, p)
	z := make([]float64, p)
	for j := range p {
		z[j] = means[j] / scales[j]
		correlations[j] = make([]float64, p)
		for k := range j + 1 {
			var sum sum2
			for _, row := range rows {
				sum = sum.add((row[j] - means[j]) / scales[j] * ((row[k] - means[k]) / scales[k]))
			}
			correlations[j][k] = (sum.hi + sum.lo) / float64(n-1)
		}
		correlations[j][j] = 1
	}
	l, ok := newCholesky(correlations)
	if !ok {
		return HotellingResult{}, &UndefinedError{Stat: "hotelling_t2", Reason: "a variable follows from the others, so that the covariance matrix is singular", Degenerate: true}
	}
	t2 := 0.0
	for j, x := range l.solve(z) {
		t2 += z[j] * x
	}
	t2 = math.Max(0, t2*float64(n))
	d1, d2 := float64(p), float64(n-p)
	f := t2 * d2 / (d1 * float64(n-1))
	r := Result{Method: "hotelling_t2", Statistic: f, DF: []float64{d1, d2}, P: FSF(f, d1, d2), N: n, NUsed: n}
	return HotellingResult{Result: r.underflow(), TSquared: t2, Means: means}, nil
}

// checkRows gives the number of units and of variables.
func checkRows(rows [][]float64) (n, p int, err error) {
	if len(rows) == 0 || len(rows[0]) == 0 {
		return 0, 0, &ArgumentError{Arg: "rows", Reason: "empty; at least one unit with one variable is needed"}
	}
	p = len(rows[0])
	for i, row := range rows {
		if len(row) != p {
			return 0, 0, &ArgumentError{Arg: "rows", Reason: fmt.Sprintf("row %d has %d variables, row 0 has %d", i, len(row), p)}
		}
		for j, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return 0, 0, &ArgumentError{Arg: "rows", Reason: fmt.Sprintf("row %d, variable %d is %v; leave incomplete units out", i, j, v)}
			}
		}
	}
	return len(rows), p, nil
}
