package claims

import (
	"fmt"
	"math"

	"mcpstats/stats"
)

var checkKendallTau = declare(Check{
	Name: "kendall_tau",
	Doc:  "Is it the rank correlation of two printed columns, or its p?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "x", Shape: "[...]", Doc: "One column"},
			{Name: "y", Shape: "[...]", Doc: "The other column, in the same order"},
			{Name: "part", Optional: true, Doc: "tau or p: which of the two is printed; where it is left out, p for a claim of unit p, else tau"},
		},
		Example: `printed: "0.33", check: {kendall_tau: {x: ["78.95", "70.53", "52.63"], y: ["77.89", "51.58", "64.21"]}}`,
	}},
	Cite: "Kendall 1945, Biometrika 33 (tau-b)",
}, parseKendall, kendall.judge)

// kendall asks for the correlation of two columns, ties as printed. The columns are read
// as they are printed, not as spans: rounding never turns two numbers around but may tie
// them, and what breaking the ties could change is tried when nothing else fits.
type kendall struct {
	x, y []*operand
	part string // tau or p; empty: by the claim's unit
}

func parseKendall(a *args) kendall {
	k := kendall{x: a.operands(2, "x"), y: a.operands(2, "y"), part: a.text("part", "tau", "p")}
	if a.err == nil && len(k.x) != len(k.y) {
		a.fail(a.line, "%d and %d numbers; expected as many in x as in y", len(k.x), len(k.y))
	}
	return k
}

// candidate is one definition and what it gives.
type candidate struct {
	name  string
	value float64
}

// String writes the definition with its value.
func (c candidate) String() string { return c.name + " = " + showFloat(c.value) }

func (k kendall) judge(q *inquiry) outcome {
	xs, ys := printedFloats(k.x), printedFloats(k.y)
	tau, err := stats.KendallCorrelation(xs, ys)
	if err != nil {
		return unverifiable("Kendall's tau: %s", err)
	}
	part := k.partOf(q.claim.Unit)
	ties := tau.TiedX + tau.TiedY - tau.TiedXY
	head := fmt.Sprintf("n = %d, %d pairs in order, %d not, %d tied", tau.N, tau.Concordant, tau.Discordant, ties)
	meant, others := candidatesFor(part, tau, xs, ys)
	if c, r, ok := q.hit(meant); ok {
		return outcome{verdict: verdictOf(r), computed: c.String(),
			arithmetic: sentence(fmt.Sprintf("%s: %s; printed %s", head, c, q.claim.Printed.Text), because(r))}
	}
	o := outcome{verdict: Inconsistent, computed: meant[0].String()}
	o.arithmetic = fmt.Sprintf("%s: %s; %s", head, meant[0], q.standsFor())
	for _, other := range others {
		if _, r, ok := q.hit([]candidate{other}); ok && verdictOf(r) != Depends {
			o.verdict, o.fits = Depends, other.String()+" fits"
			return o
		}
	}
	if low, high := tieRange(tau, ties, part); ties > 0 && !around(low, high).meet(q.own(mixed)).empty() {
		o.verdict = Depends
		o.fits = fmt.Sprintf("numbers that tie as printed may differ unrounded: from %s to %s", showFloat(low), showFloat(high))
	}
	return o
}

// partOf is which number is printed: tau, or its p.
func (k kendall) partOf(unit Unit) string {
	switch {
	case k.part != "":
		return k.part
	case unit == PValue:
		return "p"
	}
	return "tau"
}

// hit is the first of the candidates that prints as the claim does, and the rule
// by which it does.
func (q *inquiry) hit(candidates []candidate) (candidate, reading, bool) {
	for _, c := range candidates {
		value := around(c.value, c.value)
		if r, ok := first(readings, func(r reading) bool { return !value.meet(q.own(r)).empty() }); ok {
			return c, r, true
		}
	}
	return candidate{}, 0, false
}

// candidatesFor are the definitions of the printed part: those that are meant
// where nothing is said, and those that may have been used.
func candidatesFor(part string, k stats.Kendall, x, y []float64) (meant, others []candidate) {
	if part == "p" {
		return pCandidates(k, x, y)
	}
	all := tauCandidates(k, x, y)
	return all[:1], all[1:]
}

func printedFloats(ops []*operand) []float64 {
	out := make([]float64, len(ops))
	for i, o := range ops {
		out[i] = float(o.value(None))
	}
	return out
}

// tauCandidates are the forms of tau, tau-b first, and Spearman's rho.
func tauCandidates(k stats.Kendall, x, y []float64) []candidate {
	out := []candidate{{"tau-b", k.TauB}, {"tau-a", k.TauA}, {"tau-c", k.TauC}}
	if k.Concordant+k.Discordant > 0 {
		out = append(out, candidate{"Goodman and Kruskal's gamma", float64(k.Concordant-k.Discordant) / float64(k.Concordant+k.Discordant)})
	}
	if s, err := stats.Spearman(x, y); err == nil {
		out = append(out, candidate{"Spearman's rho", s.R})
	}
	return out
}

// pCandidates are the p-values of tau: those in use with ties as printed, and
// those of other definitions.
func pCandidates(k stats.Kendall, x, y []float64) (meant, others []candidate) {
	meant = []candidate{{"p (normal, corrected for ties)", k.PAsymptotic}}
	if r, err := stats.KendallTauB(x, y); err == nil && r.Exact {
		meant = append([]candidate{{"p (exact)", r.P}}, meant...)
	}
	n := float64(k.N)
	// The variance of S without ties, n(n-1)(2n+5)/18, with S = tau-a * n(n-1)/2.
	plain := 3 * k.TauA * math.Sqrt(n*(n-1)) / math.Sqrt(2*(2*n+5))
	others = append(others, candidate{"p (normal, without correction for ties)", math.Erfc(math.Abs(plain) / math.Sqrt2)})
	others = append(others, candidate{"p (one-sided, normal, corrected for ties)", k.PAsymptotic / 2})
	return meant, others
}

// tieRange is what tau, or its p, can be where numbers that tie as printed differ
// unrounded.
func tieRange(k stats.Kendall, ties int64, part string) (low, high float64) {
	if part == "p" {
		return tieRangeOfP(k, ties)
	}
	pairs := float64(int64(k.N) * int64(k.N-1) / 2)
	all, none := float64(k.Concordant-k.Discordant+ties)/pairs, float64(k.Concordant-k.Discordant-ties)/pairs
	// With part of the ties left, tau-b lies between these and itself.
	return min(none, all, k.TauB), max(none, all, k.TauB)
}

// manyTies is how many ties are untied one by one; of more, all in either
// direction are extreme enough.
const manyTies = 64

func tieRangeOfP(k stats.Kendall, ties int64) (low, high float64) {
	low, high = k.PAsymptotic, k.PAsymptotic
	step := int64(1)
	if ties > manyTies {
		step = ties
	}
	for d := int64(0); d <= ties; d += step {
		again := stats.Kendall{N: k.N, Concordant: k.Concordant + ties - d, Discordant: k.Discordant + d}
		if p, ok := again.ExactP(); ok {
			low, high = min(low, p), max(high, p)
		}
	}
	return low, high
}
