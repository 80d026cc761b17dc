package claims

import (
	"fmt"
	"math/big"
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
	if o.claim == nil {
		return nil
	}
	for _, k := range o.claim.Checks {
		if k.trials == nil {
			continue
		}
		n, ok := k.trials.count()
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
	return nil
}

// refine asks of a sum or difference that the printed digits allow whether the
// counts behind them allow it too, where every operand is a count over a known
// number of trials. The claims file states those numbers, so that a failure is a
// condition and no contradiction.
func (q *inquiry) refine(o outcome, ops []*operand, sign func(i int) int, scale *big.Rat) outcome {
	if o.verdict != Consistent && o.verdict != ByTruncation {
		return o
	}
	by := scale
	if by == nil {
		by = big.NewRat(1, 1)
	}
	var last []*big.Rat
	_, ok := first(readings, func(r reading) bool {
		sums := []*big.Rat{new(big.Rat)}
		for i, op := range ops {
			values := op.lattice(r, q.claim.Unit, scale != nil)
			if values == nil || len(values)*len(sums) > maxRefined {
				return false
			}
			var next []*big.Rat
			for _, s := range sums {
				for _, v := range values {
					if sign(i) < 0 {
						v = new(big.Rat).Neg(v)
					}
					next = append(next, new(big.Rat).Add(s, v))
				}
			}
			sums = next
		}
		if len(last) == 0 {
			last = sums
		}
		for _, s := range sums {
			if q.own(r).holds(new(big.Rat).Mul(s, by)) {
				return true
			}
		}
		return false
	})
	if ok || len(last) == 0 {
		return o
	}
	var shown []string
	for i, s := range last {
		if i == 3 {
			shown = append(shown, "...")
			break
		}
		shown = append(shown, show(new(big.Rat).Mul(s, by)))
	}
	o.verdict = Depends
	o.fits = fmt.Sprintf("the printed digits allow it; as counts over the stated numbers of trials it is %s", strings.Join(shown, " or "))
	o.arithmetic = sentence(o.arithmetic, "as counts "+strings.Join(shown, " or "))
	return o
}
