package claims

import (
	"math/big"
	"slices"
	"strings"
)

// maxRefined bounds the combinations of counts that are tried.
const maxRefined = 10_000

// conversion is the factor from the operands' unit to the claim's where all of
// them share one, nil otherwise: for a line of arithmetic.
func (q *inquiry) conversion(ops []*operand) *big.Rat {
	var by *big.Rat
	for _, o := range ops {
		_, unit := o.printed(q.claim.Unit)
		c := convert(unit, q.claim.Unit)
		if by != nil && by.Cmp(c) != 0 {
			return nil
		}
		by = c
	}
	return by
}

// lattice is the values that a claim's number can be where it is a count over a
// known number of trials, in the unit of the claim that uses it; nil where it is
// none, or where no count fits.
func (o *operand) lattice(r reading, own Unit, raw bool) []*big.Rat {
	trials := o.trials()
	if trials == nil {
		return nil
	}
	n, ok := trials.count()
	if !ok || n < 1 {
		return nil
	}
	unit := o.claim.Unit
	c := countsIn(o.claim.Printed.span(r, unit).scaled(unit.one()), int64(n), int64(n))
	if c.empty() || c.high-c.low >= maxRefined {
		return nil
	}
	by := new(big.Rat).Inv(unit.one())
	if !raw {
		by.Mul(by, convert(unit, own))
	}
	var out []*big.Rat
	for count := c.low; count <= c.high; count++ {
		out = append(out, new(big.Rat).Mul(big.NewRat(count, int64(n)), by))
	}
	return out
}

// trials is the number of trials that the operand's claim is a count over, by the
// first of its checks that says so; nil where none does.
func (o *operand) trials() *operand {
	if o.claim == nil {
		return nil
	}
	for _, q := range o.claim.Questions {
		if q.trials != nil {
			return q.trials
		}
	}
	return nil
}

// refine asks of a sum or difference that the printed digits allow whether the
// counts behind them allow it too, where every operand is a count over a known
// number of trials. The claims file states those numbers, so that a failure is a
// condition and no contradiction.
func (q *inquiry) refine(o outcome, l linear) outcome {
	if o.verdict != Consistent && o.verdict != ByTruncation {
		return o
	}
	var sums []*big.Rat // under the first rule under which every operand has counts
	_, ok := first(readings, func(r reading) bool {
		can := l.sumsOfCounts(r, q.claim.Unit)
		if len(sums) == 0 {
			sums = can
		}
		return slices.ContainsFunc(can, q.own(r).holds)
	})
	if ok || len(sums) == 0 {
		return o
	}
	shown := shownSums(sums)
	o.verdict = Depends
	o.fits = "the printed digits allow it; as counts over the stated numbers of trials it is " + shown
	o.arithmetic = sentence(o.arithmetic, "as counts "+shown)
	return o
}

// sumsOfCounts are the sums, times scale, that the counts behind the operands
// allow under a rule; nil where an operand is not a count, or they are too many.
func (l linear) sumsOfCounts(r reading, unit Unit) []*big.Rat {
	sums := []*big.Rat{new(big.Rat)}
	for i, op := range l.terms {
		values := op.lattice(r, unit, l.scale != nil)
		if values == nil || len(values)*len(sums) > maxRefined {
			return nil
		}
		sums = crossed(sums, values, big.NewRat(int64(l.signs[i]), 1))
	}
	for _, s := range sums {
		s.Mul(s, l.factor())
	}
	return sums
}

// crossed adds every value, times sign, to every sum.
func crossed(sums, values []*big.Rat, sign *big.Rat) []*big.Rat {
	out := make([]*big.Rat, 0, len(sums)*len(values))
	for _, s := range sums {
		for _, v := range values {
			out = append(out, new(big.Rat).Add(s, new(big.Rat).Mul(v, sign)))
		}
	}
	return out
}

// shownSums lists the first few sums.
func shownSums(sums []*big.Rat) string {
	const most = 3
	var out []string
	for i, s := range sums {
		if i == most {
			out = append(out, "...")
			break
		}
		out = append(out, show(s))
	}
	return strings.Join(out, " or ")
}
