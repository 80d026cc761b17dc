package claims

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"mcpstats/internal/testlength"
)

// TestSpreadsAndEffects: standard deviations, standard errors, effects and tables by hand.
func TestSpreadsAndEffects(t *testing.T) {
	for _, c := range []struct{ name, yaml, verdict, arithmetic string }{
		// Ones and fives with mean 3: 2 x sqrt(18/17) = 2.058 is the most.
		{"too wide", `printed: "2.10", check: {sd: {mean: "3.00", n: 18, low: 1, high: 5}}`, Inconsistent, "0 to 2.05798"},
		{"widest", `printed: "2.06", check: {sd: {mean: "3.00", n: 18, low: 1, high: 5}}`, Consistent, ""},
		// 28 values with mean 5.19 do not exist: 145/28 = 5.179, 146/28 = 5.214.
		{"no total", `printed: "1.34", check: {sd: {mean: "5.19", n: 28}}`, Inconsistent, "no total over 28"},
		// Of four values with sum 10 the sums of squares are 26, 28, 30, ...: over 3 the variances 1/3, 1, 5/3, over 4 1/4, 3/4, 5/4,
		// the SDs 0.577, 1, 1.291; 0.5, 0.866, 1.118. Nothing prints 0.80.
		{"GRIMMER", `printed: "0.80", check: {sd: {mean: "2.50", n: 4}}`, Inconsistent, "the nearest are"},
		{"GRIMMER holds", `printed: "1.29", check: {sd: {mean: "2.50", n: 4}}`, Consistent, ""},
		{"over n", `printed: "0.87", check: {sd: {mean: "2.50", n: 4}}`, Consistent, ""},
		// 20 of 80 are 1: sqrt(80/79 x .25 x .75) = 0.4357, over n 0.4330.
		{"DEBIT", `printed: "0.44", check: {sd: {mean: "0.25", n: 80, low: 0, high: 1}}`, Consistent, "0.435"},
		{"no DEBIT", `printed: "0.45", check: {sd: {mean: "0.25", n: 80, low: 0, high: 1}}`, Inconsistent, ""},
		{"off the scale", `printed: "0.50", check: {sd: {mean: "5.20", n: 10, low: 1, high: 5}}`, Inconsistent, "no total"},
		{"halves", `printed: "0.50", check: {sd: {mean: "1.50", n: 9, low: 1, high: 2, step: "0.5"}}`, Consistent, ""},
		// (2.5-1)(5-2.5) = 3.75, over 9/8: sqrt 2.054.
		{"any values", `printed: "2.10", check: {sd: {mean: "2.50", n: 9, low: 1, high: 5, step: 0}}`, Inconsistent, "2.05"},
		// 1.2/6 = 0.2; sqrt(.7895 x .2105/95) = 0.041826.
		{"standard error", `printed: "0.25", check: {standard_error: {sd: "1.20", n: 36}}`, Inconsistent, "1.20/sqrt(36) = 0.2"},
		{"of a share", `printed: "4.18", unit: percent, check: {standard_error: {share: "78.95", n: 95}}`, Consistent, ""},
		{"not of a share", `printed: "4.9", unit: percent, check: {standard_error: {share: "78.95", n: 95}}`, Inconsistent, "= 4.18"},
		// t(35) at .975 = 2.0301 (tables): 0.2 x 2.0301 = 0.406; normal 0.392; t at .95 1.6896: 0.338.
		{"half-width", `printed: "0.41", check: {mean_interval: {sd: "1.20", n: 36}}`, Consistent, "t, 95%"},
		{"normal", `printed: "0.392", check: {mean_interval: {sd: "1.200", n: 36}}`, Consistent, "normal, 95%"},
		{"90%", `printed: "0.338", check: {mean_interval: {sd: "1.200", n: 36}}`, Depends, "t, 90%"},
		{"binding", `printed: "0.338", check: {mean_interval: {sd: "1.200", n: 36, level: 0.95}}`, Inconsistent, "0.406"},
		{"bounds", `printed: "[0.31, 1.09]", check: {mean_interval: {mean: "0.70", se: "0.20", level: 0.95}}`, Consistent, ""},
		{"a bound", `printed: "1.39", check: {mean_interval: {mean: "0.70", se: "0.20", side: upper, level: 0.95}}`, Inconsistent, "upper bound 1.09"},
		// 44 of 95: Wilson's 95% interval is 36.6 to 56.3 (0.46316, z 1.96: centre .4647, half .0981).
		{"lower of a share", `printed: "36.6", unit: percent, check: {interval: {estimate: "46.32", n: 95, level: 0.95, side: lower, method: wilson}}`, Consistent, ""},
		{"lower bound above", `printed: "46.6", unit: percent, check: {interval: {estimate: "46.32", n: 95, side: lower}}`, Inconsistent, "46.32 of n = 95"},
		// (85 - 50)/(100 - 50): rows 50, 50, chance agreement .5 x .45 + .5 x .55 = .5.
		{"kappa", `printed: "0.70", check: {kappa: {table: [[40, 10], [5, 45]]}}`, Consistent, "agreement 0.85, by chance 0.5"},
		{"no kappa", `printed: "0.75", check: {kappa: {table: [[40, 10], [5, 45]]}}`, Inconsistent, "= 0.7"},
		// At most min(50, 45) + min(50, 55) = 95 agree: (.95 - .5)/.5 = .9.
		{"largest kappa", `printed: "0.92", check: {kappa: {rows: [50, 50], columns: [45, 55]}}`, Inconsistent, "at most 0.9"},
		{"by agreement", `printed: "0.70", check: {kappa: {rows: [50, 50], columns: [45, 55], agreement: "85%"}}`, Consistent, ""},
		// 62/75 = .82667, 62/67 = .92537, 77/95 = .81053, 124/142 = .87324, 15/28 = .53571; (62 x 15 - 13 x 5)/sqrt(75 x 67 x 28 x 20) = .51566.
		{"precision", `printed: "82.7", unit: percent, check: {rate: {of: precision, tp: 62, fp: 13}}`, Consistent, ""},
		{"recall", `printed: "92.5", unit: percent, check: {rate: {of: recall, tp: 62, fn: 5}}`, Consistent, ""},
		{"accuracy", `printed: "0.82", check: {rate: {of: accuracy, tp: 62, fp: 13, fn: 5, tn: 15}}`, Inconsistent, "= 0.810526"},
		{"F1", `printed: "87.32", check: {rate: {of: f1, tp: 62, fp: 13, fn: 5}}`, Consistent, ""},
		{"specificity", `printed: "0.536", check: {rate: {of: specificity, fp: 13, tn: 15}}`, Consistent, ""},
		{"Matthews", `printed: "0.516", check: {rate: {of: mcc, tp: 62, fp: 13, fn: 5, tn: 15}}`, Consistent, ""},
		{"no counts", `printed: "0.5", check: {rate: {of: precision, tp: 0, fp: 0}}`, Unverifiable, "not defined"},
		// .6/sqrt((1.21 + 1)/2) = .5708; /1.1 = .545, /1.0 = .6. J(58) = 1 - 3/231 = .98701: .5634.
		{"d", `printed: "0.57", check: {cohens_d: {means: ["4.20", "3.60"], sds: ["1.10", "1.00"], n: [30, 30]}}`, Consistent, "pooled"},
		{"d the other way", `printed: "-0.57", check: {cohens_d: {means: ["4.20", "3.60"], sds: ["1.10", "1.00"]}}`, Consistent, "pooled"},
		{"g", `printed: "0.563", check: {cohens_d: {means: ["4.200", "3.600"], sds: ["1.100", "1.000"], n: [30, 30], definition: hedges}}`, Consistent, "J x"},
		{"Glass", `printed: "0.600", check: {cohens_d: {means: ["4.200", "3.600"], sds: ["1.100", "1.000"]}}`, Depends, "second"},
		{"no d", `printed: "0.67", check: {cohens_d: {means: ["4.20", "3.60"], sds: ["1.10", "1.00"]}}`, Inconsistent, "= 0.57"},
		// 2.1 x sqrt(2/30) = .5422.
		{"d of t", `printed: "0.54", check: {cohens_d: {t: "2.10", n: [30, 30]}}`, Consistent, ""},
		{"no d of t", `printed: "0.84", check: {cohens_d: {t: "2.10", n: [30, 30]}}`, Inconsistent, ""},
		// 2 asin(sqrt(.7895)) - 2 asin(sqrt(.6421)) = 2.18850 - 1.85898.
		{"h", `printed: "0.33", check: {cohens_h: {of: ["78.95%", "64.21%"]}}`, Consistent, ""},
		{"no h", `printed: "0.43", check: {cohens_h: {of: ["78.95%", "64.21%"]}}`, Inconsistent, "= 0.32"},
		// 24 x 36/(26 x 14) = 2.37363; .48/.28 = 1.71429.
		{"odds ratio", `printed: "2.37", check: {odds_ratio: {k: [24, 14], n: [50, 50]}}`, Consistent, ""},
		{"the other odds ratio", `printed: "0.42", check: {odds_ratio: {k: [24, 14], n: [50, 50]}}`, Depends, "second to the first"},
		{"risk ratio", `printed: "1.71", check: {odds_ratio: {k: [24, 14], n: [50, 50], measure: risk_ratio}}`, Consistent, ""},
		{"no odds ratio", `printed: "3.27", check: {odds_ratio: {k: [24, 14], n: [50, 50]}}`, Inconsistent, "= 2.37"},
		{"no odds", `printed: "3.27", check: {odds_ratio: {k: [50, 14], n: [50, 50]}}`, Unverifiable, "no ratio"},
		// R's fisher.test on the lady's tea, 3 1 / 1 3: p = 0.4857, conditional odds ratio 6.408309.
		{"Fisher", `printed: "0.4857", unit: p, check: {two_proportions: {k: [3, 1], n: [4, 4], test: fisher}}`, Consistent, ""},
		{"conditional odds", `printed: "6.408", check: {odds_ratio: {k: [3, 1], n: [4, 4]}}`, Depends, "conditional"},
		// 100 x (24 x 36 - 26 x 14)^2/(50 x 50 x 38 x 62) = 4.24448; p = 2(1 - Phi(2.06021)) = .03938.
		{"two proportions", `printed: "0.039", unit: p, check: {two_proportions: {k: [24, 14], n: [50, 50]}}`, Consistent, "chi2"},
		{"chi2", `printed: "4.24", check: {two_proportions: {k: [24, 14], n: [50, 50], part: chi2}}`, Consistent, ""},
		// (|500| - 50)^2 x 100/(...) = 3.43803.
		{"chi2 with correction", `printed: "3.44", check: {two_proportions: {k: [24, 14], n: [50, 50], part: chi2}}`, Consistent, "continuity"},
		{"not these", `printed: "0.003", unit: p, check: {two_proportions: {k: [24, 14], n: [50, 50]}}`, Inconsistent, "= 0.039"},
		// 2 x P(X <= 8), X ~ B(30, 1/2), = 17317728/2^30 = .016128.
		{"McNemar", `printed: "0.016", unit: p, check: {mcnemar: {only_a: 22, only_b: 8}}`, Consistent, "22:8, exact"},
		// (|22 - 8| - 1)^2/30 = 5.6333, p = .01762.
		{"McNemar corrected", `printed: "0.018", unit: p, check: {mcnemar: {only_a: 22, only_b: 8}}`, Depends, "chi2_cc"},
		{"no McNemar", `printed: "0.16", unit: p, check: {mcnemar: {only_a: 22, only_b: 8}}`, Inconsistent, "= 0.0161"},
		{"pass@5 below", `printed: "60.0", unit: percent, check: {pass_k: {one: "62.0", k: 5}}`, Inconsistent, ""},
		{"pass@2 above", `printed: "45.0", unit: percent, check: {pass_k: {one: "20.0", k: 2}}`, Inconsistent, ""},
		{"pass@2", `printed: "35.0", unit: percent, check: {pass_k: {one: "20.0", k: 2}}`, Consistent, ""},
		// 1 - 4(1 - .9) = .6.
		{"pass^4", `printed: "0.55", unit: proportion, check: {pass_k: {one: "0.90", k: 4, kind: all}}`, Inconsistent, ""},
		{"pass^4 holds", `printed: "0.65", unit: proportion, check: {pass_k: {one: "0.90", k: 4, kind: all}}`, Consistent, ""},
	} {
		f, err := Parse("x.yaml", []byte("claims:\n  - {id: own, "+c.yaml+"}\n"))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := Verify(f, Logs{})[0]
		if got.Verdict != c.verdict || !strings.Contains(got.Arithmetic+got.Fits, c.arithmetic) {
			t.Errorf("%s: %s: %s (%s)\nwant %s: %s", c.name, got.Verdict, got.Arithmetic, got.Fits, c.verdict, c.arithmetic)
		}
	}
}

// ask is the verdict on one claim.
func ask(t *testing.T, yaml string) string {
	t.Helper()
	f, err := Parse("x.yaml", []byte("claims:\n  - {id: own, "+yaml+"}\n"))
	if err != nil {
		t.Fatalf("%s: %v", yaml, err)
	}
	return Verify(f, Logs{})[0].Verdict
}

// TestSpreadsOfAllSamples: of every sample of three to five values on a scale from 1 to 5 the
// printed mean and SD are possible; of all that could be printed many are not.
func TestSpreadsOfAllSamples(t *testing.T) {
	most := 4
	if testlength.Long() {
		most = 5
	}
	for n := 3; n <= most; n++ {
		real := map[[2]string]bool{}
		total := 1
		for range n {
			total *= 5
		}
		for code := range total {
			sum, squares := 0, 0
			for c, i := code, 0; i < n; i++ {
				v := 1 + c%5
				sum, squares, c = sum+v, squares+v*v, c/5
			}
			mean := float64(sum) / float64(n)
			for _, over := range []int{n, n - 1} {
				sd := math.Sqrt(math.Max(0, float64(squares)-float64(sum)*mean) / float64(over))
				real[[2]string{fmt.Sprintf("%.2f", mean), fmt.Sprintf("%.2f", sd)}] = true
			}
		}
		refused, impossible := 0, 0
		for mean := 100; mean <= 500; mean += 25 {
			for sd := 0; sd <= 250; sd++ {
				m, s := fmt.Sprintf("%.2f", float64(mean)/100), fmt.Sprintf("%.2f", float64(sd)/100)
				got := ask(t, fmt.Sprintf("printed: %q, check: {sd: {mean: %q, n: %d, low: 1, high: 5}}", s, m, n))
				switch {
				case real[[2]string{m, s}] && got == Inconsistent:
					t.Errorf("n = %d: mean %s, SD %s is printed of a sample", n, m, s)
				case !real[[2]string{m, s}]:
					impossible++
					if got == Inconsistent {
						refused++
					}
				}
			}
		}
		if refused*10 < impossible*9 {
			t.Errorf("n = %d: %d of %d impossible pairs are refused", n, refused, impossible)
		}
	}
}

// TestRightEffects: numbers computed from unrounded values, however they are rounded, are
// never inconsistent.
func TestRightEffects(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	cut := func(v float64, decimals int) string { // towards zero, on every other seed
		scale := math.Pow(10, float64(decimals))
		if r.IntN(2) == 0 {
			return fmt.Sprintf("%.*f", decimals, math.Trunc(v*scale)/scale)
		}
		return fmt.Sprintf("%.*f", decimals, v)
	}
	for range 300 {
		n, m := 5+r.IntN(60), 5+r.IntN(60)
		a, b := r.NormFloat64()+4, r.NormFloat64()+4
		s, u := .3+r.Float64(), .3+r.Float64()
		d := (a - b) / math.Sqrt((float64(n-1)*s*s+float64(m-1)*u*u)/float64(n+m-2))
		k, l := r.IntN(n+1), r.IntN(m+1)
		p, q := float64(k)/float64(n), float64(l)/float64(m)
		for _, yaml := range []string{
			fmt.Sprintf("printed: %q, check: {cohens_d: {means: [%q, %q], sds: [%q, %q], n: [%d, %d]}}", cut(d, 2), cut(a, 2), cut(b, 2), cut(s, 2), cut(u, 2), n, m),
			fmt.Sprintf("printed: %q, check: {standard_error: {sd: %q, n: %d}}", cut(s/math.Sqrt(float64(n)), 3), cut(s, 2), n),
			fmt.Sprintf("printed: %q, unit: proportion, check: {standard_error: {share: %q, n: %d}}", cut(math.Sqrt(p*(1-p)/float64(n)), 3), cut(p, 2), n),
			fmt.Sprintf("printed: %q, check: {cohens_h: {of: [%q, %q]}}", cut(2*math.Asin(math.Sqrt(p))-2*math.Asin(math.Sqrt(q)), 2), cut(p, 3), cut(q, 3)),
			fmt.Sprintf("printed: %q, unit: proportion, check: {pass_k: {one: %q, k: 2}}", cut(1-(1-p)*(1-p), 2), cut(p, 2)),
			fmt.Sprintf("printed: %q, unit: proportion, check: {pass_k: {one: %q, k: 3, kind: all}}", cut(p*p*p, 2), cut(p, 2)),
		} {
			if got := ask(t, yaml); got == Inconsistent {
				t.Errorf("%s is %s", yaml, got)
			}
		}
	}
}

// TestFisherByCounting: the exact p of small tables is the share of all ways to draw the
// first group that are no likelier than what was seen.
func TestFisherByCounting(t *testing.T) {
	for n := 1; n <= 5; n++ {
		for m := 1; m <= 5; m++ {
			for k := 0; k <= n; k++ {
				for l := 0; l <= m; l++ {
					ways := map[int]int{}
					for set := range 1 << (n + m) { // the members of the first group
						if bits(set) == n {
							ways[bits(set&(1<<(k+l)-1))]++ // those that have it come first
						}
					}
					all, rare := 0, 0
					for _, w := range ways {
						all += w
						if w <= ways[k] {
							rare += w
						}
					}
					want := float64(rare) / float64(all)
					got := fisherExact([4]float64{float64(k), float64(n - k), float64(l), float64(m - l)})
					if math.Abs(got-want) > 1e-12 {
						t.Errorf("%d/%d, %d/%d: %g; want %g", k, n, l, m, got, want)
					}
				}
			}
		}
	}
}

func bits(x int) int {
	n := 0
	for ; x > 0; x &= x - 1 {
		n++
	}
	return n
}
