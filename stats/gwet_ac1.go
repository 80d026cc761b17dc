package stats

import "math"

// GwetAC1 is Gwet's first-order agreement coefficient of two or more raters on
// nominal categories (Gwet 2008): chance agreement is sum p(1-p)/(k-1) over the k
// categories, p the category's mean share, which does not collapse, as kappa's
// does, where nearly all items are alike. counts[i][j] is the number of raters
// who put subject i in category j; subjects may have different numbers of
// ratings, and those with fewer than two bear on the shares only. The interval is
// Student's t on n-1 degrees of freedom with Gwet's linearized variance over
// subjects, without finite population correction, clipped to [-1, 1], as R's
// irrCAC. Level 0 means 0.95.
//
// Errors: ragged or negative counts; an UndefinedError where no subject has two
// ratings or only one subject is rated, which has no interval.
func GwetAC1(counts [][]int, level float64) (Kappa, error) {
	level, err := levelOr(level)
	if err != nil {
		return Kappa{}, err
	}
	if _, _, err := ratingCounts(counts, false); err != nil {
		return Kappa{}, err
	}
	k := len(counts[0])
	share := make([]float64, k)
	rated, pairable := 0.0, 0.0
	observed := 0.0
	for _, row := range counts {
		m, agreeing := pairsAgreeing(row)
		if m == 0 {
			continue
		}
		rated++
		if m >= 2 {
			pairable++
			observed += agreeing
		}
		for j, c := range row {
			share[j] += float64(c) / float64(m)
		}
	}
	if pairable == 0 || rated < 2 {
		return Kappa{}, &UndefinedError{Stat: "Gwet's AC1", Reason: "fewer than two subjects are rated, or none has two ratings"}
	}
	observed /= pairable
	expected := 0.0
	for j := range share {
		share[j] /= rated
		expected += share[j] * (1 - share[j]) / float64(k-1)
	}
	res := Kappa{Observed: observed, Expected: expected, N: int(rated)}
	res.Value = (observed - expected) / (1 - expected)

	ss := 0.0
	for _, row := range counts {
		m, agreeing := pairsAgreeing(row)
		if m == 0 {
			continue
		}
		own, chance := 0.0, 0.0 // the subject's own coefficient and chance agreement
		if m >= 2 {
			own = rated / pairable * (agreeing - expected) / (1 - expected)
		}
		for j, c := range row {
			chance += float64(c) / float64(m) * (1 - share[j]) / float64(k-1)
		}
		e := own - 2*(1-res.Value)*(chance-expected)/(1-expected) - res.Value
		ss += e * e
	}
	res.SE = math.Sqrt(ss / rated / (rated - 1))
	half := StudentTISF((1-level)/2, rated-1) * res.SE
	res.Interval = Interval{Low: max(-1, res.Value-half), High: min(1, res.Value+half), Level: level, Method: "gwet_linearized"}
	return res, nil
}

// pairsAgreeing returns a subject's ratings and the share of its pairs of ratings
// that agree, 0 for fewer than two.
func pairsAgreeing(row []int) (ratings int, share float64) {
	agree := 0
	for _, c := range row {
		ratings += c
		agree += c * (c - 1)
	}
	if ratings < 2 {
		return ratings, 0
	}
	return ratings, float64(agree) / float64(ratings*(ratings-1))
}
