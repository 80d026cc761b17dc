package claims

import (
	"fmt"
	"math/big"
	"strings"

	"mcpstats/analysis/result"
)

// maxMatrix bounds the n of which all confusion matrices are tried.
const maxMatrix = 5000

// rate is one rate of a confusion matrix as a quotient of counts.
type rate struct {
	name  string
	fixed stage
	of    func(m result.Confusion) (num, den int)
}

// stage tells what of a matrix fixes a rate: the number of errors; with it the
// true positives; or all four counts.
type stage int

const (
	byErrors stage = iota
	byHits
	byAll
)

var rates = []rate{
	{"f1", byHits, func(m result.Confusion) (int, int) { return 2 * m.TP, 2*m.TP + m.FP + m.FN }},
	{"agreement", byErrors, func(m result.Confusion) (int, int) { return m.TP + m.TN, m.TP + m.FP + m.FN + m.TN }},
	{"precision", byAll, func(m result.Confusion) (int, int) { return m.TP, m.TP + m.FP }},
	{"recall", byAll, func(m result.Confusion) (int, int) { return m.TP, m.TP + m.FN }},
	{"specificity", byAll, func(m result.Confusion) (int, int) { return m.TN, m.TN + m.FP }},
	{"predicted", byAll, func(m result.Confusion) (int, int) { return m.TP + m.FP, m.TP + m.FP + m.FN + m.TN }},
	{"actual", byAll, func(m result.Confusion) (int, int) { return m.TP + m.FN, m.TP + m.FP + m.FN + m.TN }},
}

var checkConfusion = declare(Check{
	Name: "confusion",
	Doc:  "Which confusion matrices fit all of these rates?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "n", Doc: fmt.Sprintf("The number of judged attempts, at most %d", maxMatrix)},
			{Name: "f1", Optional: true, Doc: "F1; of the rates at least one must be there, and the claim's own id stands for its number"},
			{Name: "precision", Optional: true, Doc: "True positives among what is judged positive"},
			{Name: "recall", Optional: true, Doc: "True positives among what is positive"},
			{Name: "agreement", Optional: true, Doc: "The share that is judged right"},
			{Name: "specificity", Optional: true, Doc: "True negatives among what is negative"},
			{Name: "predicted", Optional: true, Doc: "The share that is judged positive"},
			{Name: "actual", Optional: true, Doc: "The share that is positive"},
		},
		Example: `printed: "87.32", unit: percent, check: {confusion: {n: 95, f1: "87.32", agreement: "81.05", predicted: "78.95"}}`,
	}},
	Cite: "The definitions of the rates of a 2x2 table, by enumeration",
}, parseConfusion, confusion.judge)

// confusion asks for the matrices of n attempts that meet every rate.
type confusion struct {
	n     *operand
	given []constraint
}

// constraint is a rate with the printed number that it must have.
type constraint struct {
	rate
	operand *operand
}

func parseConfusion(a *args) confusion {
	c := confusion{n: a.denominator("n")}
	for _, r := range rates {
		if o := a.optional(r.name); o != nil {
			c.given = append(c.given, constraint{r, o})
		}
	}
	if a.err == nil && len(c.given) == 0 {
		a.fail(a.line, "no rate; expected at least one of f1, precision, recall, agreement, specificity, predicted, actual")
	}
	a.own = false
	return c
}

func (c confusion) judge(q *inquiry) outcome {
	n, ok := c.n.count()
	if !ok || n < 1 || n > maxMatrix {
		return unverifiable("n = %s; confusion matrices are searched for n up to %d", c.n.show(), maxMatrix)
	}
	head := fmt.Sprintf("n = %d, %s", n, c.show())
	for _, r := range searched {
		found := searchMatrices(c.given, r, q.claim.Unit, n)
		if found.total > 0 {
			return outcome{verdict: verdictOf(r), computed: found.String(), fits: found.String(), arithmetic: sentence(head+": "+found.String(), because(r))}
		}
		if found.stopped {
			return unverifiable("%s: too many matrices to try; an F1 or agreement would narrow them", head)
		}
	}
	return outcome{verdict: Inconsistent, arithmetic: head + ": no confusion matrix fits", fits: c.looser(q.claim.Unit, n)}
}

// show lists the rates: "f1 87.32, agreement 81.05".
func (c confusion) show() string {
	named := make([]string, len(c.given))
	for i, g := range c.given {
		named[i] = g.name + " " + g.operand.show()
	}
	return strings.Join(named, ", ")
}

// looser names the rates that no matrix fits by themselves, or all together.
func (c confusion) looser(own Unit, n int) string {
	var alone []string
	for i, g := range c.given {
		if found := searchMatrices(c.given[i:i+1], mixed, own, n); found.total == 0 && !found.stopped {
			alone = append(alone, fmt.Sprintf("%s %s fits no matrix of n = %d", g.name, g.operand.show(), n))
		}
	}
	if len(alone) == 0 && len(c.given) > 1 {
		return "each rate fits by itself, not together"
	}
	return sentence(alone...)
}

// maxTried bounds the matrices that are tried for one set of rates: about a
// second.
const maxTried = 100_000_000

// mostMatrices is how many matrices are shown.
const mostMatrices = 4

// matrices are those that fit: the first few, and how many there are.
type matrices struct {
	some    []result.Confusion
	total   int
	stopped bool // there are too many to try, and the search ended early
}

// matrixSearch is a search of matrices under way.
type matrixSearch struct {
	matrices
	limits [byAll + 1][]limit // by what fixes the rate
	tried  int
}

// limit is a rate with the values that it may have.
type limit struct {
	rate
	bounded
}

// searchMatrices finds the confusion matrices of n attempts that meet every
// constraint as it is read by a rule. Errors fix the agreement, and with the true
// positives F1, so that the split of the errors is tried only where these fit.
func searchMatrices(given []constraint, r reading, own Unit, n int) matrices {
	s := matrixSearch{}
	for _, g := range given {
		s.limits[g.fixed] = append(s.limits[g.fixed], limit{g.rate, newBounded(g.operand.part(r, own))})
	}
	for errors := 0; errors <= n && !s.stopped; errors++ {
		if !s.meets(byErrors, result.Confusion{FP: errors, TN: n - errors}) {
			continue
		}
		for hits := 0; hits <= n-errors && !s.stopped; hits++ {
			s.tried++
			if s.meets(byHits, result.Confusion{TP: hits, FP: errors, TN: n - errors - hits}) {
				s.split(n, errors, hits)
			}
		}
	}
	return s.matrices
}

// split tries every split of the errors into false positives and false negatives.
func (s *matrixSearch) split(n, errors, hits int) {
	for fp := 0; fp <= errors; fp++ {
		if s.tried++; s.tried > maxTried {
			s.stopped = true
			return
		}
		m := result.Confusion{TP: hits, FP: fp, FN: errors - fp, TN: n - errors - hits}
		if !s.meets(byAll, m) {
			continue
		}
		s.total++
		if len(s.some) < mostMatrices {
			s.some = append(s.some, m)
		}
	}
}

// meets reports whether the matrix has every rate that this stage fixes.
func (s *matrixSearch) meets(at stage, m result.Confusion) bool {
	for _, l := range s.limits[at] {
		if num, den := l.of(m); !l.holds(num, den) {
			return false
		}
	}
	return true
}

// bounded is a span of a rate, for many comparisons with quotients of counts.
type bounded struct {
	s          span
	low, high  float64
	impossible bool
}

func newBounded(s span) bounded {
	s = s.clip(new(big.Rat), big.NewRat(1, 1))
	if s.empty() {
		return bounded{impossible: true}
	}
	low, high, _ := s.floats()
	return bounded{s: s, low: low, high: high}
}

// holds compares in floating point away from the ends and exactly near them. A rate
// without a denominator is undefined and holds nothing. Millions of matrices are tried,
// and exact fractions are needed only where a rounding error could decide.
func (b bounded) holds(num, den int) bool {
	if b.impossible || den == 0 {
		return false
	}
	const near = 1e-12
	v := float64(num) / float64(den)
	switch {
	case v < b.low-near || v > b.high+near:
		return false
	case v > b.low+near && v < b.high-near:
		return true
	}
	return b.s.holds(big.NewRat(int64(num), int64(den)))
}

// String lists the matrices: "tp 62, fp 13, fn 5, tn 15 or 3 more".
func (m matrices) String() string {
	var out []string
	for _, c := range m.some {
		out = append(out, fmt.Sprintf("tp %d, fp %d, fn %d, tn %d", c.TP, c.FP, c.FN, c.TN))
	}
	text := strings.Join(out, " or ")
	if m.total > len(m.some) {
		text += fmt.Sprintf(" or %d more", m.total-len(m.some))
	}
	return text
}
