package claims

import (
	"fmt"
	"math"
	"math/big"
)

var checkDFromT = declare(Check{
	Name: "d_from_t",
	Doc:  "Is it the Cohen's d of this t?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "t", Doc: "The t statistic"},
			{Name: "n", Doc: "The number of pairs, or of values in each of two groups"},
			{Name: "definition", Optional: true, Doc: "dz, t/sqrt(n) of pairs, or independent, t*sqrt(2/n) of two groups; where it is left out, dz is tried, and another d depends"},
		},
		Example: `printed: "0.083", unit: none, check: {d_from_t: {t: "2.01", n: 582, definition: dz}}`,
	}},
	Cite: "Cohen 1988, Statistical Power Analysis; Dunlap et al. 1996, Psychological Methods 1",
}, parseDFromT, cohen.judge)

// cohen asks for the d that follows from t. A paired design's dz is t/sqrt(n)
// exactly; the d of two groups of n values, pooled SD, is t*sqrt(2/n). Where the
// paper does not say which d it prints, one that is not dz does not contradict it:
// with the standard deviation of the scores instead of that of their differences,
// d = dz*sqrt(2(1-r)), r the correlation of the two runs' scores (Dunlap et al.
// 1996).
type cohen struct {
	t, n       *operand
	definition string
}

func parseDFromT(a *args) cohen {
	c := cohen{t: a.operand("t"), n: a.denominator("n"), definition: a.text("definition", "dz", "independent")}
	a.derive(c.t)
	return c
}

func (c cohen) judge(q *inquiry) outcome {
	n, ok := c.n.count()
	if !ok || n < 1 {
		return unverifiable("%s is not a number of pairs", c.n.show())
	}
	factor, formula := c.factor(n)
	d := new(big.Rat).Mul(c.t.value(None), rat(factor))
	o := q.weigh(comparison{
		of:    func(r reading) (span, bool) { return floatScaled(c.t.raw(r, None), factor), true },
		value: d, formula: formula,
	})
	if o.verdict == Inconsistent {
		return c.explain(o, q.claim.Printed.value, q.own(mixed), d)
	}
	return o
}

// factor is what t is multiplied by, and the formula that shows it.
func (c cohen) factor(n int) (factor float64, formula string) {
	if c.definition == "independent" {
		return math.Sqrt(2 / float64(n)), fmt.Sprintf("%s*sqrt(2/%d)", c.t.show(), n)
	}
	return 1 / math.Sqrt(float64(n)), fmt.Sprintf("%s/sqrt(%d)", c.t.show(), n)
}

// explain names the n that would give the printed d, and where no definition is
// stated the correlation under which the scores' own spread would.
func (c cohen) explain(o outcome, printed *big.Rat, own span, d *big.Rat) outcome {
	lowD, highD, ok1 := magnitude(own).floats()
	lowT, highT, ok2 := magnitude(c.t.raw(mixed, None)).floats()
	if !ok1 || !ok2 || lowD <= 0 || lowT <= 0 || c.t.value(None).Sign() != printed.Sign() {
		return o
	}
	// n = (t/d)^2, at the corners where it is least and largest.
	o.fits = fmt.Sprintf("t/sqrt(n) would need n from %d to %d", int(math.Ceil(square(lowT/highD))), int(math.Floor(square(highT/lowD))))
	if c.definition != "" {
		return o
	}
	// d = dz*sqrt(2(1-r)) solved for r: a correlation outside -1 to 1 rules this
	// definition out.
	if r := 1 - square(float(printed))/(2*square(float(d))); r > -1 && r < 1 {
		o.verdict = Depends
		o.fits += fmt.Sprintf("; the d of the scores' own standard deviation would need that the runs' scores correlate with r = %.2f", r)
	}
	return o
}

func square(x float64) float64 { return x * x }

// floatScaled multiplies by a factor known in floating point.
func floatScaled(s span, factor float64) span { return s.times(around(factor, factor)) }

func float(v *big.Rat) float64 {
	f, _ := v.Float64()
	return f
}
