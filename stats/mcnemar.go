package stats

import (
	"fmt"
	"math"
)

// maxCount is the largest count whose sum with another is an exact float64.
const maxCount = 1 << 52

// McNemarExact is the exact conditional test of McNemar for paired binary outcomes.
// b counts the pairs in which only the first succeeded, c those in which only the second
// did; concordant pairs carry no information. Null: a discordant pair is as
// likely to go one way as the other; alternative: it is not.
//
// p = min(1, 2 P(X <= min(b, c))), X ~ Bin(b+c, 1/2); always exact, and
// conservative for small counts. Statistic is b. Without discordant pairs p = 1,
// with a note.
//
// Errors: *ArgumentError for negative counts.
//
// Also called: exact binomial test of the discordant pairs; on 0/1 data the sign test
// is the same. Source: McNemar (1947), Psychometrika 12; Fagerland, Lydersen & Laake
// (2013), BMC Med. Res. Methodol. 13:91.
func McNemarExact(b, c int) (Result, error) { return McNemarExactAlt(b, c, TwoSided) }

// McNemarExactAlt is McNemarExact against a chosen alternative: Greater is that the
// first succeeds more often, with p = P(X >= b); Less has p = P(X <= b).
func McNemarExactAlt(b, c int, alt Alternative) (Result, error) {
	r, err := discordant("mcnemar_exact", b, c)
	if err != nil {
		return Result{}, err
	}
	if err := alt.check(); err != nil {
		return Result{}, err
	}
	r.Statistic = float64(b)
	r.Exact = true
	r.P = signTail(b, c, alt)
	return r.underflow(), nil
}

// McNemarMidP is the mid-p version of McNemarExact: half the probability of the
// observed table is taken off. It is not guaranteed to keep the level but nearly
// always does, and is less conservative. For b = c it is 1 - P(X = b)/2; without
// discordant pairs p = 1, with a note.
//
// Errors: *ArgumentError for negative counts.
//
// Source: Fagerland, Lydersen & Laake (2013), BMC Med. Res. Methodol. 13:91.
func McNemarMidP(b, c int) (Result, error) {
	r, err := discordant("mcnemar_midp", b, c)
	if err != nil {
		return Result{}, err
	}
	r.Statistic = float64(b)
	r.Exact = true
	r.P = 1
	if r.NUsed > 0 {
		r.P = midP(b, c)
	}
	return r.underflow(), nil
}

// midP returns the two-sided mid-p of b against c at even odds.
func midP(b, c int) float64 {
	n, low := b+c, min(b, c)
	if b == c {
		return 1 - BinomialPMF(b, n, 0.5)/2
	}
	// 2 P(X < low) + P(X = low), of which no part is a difference.
	return 2*BinomialCDF(low-1, n, 0.5) + BinomialPMF(low, n, 0.5)
}

// McNemarChi2 is McNemar's asymptotic test: (b-c)^2/(b+c), or with the continuity
// correction (|b-c|-1)^2/(b+c), on one degree of freedom. Two-sided by nature. As in R's
// mcnemar.test no correction is made where b = c: the statistic is 0 and p = 1.
//
// Errors: *ArgumentError for negative counts; *UndefinedError without discordant pairs.
//
// Source: McNemar (1947), Psychometrika 12; correction: Edwards (1948), Psychometrika 13.
func McNemarChi2(b, c int, corrected bool) (Result, error) {
	method := "mcnemar_chi2"
	if corrected {
		method = "mcnemar_chi2_cc"
	}
	r, err := discordant(method, b, c)
	if err != nil {
		return Result{}, err
	}
	if r.NUsed == 0 {
		return Result{}, &UndefinedError{Stat: method, Reason: "there are no discordant pairs"}
	}
	gap := math.Abs(float64(b) - float64(c))
	if corrected && gap > 0 {
		gap--
	}
	r.Statistic = gap * gap / float64(r.NUsed)
	r.DF = []float64{1}
	r.P = ChiSquareSF(r.Statistic, 1)
	return r.underflow(), nil
}

// discordant checks the counts and starts a result.
func discordant(method string, b, c int) (Result, error) {
	if b < 0 || c < 0 {
		return Result{}, &ArgumentError{Arg: "b, c", Reason: "counts of discordant pairs cannot be negative"}
	}
	if b > maxCount || c > maxCount {
		return Result{}, &ArgumentError{Arg: "b, c", Reason: fmt.Sprintf("counts of %d and %d; at most 2^52 each can be represented", b, c)}
	}
	r := Result{Method: method, N: b + c, NUsed: b + c}
	if b+c == 0 {
		r.Notes = append(r.Notes, "no discordant pairs")
	}
	return r, nil
}

// signTail returns the p-value of plus successes against minus failures at even odds.
func signTail(plus, minus int, alt Alternative) float64 {
	n := plus + minus
	switch alt {
	case Greater:
		return BinomialSF(plus-1, n, 0.5)
	case Less:
		return BinomialCDF(plus, n, 0.5)
	default:
		return math.Min(1, 2*BinomialCDF(min(plus, minus), n, 0.5))
	}
}
