package stats

import "fmt"

// FleissKappa is the agreement beyond chance of several raters who put each
// subject in one of k categories; counts[i][j] is the number of raters who put
// subject i in category j, and every row has the same total m >= 2 (Fleiss 1971).
// Errors: ragged or negative counts, unequal totals; an UndefinedError where all
// ratings fall in one category, so that chance agreement is 1.
func FleissKappa(counts [][]int) (Kappa, error) {
	raters, totals, err := ratingCounts(counts, true)
	if err != nil {
		return Kappa{}, err
	}
	n, m := float64(len(counts)), float64(raters)
	var agreeing, all int
	for _, row := range counts {
		for _, c := range row {
			agreeing += c * (c - 1)
		}
	}
	expected := 0.0
	for _, t := range totals {
		all += t
	}
	for _, t := range totals {
		if t == all {
			return Kappa{}, &UndefinedError{Stat: "Fleiss' kappa", Reason: "all ratings fall in one category, so that chance agreement is 1"}
		}
		p := float64(t) / float64(all)
		expected += p * p
	}
	observed := float64(agreeing) / (n * m * (m - 1))
	return Kappa{Value: (observed - expected) / (1 - expected), Observed: observed, Expected: expected, N: len(counts)}, nil
}

// ratingCounts checks a table of subjects by categories and returns the number
// of raters (0 where it may differ) and the total of each category.
func ratingCounts(counts [][]int, sameTotal bool) (raters int, totals []int, err error) {
	if len(counts) == 0 || len(counts[0]) < 2 {
		return 0, nil, &ArgumentError{Arg: "counts", Reason: "give at least one subject and two categories"}
	}
	totals = make([]int, len(counts[0]))
	for i, row := range counts {
		if len(row) != len(totals) {
			return 0, nil, &ArgumentError{Arg: "counts", Reason: fmt.Sprintf("subject %d has %d categories, subject 0 has %d", i, len(row), len(totals))}
		}
		m := 0
		for j, c := range row {
			if c < 0 {
				return 0, nil, &ArgumentError{Arg: "counts", Reason: fmt.Sprintf("subject %d, category %d: negative count %d", i, j, c)}
			}
			m += c
			totals[j] += c
		}
		if sameTotal && (m < 2 || i > 0 && m != raters) {
			return 0, nil, &ArgumentError{Arg: "counts", Reason: fmt.Sprintf("subject %d has %d ratings; every subject needs the same number, at least 2", i, m)}
		}
		raters = m
	}
	return raters, totals, nil
}
