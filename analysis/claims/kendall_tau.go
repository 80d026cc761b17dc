package claims

import (
	"fmt"
	"math"

	"mcpstats/stats"
)

// candidate is one definition and what it gives.
type candidate struct {
	name  string
	value float64
}

func readKendallTau(a *args) func(*inquiry) outcome {
	x, y := a.operands(2, "x"), a.operands(2, "y")
	part := a.text("part", "tau", "p")
	if a.err == nil && len(x) != len(y) {
		a.fail(a.line, "%d and %d numbers; expected as many in x as in y", len(x), len(y))
	}
	return func(q *inquiry) outcome {
		if part == "" {
			part = "tau"
			if q.claim.Unit == PValue {
				part = "p"
			}
		}
		xs, ys := printedFloats(x), printedFloats(y)
		k, err := stats.KendallCorrelation(xs, ys)
		if err != nil {
			return outcome{verdict: Unverifiable, arithmetic: "Kendall's tau: " + err.Error()}
		}
		ties := k.TiedX + k.TiedY - k.TiedXY
		head := fmt.Sprintf("n = %d, %d pairs in order, %d not, %d tied", k.N, k.Concordant, k.Discordant, ties)
		meant, others := tauCandidates(k, xs, ys), []candidate(nil)
		if part == "p" {
			meant, others = pCandidates(k, xs, ys)
		} else {
			meant, others = meant[:1], meant[1:]
		}
		hit := func(c candidate) (reading, bool) {
			return first(readings, func(r reading) bool { return !around(c.value, c.value).meet(q.own(r)).empty() })
		}
		o := outcome{computed: fmt.Sprintf("%s = %s", meant[0].name, showFloat(meant[0].value))}
		for _, c := range meant {
			if r, ok := hit(c); ok {
				o.verdict, o.computed = verdictOf(r), fmt.Sprintf("%s = %s", c.name, showFloat(c.value))
				o.arithmetic = sentence(fmt.Sprintf("%s: %s; printed %s", head, o.computed, q.claim.Printed.Text), because(r))
				return o
			}
		}
		o.verdict = Inconsistent
		o.arithmetic = fmt.Sprintf("%s: %s; %s", head, o.computed, q.standsFor())
		for _, c := range others {
			if r, ok := hit(c); ok && verdictOf(r) != Depends {
				o.verdict, o.fits = Depends, fmt.Sprintf("%s = %s fits", c.name, showFloat(c.value))
				return o
			}
		}
		if low, high := tieRange(k, ties, part); ties > 0 && !around(low, high).meet(q.own(mixed)).empty() {
			o.verdict = Depends
			o.fits = fmt.Sprintf("numbers that tie as printed may differ unrounded: from %s to %s", showFloat(low), showFloat(high))
		}
		return o
	}
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
	plain := 3 * k.TauA * math.Sqrt(n*(n-1)) / math.Sqrt(2*(2*n+5))
	others = append(others, candidate{"p (normal, without correction for ties)", math.Erfc(math.Abs(plain) / math.Sqrt2)})
	others = append(others, candidate{"p (one-sided, normal, corrected for ties)", k.PAsymptotic / 2})
	return meant, others
}

// tieRange is what tau, or its p, can be where printed ties are none unrounded.
func tieRange(k stats.Kendall, ties int64, part string) (low, high float64) {
	pairs := int64(k.N) * int64(k.N-1) / 2
	if part == "tau" {
		ends := []float64{float64(k.Concordant-k.Discordant-ties) / float64(pairs), float64(k.Concordant-k.Discordant+ties) / float64(pairs)}
		// With part of the ties left, tau-b lies between these and itself.
		return min(ends[0], ends[1], k.TauB), max(ends[0], ends[1], k.TauB)
	}
	low, high = k.PAsymptotic, k.PAsymptotic
	for d := int64(0); d <= ties; d++ {
		again := stats.Kendall{N: k.N, Concordant: k.Concordant + ties - d, Discordant: k.Discordant + d}
		if p, ok := again.ExactP(); ok {
			low, high = min(low, p), max(high, p)
		}
		if ties > 64 && d == 0 {
			d = ties - 1 // the ends are extreme enough
		}
	}
	return low, high
}
