package claims

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/stats"
)

// rounders print a value with so many decimals, each by one rule, without the
// code under test: on the digits of the exact quotient.
var rounders = []struct {
	name string
	up   func(twiceRest, whole *big.Int, odd bool) bool // whether to round away from zero
}{
	{"half up", func(rest, whole *big.Int, _ bool) bool { return rest.Cmp(whole) >= 0 }},
	{"half even", func(rest, whole *big.Int, odd bool) bool {
		c := rest.Cmp(whole)
		return c > 0 || c == 0 && odd
	}},
	{"truncation", func(_, _ *big.Int, _ bool) bool { return false }},
}

func printBy(rule int, v *big.Rat, decimals int) string {
	ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	num := new(big.Int).Mul(new(big.Int).Abs(v.Num()), ten)
	q, rest := new(big.Int).QuoRem(num, v.Denom(), new(big.Int))
	if rounders[rule].up(new(big.Int).Lsh(rest, 1), v.Denom(), q.Bit(0) == 1) {
		q.Add(q, big.NewInt(1))
	}
	digits := q.String()
	if decimals > 0 {
		digits = strings.Repeat("0", max(0, decimals+1-len(digits))) + digits
		digits = digits[:len(digits)-decimals] + "." + digits[len(digits)-decimals:]
	}
	if v.Sign() < 0 && q.Sign() != 0 {
		digits = "-" + digits
	}
	return digits
}

// press prints the numbers of one paper: all by one rule, or each by any.
type press struct {
	t    *rapid.T
	rule int // -1: any
}

func (p press) print(v *big.Rat, decimals int) string {
	rule := p.rule
	if rule < 0 {
		rule = rapid.IntRange(0, len(rounders)-1).Draw(p.t, "rule")
	}
	return printBy(rule, v, decimals)
}

func (p press) int(low, high int, label string) int {
	return rapid.IntRange(low, high).Draw(p.t, label)
}

// value draws a rational between low and high thousandths.
func (p press) value(low, high int, label string) *big.Rat {
	d := p.int(1, 997, label+" denominator")
	return new(big.Rat).Add(big.NewRat(int64(low), 1000), big.NewRat(int64(p.int(0, (high-low)*d, label)), int64(d)*1000))
}

func quoted(values ...string) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = strconv.Quote(v)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

func percentOf(v *big.Rat) *big.Rat { return new(big.Rat).Mul(v, big.NewRat(100, 1)) }

func exact(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

// papersOf makes true statements: unrounded numbers, then their prints.
var papersOf = []struct {
	name string
	make func(p press) (printed, unit, check string)
}{
	{"proportion", func(p press) (string, string, string) {
		n := p.int(1, 3000, "n")
		return p.print(percentOf(big.NewRat(int64(p.int(0, n, "k")), int64(n))), p.int(0, 3, "decimals")), "percent", fmt.Sprintf("{proportion: {n: %d}}", n)
	}},
	{"mean", func(p press) (string, string, string) {
		n := p.int(1, 300, "n")
		return p.print(big.NewRat(int64(p.int(0, 50*n, "total")), int64(n)), p.int(0, 3, "decimals")), "none", fmt.Sprintf("{mean: {n: %d}}", n)
	}},
	{"denominator", func(p press) (string, string, string) {
		n := p.int(2, 400, "n")
		var shares []string
		for range p.int(1, 5, "shares") {
			shares = append(shares, p.print(percentOf(big.NewRat(int64(p.int(0, n, "k")), int64(n))), p.int(0, 2, "decimals")))
		}
		return strconv.Itoa(n), "count", fmt.Sprintf("{denominator: {of: %s, between: [1, 500]}}", quotedPercents(shares))
	}},
	{"sum", func(p press) (string, string, string) {
		total, d := new(big.Rat), p.int(0, 3, "decimals")
		var parts []string
		for range p.int(2, 6, "parts") {
			v := p.value(-3000, 9000, "part")
			total.Add(total, v)
			parts = append(parts, p.print(v, d))
		}
		return p.print(total, p.int(0, 3, "decimals of the sum")), "none", "{sum: {of: " + quoted(parts...) + "}}"
	}},
	{"percent_sum", func(p press) (string, string, string) {
		n, d := p.int(1, 600, "n"), p.int(0, 2, "decimals")
		a := p.int(0, n, "a")
		b := p.int(0, n-a, "b")
		var parts []string
		for _, k := range []int{a, b, n - a - b} {
			parts = append(parts, p.print(percentOf(big.NewRat(int64(k), int64(n))), d))
		}
		return parts[0], "percent", "{percent_sum: {of: " + quoted(parts...) + "}}"
	}},
	{"difference", func(p press) (string, string, string) {
		x, y, d := p.value(0, 1000, "x"), p.value(0, 1000, "y"), p.int(1, 3, "decimals")
		diff := percentOf(new(big.Rat).Sub(x, y))
		return p.print(diff, p.int(0, 2, "decimals of the difference")), "points", fmt.Sprintf("{difference: {of: %s, scale: 100}}", quoted(p.print(x, d), p.print(y, d)))
	}},
	{"ratio", func(p press) (string, string, string) {
		x, y := p.value(0, 90000, "x"), p.value(2000, 90000, "y")
		return p.print(new(big.Rat).Quo(x, y), p.int(0, 3, "decimals")), "ratio", "{ratio: {of: " + quoted(p.print(x, 1), p.print(y, 1)) + "}}"
	}},
	{"product", func(p press) (string, string, string) {
		x, y := p.value(-9000, 9000, "x"), p.value(-9000, 9000, "y")
		return p.print(new(big.Rat).Mul(x, y), p.int(0, 3, "decimals")), "none", "{product: {of: " + quoted(p.print(x, 2), p.print(y, 2)) + "}}"
	}},
	{"reduction", func(p press) (string, string, string) {
		x, y := p.value(2000, 90000, "before"), p.value(0, 90000, "after")
		r := new(big.Rat).Sub(big.NewRat(1, 1), new(big.Rat).Quo(y, x))
		return p.print(percentOf(r), p.int(0, 2, "decimals")), "percent", "{reduction: {of: " + quoted(p.print(x, 2), p.print(y, 2)) + "}}"
	}},
	{"weighted_mean", func(p press) (string, string, string) {
		sum, total, d := new(big.Rat), 0, p.int(1, 3, "decimals")
		var parts, weights []string
		for range p.int(1, 6, "parts") {
			v, w := p.value(0, 1000, "part"), p.int(1, 120, "weight")
			sum.Add(sum, new(big.Rat).Mul(v, big.NewRat(int64(w), 1)))
			total += w
			parts, weights = append(parts, p.print(v, d)), append(weights, strconv.Itoa(w))
		}
		return p.print(sum.Quo(sum, big.NewRat(int64(total), 1)), d), "proportion", fmt.Sprintf("{weighted_mean: {of: %s, weights: [%s]}}", quoted(parts...), strings.Join(weights, ", "))
	}},
	{"equals", func(p press) (string, string, string) {
		v := p.value(-100000, 100000, "value")
		return p.print(v, p.int(0, 3, "decimals")), "none", "{equals: " + strconv.Quote(p.print(v, p.int(0, 3, "decimals there"))) + "}"
	}},
	{"between", func(p press) (string, string, string) {
		v, d := p.value(0, 9000, "value"), p.int(0, 3, "decimals")
		low, high := new(big.Rat).Sub(v, p.value(0, 500, "below")), new(big.Rat).Add(v, p.value(0, 500, "above"))
		return p.print(v, d), "none", fmt.Sprintf("{between: {low: %q, high: %q}}", p.print(low, d), p.print(high, d))
	}},
	{"rank", func(p press) (string, string, string) {
		d := p.int(0, 3, "decimals")
		own, ahead := p.value(0, 2000, "own"), 0
		of := []string{}
		for range p.int(2, 6, "others") {
			v := p.value(0, 2000, "other")
			if v.Cmp(own) > 0 {
				ahead++
			}
			of = append(of, p.print(v, d))
		}
		printed := p.print(own, d)
		check := fmt.Sprintf("{rank: {of: %s, rank: %d}}", quoted(of...), ahead+1)
		if ahead == 0 {
			check = fmt.Sprintf("[%s, {maximum: {of: %s}}]", check, quoted(of...))
		}
		return printed, "none", check
	}},
	{"p_from_t", func(p press) (string, string, string) {
		tt, df := p.value(-6000, 6000, "t"), p.int(1, 900, "df")
		f, _ := new(big.Rat).Abs(tt).Float64()
		return p.print(exact(2*stats.StudentTSF(f, float64(df))), p.int(2, 4, "decimals")), "p", fmt.Sprintf("{p_from_t: {t: %q, df: %d, tails: 2}}", p.print(tt, 2), df)
	}},
	{"p_from_chi2", func(p press) (string, string, string) {
		x, df := p.value(0, 30000, "chi2"), p.int(1, 12, "df")
		f, _ := x.Float64()
		return p.print(exact(stats.ChiSquareSF(f, float64(df))), p.int(2, 4, "decimals")), "p", fmt.Sprintf("{p_from_chi2: {chi2: %q, df: %d}}", p.print(x, 2), df)
	}},
	{"t_from", func(p press) (string, string, string) {
		mean, sd, m := p.value(-3000, 3000, "mean"), p.value(100, 3000, "sd"), p.int(1, 30, "root of n")
		v := new(big.Rat).Quo(new(big.Rat).Mul(mean, big.NewRat(int64(m), 1)), sd)
		return p.print(v, 2), "none", fmt.Sprintf("{t_from: {mean: %q, sd: %q, n: %d}}", p.print(mean, 2), p.print(sd, 2), m*m)
	}},
	{"d_from_t", func(p press) (string, string, string) {
		tt, m := p.value(-6000, 6000, "t"), p.int(1, 30, "root of n")
		return p.print(new(big.Rat).Quo(tt, big.NewRat(int64(m), 1)), 2), "none", fmt.Sprintf("{d_from_t: {t: %q, n: %d, definition: dz}}", p.print(tt, 2), m*m)
	}},
	{"p_adjusted", func(p press) (string, string, string) {
		var raw []float64
		var of []string
		for range p.int(1, 6, "tests") {
			f, _ := p.value(0, 1000, "p").Float64()
			raw = append(raw, f)
			of = append(of, p.print(exact(f), 3))
		}
		method := rapid.SampledFrom([]string{"holm", "bonferroni", "BH", "hochberg"}).Draw(p.t, "method")
		adjusted, err := stats.Adjust(stats.Adjustment(method), raw)
		if err != nil {
			p.t.Fatal(err)
		}
		at := p.int(0, len(raw)-1, "position")
		return p.print(exact(adjusted[at]), 3), "p", fmt.Sprintf("{p_adjusted: {method: %s, of: %s, position: %d}}", method, quoted(of...), at+1)
	}},
	{"mcnemar", func(p press) (string, string, string) {
		both, b, c, none := p.int(0, 60, "both"), p.int(0, 40, "b"), p.int(0, 40, "c"), p.int(0, 60, "none")
		n := both + b + c + none
		if n == 0 {
			both, n = 1, 1
		}
		r, err := stats.McNemarExact(b, c)
		if err != nil {
			p.t.Fatal(err)
		}
		return p.print(exact(r.P), p.int(2, 3, "decimals")), "p", fmt.Sprintf("{mcnemar: {n: %d, a: %q, b: %q}}", n,
			p.print(percentOf(big.NewRat(int64(both+b), int64(n))), 2)+"%", p.print(percentOf(big.NewRat(int64(both+c), int64(n))), 2)+"%")
	}},
	{"kendall_tau", func(p press) (string, string, string) {
		n := p.int(3, 12, "n")
		var x, y []float64
		var xs, ys []string
		for range n {
			a, b := p.int(0, 9, "x"), p.int(0, 9, "y")
			x, y = append(x, float64(a)), append(y, float64(b))
			xs, ys = append(xs, strconv.Itoa(a)), append(ys, strconv.Itoa(b))
		}
		k, err := stats.KendallCorrelation(x, y)
		if err != nil {
			return "1", "none", "{between: {low: 0}}"
		}
		return p.print(exact(k.TauB), 3), "none", fmt.Sprintf("{kendall_tau: {x: [%s], y: [%s]}}", strings.Join(xs, ", "), strings.Join(ys, ", "))
	}},
	{"confusion", func(p press) (string, string, string) {
		tp, fp, fn, tn := p.int(1, 60, "tp"), p.int(0, 30, "fp"), p.int(0, 30, "fn"), p.int(0, 60, "tn")
		n := int64(tp + fp + fn + tn)
		f1 := p.print(percentOf(big.NewRat(int64(2*tp), int64(2*tp+fp+fn))), 2)
		return f1, "percent", fmt.Sprintf("{confusion: {n: %d, f1: %q, agreement: %q, precision: %q, recall: %q}}", n, f1,
			p.print(percentOf(big.NewRat(int64(tp+tn), n)), 2), p.print(percentOf(big.NewRat(int64(tp), int64(tp+fp))), 2), p.print(percentOf(big.NewRat(int64(tp), int64(tp+fn))), 2))
	}},
}

func quotedPercents(shares []string) string {
	for i := range shares {
		shares[i] += "%"
	}
	return quoted(shares...)
}

// verdictOn parses and verifies one claim.
func verdictOn(t interface{ Fatal(...any) }, printed, unit, check string) (verdict, line string) {
	f, err := Parse("true.yaml", fmt.Appendf(nil, "claims:\n  - {id: own, printed: %q, unit: %s, check: %s}\n", printed, unit, check))
	if err != nil {
		t.Fatal(err)
	}
	c := Verify(f, Logs{})[0]
	return c.Verdict, c.Arithmetic
}

// TestTrueNumbersAreNotAccused: whatever is true and printed by any of the rules is
// never called inconsistent. Printed by one rule throughout it is consistent, if
// the rule is truncation perhaps only by truncation.
func TestTrueNumbersAreNotAccused(t *testing.T) {
	for _, paper := range papersOf {
		t.Run(paper.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := press{t, rapid.IntRange(-1, len(rounders)-1).Draw(t, "rule of the paper")}
				printed, unit, check := paper.make(p)
				verdict, line := verdictOn(t, printed, unit, check)
				allowed := map[int]string{-1: Consistent + ByTruncation + Depends, 0: Consistent, 1: Consistent, 2: Consistent + ByTruncation}[p.rule]
				if !strings.Contains(allowed, verdict) || verdict == "" {
					t.Fatalf("%s: printed %s, %s: %s", verdict, printed, check, line)
				}
			})
		})
	}
}

// TestImpossibleProportionsAreFound: of all prints of two decimals, exactly those
// of some count over n by some rule pass.
func TestImpossibleProportionsAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 400).Draw(t, "n")
		possible := map[string]bool{}
		for k := range n + 1 {
			v := percentOf(big.NewRat(int64(k), int64(n)))
			for rule := range rounders {
				possible[printBy(rule, v, 2)] = true
			}
			// What a program prints that computes in doubles and cuts digits off:
			// 29/400*100 is 7.249999999999999.
			whole, rest, _ := strings.Cut(strconv.FormatFloat(float64(k)/float64(n)*100, 'f', -1, 64), ".")
			possible[whole+"."+(rest + "00")[:2]] = true
		}
		printed := printBy(0, big.NewRat(int64(rapid.IntRange(0, 10000).Draw(t, "hundredths")), 100), 2)
		verdict, line := verdictOn(t, printed, "percent", fmt.Sprintf("{proportion: {n: %d}}", n))
		if (verdict == Inconsistent) == possible[printed] {
			t.Fatalf("%s of n = %d: %s, possible: %v: %s", printed, n, verdict, possible[printed], line)
		}
	})
}

// TestFalseNumbersAreFound: a number that is off by more than all roundings
// together is inconsistent.
func TestFalseNumbersAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := press{t, -1}
		d := p.int(1, 3, "decimals")
		digit := new(big.Rat).Inv(new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(d)), nil)))
		sign := int64(1 - 2*p.int(0, 1, "sign"))
		var total, weighted, weights = new(big.Rat), new(big.Rat), 0
		var parts, ws []string
		k := p.int(2, 5, "parts")
		for range k {
			v, w := p.value(100, 1000, "part"), p.int(1, 50, "weight")
			total.Add(total, v)
			weighted.Add(weighted, new(big.Rat).Mul(v, big.NewRat(int64(w), 1)))
			weights += w
			parts, ws = append(parts, p.print(v, d)), append(ws, strconv.Itoa(w))
		}
		// Print and reading of every part can be off by a digit each, so can those of
		// the number itself.
		off := func(v *big.Rat, digits int) string {
			return p.print(new(big.Rat).Add(v, new(big.Rat).Mul(digit, big.NewRat(sign*int64(digits), 1))), d)
		}
		mean := weighted.Quo(weighted, big.NewRat(int64(weights), 1))
		for _, c := range []struct{ printed, check string }{
			{off(total, 2*k+3), "{sum: {of: " + quoted(parts...) + "}}"},
			{off(mean, 5), fmt.Sprintf("{weighted_mean: {of: %s, weights: [%s]}}", quoted(parts...), strings.Join(ws, ", "))},
			{off(total, 5), "{equals: " + strconv.Quote(p.print(total, d)) + "}"},
		} {
			if verdict, line := verdictOn(t, c.printed, "proportion", c.check); verdict != Inconsistent {
				t.Fatalf("%s: printed %s, %s: %s", verdict, c.printed, c.check, line)
			}
		}
	})
}
