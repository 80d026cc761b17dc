package claims

import (
	"math/big"
	"slices"
)

// commonDenominators are the n from low to high for which every span holds some
// k/n with 0 <= k <= n.
func commonDenominators(spans []span, low, high int) []int {
	shares := make([]shareEnds, len(spans))
	for i, s := range spans {
		shares[i] = newShareEnds(s)
		if shares[i].whole.empty() {
			return nil
		}
	}
	var out []int
	for n := low; n <= high; n++ {
		if !slices.ContainsFunc(shares, func(s shareEnds) bool { return !s.holdsCountOver(int64(n)) }) {
			out = append(out, n)
		}
	}
	return out
}

// shareEnds are the ends of a span of shares as quotients of machine integers: a
// search asks of millions of n, for which big.Rat is too slow.
type shareEnds struct {
	num, den [2]int64
	open     [2]bool
	whole    span
	big      bool // the ends are not machine integers: use the span
}

// maxEnd bounds the denominators of ends: n is below 2^20, so that products of
// the two fit into 64 bits.
const maxEnd = 1 << 40

func newShareEnds(s span) shareEnds {
	s = s.clip(new(big.Rat), big.NewRat(1, 1))
	e := shareEnds{whole: s, open: [2]bool{s.lowOpen, s.highOpen}}
	for i, v := range []*big.Rat{s.low, s.high} {
		if !v.Num().IsInt64() || !v.Denom().IsInt64() || v.Denom().Int64() > maxEnd {
			e.big = true
			continue
		}
		e.num[i], e.den[i] = v.Num().Int64(), v.Denom().Int64()
	}
	return e
}

// holdsCountOver reports whether some k/n lies in the span.
func (e shareEnds) holdsCountOver(n int64) bool {
	if e.big {
		return !countsIn(e.whole, n, n).empty()
	}
	// k is the smallest count that is not below the low end.
	x := e.num[0] * n
	k := x / e.den[0]
	if k*e.den[0] < x || e.open[0] && k*e.den[0] == x {
		k++
	}
	y, z := k*e.den[1], e.num[1]*n
	return k <= n && (y < z || y == z && !e.open[1])
}
