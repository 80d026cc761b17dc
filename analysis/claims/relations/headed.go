package relations

import (
	"fmt"
	"math"
	"slices"

	"mcpstats/stats"
)

// headed finds what follows from columns, or rows, by a formula that heads name: a standard
// error from a standard deviation and n, an effect from means and spreads, a rate from counts
// of hits and errors. The heads propose; the formula is believed as any other, where nearly
// all rows bear it out. Of definitions that may be meant (levels, quantiles, kinds of d) the
// one that explains the most is kept.
func headed(v view, ns []trials) []*candidate {
	all := v.roles()
	var out []*candidate
	add := func(tries []*candidate) {
		if c := explaining(tries); c != nil {
			out = append(out, c)
		}
	}
	for _, group := range groupsOf(all, "se") {
		add(v.standardErrors(all, group, ns))
	}
	for _, is := range []role{"low", "high", "half"} {
		for _, group := range groupsOf(all, is) {
			add(v.meanIntervals(all, is, group))
		}
	}
	for _, is := range []role{"d", "g"} {
		for _, group := range groupsOf(all, is) {
			add(v.effects(all, is, group, ns))
		}
	}
	for _, r := range all {
		if f, ok := rateOf(r.role); ok {
			add(v.countedRates(all, r, f))
		}
	}
	return out
}

// explaining evaluates what was tried for one target and keeps what explains the most, the
// first of equals.
func explaining(tries []*candidate) *candidate {
	var best *candidate
	for _, c := range tries {
		c.support.named = true
		c.support.tried = float64(len(tries))
		if !c.evaluate() || c.support.held < 3 || c.support.failed > 0 && c.support.held < 4 {
			continue
		}
		if best == nil || c.support.failed < best.support.failed || c.support.failed == best.support.failed && c.support.held > best.support.held {
			best = c
		}
	}
	return best
}

// cornersOf makes a formula over spans of one over numbers that rises or falls in each. Of the
// operands those at counts are whole numbers.
func cornersOf(f func(x []float64) float64, counts ...int) func(ops []span) (span, bool) {
	return func(ops []span) (span, bool) {
		s := span{math.Inf(1), math.Inf(-1)}
		ops = slices.Clone(ops)
		for _, i := range counts { // of what rounding could have made so, a count is the whole number
			whole := math.Round((ops[i].low + ops[i].high) / 2)
			ops[i] = span{whole, whole}
		}
		x := make([]float64, len(ops))
		for corner := range 1 << len(ops) {
			for i, o := range ops {
				if x[i] = o.low; corner>>i&1 == 1 {
					x[i] = o.high
				}
			}
			v := f(x)
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return span{}, false
			}
			s.low, s.high = math.Min(s.low, v), math.Max(s.high, v)
		}
		return s, true
	}
}

// standardErrors are the standard errors of a group: sd/sqrt(n), n a column or a number of the
// document.
func (v view) standardErrors(all []roled, group string, ns []trials) []*candidate {
	se, ok := find(all, "se", group)
	sd, ok2 := find(all, "sd", group)
	if !ok || !ok2 {
		return nil
	}
	if n, ok := findOr(all, "n", group); ok {
		f := formula{
			family: "standard error",
			of:     cornersOf(func(x []float64) float64 { return math.Max(0, x[0]) / math.Sqrt(x[1]) }, 1),
			check:  func(ops []string) string { return fmt.Sprintf("{standard_error: {sd: %q, n: %q}}", ops[0], ops[1]) },
			words: func(t string, ops []string) string {
				return fmt.Sprintf("%s is %s over the root of %s", t, ops[0], ops[1])
			},
		}
		return []*candidate{{view: v, formula: f, target: se, of: []int{sd, n}}}
	}
	var out []*candidate
	for _, n := range ns {
		root := math.Sqrt(float64(n.n))
		out = append(out, &candidate{view: v, target: se, of: []int{sd}, formula: formula{
			family: "standard error",
			of:     cornersOf(func(x []float64) float64 { return math.Max(0, x[0]) / root }),
			check:  func(ops []string) string { return fmt.Sprintf("{standard_error: {sd: %q, n: %d}}", ops[0], n.n) },
			words: func(t string, ops []string) string {
				return fmt.Sprintf("%s is %s over the root of %d", t, ops[0], n.n)
			},
		}})
	}
	return out
}

// meanIntervals are the bounds or half-widths of a group: mean and standard error, or spread
// and n, at the usual levels.
func (v view) meanIntervals(all []roled, is role, group string) []*candidate {
	target, ok := find(all, is, group)
	mean, hasMean := find(all, "mean", group)
	if !ok || is != "half" && !hasMean {
		return nil
	}
	b := boundOf{is: is, mean: mean}
	if se, ok := find(all, "se", group); ok {
		b.spread = se
		return b.tries(v, target)
	}
	sd, ok := find(all, "sd", group)
	n, ok2 := findOr(all, "n", group)
	if !ok || !ok2 {
		return nil
	}
	b.spread, b.n, b.counted = sd, n, true
	return b.tries(v, target)
}

// boundOf is a bound or a half-width of means: the fields that it is made of.
type boundOf struct {
	is              role
	mean, spread, n int
	counted         bool // spread is a standard deviation of n values
}

// levels of intervals that are tried.
var levels = []float64{.95, .90, .99}

func (b boundOf) tries(v view, target int) []*candidate {
	var out []*candidate
	for _, level := range levels {
		methods := []string{"normal"}
		if b.counted {
			methods = []string{"t", "normal"}
		}
		for _, method := range methods {
			f, of := b.formula(level, method)
			out = append(out, &candidate{view: v, formula: f, target: target, of: of})
		}
	}
	return out
}

func (b boundOf) formula(level float64, method string) (formula, []int) {
	of := []int{b.spread}
	if b.is != "half" {
		of = []int{b.mean, b.spread}
	}
	var sizes []int
	if b.counted {
		sizes, of = []int{len(of)}, append(of, b.n)
	}
	sign := map[role]float64{"low": -1, "high": 1, "half": 1}[b.is]
	at := func(x []float64) float64 {
		mean := 0.0
		if b.is != "half" {
			mean, x = x[0], x[1:]
		}
		se, q := math.Max(0, x[0]), stats.NormalISF((1-level)/2)
		if b.counted {
			if x[1] < 2 {
				return math.NaN()
			}
			se /= math.Sqrt(x[1])
			if method == "t" {
				q = stats.StudentTISF((1-level)/2, x[1]-1)
			}
		}
		return mean + sign*q*se
	}
	check := func(ops []string) string {
		s := fmt.Sprintf("level: %g", level)
		if b.is != "half" {
			side := map[role]string{"low": "lower", "high": "upper"}[b.is]
			s += fmt.Sprintf(", mean: %q, side: %s", ops[0], side)
			ops = ops[1:]
		}
		if b.counted {
			return fmt.Sprintf("{mean_interval: {%s, sd: %q, n: %q, method: %s}}", s, ops[0], ops[1], method)
		}
		return fmt.Sprintf("{mean_interval: {%s, se: %q}}", s, ops[0])
	}
	words := func(t string, ops []string) string {
		return fmt.Sprintf("%s is a %g%% interval's of %s (%s)", t, 100*level, listed(ops), method)
	}
	return formula{family: "interval", of: cornersOf(at, sizes...), check: check, words: words}, of
}

// effects are Cohen's d or Hedges' g of two groups with means and spreads, or of t and n.
func (v view) effects(all []roled, is role, group string, ns []trials) []*candidate {
	target, ok := find(all, is, group)
	if !ok {
		return nil
	}
	var of []int
	var sizes []int
	for _, g := range groupsOf(all, "mean") {
		mean, ok := find(all, "mean", g)
		sd, ok2 := find(all, "sd", g)
		if !ok || !ok2 {
			continue
		}
		of = append(of, mean, sd)
		if n, ok := findOr(all, "n", g); ok {
			sizes = append(sizes, n)
		}
	}
	if len(of) != 4 {
		return v.effectsOfT(all, target, is, group, ns)
	}
	of = []int{of[0], of[2], of[1], of[3]}
	definitions := []string{"pooled", "average", "first", "second"}
	var positions []int
	if len(sizes) == 2 {
		of, positions = append(of, sizes...), []int{4, 5}
		definitions = append(definitions, "hedges")
	}
	var out []*candidate
	for _, d := range definitions {
		f := formula{
			family: "effect size",
			of:     signless(v, target, cornersOf(func(x []float64) float64 { return dOf(d, x) }, positions...)),
			check: func(ops []string) string {
				s := fmt.Sprintf("means: %s, sds: %s", quoted(ops[:2]), quoted(ops[2:4]))
				if len(ops) == 6 {
					s += ", n: " + quoted(ops[4:])
				}
				return fmt.Sprintf("{cohens_d: {%s, definition: %s}}", s, d)
			},
			words: func(t string, ops []string) string { return fmt.Sprintf("%s is d (%s) of %s", t, d, listed(ops)) },
		}
		out = append(out, &candidate{view: v, formula: f, target: target, of: of})
	}
	return out
}

// signless turns a formula whose sign the paper may have chosen: the sign that most of the
// target's numbers have.
func signless(v view, target int, of func([]span) (span, bool)) func([]span) (span, bool) {
	signs := 0
	from, to := v.items()
	for i := from; i < to; i++ {
		if q := v.at(i, target); q != nil && q.value < 0 {
			signs++
		}
	}
	return func(ops []span) (span, bool) {
		s, ok := of(ops)
		if signs == 0 && s.high < 0 { // only sizes are printed
			s = span{-s.high, -s.low}
		}
		return s, ok
	}
}

// dOf is d of means x[0], x[1], spreads x[2], x[3] and, where they are known, sizes x[4], x[5].
func dOf(definition string, x []float64) float64 {
	a, b := 1.0, 1.0
	if len(x) == 6 {
		a, b = x[4]-1, x[5]-1
	}
	spread, j := 0.0, 1.0
	switch definition {
	case "first":
		spread = x[2]
	case "second":
		spread = x[3]
	case "average":
		spread = math.Sqrt((x[2]*x[2] + x[3]*x[3]) / 2)
	default:
		spread = math.Sqrt((a*x[2]*x[2] + b*x[3]*x[3]) / (a + b))
	}
	if definition == "hedges" {
		j = stats.HedgesCorrection(a + b)
	}
	if spread <= 0 {
		return math.NaN()
	}
	return j * (x[0] - x[1]) / spread
}

// effectsOfT are d of a paired t and n: t/sqrt(n), or of two groups of n each; n a column or a
// number of the document.
func (v view) effectsOfT(all []roled, target int, is role, group string, ns []trials) []*candidate {
	t, ok := findOr(all, "t", group)
	if !ok || is != "d" {
		return nil
	}
	var out []*candidate
	try := func(of []int, size func(x []float64) float64, n func(ops []string) string, counts ...int) {
		for factor, definition := range []string{1: "dz", 2: "independent"} {
			if definition == "" {
				continue
			}
			out = append(out, &candidate{view: v, target: target, of: of, formula: formula{
				family: "effect size",
				of:     signless(v, target, cornersOf(func(x []float64) float64 { return x[0] * math.Sqrt(float64(factor)/size(x)) }, counts...)),
				check: func(ops []string) string {
					return fmt.Sprintf("{d_from_t: {t: %q, n: %s, definition: %s}}", ops[0], n(ops), definition)
				},
				words: func(d string, ops []string) string {
					return fmt.Sprintf("%s is d (%s) of %s and n", d, definition, ops[0])
				},
			}})
		}
	}
	if n, ok := findOr(all, "n", group); ok {
		try([]int{t, n}, func(x []float64) float64 { return x[1] }, func(ops []string) string { return fmt.Sprintf("%q", ops[1]) }, 1)
		return out
	}
	for _, n := range ns {
		try([]int{t}, func([]float64) float64 { return float64(n.n) }, func([]string) string { return fmt.Sprint(n.n) })
	}
	return out
}

// counted is a rate of counts of hits and errors, in the order tp, fp, fn, tn of those that it
// needs.
type counted struct {
	name string
	uses []role
	of   func(x []float64) float64
}

var countedFormulas = []counted{
	{"accuracy", []role{"tp", "fp", "fn", "tn"}, func(x []float64) float64 { return (x[0] + x[3]) / (x[0] + x[1] + x[2] + x[3]) }},
	{"precision", []role{"tp", "fp"}, func(x []float64) float64 { return x[0] / (x[0] + x[1]) }},
	{"recall", []role{"tp", "fn"}, func(x []float64) float64 { return x[0] / (x[0] + x[1]) }},
	{"specificity", []role{"tn", "fp"}, func(x []float64) float64 { return x[0] / (x[0] + x[1]) }},
	{"f1", []role{"tp", "fp", "fn"}, func(x []float64) float64 { return 2 * x[0] / (2*x[0] + x[1] + x[2]) }},
}

func rateOf(is role) (counted, bool) {
	for _, f := range countedFormulas {
		if f.name == string(is) {
			return f, true
		}
	}
	return counted{}, false
}

// countedRates are a rate of the columns of hits and errors, as a proportion or in percent.
func (v view) countedRates(all []roled, r roled, f counted) []*candidate {
	var of []int
	for _, u := range f.uses {
		field, ok := findOr(all, u, r.group)
		if !ok {
			return nil
		}
		of = append(of, field)
	}
	var positions []int
	for i := range of {
		positions = append(positions, i)
	}
	var out []*candidate
	for _, whole := range []float64{1, 100} {
		out = append(out, &candidate{view: v, target: r.field, of: of, formula: formula{
			family: "rate of counts",
			of:     cornersOf(func(x []float64) float64 { return whole * f.of(x) }, positions...),
			check: func(ops []string) string {
				s := "of: " + f.name
				for i, u := range f.uses {
					s += fmt.Sprintf(", %s: %q", u, ops[i])
				}
				return "{rate: {" + s + "}}"
			},
			words: func(t string, ops []string) string { return fmt.Sprintf("%s is the %s of %s", t, f.name, listed(ops)) },
		}})
	}
	return out
}
