package claims

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"mcpstats/stats"
)

// mcnemarTests are McNemar's tests, the one that is meant unless another is
// stated first.
var mcnemarTests = []struct {
	name string
	p    func(b, c int) (stats.Result, error)
}{
	{"exact", stats.McNemarExact},
	{"midp", stats.McNemarMidP},
	{"chi2_cc", func(b, c int) (stats.Result, error) { return stats.McNemarChi2(b, c, true) }},
	{"chi2", func(b, c int) (stats.Result, error) { return stats.McNemarChi2(b, c, false) }},
}

// maxPairs bounds the n of which all discordant counts are tried.
const maxPairs = 20_000

// discordance is one way to the printed numbers.
type discordance struct {
	b, c int // only a succeeded, only b did
	p    float64
}

func readMcNemar(a *args) func(*inquiry) outcome {
	x, y, n := a.operand("a"), a.operand("b"), a.denominator("n")
	p := a.optional("p")
	test := a.text("test", "exact", "midp", "chi2_cc", "chi2")
	a.own = p == nil
	return func(q *inquiry) outcome {
		trials, ok := n.count()
		if !ok || trials < 1 || trials > maxPairs {
			return outcome{verdict: Unverifiable, arithmetic: fmt.Sprintf("n = %s; McNemar's counts are searched for n up to %d", n.show(), maxPairs)}
		}
		printed := func(r reading) span {
			if p != nil {
				return p.raw(r, PValue)
			}
			return q.own(r)
		}
		shown := q.claim.Printed.Text
		if p != nil {
			shown = p.show()
		}
		head := fmt.Sprintf("n = %d, %s against %s, p %s", trials, x.show(), y.show(), shown)
		impossible := false
		search := func(r reading, which int) (fits []discordance, smallest, largest float64) {
			ka, kb := successes(x, r, trials), successes(y, r, trials)
			impossible = ka.empty() || kb.empty()
			return q.discordances(ka, kb, trials, printed(r), which)
		}
		o := outcome{verdict: Inconsistent}
		var low, high float64
		for which, t := range mcnemarTests {
			if test != "" && test != t.name || test == "" && which > 0 {
				continue
			}
			for _, r := range []reading{anyTie, truncated, mixed} {
				fits, smallest, largest := search(r, which)
				if r == mixed {
					low, high = smallest, largest
				}
				if len(fits) > 0 {
					o.verdict = verdictOf(r)
					o.computed = discordant(fits)
					o.fits = discordant(fits)
					o.arithmetic = sentence(fmt.Sprintf("%s: %s test, %s", head, t.name, discordant(fits)), because(r))
					return o
				}
			}
		}
		if impossible {
			o.arithmetic = fmt.Sprintf("%s: one of the two is no whole number over %d", head, trials)
			return o
		}
		o.arithmetic = fmt.Sprintf("%s: no discordant counts give it; p can be %s to %s", head, showFloat(low), showFloat(high))
		for which, t := range mcnemarTests {
			if t.name == test || test == "" && which == 0 {
				continue
			}
			if fits, _, _ := search(anyTie, which); len(fits) > 0 {
				o.fits = fmt.Sprintf("the %s test fits: %s", t.name, discordant(fits))
				if test == "" {
					o.verdict = Depends
				}
				break
			}
		}
		return o
	}
}

// successes are the counts over n that the operand can be: a share, or a count.
func successes(o *operand, r reading, n int) counts {
	if p, unit := o.printed(None); unit == Count {
		return countsIn(p.span(r, Count).scaled(big.NewRat(1, int64(n))), int64(n), int64(n))
	}
	return countsIn(o.part(r, None), int64(n), int64(n))
}

// discordances tries every pair of discordant counts that the two counts of
// successes allow.
func (q *inquiry) discordances(ka, kb counts, n int, printed span, which int) (fits []discordance, smallest, largest float64) {
	smallest, largest = 2, -1
	for a := ka.low; a <= ka.high; a++ {
		for b := kb.low; b <= kb.high; b++ {
			diff := int(a - b)
			for c := max(0, -diff); ; c++ {
				only := c + diff // only a succeeded
				// Both succeeded and neither did are counts too.
				if c > int(b) || only > int(a) || int(a)+c > n {
					break
				}
				res, err := mcnemarTests[which].p(only, c)
				if err != nil || math.IsNaN(res.P) {
					continue
				}
				smallest, largest = min(smallest, res.P), max(largest, res.P)
				if !around(res.P, res.P).meet(printed).empty() {
					fits = append(fits, discordance{b: only, c: c, p: res.P})
				}
			}
		}
	}
	return fits, smallest, largest
}

// discordant lists pairs of discordant counts.
func discordant(fits []discordance) string {
	const most = 4
	var out []string
	for i, f := range fits {
		if i == most {
			out = append(out, fmt.Sprintf("and %d more", len(fits)-most))
			break
		}
		out = append(out, fmt.Sprintf("%d:%d (p = %s)", f.b, f.c, showFloat(f.p)))
	}
	return "discordant pairs " + strings.Join(out, ", ")
}
