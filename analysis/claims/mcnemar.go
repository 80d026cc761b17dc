package claims

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"mcpstats/stats"
)

// discordantTest is a p-value of the tasks that only one of two runs solves.
type discordantTest struct {
	name string
	p    func(b, c int) (stats.Result, error)
}

// mcnemarTests are McNemar's tests, the one that is meant unless another is
// stated first.
var mcnemarTests = []discordantTest{
	{"exact", stats.McNemarExact},
	{"midp", stats.McNemarMidP},
	{"chi2_cc", mcNemarCorrected},
	{"chi2", mcNemarPlain},
}

func mcNemarCorrected(b, c int) (stats.Result, error) { return stats.McNemarChi2(b, c, true) }

func mcNemarPlain(b, c int) (stats.Result, error) { return stats.McNemarChi2(b, c, false) }

func mcnemarNames() []string {
	out := make([]string, len(mcnemarTests))
	for i, t := range mcnemarTests {
		out[i] = t.name
	}
	return out
}

var checkMcNemar = declare(Check{
	Name: "mcnemar",
	Doc:  "Which discordant counts give this p for these two shares?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "a", Doc: "The share, or the count, of tasks that the first run solves"},
			{Name: "b", Doc: "That of the second run"},
			{Name: "n", Doc: fmt.Sprintf("The number of tasks, at most %d", maxPairs)},
			{Name: "p", Optional: true, Doc: "The printed p-value; the claim's own number where it is left out"},
			{Name: "test", Optional: true, Doc: alternatives(mcnemarNames()) + " (cc: with continuity correction); where it is left out, exact is meant and a p that only another test gives depends"},
		},
		Example: `printed: "0.02", unit: p, check: {mcnemar: {n: 95, a: "78.95%", b: "64.21%"}}`,
	}, {
		Fields: []Field{
			{Name: "only_a", Doc: "In place of the shares: the tasks that only the first run solves"},
			{Name: "only_b", Doc: "Those that only the second run solves"},
			{Name: "test", Optional: true, Doc: "As above"},
		},
		Example: `printed: "0.0161", unit: p, check: {mcnemar: {only_a: 22, only_b: 8}}`,
	}},
	Cite: "McNemar 1947, Psychometrika 12; Fagerland, Lydersen and Laake 2013, BMC Medical Research Methodology 13",
}, parseMcNemar, mcnemar.judge)

// maxPairs bounds the n of which all discordant counts are tried.
const maxPairs = 20_000

// mcnemar asks for the discordant counts behind two shares and a p-value.
type mcnemar struct {
	a, b, n *operand
	p       *operand // nil: the claim's own number
	test    string   // empty: not stated

	onlyA, onlyB *operand // the discordant counts where they are printed; else nil
}

func parseMcNemar(a *args) mcnemar {
	if only := a.optional("only_a"); only != nil {
		m := mcnemar{onlyA: only, onlyB: a.operand("only_b"), test: a.text("test", mcnemarNames()...)}
		a.derive(m.onlyA, m.onlyB)
		return m
	}
	m := mcnemar{a: a.operand("a"), b: a.operand("b"), n: a.denominator("n"), p: a.optional("p")}
	m.test = a.text("test", mcnemarNames()...)
	a.own = m.p == nil
	return m
}

func (m mcnemar) judge(q *inquiry) outcome {
	if m.onlyA != nil {
		return m.discordant(q)
	}
	n, ok := m.n.count()
	if !ok || n < 1 || n > maxPairs {
		return unverifiable("n = %s; McNemar's counts are searched for n up to %d", m.n.show(), maxPairs)
	}
	head := fmt.Sprintf("n = %d, %s against %s, p %s", n, m.a.show(), m.b.show(), m.shownP(q))
	meant := m.meant()
	var tried discordances
	for _, r := range searched {
		if tried = m.search(q, r, n, meant); len(tried.fits) > 0 {
			found := tried.String()
			return outcome{verdict: verdictOf(r), computed: found, fits: found, arithmetic: sentence(fmt.Sprintf("%s: %s test, %s", head, meant.name, found), because(r))}
		}
	}
	if tried.impossible {
		return outcome{verdict: Inconsistent, arithmetic: fmt.Sprintf("%s: one of the two is not a whole number over %d", head, n)}
	}
	o := outcome{verdict: Inconsistent}
	o.arithmetic = fmt.Sprintf("%s: no discordant counts give it; p can be %s to %s", head, showFloat(tried.smallest), showFloat(tried.largest))
	return m.otherTest(q, n, o)
}

// discordant holds the claim against the p of two discordant counts, by the test that is meant
// and then by the others.
func (m mcnemar) discordant(q *inquiry) outcome {
	counts, err := wholeNumbers([]*operand{m.onlyA, m.onlyB}, mostRated)
	if err != nil {
		return unverifiable("%s", err)
	}
	var first outcome
	for _, t := range mcnemarTests {
		if m.test != "" && m.test != t.name {
			continue
		}
		res, err := t.p(counts[0], counts[1])
		if err != nil || math.IsNaN(res.P) {
			continue
		}
		o := q.exactly(res.P, fmt.Sprintf("%d:%d, %s test: p", counts[0], counts[1], t.name))
		if o.verdict != Inconsistent {
			if t.name != m.meant().name && o.verdict != Depends {
				o.verdict, o.fits = Depends, "the "+t.name+" test fits"
			}
			return o
		}
		if first.verdict == "" {
			first = o
		}
	}
	if first.verdict == "" {
		return unverifiable("%d:%d has no p-value", counts[0], counts[1])
	}
	return first
}

// meant is the stated test, or the usual one.
func (m mcnemar) meant() discordantTest {
	i := slices.IndexFunc(mcnemarTests, func(t discordantTest) bool { return t.name == m.test })
	return mcnemarTests[max(0, i)]
}

// otherTest names another test that would give the printed p; where none is
// stated, it may be the one that was used.
func (m mcnemar) otherTest(q *inquiry, n int, o outcome) outcome {
	for _, t := range mcnemarTests {
		if t.name == m.meant().name {
			continue
		}
		found := m.search(q, anyTie, n, t)
		if len(found.fits) == 0 {
			continue
		}
		o.fits = fmt.Sprintf("the %s test fits: %s", t.name, found)
		if m.test == "" {
			o.verdict = Depends
		}
		break
	}
	return o
}

func (m mcnemar) shownP(q *inquiry) string {
	if m.p != nil {
		return m.p.show()
	}
	return q.claim.Printed.Text
}

// printedP is what the printed p stands for under a rule.
func (m mcnemar) printedP(q *inquiry, r reading) span {
	if m.p != nil {
		return m.p.raw(r, PValue)
	}
	return q.own(r)
}

// successes are the counts over n that the operand can be: a share, or a count.
func successes(o *operand, r reading, n int) counts {
	if p, unit := o.printed(None); unit == Count {
		return countsIn(p.span(r, Count).scaled(big.NewRat(1, int64(n))), int64(n), int64(n))
	}
	return countsIn(o.part(r, None), int64(n), int64(n))
}

// discordance is one way to the printed numbers.
type discordance struct {
	b, c int // only the first run succeeded, only the second did
	p    float64
}

// discordances are the ways to the printed numbers, and how small and large p can
// be.
type discordances struct {
	fits              []discordance
	smallest, largest float64
	impossible        bool // a share is not a whole number over n
}

// search tries every pair of discordant counts that the counts of successes, as
// they are read by a rule, allow.
func (m mcnemar) search(q *inquiry, r reading, n int, t discordantTest) discordances {
	as, bs := successes(m.a, r, n), successes(m.b, r, n)
	printed := m.printedP(q, r)
	d := discordances{smallest: 2, largest: -1, impossible: as.empty() || bs.empty()}
	for a := as.low; a <= as.high; a++ {
		for b := bs.low; b <= bs.high; b++ {
			d.try(int(a), int(b), n, t, printed)
		}
	}
	return d
}

// try adds the pairs of discordant counts that a and b successes of n allow. Both runs'
// successes and both runs' failures are counts too, which bounds the pairs. The shares fix
// only the difference of the two discordant counts; p depends on their sum, which papers
// seldom print.
func (d *discordances) try(a, b, n int, t discordantTest, printed span) {
	for c := max(0, b-a); c <= b && c+a-b <= a && a+c <= n; c++ {
		only := c + a - b
		res, err := t.p(only, c)
		if err != nil || math.IsNaN(res.P) {
			continue
		}
		d.smallest, d.largest = min(d.smallest, res.P), max(d.largest, res.P)
		if !around(res.P, res.P).meet(printed).empty() {
			d.fits = append(d.fits, discordance{b: only, c: c, p: res.P})
		}
	}
}

// String lists pairs of discordant counts.
func (d discordances) String() string {
	const most = 4
	var out []string
	for i, f := range d.fits {
		if i == most {
			out = append(out, fmt.Sprintf("and %d more", len(d.fits)-most))
			break
		}
		out = append(out, fmt.Sprintf("%d:%d (p = %s)", f.b, f.c, showFloat(f.p)))
	}
	return "discordant pairs " + strings.Join(out, ", ")
}
