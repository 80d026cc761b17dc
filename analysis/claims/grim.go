package claims

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// grim asks which whole numbers of steps over n print as the claim does: Brown
// and Heathers 2017, The GRIM test, Social Psychological and Personality Science 8.
//
// A mean of n multiples of step is itself a multiple of step/n, so that of all values in
// the span of a printed number only those can be meant, and where these lie further apart
// than printed numbers do, some printed numbers have none. The test loses its force once n
// reaches the number of values that can be printed within one step (100 for a proportion
// with two decimals): every printed number then has a count.
type grim struct {
	*inquiry
	n, most int64    // the denominator, and the largest count over it
	step    *big.Rat // what one count is worth
	unit    Unit     // in which the claim is read
}

func (g grim) judge() outcome {
	found, rule, ok := g.find()
	if !ok {
		return g.impossible()
	}
	o := outcome{verdict: verdictOf(rule), computed: g.quotient(found.low)}
	if found.high > found.low {
		o.computed = fmt.Sprintf("%s to %s", g.fraction(found.low), g.fraction(found.high))
	}
	o.arithmetic = sentence(fmt.Sprintf("%s; printed %s", o.computed, g.claim.Printed.Text), because(rule))
	return o
}

// find returns the counts that fit under the first rule under which any does.
func (g grim) find() (found counts, rule reading, ok bool) {
	rule, ok = first(readings, func(r reading) bool {
		found = g.at(r, g.n, g.most)
		if r == truncated && found.empty() {
			found = inFloat(g.claim.Printed, g.unit, g.n, g.most)
		}
		return !found.empty()
	})
	return found, rule, ok
}

// at are the counts over n that print as the claim does under a rule.
func (g grim) at(r reading, n, most int64) counts {
	return countsIn(g.claim.Printed.span(r, g.unit).scaled(g.unit.one()).scaled(new(big.Rat).Inv(g.step)), n, most)
}

// times is k steps.
func (g grim) times(k int64) *big.Rat { return new(big.Rat).Mul(big.NewRat(k, 1), g.step) }

// fraction writes k steps over n: "28/95".
func (g grim) fraction(k int64) string { return fmt.Sprintf("%s/%d", show(g.times(k)), g.n) }

// quotient writes the fraction and its value in the claim's unit: "28/95 = 29.4737".
func (g grim) quotient(k int64) string {
	v := new(big.Rat).Quo(g.times(k), big.NewRat(g.n, 1))
	return fmt.Sprintf("%s = %s", g.fraction(k), show(v.Quo(v, g.unit.one())))
}

// impossible names the counts on both sides of what is printed, and other
// denominators that would do.
func (g grim) impossible() outcome {
	center := new(big.Rat).Quo(new(big.Rat).Mul(g.claim.Printed.value, g.unit.one()), g.step)
	k := floorMul(center, g.n, false).Int64()
	o := outcome{verdict: Inconsistent, computed: g.quotient(k) + " or " + g.quotient(k+1)}
	if k+1 > g.most {
		o.computed = "at most " + g.quotient(g.most)
	}
	o.arithmetic = fmt.Sprintf("no whole number over %d prints %s: %s", g.n, g.claim.Printed.Text, o.computed)
	if near := g.otherDenominators(); len(near) > 0 {
		o.fits = "fits " + strings.Join(near, ", ")
	}
	return o
}

// mostSuggested is how many other denominators are named.
const mostSuggested = 3

// otherDenominators names the denominators next to n over which a count prints as
// the claim does.
func (g grim) otherDenominators() []string {
	var out []string
	for _, m := range nearestFirst(g.n, 2*g.n+200) {
		most := g.most
		if most <= g.n { // a count is at most its denominator
			most = min(most, m)
		}
		c := g.at(anyTie, m, most)
		if c.empty() {
			continue
		}
		out = append(out, fmt.Sprintf("n = %d (%s/%d)", m, show(g.times(c.low)), m))
		if len(out) == mostSuggested {
			break
		}
	}
	return out
}

// maxDenominator bounds the denominators that are suggested.
const maxDenominator = 1 << 16

// nearestFirst lists the whole numbers from 1 to most by their distance to n.
func nearestFirst(n, most int64) []int64 {
	most = min(most, maxDenominator)
	out := make([]int64, 0, most)
	for m := int64(1); m <= most; m++ {
		if m != n {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(x, y int64) int { return int(distance(x, n) - distance(y, n)) })
	return out
}

func distance(x, y int64) int64 { return max(x-y, y-x) }
