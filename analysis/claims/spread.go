package claims

import (
	"fmt"
	"math"
	"math/big"
	"strings"
)

var checkSD = declare(Check{
	Name: "sd",
	Doc:  "Do n values with this mean have such a spread?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "mean", Doc: "The mean of the values"},
			{Name: "n", Doc: fmt.Sprintf("The number of values, from 2 to %d", maxValues)},
			{Name: "low", Optional: true, Doc: "The lowest value that there can be, such as 1 of a scale from 1 to 5"},
			{Name: "high", Optional: true, Doc: "The highest; with low: 0 and high: 1 the values are shares of yes and no"},
			{Name: "step", Optional: true, Doc: "What the values are multiples of, such as 0.5; 1 where it is left out, and any number where it is 0"},
		},
		Example: `printed: "1.50", check: {sd: {mean: "3.00", n: 18, low: 1, high: 5}}`,
	}},
	Cite: "GRIMMER (Anaya 2016; Allard 2018) and DEBIT (Heathers and Brown 2019), in exact fractions; the bounds of Mestdagh et al. 2018",
}, parseSpread, spread.judge)

// maxValues bounds the n of which the totals are tried.
const maxValues = 100_000

// spread asks whether n whole multiples of step between low and high can have the printed
// mean and standard deviation. Their sum S is a whole number, and so is the sum Q of their
// squares, which is odd where S is. For a given S, Q is smallest where the values are as
// equal as they can be, and largest where they stand at the two ends, but for one. What is
// printed must leave a Q between the two: (Q - S x S/n)/(n-1) is the variance, or over n,
// which some programs print. Values of yes and no have Q = S, which is DEBIT. With a step of
// 0 only the bounds count.
type spread struct {
	mean, n   *operand
	low, high *big.Rat // nil: no such bound
	step      *big.Rat // 0: none
}

func parseSpread(a *args) spread {
	s := spread{mean: a.operand("mean"), n: a.denominator("n"), step: big.NewRat(1, 1)}
	for _, f := range []struct {
		key string
		to  **big.Rat
	}{{"low", &s.low}, {"high", &s.high}, {"step", &s.step}} {
		o := a.optional(f.key)
		if o == nil {
			continue
		}
		if o.literal == nil {
			a.fail(o.line, "%s: %q; expected a number", f.key, clipText(o.text))
			continue
		}
		*f.to = o.literal.value
	}
	if a.err == nil && s.step.Sign() < 0 {
		a.fail(a.line, "step: expected a number above 0, or 0 for any values")
	}
	if a.err == nil && s.low != nil && s.high != nil && s.low.Cmp(s.high) >= 0 {
		a.fail(a.line, "low is not below high")
	}
	a.derive(s.mean)
	return s
}

func (s spread) judge(q *inquiry) outcome {
	n, ok := s.n.count()
	if !ok || n < 2 || n > maxValues {
		return unverifiable("n = %s; a spread is looked for with n from 2 to %d", s.n.show(), maxValues)
	}
	if p := q.claim.Printed; p.bound != equal || p.upper != nil || p.value.Sign() < 0 {
		return unverifiable("%s is not one standard deviation", p.Text)
	}
	head := fmt.Sprintf("n = %d, mean %s, SD %s", n, s.mean.show(), q.claim.Printed.Text)
	if s.low != nil && s.high != nil {
		head += fmt.Sprintf(", values from %s to %s", show(s.low), show(s.high))
	}
	// The rules that a search tries: half up and half to even are parts of anyTie.
	var last looked
	for _, r := range searched {
		last = s.look(q, r, int64(n))
		if last.found != "" {
			return outcome{verdict: verdictOf(r), computed: last.found, arithmetic: sentence(head+": "+last.found, because(r))}
		}
	}
	o := outcome{verdict: Inconsistent, computed: last.bounds()}
	switch {
	case last.smallest == nil:
		o.arithmetic = fmt.Sprintf("%s: no total over %d has this mean", head, n)
	case last.between:
		o.arithmetic = sentence(head+": no whole numbers have this mean and this SD", last.nearest())
	default:
		o.arithmetic = head + ": the SD can be " + last.bounds()
	}
	return o
}

// looked is what a search of sums and sums of squares saw.
type looked struct {
	found             string
	smallest, largest *big.Rat // variances, the one over n, the other over n-1; largest nil: unbounded
	between           bool     // what is printed lies within the bounds
	below, above      *big.Rat // the nearest variances that there are
}

// look tries every sum that prints as the mean. Values are counted in steps from low, or
// from 0.
func (s spread) look(q *inquiry, r reading, n int64) looked {
	var out looked
	mean, sd := s.mean.raw(r, None), q.own(r).clip(new(big.Rat), nil)
	if p, unit := s.mean.printed(None); unit == Count { // a mean is rounded even where it is whole
		mean = p.span(r, None)
	}
	if q.claim.Unit == Count {
		sd = q.claim.Printed.span(r, None).clip(new(big.Rat), nil)
	}
	mean = mean.clip(s.low, s.high)
	if mean.empty() || mean.low == nil || mean.high == nil || sd.empty() {
		return out
	}
	if s.step.Sign() == 0 {
		s.continuous(&out, mean, sd, n)
		return out
	}
	origin := new(big.Rat)
	if s.low != nil {
		origin = s.low
	}
	inSteps := func(v *big.Rat) *big.Rat {
		d := new(big.Rat).Sub(v, origin)
		return d.Quo(d, s.step)
	}
	totals := span{low: inSteps(mean.low), high: inSteps(mean.high), lowOpen: mean.lowOpen, highOpen: mean.highOpen}
	first, last := ceilMul(totals.low, n, totals.lowOpen), floorMul(totals.high, n, totals.highOpen)
	most := int64(-1) // the highest value in steps
	if s.low != nil && s.high != nil {
		most = new(big.Int).Quo(inSteps(s.high).Num(), inSteps(s.high).Denom()).Int64()
	}
	const tried = 2000 // a coarsely printed mean of many values leaves more, and no constraint
	for k := 0; first.Cmp(last) <= 0; k++ {
		if k == tried {
			out.found = "many totals print so"
			return out
		}
		if first.IsInt64() {
			s.total(&out, first.Int64(), n, most, sd)
		}
		if out.found != "" {
			return out
		}
		first = new(big.Int).Add(first, big.NewInt(1))
	}
	return out
}

// total tries the sums of squares of n values that sum to t steps.
func (s spread) total(out *looked, t, n, most int64, sd span) {
	least, largest := extremes(t, n, most)
	if least == nil {
		return
	}
	square := new(big.Rat).Mul(s.step, s.step)
	offset := new(big.Rat).SetFrac(new(big.Int).Mul(big.NewInt(t), big.NewInt(t)), big.NewInt(n)) // t x t/n
	for _, over := range []int64{n - 1, n} {
		variance := func(q *big.Int) *big.Rat {
			v := new(big.Rat).Sub(new(big.Rat).SetInt(q), offset)
			return v.Mul(v, square).Quo(v, big.NewRat(over, 1))
		}
		// The printed SD's square, back to sums of squares.
		back := func(sd *big.Rat) *big.Rat {
			v := new(big.Rat).Mul(sd, sd)
			v.Mul(v, big.NewRat(over, 1)).Quo(v, square)
			return v.Add(v, offset)
		}
		want := span{low: back(sd.low), high: back(sd.high), lowOpen: sd.lowOpen, highOpen: sd.highOpen}
		from, to := ceilMul(want.low, 1, want.lowOpen), floorMul(want.high, 1, want.highOpen)
		out.bound(variance(least), largest, variance)
		if from.Cmp(least) < 0 {
			from = least
		}
		if largest != nil && to.Cmp(largest) > 0 {
			to = largest
		}
		inside := want.high.Cmp(new(big.Rat).SetInt(least)) >= 0 && (largest == nil || want.low.Cmp(new(big.Rat).SetInt(largest)) <= 0)
		out.between = out.between || inside
		odd := big.NewInt(t).Bit(0)
		if from.Bit(0) != odd {
			from = new(big.Int).Add(from, big.NewInt(1))
		}
		if from.Cmp(to) <= 0 {
			out.found = fmt.Sprintf("%s values sum to %s, SD %s", fmt.Sprint(n), s.shownTotal(t, n), showRoot(variance(from)))
			return
		}
		if inside {
			out.near(variance, from)
		}
	}
}

func (s spread) shownTotal(t, n int64) string {
	v := new(big.Rat).Mul(big.NewRat(t, 1), s.step)
	if s.low != nil {
		v.Add(v, new(big.Rat).Mul(s.low, big.NewRat(n, 1)))
	}
	return show(v)
}

// extremes are the smallest and the largest sum of squares of n whole numbers that sum to t,
// each from 0 to most; most below 0: any whole numbers, and no largest. nil: there are none.
func extremes(t, n, most int64) (least, largest *big.Int) {
	if most >= 0 && (t < 0 || most == 0 && t > 0 || t > n*most) {
		return nil, nil
	}
	each, rest := floorDiv(t, n)
	least = big.NewInt(each)
	least.Mul(least, least).Mul(least, big.NewInt(n))
	// rest of them are one larger: (each+1)^2 - each^2 = 2 each + 1.
	least.Add(least, new(big.Int).Mul(big.NewInt(rest), big.NewInt(2*each+1)))
	if most <= 0 {
		if most == 0 {
			return least, least
		}
		return least, nil
	}
	full, left := t/most, t%most
	largest = big.NewInt(most)
	largest.Mul(largest, largest).Mul(largest, big.NewInt(full))
	return least, largest.Add(largest, new(big.Int).Mul(big.NewInt(left), big.NewInt(left)))
}

func floorDiv(a, b int64) (quotient, rest int64) {
	quotient, rest = a/b, a%b
	if rest < 0 {
		quotient, rest = quotient-1, rest+b
	}
	return quotient, rest
}

// continuous holds the SD against the bounds of values of any kind: (mean - low)(high - mean)
// is the largest variance over n.
func (s spread) continuous(out *looked, mean, sd span, n int64) {
	out.smallest = new(big.Rat)
	if s.low == nil || s.high == nil {
		out.found = "any SD is possible"
		return
	}
	middle := new(big.Rat).Mul(new(big.Rat).Add(s.low, s.high), big.NewRat(1, 2))
	at := mean.low
	if mean.high.Cmp(middle) < 0 {
		at = mean.high
	} else if mean.low.Cmp(middle) < 0 {
		at = middle
	}
	v := new(big.Rat).Mul(new(big.Rat).Sub(at, s.low), new(big.Rat).Sub(s.high, at))
	out.largest = v.Mul(v, big.NewRat(n, n-1))
	if new(big.Rat).Mul(sd.low, sd.low).Cmp(out.largest) <= 0 {
		out.found = "at most " + showRoot(out.largest)
	}
}

// bound widens the bounds by those of a sum.
func (l *looked) bound(smallest *big.Rat, largest *big.Int, variance func(*big.Int) *big.Rat) {
	if l.smallest == nil || smallest.Cmp(l.smallest) < 0 {
		l.smallest = smallest
	}
	if largest == nil {
		return
	}
	if v := variance(largest); l.largest == nil || v.Cmp(l.largest) > 0 {
		l.largest = v
	}
}

// near notes the variances on both sides of what is printed: from is the first sum of squares
// above it.
func (l *looked) near(variance func(*big.Int) *big.Rat, from *big.Int) {
	above, below := variance(from), variance(new(big.Int).Sub(from, big.NewInt(2)))
	if l.above == nil || above.Cmp(l.above) < 0 {
		l.above = above
	}
	if l.below == nil || below.Cmp(l.below) > 0 {
		l.below = below
	}
}

func (l looked) nearest() string {
	if l.above == nil {
		return ""
	}
	var parts []string
	if l.below.Sign() >= 0 {
		parts = append(parts, showRoot(l.below))
	}
	return "the nearest are " + strings.Join(append(parts, showRoot(l.above)), " and ")
}

// bounds are the smallest and the largest SD.
func (l looked) bounds() string {
	switch {
	case l.smallest == nil:
		return ""
	case l.largest == nil:
		return "at least " + showRoot(l.smallest)
	}
	return showRoot(l.smallest) + " to " + showRoot(l.largest)
}

func showRoot(v *big.Rat) string { return showFloat(math.Sqrt(float(v))) }
