package claims

import (
	"fmt"
	"math/big"
)

var tailsField = Field{Name: "tails", Optional: true, Doc: "1 (one) or 2 (two); where it is left out, two are meant and a p that only one tail gives depends"}

var checkPFromT = declare(Check{
	Name: "p_from_t",
	Doc:  "Is it the p-value of this t?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "t", Alias: "statistic", Doc: "The t statistic; its sign does not count"},
			{Name: "df", Doc: "Its degrees of freedom"},
			tailsField,
		},
		Example: `printed: "0.045", unit: p, check: {p_from_t: {t: "2.01", df: 581, tails: 2}}`,
	}},
	Cite: "Student's t distribution; the idea of statcheck (Nuijten et al. 2016, Behavior Research Methods 48)",
}, parsePFromT, tailed.judge)

var checkPFromZ = declare(Check{
	Name: "p_from_z",
	Doc:  "Is it the p-value of this z?",
	Forms: []Form{{
		Fields:  []Field{{Name: "z", Alias: "statistic", Doc: "The z statistic; its sign does not count"}, tailsField},
		Example: `printed: "0.050", unit: p, check: {p_from_z: {z: "1.96"}}`,
	}},
	Cite: "The normal distribution; the idea of statcheck (Nuijten et al. 2016, Behavior Research Methods 48)",
}, parsePFromZ, tailed.judge)

var checkPFromChi2 = declare(Check{
	Name: "p_from_chi2",
	Doc:  "Is it the p-value of this chi-square statistic?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "chi2", Alias: "statistic", Doc: "The chi-square statistic"},
			{Name: "df", Doc: "Its degrees of freedom"},
		},
		Example: `printed: "0.050", unit: p, check: {p_from_chi2: {chi2: "3.84", df: 1}}`,
	}},
	Cite: "The chi-square distribution; the idea of statcheck (Nuijten et al. 2016, Behavior Research Methods 48)",
}, parsePFromChi2, tailed.judge)

// tailed is a statistic of which the claim prints the p-value. The statistic is printed
// rounded as well: t = 2.01 stands for everything from 2.005 to 2.015, and p for what any
// of these gives. Held against the p-value of 2.01 alone, papers that are right would be
// called wrong.
type tailed struct {
	statistic
	value, df *operand // df is nil where the statistic has none
	tails     int
	stated    bool // the tails stand in the claims file
}

func parsePFromT(a *args) tailed {
	return a.tailed(tailed{statistic: studentT, value: a.operand("t", "statistic"), df: a.operand("df")})
}

func parsePFromZ(a *args) tailed {
	return a.tailed(tailed{statistic: normalZ, value: a.operand("z", "statistic")})
}

func parsePFromChi2(a *args) tailed {
	return a.tailed(tailed{statistic: chiSquare, value: a.operand("chi2", "statistic"), df: a.operand("df")})
}

// tailed reads the tails of a statistic that has two.
func (a *args) tailed(t tailed) tailed {
	t.tails, t.stated = 2, true
	if t.twice {
		t.tails, t.stated = a.tails()
	}
	a.derive(t.value, t.df)
	return t
}

// tails reads how many tails count; two where nothing is stated.
func (a *args) tails() (tails int, stated bool) {
	switch a.text("tails", "1", "2", "one", "two") {
	case "1", "one":
		return 1, true
	case "2", "two":
		return 2, true
	}
	return 2, false
}

func (t tailed) judge(q *inquiry) outcome {
	// A p-value of the other number of tails explains what is printed, but contradicts a
	// paper that states its tails.
	o := t.ask(q, t.tails)
	if o.verdict != Inconsistent {
		return o
	}
	if !t.twice {
		o.fits = t.needed(q)
		return o
	}
	other := t.ask(q, 3-t.tails)
	if other.verdict != Consistent && other.verdict != ByTruncation {
		o.fits = t.needed(q)
		return o
	}
	o.fits = fmt.Sprintf("a %s p fits: %s", sides(3-t.tails), other.arithmetic)
	if !t.stated {
		o.verdict = Depends
	}
	return o
}

// ask holds the claim against the p-value of so many tails.
func (t tailed) ask(q *inquiry, tails int) outcome {
	center, ok := t.p(point(t.value.value(None)), t.freedom(halfUp), tails)
	if !ok {
		return unverifiable("%s has no p-value", t)
	}
	label := t.String()
	if t.twice {
		label += ", " + sides(tails)
	}
	return q.weigh(comparison{
		of:    func(r reading) (span, bool) { return t.p(t.value.raw(r, None), t.freedom(r), tails) },
		value: center.middle(), formula: label + ": p",
	})
}

// freedom is what the degrees of freedom stand for under a rule.
func (t tailed) freedom(r reading) span {
	if t.df == nil {
		return point(big.NewRat(1, 1))
	}
	p, _ := t.df.printed(Count)
	return p.span(r, Count)
}

// needed is the statistic that would give the printed p.
func (t tailed) needed(q *inquiry) string {
	low, high, ok := q.own(mixed).clip(new(big.Rat), big.NewRat(1, 1)).floats()
	df, _, finite := t.freedom(halfUp).floats()
	if !ok || !finite || high <= 0 || high >= 1 {
		return ""
	}
	least := t.of(high, df, t.tails)
	if low <= 0 {
		return fmt.Sprintf("it would take %s of at least %s", t.name, showFloat(least))
	}
	return fmt.Sprintf("it would take %s from %s to %s", t.name, showFloat(least), showFloat(t.of(low, df, t.tails)))
}

// String writes the statistic: "t(581) = 2.01".
func (t tailed) String() string {
	if t.df == nil {
		return t.name + " = " + t.value.show()
	}
	return fmt.Sprintf("%s(%s) = %s", t.name, t.df.show(), t.value.show())
}

func sides(tails int) string {
	if tails == 1 {
		return "one-sided"
	}
	return "two-sided"
}
