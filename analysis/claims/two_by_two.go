package claims

import (
	"fmt"
	"math"

	"mcpstats/stats"
)

// groups are the counts of two groups: k of n in each.
type groups struct{ k, n []*operand }

var groupFields = []Field{
	{Name: "k", Shape: "[a, b]", Doc: "How many of each group have it"},
	{Name: "n", Shape: "[a, b]", Doc: "How many are in each group"},
}

func parseGroups(a *args) groups {
	g := groups{a.each("k", 2), a.each("n", 2)}
	a.derive(g.k...)
	return g
}

// table is the 2x2 table: with and without, of the first group and of the second.
func (g groups) table() (t [4]float64, shown string, err error) {
	k, err := wholeNumbers(g.k, mostRated)
	if err != nil {
		return t, "", err
	}
	n, err := wholeNumbers(g.n, mostRated)
	if err != nil {
		return t, "", err
	}
	for i := range k {
		if k[i] > n[i] || n[i] == 0 {
			return t, "", fmt.Errorf("%d of %d is no count", k[i], n[i])
		}
	}
	t = [4]float64{float64(k[0]), float64(n[0] - k[0]), float64(k[1]), float64(n[1] - k[1])}
	return t, fmt.Sprintf("%d/%d against %d/%d", k[0], n[0], k[1], n[1]), nil
}

var checkOddsRatio = declare(Check{
	Name: "odds_ratio",
	Doc:  "Is it the odds ratio of these two groups?",
	Forms: []Form{{
		Fields: append(groupFields[:2:2], Field{Name: "measure", Optional: true,
			Doc: "odds_ratio, risk_ratio or difference; odds_ratio where it is left out. A ratio of the second group to the first, or the maximum likelihood estimate that Fisher's test gives, depends"}),
		Example: `printed: "2.37", unit: none, check: {odds_ratio: {k: [24, 14], n: [50, 50]}}`,
	}},
	Cite: "Cornfield 1951, Journal of the National Cancer Institute 11; the conditional estimate: Fisher 1935, JRSS 98",
}, parseOddsRatio, oddsRatio.judge)

// oddsRatio asks for a measure of two groups.
type oddsRatio struct {
	groups
	measure string
}

func parseOddsRatio(a *args) oddsRatio {
	return oddsRatio{parseGroups(a), a.text("measure", "odds_ratio", "risk_ratio", "difference")}
}

func (r oddsRatio) judge(q *inquiry) outcome {
	t, shown, err := r.table()
	if err != nil {
		return unverifiable("%s", err)
	}
	a, b, c, d := t[0], t[1], t[2], t[3]
	type value struct {
		name string
		is   float64
	}
	values := []value{{"odds ratio", a * d / (b * c)}, {"odds ratio of the second to the first", b * c / (a * d)}, {"conditional odds ratio", conditionalOdds(t)}}
	switch r.measure {
	case "risk_ratio":
		values = []value{{"risk ratio", a / (a + b) / (c / (c + d))}, {"risk ratio of the second to the first", c / (c + d) / (a / (a + b))}}
	case "difference":
		one := float(q.claim.Printed.shareUnit(q.claim.Unit).one())
		values = []value{{"difference", (a/(a+b) - c/(c+d)) / one}, {"difference of the second and the first", (c/(c+d) - a/(a+b)) / one}}
	}
	var first outcome
	for i, v := range values {
		if math.IsNaN(v.is) || math.IsInf(v.is, 0) || v.is == 0 && r.measure != "difference" {
			continue
		}
		o := q.exactly(v.is, shown+": "+v.name)
		if o.verdict != Inconsistent {
			if i > 0 && o.verdict != Depends {
				o.verdict, o.fits = Depends, "fits as the "+v.name
			}
			return o
		}
		if first.verdict == "" {
			first = o
		}
	}
	if first.verdict == "" {
		return unverifiable("%s: a count of 0 leaves no ratio", shown)
	}
	return first
}

// groupTests are the tests of two proportions, the usual one first.
var groupTests = []struct {
	name string
	p    func(t [4]float64) float64
}{
	{"chi2", func(t [4]float64) float64 { return stats.ChiSquareSF(chiSquareOf(t, 0), 1) }},
	{"chi2_cc", func(t [4]float64) float64 { return stats.ChiSquareSF(chiSquareOf(t, .5), 1) }},
	{"fisher", fisherExact},
	{"z_unpooled", func(t [4]float64) float64 {
		n, m := t[0]+t[1], t[2]+t[3]
		p, r := t[0]/n, t[2]/m
		return 2 * stats.NormalSF(math.Abs(p-r)/math.Sqrt(p*(1-p)/n+r*(1-r)/m))
	}},
	{"likelihood_ratio", func(t [4]float64) float64 { return stats.ChiSquareSF(likelihoodRatio(t), 1) }},
}

func groupTestNames() []string {
	out := make([]string, len(groupTests))
	for i, t := range groupTests {
		out[i] = t.name
	}
	return out
}

var checkTwoProportions = declare(Check{
	Name: "two_proportions",
	Doc:  "Is it the p-value of these two proportions?",
	Forms: []Form{{
		Fields: append(groupFields[:2:2],
			Field{Name: "test", Optional: true, Doc: alternatives(groupTestNames()) + " (chi2 is also the z test with a pooled share; cc: with continuity correction); all are tried where it is left out"},
			Field{Name: "part", Optional: true, Doc: "p, chi2 or z: which of them is printed; p where it is left out"}),
		Example: `printed: "0.039", unit: p, check: {two_proportions: {k: [24, 14], n: [50, 50]}}`,
	}},
	Cite: "Pearson 1900, Philosophical Magazine 50; Fisher 1935, JRSS 98; Yates 1934, JRSS Supplement 1",
}, parseTwoProportions, twoProportions.judge)

// twoProportions asks for the p-value of two groups that are not paired.
type twoProportions struct {
	groups
	test, part string
}

func parseTwoProportions(a *args) twoProportions {
	return twoProportions{parseGroups(a), a.text("test", groupTestNames()...), a.text("part", "p", "chi2", "z")}
}

func (t twoProportions) judge(q *inquiry) outcome {
	table, shown, err := t.table()
	if err != nil {
		return unverifiable("%s", err)
	}
	if table[0]+table[2] == 0 || table[1]+table[3] == 0 {
		return unverifiable("%s: both groups are alike throughout", shown)
	}
	if t.part == "chi2" || t.part == "z" {
		return t.statistic(q, table, shown)
	}
	var first outcome
	for _, test := range groupTests {
		if t.test != "" && t.test != test.name {
			continue
		}
		for tails := 2; tails >= 1; tails-- {
			p := test.p(table)
			if math.IsNaN(p) {
				continue
			}
			o := q.exactly(p*float64(tails)/2, fmt.Sprintf("%s, %s, %s: p", shown, test.name, sides(tails)))
			if o.verdict != Inconsistent {
				if tails == 1 && o.verdict != Depends {
					o.verdict, o.fits = Depends, "a one-sided p fits"
				}
				return o
			}
			if first.verdict == "" {
				first = o
			}
		}
	}
	if first.verdict == "" {
		return unverifiable("%s has no p-value", shown)
	}
	return first
}

func (t twoProportions) statistic(q *inquiry, table [4]float64, shown string) outcome {
	plain, corrected := chiSquareOf(table, 0), chiSquareOf(table, .5)
	sign := 1.0
	if t.part == "z" {
		plain, corrected = math.Sqrt(plain), math.Sqrt(corrected)
		if q.claim.Printed.value.Sign() < 0 {
			sign = -1
		}
	}
	o := q.exactly(sign*plain, shown+": "+t.part)
	if o.verdict == Inconsistent && t.test != "chi2" {
		if c := q.exactly(sign*corrected, shown+", with continuity correction: "+t.part); c.verdict != Inconsistent {
			return c
		}
	}
	return o
}

// chiSquareOf is Pearson's statistic of a 2x2 table; less is taken off the deviations, as far
// as they go.
func chiSquareOf(t [4]float64, less float64) float64 {
	a, b, c, d := t[0], t[1], t[2], t[3]
	n := a + b + c + d
	dev := math.Abs(a*d-b*c) / n
	dev = math.Max(0, dev-math.Min(less, dev))
	return dev * dev * n * n * n / ((a + b) * (c + d) * (a + c) * (b + d))
}

// likelihoodRatio is G: twice the sum of observed x ln(observed/expected).
func likelihoodRatio(t [4]float64) float64 {
	rows, cols := [2]float64{t[0] + t[1], t[2] + t[3]}, [2]float64{t[0] + t[2], t[1] + t[3]}
	g := 0.0
	for i, o := range t {
		if o > 0 {
			g += 2 * o * math.Log(o*(rows[0]+rows[1])/(rows[i/2]*cols[i%2]))
		}
	}
	return math.Max(0, g)
}

// mostHypergeometric bounds the tables that an exact test adds up.
const mostHypergeometric = 1_000_000

// hypergeometric calls f with every first cell that the margins allow, and the logarithm of
// its weight; false where there are too many.
func hypergeometric(t [4]float64, f func(a, logWeight float64)) bool {
	n, m, k := t[0]+t[1], t[2]+t[3], t[0]+t[2]
	from, to := math.Max(0, k-m), math.Min(k, n)
	if to-from > mostHypergeometric {
		return false
	}
	choose := func(n, k float64) float64 {
		a, _ := math.Lgamma(n + 1)
		b, _ := math.Lgamma(k + 1)
		c, _ := math.Lgamma(n - k + 1)
		return a - b - c
	}
	for a := from; a <= to; a++ {
		f(a, choose(n, a)+choose(m, k-a))
	}
	return true
}

// fisherExact is the two-sided p of Fisher's test: of all tables with these margins those that
// are no likelier than the one that was seen.
func fisherExact(t [4]float64) float64 {
	own := 0.0
	largest := math.Inf(-1)
	if !hypergeometric(t, func(a, w float64) {
		largest = math.Max(largest, w)
		if a == t[0] {
			own = w
		}
	}) {
		return math.NaN()
	}
	const tie = 1e-7 // R's
	all, rare := 0.0, 0.0
	hypergeometric(t, func(_, w float64) {
		p := math.Exp(w - largest)
		all += p
		if w <= own+tie {
			rare += p
		}
	})
	return math.Min(1, rare/all)
}

// conditionalOdds is the odds ratio under which the expected first cell, given the margins, is
// the one that was seen; NaN where there is none.
func conditionalOdds(t [4]float64) float64 {
	n, m, k := t[0]+t[1], t[2]+t[3], t[0]+t[2]
	if t[0] == math.Max(0, k-m) || t[0] == math.Min(k, n) {
		return math.NaN()
	}
	mean := func(log float64) float64 {
		largest := math.Inf(-1)
		hypergeometric(t, func(a, w float64) { largest = math.Max(largest, w+a*log) })
		all, sum := 0.0, 0.0
		hypergeometric(t, func(a, w float64) {
			p := math.Exp(w + a*log - largest)
			all, sum = all+p, sum+p*a
		})
		return sum / all
	}
	if !hypergeometric(t, func(float64, float64) {}) {
		return math.NaN()
	}
	low, high := -50.0, 50.0
	for range 100 {
		if mid := (low + high) / 2; mean(mid) < t[0] {
			low = mid
		} else {
			high = mid
		}
	}
	return math.Exp((low + high) / 2)
}
