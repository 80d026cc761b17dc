package stats

import "fmt"

// Intraclass holds the six intraclass correlations of Shrout and Fleiss (1979)
// for n targets that the same k raters rated: ICC(1,.) raters differ by target,
// ICC(2,.) raters are a random sample, ICC(3,.) raters are fixed; (.,1) the
// reliability of one rating, (.,k) of the mean of all k.
type Intraclass struct {
	Single1, Single2, Single3 float64
	Mean1, Mean2, Mean3       float64
	Targets, Raters           int
}

// IntraclassCorrelation computes all six from the two-way analysis of variance;
// ratings[i][j] is rater j's value for target i. Errors: fewer than two targets
// or raters, ragged or not finite ratings; an UndefinedError where the targets'
// means, or all ratings of a target but for the raters' shifts, do not vary, so
// that a denominator is 0.
func IntraclassCorrelation(ratings [][]float64) (Intraclass, error) {
	if len(ratings) < 2 {
		return Intraclass{}, &ArgumentError{Arg: "ratings", Reason: fmt.Sprintf("%d targets; at least two are needed", len(ratings))}
	}
	targets, raters, err := checkBlocks(ratings)
	if err != nil {
		return Intraclass{}, err
	}
	var all []float64
	for _, row := range ratings {
		all = append(all, row...)
	}
	grand, err := describe("ratings", all)
	if err != nil {
		return Intraclass{}, err
	}
	if grand.SD == 0 || roundingOnly(all) {
		return Intraclass{}, &UndefinedError{Stat: "intraclass correlation", Reason: "all ratings are equal", Degenerate: true}
	}
	n, k := float64(targets), float64(raters)
	e := make([]float64, len(all)) // deviations in units of the standard deviation
	for i, v := range all {
		e[i] = (v - grand.Mean) / grand.SD
	}
	rowMean, colMean := make([]float64, targets), make([]float64, raters)
	for i := range targets {
		for j := range raters {
			rowMean[i] += e[i*raters+j] / k
			colMean[j] += e[i*raters+j] / n
		}
	}
	var between, columns, residual float64
	for i := range targets {
		between += k * rowMean[i] * rowMean[i]
		for j := range raters {
			d := e[i*raters+j] - rowMean[i] - colMean[j]
			residual += d * d
		}
	}
	for _, c := range colMean {
		columns += n * c * c
	}
	within := (residual + columns) / (n * (k - 1))
	bms, jms, ems := between/(n-1), columns/(k-1), residual/((n-1)*(k-1))
	if bms < 1e-25 {
		return Intraclass{}, &UndefinedError{Stat: "intraclass correlation", Reason: "the targets' means are all equal", Degenerate: true}
	}
	return Intraclass{
		Targets: targets, Raters: raters,
		Single1: (bms - within) / (bms + (k-1)*within),
		Single2: (bms - ems) / (bms + (k-1)*ems + k*(jms-ems)/n),
		Single3: (bms - ems) / (bms + (k-1)*ems),
		Mean1:   (bms - within) / bms,
		Mean2:   (bms - ems) / (bms + (jms-ems)/n),
		Mean3:   (bms - ems) / bms,
	}, nil
}
