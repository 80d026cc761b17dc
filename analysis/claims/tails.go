package claims

import (
	"math"
	"math/big"

	"mcpstats/stats"
)

// statistic is a test statistic with the tail probability that it has.
type statistic struct {
	name    string
	upper   func(value, df float64) float64 // P(X > value), for value >= 0
	inverse func(p, df float64) float64     // the value with that upper tail
	free    bool                            // it has no degrees of freedom
	twice   bool                            // symmetric: two tails double it
}

var (
	studentT = statistic{name: "t", upper: stats.StudentTSF, inverse: stats.StudentTISF, twice: true}
	normalZ  = statistic{name: "z", twice: true, free: true,
		upper:   func(z, _ float64) float64 { return stats.NormalSF(z) },
		inverse: func(p, _ float64) float64 { return stats.NormalISF(p) }}
	chiSquare = statistic{name: "chi2", upper: stats.ChiSquareSF, inverse: stats.ChiSquareISF}
)

// p is what p can be where the statistic and its degrees of freedom are in spans.
// Every tail falls with the statistic; t's falls with df where chi2's rises, so
// that the ends are at the corners.
func (s statistic) p(value, df span, tails int) (span, bool) {
	value, df = s.size(value), df.clip(new(big.Rat), nil)
	lowDF, highDF, ok := df.floats()
	if value.empty() || df.empty() || !ok || !s.free && lowDF <= 0 {
		return everything(), false
	}
	lowValue, highValue := value.outwards()
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range []float64{lowValue, highValue} {
		for _, d := range []float64{lowDF, highDF} {
			p := s.tail(v, d, tails)
			low, high = min(low, p), max(high, p)
		}
	}
	if math.IsNaN(low) || math.IsNaN(high) {
		return everything(), false
	}
	return around(low, high).clip(new(big.Rat), big.NewRat(1, 1)), true
}

// size is the part of a span that the statistic can be in: of a symmetric one the
// sign does not count.
func (s statistic) size(value span) span {
	if s.twice {
		return magnitude(value)
	}
	return value.clip(new(big.Rat), nil)
}

// tail is the p-value of one value.
func (s statistic) tail(value, df float64, tails int) float64 {
	switch {
	case math.IsInf(value, 1):
		return 0
	case s.twice && tails == 2:
		return 2 * s.upper(value, df)
	}
	return s.upper(value, df)
}

// of is the value that has a p-value.
func (s statistic) of(p, df float64, tails int) float64 {
	if s.twice && tails == 2 {
		p /= 2
	}
	return s.inverse(p, df)
}

// outwards are the ends as floats; an infinite end is 0 below and infinite above.
func (s span) outwards() (low, high float64) {
	high = math.Inf(1)
	if s.low != nil {
		low, _ = s.low.Float64()
	}
	if s.high != nil {
		high, _ = s.high.Float64()
	}
	return low, high
}

// magnitude is the span of absolute values.
func magnitude(s span) span {
	zero := new(big.Rat)
	switch {
	case s.low != nil && s.low.Sign() >= 0:
		return s
	case s.high != nil && s.high.Sign() <= 0:
		return s.negated()
	}
	out := s.negated().hull(s)
	return span{low: zero, high: out.high, highOpen: out.highOpen}
}
