package claims

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// counts is a run of whole numbers.
type counts struct{ low, high int64 }

func (c counts) empty() bool { return c.low > c.high }

// countsIn are the k with k/n in the span, from 0 to most.
func countsIn(s span, n, most int64) counts {
	c := counts{0, most}
	if s.empty() {
		return counts{1, 0}
	}
	if s.low != nil {
		if k := ceilMul(s.low, n, s.lowOpen); !k.IsInt64() {
			return counts{1, 0}
		} else {
			c.low = max(c.low, k.Int64())
		}
	}
	if s.high != nil {
		if k := floorMul(s.high, n, s.highOpen); k.IsInt64() {
			c.high = min(c.high, k.Int64())
		} else if k.Sign() < 0 {
			return counts{1, 0}
		}
	}
	return c
}

// inFloat adds what floating point cuts off: k/n is a decimal number, and the
// program that computed it as a double got a little less, so that cutting digits
// off prints one unit less. 0.29*100 is 28.999999999999996.
func inFloat(p Printed, unit Unit, n, most int64) counts {
	s := p.span(truncated, unit)
	none := counts{1, 0}
	if s.high == nil || !s.highOpen {
		return none
	}
	k := new(big.Rat).Mul(new(big.Rat).Mul(s.high, unit.one()), big.NewRat(n, 1))
	if !k.IsInt() || !k.Num().IsInt64() || k.Num().Int64() > most || k.Sign() < 0 {
		return none
	}
	size, _ := new(big.Rat).Inv(unit.one()).Float64()
	top, _ := s.high.Float64()
	if float64(k.Num().Int64())/float64(n)*size < top {
		return counts{k.Num().Int64(), k.Num().Int64()}
	}
	return none
}

func readProportion(a *args) func(*inquiry) outcome {
	n := a.denominator("n")
	a.trials = n
	return func(q *inquiry) outcome {
		d, ok := n.count()
		if !ok || d < 1 {
			return outcome{verdict: Unverifiable, arithmetic: fmt.Sprintf("%s is no number of trials", n.show())}
		}
		return q.grim(int64(d), int64(d), big.NewRat(1, 1), q.claim.Printed.shareUnit(q.claim.Unit))
	}
}

func readMean(a *args) func(*inquiry) outcome {
	n := a.denominator("n")
	step := a.optional("step")
	if step != nil && (step.literal == nil || step.literal.value.Sign() <= 0) {
		a.fail(step.line, "step: %q; expected a number above 0, such as 0.5", clipText(step.text))
	}
	return func(q *inquiry) outcome {
		d, ok := n.count()
		if !ok || d < 1 {
			return outcome{verdict: Unverifiable, arithmetic: fmt.Sprintf("%s is no number of values", n.show())}
		}
		by := big.NewRat(1, 1)
		if step != nil {
			by = step.literal.value
		}
		unit := q.claim.Unit
		if unit == Count {
			unit = None // a mean of counts is rounded even where it is printed whole
		}
		return q.grim(int64(d), 1<<62, by, unit)
	}
}

// grim asks which whole numbers (of steps) over n print as the claim does: Brown
// and Heathers 2017, The GRIM test, Social Psychological and Personality Science 8.
func (q *inquiry) grim(n, most int64, step *big.Rat, unit Unit) outcome {
	at := func(r reading, n, most int64) counts {
		return countsIn(q.claim.Printed.span(r, unit).scaled(unit.one()).scaled(new(big.Rat).Inv(step)), n, most)
	}
	var found counts
	r, ok := first(readings, func(r reading) bool {
		found = at(r, n, most)
		if r == truncated && found.empty() {
			found = inFloat(q.claim.Printed, unit, n, most)
		}
		return !found.empty()
	})
	size := new(big.Rat).Inv(unit.one())
	ratio := func(k int64) *big.Rat {
		v := new(big.Rat).Mul(big.NewRat(k, n), step)
		return v.Mul(v, size)
	}
	name := func(k int64) string { return fmt.Sprintf("%s/%d", show(new(big.Rat).Mul(big.NewRat(k, 1), step)), n) }
	if ok {
		o := outcome{verdict: verdictOf(r), computed: fmt.Sprintf("%s = %s", name(found.low), show(ratio(found.low)))}
		if found.high > found.low {
			o.computed = fmt.Sprintf("%s to %s", name(found.low), name(found.high))
		}
		o.arithmetic = sentence(fmt.Sprintf("%s; printed %s", o.computed, q.claim.Printed.Text), because(r))
		return o
	}
	o := outcome{verdict: Inconsistent}
	center := new(big.Rat).Quo(new(big.Rat).Mul(q.claim.Printed.value, unit.one()), step)
	k := floorMul(center, n, false).Int64()
	o.computed = fmt.Sprintf("%s = %s or %s = %s", name(k), show(ratio(k)), name(k+1), show(ratio(k+1)))
	if k+1 > most {
		k = most
		o.computed = fmt.Sprintf("at most %s = %s", name(k), show(ratio(k)))
	}
	o.arithmetic = fmt.Sprintf("no whole number over %d prints %s: %s", n, q.claim.Printed.Text, o.computed)
	var near []string
	for _, m := range nearestFirst(n, 2*n+200) {
		c := at(anyTie, m, min(most, m))
		if most > n {
			c = at(anyTie, m, most)
		}
		if !c.empty() {
			near = append(near, fmt.Sprintf("n = %d (%s/%d)", m, show(new(big.Rat).Mul(big.NewRat(c.low, 1), step)), m))
			if len(near) == 3 {
				break
			}
		}
	}
	if len(near) > 0 {
		o.fits = "fits " + strings.Join(near, ", ")
	}
	return o
}

// nearestFirst lists the whole numbers from 1 to most by their distance to n.
func nearestFirst(n, most int64) []int64 {
	most = min(most, 1<<16)
	out := make([]int64, 0, most)
	for m := int64(1); m <= most; m++ {
		if m != n {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(x, y int64) int {
		dx, dy := max(x-n, n-x), max(y-n, n-y)
		return int(dx - dy)
	})
	return out
}
