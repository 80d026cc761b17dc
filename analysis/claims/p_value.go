package claims

import (
	"fmt"
	"math"
	"math/big"

	"mcpstats/stats"
)

// statistic is a test statistic with the tail probability that it has.
type statistic struct {
	name  string
	upper func(value, df float64) float64 // P(X > value), for value >= 0
	twice bool                            // symmetric: two tails double it
}

var (
	studentT  = statistic{"t", stats.StudentTSF, true}
	normalZ   = statistic{"z", func(z, _ float64) float64 { return stats.NormalSF(z) }, true}
	chiSquare = statistic{"chi2", stats.ChiSquareSF, false}
)

// p is what p can be where the statistic and its degrees of freedom are in spans.
// Every tail falls with the statistic; t's falls with df where chi2's rises.
func (s statistic) p(value, df span, tails int) (span, bool) {
	if s.twice {
		value = magnitude(value)
	} else {
		value = value.clip(new(big.Rat), nil)
	}
	df = df.clip(new(big.Rat), nil)
	lowValue, highValue := 0.0, math.Inf(1)
	if value.low != nil {
		lowValue, _ = value.low.Float64()
	}
	if value.high != nil {
		highValue, _ = value.high.Float64()
	}
	lowDF, highDF, ok := df.floats()
	if value.empty() || df.empty() || !ok || s.name != "z" && lowDF <= 0 {
		return everything(), false
	}
	by := 1.0
	if s.twice && tails == 2 {
		by = 2
	}
	tail := func(v, d float64) float64 {
		if math.IsInf(v, 1) {
			return 0
		}
		return by * s.upper(v, d)
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range []float64{lowValue, highValue} {
		for _, d := range []float64{lowDF, highDF} {
			p := tail(v, d)
			low, high = min(low, p), max(high, p)
		}
	}
	if math.IsNaN(low) || math.IsNaN(high) {
		return everything(), false
	}
	return around(low, high).clip(new(big.Rat), big.NewRat(1, 1)), true
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

func (a *args) tails() (tails int, stated bool) {
	switch a.text("tails", "1", "2", "one", "two") {
	case "1", "one":
		return 1, true
	case "2", "two":
		return 2, true
	}
	return 2, false
}

func readPFromT(a *args) func(*inquiry) outcome {
	t, df := a.operand("t", "statistic"), a.operand("df")
	return tailCheck(a, studentT, t, df)
}

func readPFromZ(a *args) func(*inquiry) outcome {
	return tailCheck(a, normalZ, a.operand("z", "statistic"), nil)
}

func readPFromChi2(a *args) func(*inquiry) outcome {
	chi2, df := a.operand("chi2", "statistic"), a.operand("df")
	return tailCheck(a, chiSquare, chi2, df)
}

func tailCheck(a *args, s statistic, value, df *operand) func(*inquiry) outcome {
	tails, stated := 2, true
	if s.twice {
		tails, stated = a.tails()
	}
	a.derive(value, df)
	return func(q *inquiry) outcome {
		freedom := func(r reading) span {
			if df == nil {
				return point(big.NewRat(1, 1))
			}
			p, _ := df.printed(Count)
			return p.span(r, Count)
		}
		name := s.name + " = " + value.show()
		if df != nil {
			name = fmt.Sprintf("%s(%s) = %s", s.name, df.show(), value.show())
		}
		ask := func(tails int) (outcome, span) {
			exact := point(value.value(None))
			at, ok := s.p(exact, freedom(halfUp), tails)
			if !ok {
				return outcome{verdict: Unverifiable, arithmetic: name + " has no p-value"}, at
			}
			center := new(big.Rat).Mul(new(big.Rat).Add(at.low, at.high), big.NewRat(1, 2))
			label := name
			if s.twice {
				label = fmt.Sprintf("%s, %s", name, map[int]string{1: "one-sided", 2: "two-sided"}[tails])
			}
			o := q.weigh(comparison{
				of:    func(r reading) (span, bool) { return s.p(value.raw(r, None), freedom(r), tails) },
				value: center, formula: label + ": p",
			})
			return o, at
		}
		o, _ := ask(tails)
		if o.verdict != Inconsistent {
			return o
		}
		if s.twice {
			other, _ := ask(3 - tails)
			if other.verdict == Consistent || other.verdict == ByTruncation {
				o.fits = map[int]string{1: "a two-sided", 2: "a one-sided"}[tails] + " p fits: " + other.arithmetic
				if !stated {
					o.verdict = Depends
				}
				return o
			}
		}
		o.fits = q.statisticFor(s, freedom(halfUp), tails)
		return o
	}
}

// statisticFor is the statistic that would give the printed p.
func (q *inquiry) statisticFor(s statistic, df span, tails int) string {
	low, high, ok := q.own(mixed).clip(new(big.Rat), big.NewRat(1, 1)).floats()
	d, _, finite := df.floats()
	if !ok || !finite || high <= 0 || high >= 1 {
		return ""
	}
	inverse := func(p float64) float64 {
		if s.twice && tails == 2 {
			p /= 2
		}
		switch s.name {
		case "t":
			return stats.StudentTISF(p, d)
		case "z":
			return stats.NormalISF(p)
		}
		return stats.ChiSquareISF(p, d)
	}
	least := inverse(high)
	if low <= 0 {
		return fmt.Sprintf("it would take %s of at least %s", s.name, showFloat(least))
	}
	return fmt.Sprintf("it would take %s from %s to %s", s.name, showFloat(least), showFloat(inverse(low)))
}
