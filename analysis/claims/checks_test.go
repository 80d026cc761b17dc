package claims

import (
	"strings"
	"testing"
)

// TestChecks: verdicts and what would fit, each worked out by hand or by the
// source named beside it.
func TestChecks(t *testing.T) {
	for _, c := range []struct{ name, yaml, verdict, arithmetic, fits string }{
		{"no count over 95", `printed: "29.79", unit: percent, check: {proportion: {n: 95}}`, Inconsistent, "28/95 = 29.4737 or 29/95 = 30.5263", "n = 94 (28/94)"},
		{"cut off", `printed: "93.61", unit: percent, check: {proportion: {n: 47}}`, ByTruncation, "44/47 = 93.617", ""},
		{"cut off in doubles: 0.29*100 is 28.999999999999996", `printed: "28.99", unit: percent, check: {proportion: {n: 100}}`, ByTruncation, "29/100 = 29", ""},
		{"mean of halves", `printed: "0.63", unit: none, check: {mean: {n: 4, step: "0.5"}}`, Consistent, "2.5/4 = 0.625", ""},
		{"no mean of halves", `printed: "0.60", unit: none, check: {mean: {n: 4, step: "0.5"}}`, Inconsistent, "2/4 = 0.5 or 2.5/4 = 0.625", "fits n ="},
		// 12/40, 18/40, 7/40, 3/40; 30% and 45% need a multiple of 20, 17.5% one of 40.
		{"denominator", `printed: "40", unit: count, check: {denominator: {of: ["30%", "45%", "17.5%", "7.5%"], between: [30, 79]}}`, Consistent, "40", "40"},
		{"no denominator", `printed: "95", unit: count, check: {denominator: {of: ["29.79%", "40.00%"], between: [90, 100]}}`, Inconsistent, "none from 90 to 100 fits", "outside that range"},
		{"denominator of a label", `printed: the bold row, unit: count, check: {denominator: {of: ["30%", "45%", "17.5%", "7.5%"], between: [30, 79]}}`, Consistent, "7.5%: 40 fit", "n = 40"},
		{"shares sum", `printed: "33.3%", check: {percent_sum: {of: ["33.3%", "33.3%", "33.3%"]}}`, Consistent, "the whole is 100", ""},
		{"shares do not sum", `printed: "33.3%", check: {percent_sum: {of: ["33.3%", "33.3%", "30.3%"]}}`, Inconsistent, "= 96.9", "not listed"},
		{"shares against a bound", `printed: "50%", check: {percent_sum: {of: ["50%", "70%"], total: "<100%"}}`, Inconsistent, "= 120, before rounding", "overlap"},
		{"unit slip", `printed: "4.0", unit: points, check: {difference: {of: ["0.932", "0.892"]}}`, Depends, "", "percent and the other a proportion"},
		{"unweighted", `printed: "0.50", unit: proportion, check: {weighted_mean: {of: ["0.20", "0.80"], weights: [90, 10]}}`, Inconsistent, "= 0.26", "the mean without weights, 0.5, fits"},
		{"swapped digits", `printed: "6.70M", unit: tokens, check: {equals: "6.07M"}`, Inconsistent, "", "two digits changed places"},
		{"range", `printed: "34-52%", unit: percent, check: {between: {low: "30", high: "60"}}`, Consistent, "", ""},
		// Wilson's interval of 26/47 is [0.41245, 0.68589] (by the formula).
		{"Wilson", `printed: "[41.2, 68.6]", unit: percent, check: {interval: {estimate: "55.32", n: 47, level: 0.95}}`, Consistent, "wilson, 95%", ""},
		{"not Wald", `printed: "[41.2, 68.6]", unit: percent, check: {interval: {estimate: "55.32", n: 47, level: 0.95, method: wald}}`, Inconsistent, "wald, 95%", "would fit"},
		// sqrt(.436*.564/1000) = 0.015681.
		{"one standard error", `printed: "±1.57", unit: percent, check: {interval: {estimate: "43.60", n: 1000}}`, Depends, "one standard error", "fits at one standard error"},
		// 1.96^2*.445*.555/.0169^2 = 3322, with .01685 and .017: 3342 to 3283.
		{"a level binds", `printed: "44.50±1.69", unit: percent, check: {interval: {n: 1000, level: 0.95}}`, Inconsistent, "half-width 3.08", "n = 3283 to 3341 at 95%"},
		{"no level", `printed: "44.50±1.85", unit: percent, check: {interval: {n: 1000}}`, Depends, "half-width 3.08", "at 95%"},
		// 445 of 1000: 1.96*sqrt(.445*.555/1000) = 3.08; of 10 none is narrower than 20.
		{"far too narrow", `printed: "44.50±0.01", unit: percent, check: {interval: {n: 10, level: 0.95}}`, Inconsistent, "n = 10", ""},
		{"outside its interval", `printed: "[50, 60]", unit: percent, check: {interval: {estimate: "44.5", n: 100}}`, Inconsistent, "44.5 of n = 100", "within its own interval"},
		// 1 - .025^(1/50) = 7.1122%; z^2/(50+z^2) = 7.1348%.
		{"none of fifty", `printed: "[0.0%, 7.11%]", check: {interval: {estimate: "0%", n: 50}}`, Consistent, "clopper_pearson, 95%", ""},
		{"none of fifty, misnamed", `printed: "[0.0%, 7.11%]", check: {interval: {estimate: "0%", n: 50, level: 0.95, method: wilson}}`, Inconsistent, "wilson, 95%", "fits as clopper_pearson, 95%"},
		{"rounded twice", `printed: "44.8", check: {equals: "44.7468"}`, Depends, "44.7468", "only if rounded twice"},
		{"rounded twice, no further", `printed: "44.8", check: {equals: "44.7449"}`, Inconsistent, "44.7449", ""},
		// 2*t.sf(10.5, 100) = 8e-18, 2*norm.sf(2.5) = .0124 (SciPy).
		{"p of three zeros", `printed: "p = .000", unit: p, check: {p_from_t: {t: "10.5", df: 100}}`, Consistent, "p = 7.95154e-18", ""},
		{"p of three zeros, too large", `printed: "0.000", unit: p, check: {p_from_z: {z: "2.5"}}`, Inconsistent, "p = 0.0124193", ""},
		{"zeros behind", `printed: "44.50", unit: percent, check: {equals: "44.5"}`, Consistent, "", ""},
		// The public logs' matrix of this judge and the human.
		{"confusion", `printed: "87.32", unit: percent, check: {confusion: {f1: own, agreement: "81.05", predicted: "78.95", n: 95}}`, Consistent, "tp 62, fp 13, fn 5, tn 15", ""},
		{"no confusion", `printed: "87.32", unit: percent, check: {confusion: {f1: own, agreement: "60.00", n: 95}}`, Inconsistent, "no confusion matrix fits", "each rate fits by itself"},
		// By enumeration of 2 sum_{i<=c} C(b+c, i)/2^(b+c), b = c+14: those that print .02.
		{"McNemar", `printed: "0.02", unit: p, check: {mcnemar: {n: 95, a: "78.95%", b: "64.21%"}}`, Consistent, "exact test, discordant pairs 22:8 (p = 0.0161248), 23:9 (p = 0.0200616), 24:10 (p = 0.0243065)", ""},
		{"no McNemar", `printed: "0.50", unit: p, check: {mcnemar: {n: 95, a: "78.95%", b: "64.21%"}}`, Inconsistent, "no discordant counts give it", ""},
		{"no count", `printed: "0.02", unit: p, check: {mcnemar: {n: 95, a: "78.00%", b: "64.21%"}}`, Inconsistent, "not a whole number over 95", ""},
		{"d of another spread", `printed: "1.81", check: {d_from_t: {t: "42.1", n: 582}}`, Depends, "42.1/sqrt(582) = 1.745", "r = 0.46"},
		{"stated definition", `printed: "1.81", check: {d_from_t: {t: "42.1", n: 582, definition: dz}}`, Inconsistent, "", "n from 534 to 546"},
		// 0.5/(1.2/sqrt(36)) = 2.5.
		{"t", `printed: "2.5", check: {t_from: {mean: "0.50", sd: "1.20", n: 36}}`, Consistent, "= 2.5", ""},
		// SciPy: 2*t.sf(3.1, 581) = 0.0020289.
		{"p of t", `printed: "<0.001", unit: p, check: {p_from_t: {t: "3.1", df: 581, tails: 2}}`, Inconsistent, "p = 0.0020289", "one-sided p fits"},
		{"tails not stated", `printed: "0.0010", unit: p, check: {p_from_t: {t: "3.1", df: 581}}`, Depends, "", "one-sided p fits"},
		// 2*(1-Phi(1.96)) = 0.0499958, chi2 sf(3.84, 1) = 0.0500435 (SciPy).
		{"p of z", `printed: "0.050", unit: p, check: {p_from_z: {z: "1.96"}}`, Consistent, "", ""},
		{"p of chi2", `printed: "0.050", unit: p, check: {p_from_chi2: {chi2: "3.84", df: 1}}`, Consistent, "", ""},
		// Holm of .010, .040: .020 and .040.
		{"not corrected", `printed: "0.010", unit: p, check: {p_adjusted: {method: holm, of: ["0.010", "0.040"], position: 1}}`, Inconsistent, "p = 0.02", "without correction fits"},
		{"corrected", `printed: "0.020", unit: p, check: {p_adjusted: {method: holm, of: ["0.010", "0.040"], position: 1}}`, Consistent, "p = 0.02", ""},
		// P(F(2, d) > f) = (1 + 2f/d)^(-d/2): (1 + 6.5/45)^-22.5 = .04804.
		{"p of F", `printed: "0.048", unit: p, check: {p_from_f: {f: "3.25", df: [2, 45]}}`, Consistent, "F(2, 45) = 3.25: p = 0.04804", ""},
		{"no p of F", `printed: "0.012", unit: p, check: {p_from_f: {f: "3.25", df: [2, 45]}}`, Inconsistent, "before rounding", ""},
		// With two degrees of freedom t/sqrt(t^2+2) = r, and p = 1 - r.
		{"p of r", `printed: ".05", unit: p, check: {p_from_r: {r: "-.95", df: 2}}`, Consistent, "r(2) = -.95: p = 0.05", ""},
		{"p of r, one-sided", `printed: ".025", unit: p, check: {p_from_r: {r: ".950", df: 2}}`, Depends, "", "one-sided p fits"},
		{"no correlation", `printed: ".05", unit: p, check: {p_from_r: {r: "1.20", df: 2}}`, Unverifiable, "has no p-value", ""},
		// 2 x .7 x .5 / 1.2 = .58333.
		{"F1", `printed: "58.33", check: {f_score: {precision: "70.0", recall: "50.0"}}`, Consistent, "= 58.3333", ""},
		{"no F1", `printed: "60.0", check: {f_score: {precision: "70.0", recall: "50.0"}}`, Inconsistent, "= 58.3333", ""},
		{"rank", `printed: "3", unit: count, check: {rank: {of: ["78.95", "70.53", "52.63"], value: "52.63"}}`, Consistent, "place 3", ""},
		{"wrong rank", `printed: "2", unit: count, check: {rank: {of: ["78.95", "70.53", "52.63"], value: "52.63"}}`, Inconsistent, "place 3", ""},
		{"tied rank", `printed: "5", unit: count, check: {rank: {of: ["78.95", "70.53", "52.63", "48.42", "48.42"], value: "48.42"}}`, Consistent, "place 4 to 5, tied as printed", ""},
		{"order", `printed: "3", unit: count, check: {rank: {of: ["78.95", "52.63", "70.53"]}}`, Inconsistent, "70.53 comes too late", ""},
	} {
		f, err := Parse("x.yaml", []byte("claims:\n  - {id: own, "+c.yaml+"}\n"))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := Verify(f, Logs{})[0]
		if got.Verdict != c.verdict || !strings.Contains(got.Arithmetic, c.arithmetic) || !strings.Contains(got.Fits, c.fits) {
			t.Errorf("%s: %s: %s (%s)\nwant %s: %s (%s)", c.name, got.Verdict, got.Arithmetic, got.Fits, c.verdict, c.arithmetic, c.fits)
		}
		if strings.Contains(got.Arithmetic, "\n") {
			t.Errorf("%s: the arithmetic is more than a line", c.name)
		}
	}
}

// TestKendallOfTwoPrintedColumns: the two columns of a published table, whose
// tau-b and p SciPy gives as 0.88375 and 0.0000828 with the ties as printed, tau-a
// as 0.86364, and Spearman's rho as 0.94728.
func TestKendallOfTwoPrintedColumns(t *testing.T) {
	columns := `x: ["78.95", "70.53", "52.63", "48.42", "48.42", "45.26", "44.21", "43.16", "42.11", "41.05", "38.95", "30.53"], ` +
		`y: ["77.89", "64.21", "51.58", "40.00", "37.89", "40.00", "31.58", "38.95", "31.58", "29.79", "27.37", "25.26"]`
	for _, c := range []struct{ printed, unit, verdict, fits string }{
		{"0.8837", "none", Consistent, ""},
		{"0.00008", "p", Consistent, ""},
		{"0.8636", "none", Depends, "tau-a"},
		{"0.9473", "none", Depends, "Spearman"},
		{"0.75", "none", Inconsistent, ""},
		{"0.01", "p", Inconsistent, ""},
	} {
		f, err := Parse("x.yaml", []byte("claims:\n  - {id: own, printed: '"+c.printed+"', unit: "+c.unit+", check: {kendall_tau: {"+columns+"}}}\n"))
		if err != nil {
			t.Fatal(err)
		}
		if got := Verify(f, Logs{})[0]; got.Verdict != c.verdict || !strings.Contains(got.Fits, c.fits) {
			t.Errorf("%s: %s: %s (%s)", c.printed, got.Verdict, got.Arithmetic, got.Fits)
		}
	}
}

// TestUnitsThatAreNotStated: a share without a unit is read as what it can be, and
// a mean of counts is rounded though counts are exact.
func TestUnitsThatAreNotStated(t *testing.T) {
	for _, c := range []struct{ yaml, verdict string }{
		{`printed: "78.95", check: {proportion: {n: 95}}`, Consistent},
		{`printed: "0.79", check: {proportion: {n: 95}}`, Consistent},
		{`printed: "78.95%", unit: none, check: {proportion: {n: 95}}`, Consistent},
		{`printed: "78.95%", check: {equals: "0.7895"}`, Depends},
		{`printed: "1", check: {percent_sum: {of: ["0.25", "0.75"]}}`, Consistent},
		{`printed: "1", check: {percent_sum: {of: ["25", "75"]}}`, Consistent},
		{`printed: "94", unit: count, check: {denominator: {of: ["0.2979", "0.5000"], between: [90, 100]}}`, Consistent},
		{`printed: "0.02", unit: p, check: {mcnemar: {n: 95, a: "0.7895", b: "0.6421"}}`, Consistent},
		{`printed: "0.8732", check: {confusion: {f1: own, agreement: "0.8105", n: 95}}`, Consistent},
		{`printed: "±3.08", check: {interval: {estimate: "44.50", n: 1000, level: 0.95}}`, Consistent},
		{`printed: "3", unit: count, check: {mean: {n: 7}}`, Consistent},
		{`printed: "3", unit: count, check: {ratio: {of: [19, 7]}}`, Consistent},
		{`printed: "73", unit: count, check: {product: {of: ["9.00%", 814]}}`, Consistent},
		{`printed: "4", unit: count, check: {sum: {of: [1, 2]}}`, Inconsistent},
	} {
		f, err := Parse("x.yaml", []byte("claims:\n  - {id: own, "+c.yaml+"}\n"))
		if err != nil {
			t.Errorf("%s: %v", c.yaml, err)
			continue
		}
		if got := Verify(f, Logs{})[0]; got.Verdict != c.verdict {
			t.Errorf("%s: %s: %s (%s), want %s", c.yaml, got.Verdict, got.Arithmetic, got.Fits, c.verdict)
		}
	}
}
