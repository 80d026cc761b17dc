package claims

import (
	"fmt"
	"math/big"
)

var checkFScore = declare(Check{
	Name: "f_score",
	Doc:  "Is it the F1 of this precision and this recall?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "precision", Doc: "The precision, in the unit of the claim"},
			{Name: "recall", Doc: "The recall, in the unit of the claim"},
		},
		Example: `printed: "0.686", check: {f_score: {precision: "0.800", recall: "0.600"}}`,
	}},
	Cite: "van Rijsbergen 1979, Information Retrieval, chapter 7: the harmonic mean of precision and recall",
}, parseFScore, fScore.judge)

// fScore asks whether a claim is the harmonic mean of two rates. It grows with either, so
// that the ends of its span are at the ends of theirs.
type fScore struct{ precision, recall *operand }

func parseFScore(a *args) fScore {
	f := fScore{precision: a.operand("precision"), recall: a.operand("recall")}
	a.derive(f.precision, f.recall)
	return f
}

func (f fScore) judge(q *inquiry) outcome {
	unit := q.claim.Unit
	value := harmonic(f.precision.value(unit), f.recall.value(unit))
	if value == nil {
		return unverifiable("precision or recall is 0: F1 is not defined by them")
	}
	return q.weigh(comparison{
		of:      func(r reading) (span, bool) { return f.span(f.precision.span(r, unit), f.recall.span(r, unit)) },
		value:   value,
		formula: fmt.Sprintf("2 x %s x %s / (%s + %s)", f.precision.show(), f.recall.show(), f.precision.show(), f.recall.show()),
	})
}

// span is what F1 can be; ok is false where one of the rates can be 0 or is unbounded.
func (f fScore) span(p, r span) (span, bool) {
	for _, s := range []span{p, r} {
		if s.low == nil || s.high == nil || s.low.Sign() <= 0 {
			return everything(), false
		}
	}
	return span{
		low: harmonic(p.low, r.low), high: harmonic(p.high, r.high),
		lowOpen: p.lowOpen || r.lowOpen, highOpen: p.highOpen || r.highOpen,
	}, true
}

// harmonic is the harmonic mean of two numbers above 0, else nil.
func harmonic(a, b *big.Rat) *big.Rat {
	if a.Sign() <= 0 || b.Sign() <= 0 {
		return nil
	}
	twice := new(big.Rat).Mul(big.NewRat(2, 1), new(big.Rat).Mul(a, b))
	return twice.Quo(twice, new(big.Rat).Add(a, b))
}
