package claims

import (
	"fmt"
	"math"
	"math/big"

	"mcpstats/stats"
)

var checkPFromF = declare(Check{
	Name: "p_from_f",
	Doc:  "Is it the p-value of this F?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "f", Alias: "statistic", Doc: "The F statistic"},
			{Name: "df", Shape: "[df1, df2]", Doc: "The degrees of freedom of its numerator and denominator"},
		},
		Example: `printed: "0.048", unit: p, check: {p_from_f: {f: "3.25", df: [2, 45]}}`,
	}},
	Cite: "Snedecor's F distribution; the idea of statcheck (Nuijten et al. 2016, Behavior Research Methods 48)",
}, parsePFromF, reported.judge)

var checkPFromR = declare(Check{
	Name: "p_from_r",
	Doc:  "Is it the p-value of this correlation?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "r", Alias: "statistic", Doc: "Pearson's correlation; its sign does not count"},
			{Name: "df", Doc: "Its degrees of freedom, the number of pairs less 2"},
		},
		Example: `printed: "0.019", unit: p, check: {p_from_r: {r: "0.33", df: 48}}`,
	}},
	Cite: "Student's t of r x sqrt(df / (1 - r x r)); the idea of statcheck (Nuijten et al. 2016, Behavior Research Methods 48)",
}, parsePFromR, reported.judge)

// reported is a statistic of whose p-value a claim is, by a function that falls with the
// statistic's size. A one-sided p is half of it where the statistic has a sign.
type reported struct {
	label  string
	value  *operand
	tail   func(v float64) float64
	signed bool
	most   float64 // the largest size that the statistic can have
}

func parsePFromF(a *args) reported {
	r := reported{value: a.operand("f", "statistic"), most: math.Inf(1)}
	one, two := a.pair("df")
	a.derive(r.value, one, two)
	if r.value == nil || one == nil || two == nil {
		return r
	}
	r.label = fmt.Sprintf("F(%s, %s) = %s", one.show(), two.show(), r.value.show())
	r.tail = func(v float64) float64 { return stats.FSF(v, float(one.value(Count)), float(two.value(Count))) }
	return r
}

func parsePFromR(a *args) reported {
	r := reported{value: a.operand("r", "statistic"), signed: true, most: 1}
	df := a.operand("df")
	a.derive(r.value, df)
	if r.value == nil || df == nil {
		return r
	}
	r.label = fmt.Sprintf("r(%s) = %s", df.show(), r.value.show())
	r.tail = func(v float64) float64 {
		if v >= 1 {
			return 0
		}
		n := float(df.value(Count))
		return 2 * stats.StudentTSF(v*math.Sqrt(n/(1-v*v)), n)
	}
	return r
}

func (t reported) judge(q *inquiry) outcome {
	o := t.ask(q, 1)
	if o.verdict != Inconsistent || !t.signed {
		return o
	}
	if one := t.ask(q, .5); one.verdict == Consistent || one.verdict == ByTruncation {
		o.verdict, o.fits = Depends, "a one-sided p fits: "+one.arithmetic
	}
	return o
}

// ask holds the claim against times the p-value.
func (t reported) ask(q *inquiry, times float64) outcome {
	span := func(r reading) (span, bool) {
		s := magnitude(t.value.raw(r, None))
		low, high := s.outwards()
		if low > t.most {
			return everything(), false
		}
		small, large := times*t.tail(math.Min(high, t.most)), times*t.tail(low)
		if math.IsNaN(small) || math.IsNaN(large) {
			return everything(), false
		}
		return around(small, large).clip(new(big.Rat), big.NewRat(1, 1)), true
	}
	center := times * t.tail(math.Abs(float(t.value.value(None))))
	if math.IsNaN(center) || math.IsInf(center, 0) || math.Abs(float(t.value.value(None))) > t.most {
		return unverifiable("%s has no p-value", t.label)
	}
	return q.weigh(comparison{of: span, value: rat(center), formula: t.label + ": p", noSlip: true})
}
