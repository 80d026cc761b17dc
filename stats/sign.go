package stats

// SignTestResult is the sign test with its counts.
type SignTestResult struct {
	Result
	Plus, Minus, Zero int // differences by sign
}

// SignTest is the exact sign test of paired scores. Null: among the pairs that differ, a is
// above b as often as below; alternative: it is not, or is more often (Greater) or less
// often (Less). Only the signs of a-b matter, so it holds for ordinal scores.
//
// Differences that are zero, exactly or up to rounding noise, are dropped: with X ~
// Bin(n, 1/2) over the n others, p = min(1, 2 P(X <= min(plus, minus))). Always exact.
// Statistic is the number of positive differences. Where all are zero p = 1, with a
// note.
//
// Errors: *ArgumentError for no pairs.
//
// Also called: binomial test of wins against losses. Source: Arbuthnot (1710); Dixon &
// Mood (1946), JASA 41.
func SignTest(diff Differences, alt Alternative) (SignTestResult, error) {
	if err := diff.check(); err != nil {
		return SignTestResult{}, err
	}
	if err := alt.check(); err != nil {
		return SignTestResult{}, err
	}
	r := SignTestResult{Result: Result{Method: "sign", N: len(diff.D), Exact: true}}
	r.Plus, r.Minus, r.Zero = diff.Signs()
	r.NUsed = r.Plus + r.Minus
	r.Statistic = float64(r.Plus)
	r.P = signTail(r.Plus, r.Minus, alt)
	if r.NUsed == 0 {
		r.Notes = append(r.Notes, "all differences are zero")
	}
	r.Result = r.underflow()
	return r, nil
}
