package stats

import (
	"fmt"
	"math"
)

// KendallWResult is the concordance of m raters who rank the same n items.
type KendallWResult struct {
	Result               // Statistic is chi-square, m(n-1)W, with n-1 degrees of freedom
	W            float64 // 0 none, 1 complete; corrected for ties
	Uncorrected  float64 // without the correction for ties
	MeanSpearman float64 // (m W - 1)/(m - 1): the mean rho over pairs of raters, exact without ties
}

// KendallW is Kendall's coefficient of concordance of m raters, ratings[r][i]
// being rater r's value for item i, ranked within the rater with mid-ranks: W =
// 12 S/(m^2(n^3-n) - m sum T), S the squared deviations of the items' rank sums, T
// = t^3-t of each group of ties. Null: the rankings are independent; the p-value
// is the chi-square approximation, good from about n = 7. The same as Friedman's
// test on items as treatments. Errors: fewer than two raters or items, ragged or
// not finite ratings; an UndefinedError where every rater ties all items.
func KendallW(ratings [][]float64) (KendallWResult, error) {
	if len(ratings) < 2 {
		return KendallWResult{}, &ArgumentError{Arg: "ratings", Reason: fmt.Sprintf("%d raters; concordance needs at least two", len(ratings))}
	}
	m, n, err := checkBlocks(ratings)
	if err != nil {
		return KendallWResult{}, err
	}
	ranks, order := make([]int, n), make([]int, n)
	sum := make([]int, n) // of doubled ranks less their mean n+1
	spread := 0           // sum over raters of the squares of the same
	for _, row := range ratings {
		doubledRanks(row, ranks, order)
		for i, r := range ranks {
			sum[i] += r - (n + 1)
			spread += (r - (n + 1)) * (r - (n + 1))
		}
	}
	if spread == 0 {
		return KendallWResult{}, &UndefinedError{Stat: "Kendall's W", Reason: "every rater ties all items"}
	}
	s := 0.0
	for _, v := range sum {
		s += float64(v) * float64(v)
	}
	// Without ties a rater's squares add up to (n^3-n)/3 in doubled ranks; ties
	// take away what the correction sum T does.
	mf, nf := float64(m), float64(n)
	res := KendallWResult{W: s / (mf * float64(spread)), Uncorrected: 3 * s / (mf * mf * (nf*nf*nf - nf))}
	res.MeanSpearman = (mf*res.W - 1) / (mf - 1)
	chi2, df := mf*(nf-1)*res.W, nf-1
	res.Result = Result{
		Method: "kendall_w", Statistic: chi2, DF: []float64{df}, P: math.Min(1, ChiSquareSF(chi2, df)), N: n, NUsed: n,
		Notes: []string{"chi-square approximation"},
	}.underflow()
	return res, nil
}
