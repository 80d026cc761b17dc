package claims

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// defaultDenominators is how far a denominator is looked for where no range is given.
const defaultDenominators = 1000

func readDenominator(a *args) func(*inquiry) outcome {
	shares := a.operands(1, "of")
	low, high, stated := 1, defaultDenominators, false
	if e := a.find("between"); e != nil {
		stated = true
		ends := a.list("between", e.value, e.line, 2)
		if len(ends) == 2 {
			var okLow, okHigh bool
			low, okLow = ends[0].count()
			high, okHigh = ends[1].count()
			if !okLow || !okHigh || ends[0].literal == nil || ends[1].literal == nil || low < 1 || high < low || high > maxWhole {
				a.fail(e.line, "between: expected two whole numbers from 1 to %d, the smaller first", maxWhole)
			}
		} else {
			a.fail(e.line, "between: expected two whole numbers")
		}
	}
	a.own = false
	return func(q *inquiry) outcome {
		all := slices.Clone(shares)
		asksN := q.claim.Unit == Count
		if q.claim.Unit.share() && q.claim.Printed.value != nil && !slices.ContainsFunc(shares, func(o *operand) bool { return o.claim == q.claim }) {
			all = append(all, &operand{text: q.claim.Printed.Text, claim: q.claim})
		}
		found := func(r reading) []int {
			spans := make([]span, len(all))
			for i, o := range all {
				spans[i] = o.part(r, q.claim.Unit)
			}
			return commonDenominators(spans, low, high)
		}
		line := "one n for " + joined(all, ", ")
		for _, r := range []reading{anyTie, truncated, mixed} {
			ns := found(r)
			if asksN {
				n, ok := (operand{literal: &q.claim.Printed}).count()
				if ok && slices.Contains(ns, n) {
					return outcome{verdict: verdictOf(r), computed: listed(ns), arithmetic: sentence(line+": "+listed(ns)+" fit; printed "+q.claim.Printed.Text, because(r)), fits: "n = " + listed(ns)}
				}
				if len(ns) > 0 && r == mixed {
					return outcome{verdict: Inconsistent, computed: listed(ns), arithmetic: line + ": " + listed(ns) + " fit; printed " + q.claim.Printed.Text, fits: "n = " + listed(ns)}
				}
				continue
			}
			if len(ns) > 0 {
				return outcome{verdict: verdictOf(r), computed: "n = " + listed(ns), arithmetic: sentence(line+": "+listed(ns)+" fit", because(r)), fits: "n = " + listed(ns)}
			}
		}
		o := outcome{verdict: Inconsistent, arithmetic: fmt.Sprintf("%s: none from %d to %d fits", line, low, high)}
		if !stated {
			o.verdict = Depends
			o.fits = "a larger denominator, or shares of different wholes"
		} else {
			o.fits = "a denominator outside that range, or shares of different wholes"
		}
		return o
	}
}

// listed names the first of many numbers.
func listed(ns []int) string {
	const most = 8
	var out []string
	for i, n := range ns {
		if i == most {
			out = append(out, fmt.Sprintf("and %d more", len(ns)-most))
			break
		}
		out = append(out, strconv.Itoa(n))
	}
	return strings.Join(out, ", ")
}

// commonDenominators are the n from low to high for which every span holds some
// k/n with 0 <= k <= n.
func commonDenominators(spans []span, low, high int) []int {
	type bounds struct {
		num, den   [2]int64
		open       [2]bool
		big        bool
		whole      span
		impossible bool
	}
	all := make([]bounds, len(spans))
	one, zero := big.NewRat(1, 1), new(big.Rat)
	for i, s := range spans {
		s = s.clip(zero, one)
		b := bounds{whole: s, impossible: s.empty(), open: [2]bool{s.lowOpen, s.highOpen}}
		for j, v := range []*big.Rat{s.low, s.high} {
			if !v.Num().IsInt64() || !v.Denom().IsInt64() || v.Denom().Int64() > 1<<40 {
				b.big = true
				continue
			}
			b.num[j], b.den[j] = v.Num().Int64(), v.Denom().Int64()
		}
		all[i] = b
	}
	var out []int
next:
	for n := low; n <= high; n++ {
		for i := range all {
			b := &all[i]
			if b.impossible {
				return nil
			}
			if b.big {
				if countsIn(b.whole, int64(n), int64(n)).empty() {
					continue next
				}
				continue
			}
			// n and the ends are below 2^20 and 2^40: the products fit.
			x := b.num[0] * int64(n)
			k := x / b.den[0]
			if k*b.den[0] < x || b.open[0] && k*b.den[0] == x {
				k++
			}
			y, z := k*b.den[1], b.num[1]*int64(n)
			if k > int64(n) || y > z || y == z && b.open[1] {
				continue next
			}
		}
		out = append(out, n)
	}
	return out
}
