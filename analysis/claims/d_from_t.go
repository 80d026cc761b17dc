package claims

import (
	"fmt"
	"math"
	"math/big"
)

// readDFromT: a paired design's Cohen's dz is t/sqrt(n) exactly. The d of two
// groups of n values, pooled SD, is t*sqrt(2/n). Where the paper does not say
// which d it prints, one that is not dz is no contradiction: with the standard
// deviation of the scores instead of that of their differences,
// d = dz*sqrt(2(1-r)), r the correlation of the two runs' scores (Dunlap et al.
// 1996, Psychological Methods 1).
func readDFromT(a *args) func(*inquiry) outcome {
	t, n := a.operand("t"), a.denominator("n")
	definition := a.text("definition", "dz", "independent")
	a.derive(t)
	return func(q *inquiry) outcome {
		d, ok := n.count()
		if !ok || d < 1 {
			return outcome{verdict: Unverifiable, arithmetic: n.show() + " is no number of pairs"}
		}
		factor, formula := 1/math.Sqrt(float64(d)), fmt.Sprintf("%s/sqrt(%d)", t.show(), d)
		if definition == "independent" {
			factor, formula = math.Sqrt(2/float64(d)), fmt.Sprintf("%s*sqrt(2/%d)", t.show(), d)
		}
		of := func(r reading) (span, bool) { return floatScaled(t.raw(r, None), factor), true }
		value := new(big.Rat).Mul(t.value(None), rat(factor))
		o := q.weigh(comparison{of: of, value: value, formula: formula})
		if o.verdict != Inconsistent {
			return o
		}
		own, tt := q.own(mixed), t.raw(mixed, None)
		lowD, highD, ok1 := magnitude(own).floats()
		lowT, highT, ok2 := magnitude(tt).floats()
		if !ok1 || !ok2 || lowD <= 0 || lowT <= 0 || t.value(None).Sign() != q.claim.Printed.value.Sign() {
			return o
		}
		need := func(t, d float64) float64 { return (t / d) * (t / d) }
		o.fits = fmt.Sprintf("t/sqrt(n) would need n from %d to %d", int(math.Ceil(need(lowT, highD))), int(math.Floor(need(highT, lowD))))
		if definition == "" {
			dz := math.Abs(float(value))
			printed := math.Abs(float(q.claim.Printed.value))
			if r := 1 - printed*printed/(2*dz*dz); r > -1 && r < 1 {
				o.verdict = Depends
				o.fits += fmt.Sprintf("; the d of the scores' own standard deviation would need that the runs' scores correlate with r = %.2f", r)
			}
		}
		return o
	}
}

// floatScaled multiplies by a factor known in floating point.
func floatScaled(s span, factor float64) span {
	f := around(factor, factor)
	return s.times(f)
}

func float(v *big.Rat) float64 {
	f, _ := v.Float64()
	return f
}

func readTFrom(a *args) func(*inquiry) outcome {
	mean := a.operand("mean")
	se := a.optional("se")
	var sd, n *operand
	if se == nil {
		sd, n = a.operand("sd"), a.denominator("n")
	}
	a.derive(mean, sd, se)
	return func(q *inquiry) outcome {
		root, formula := 1.0, ""
		by := se
		if se == nil {
			d, ok := n.count()
			if !ok || d < 1 {
				return outcome{verdict: Unverifiable, arithmetic: n.show() + " is no number of values"}
			}
			root, by = math.Sqrt(float64(d)), sd
			formula = fmt.Sprintf("%s/(%s/sqrt(%d))", mean.show(), sd.show(), d)
		} else {
			formula = fmt.Sprintf("%s/%s", mean.show(), se.show())
		}
		if by.value(None).Sign() <= 0 {
			return outcome{verdict: Unverifiable, arithmetic: formula + ": division by zero"}
		}
		of := func(r reading) (span, bool) {
			spread := by.raw(r, None).clip(new(big.Rat), nil)
			s, ok := mean.raw(r, None).over(spread)
			return floatScaled(s, root), ok
		}
		value := new(big.Rat).Quo(mean.value(None), by.value(None))
		return q.weigh(comparison{of: of, value: value.Mul(value, rat(root)), formula: formula})
	}
}
