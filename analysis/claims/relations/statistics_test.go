package relations

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/datasets/document"
	"mcpstats/internal/testlength"
	"mcpstats/stats"
)

// TestStatistics: spreads, intervals, effects and tables of counts by hand.
func TestStatistics(t *testing.T) {
	for _, c := range []struct{ name, caption, rows, text, want string }{
		// 1.2/6 = .2; 0.9/5 = .18; 1.5/7 = .214; 1.1/8 = .1375; 0.8/4 = .2, 1.32/10 = .132, 2.33/9 = .259.
		{"standard error", "Scores.", "Group\tN\tMean\tSD\tSE\na\t36\t3.10\t1.20\t0.20\nb\t25\t2.70\t0.90\t0.18\nc\t49\t3.50\t1.50\t0.21\nd\t64\t2.20\t1.10\t0.14\nf\t100\t2.40\t1.32\t0.13\ng\t81\t2.90\t2.33\t0.26\ne\t16\t4.00\t0.80\t0.31", "", "t1[e, SE] 0.31 standard error"},
		// Ones and zeros: .25 of 80: .4357; .40 of 50: .4949; .10 of 40: .3038; .62 of 50: .4903; .70 of 60: .4622; printed .4622 as .4262.
		{"DEBIT", "Solved.", "Run\tn\tMean\tSD\na\t80\t0.2500\t0.4357\nb\t50\t0.4000\t0.4949\nc\t40\t0.1000\t0.3038\nd\t50\t0.6200\t0.4903\ne\t60\t0.7000\t0.4262", "", "t1[e, SD] 0.4262 spread"},
		// At most sqrt((3-1)(5-3) x 30/29) = 2.03 on this scale; printed 2.40.
		{"bounds", "Ratings on a scale from 1 to 5.", "Item\tn\tMean\tSD\na\t30\t3.00\t1.20\nb\t30\t2.77\t0.94\nc\t30\t3.03\t2.40\nd\t30\t4.10\t0.88\ne\t30\t2.50\t1.28", "", "t1[c, SD] 2.40 spread"},
		// Wilson, 95%, n = 95: 75/95 69.7-85.9 (75: 69.7, 85.9), 67/95 60.7-78.8, 50/95 42.7-62.4, 46/95 38.7-58.3, 28/95 21.2-39.3; printed 21.2-93.3.
		{"interval", "Success (%) with 95% intervals.", "Run\tSuccess (%)\na\t78.9 [69.7, 85.9]\nb\t70.5 [60.7, 78.8]\nc\t52.6 [42.7, 62.4]\nd\t48.4 [38.6, 58.3]\ne\t29.5 [21.2, 93.3]", "We evaluate on 95 tasks.", "t1[e, Success (%)] high 93.3 interval"},
		// 0/50: 1 - .025^(1/50) = 7.11% (Clopper-Pearson); Wilson 7.13%.
		{"none of fifty", "", scoresTable, "It failed in 0/50 (0.0%, 95% Clopper-Pearson CI [0.0%, 7.11%]) attempts.", ""},
		{"misnamed", "", scoresTable, "It failed in 0/50 (0.0%, 95% Wilson CI [0.0%, 7.11%]) attempts.", "ssome-words[Wilson CI] high 7.11 interval"},
		// 2 P(X <= 8), B(30, 1/2) = .0161.
		{"McNemar in text", "", scoresTable, "The runs differ (McNemar's test, 22 vs. 8 discordant pairs, p = .016).", ""},
		{"McNemar in text, wrong", "", scoresTable, "The runs differ (McNemar's test, 22 vs. 8 discordant pairs, p = .16).", ".16 McNemar"},
		// b:c 22:8 .0161, 10:2 .0386, 15:12 .7011, 9:1 .0215, 30:11 .0044 (by sums of binomial coefficients).
		{"McNemar", "Paired comparisons.", "Pair\tb\tc\tp\na\t22\t8\t0.016\nb\t10\t2\t0.039\nc\t15\t12\t0.701\nd\t9\t1\t0.021\ne\t30\t11\t0.040", "", "t1[e, p] 0.040 McNemar"},
		// Accuracy 85/100, kappa .70; the recall of yes is 40/50 or 40/45, .80 or .889.
		{"confusion", "Judge against human (accuracy 85.0%, kappa = 0.70).", "Judge\tYes\tNo\nYes\t40\t10\nNo\t5\t45", "", ""},
		{"confusion, kappa", "Judge against human (accuracy 85.0%, precision 88.9%, kappa = 0.79).", "Judge\tYes\tNo\nYes\t40\t10\nNo\t5\t45", "", "0.79 rate of counts"},
		// P = 62/75 .827, 40/52 .769, 33/41 .805, 58/66 .879, 20/35 .571; printed .751.
		{"precision of counts", "Counts.", "Judge\tTP\tFP\tPrecision\na\t62\t13\t0.827\nb\t40\t12\t0.769\nc\t33\t8\t0.805\nd\t58\t8\t0.879\ne\t20\t15\t0.751", "", "t1[e, Precision] 0.751 rate of counts"},
		// .6/1.0512 = .571, .5/.9513 = .526, -.3/1.1011 = .272, .9/.8515 = 1.057; 2/1, .8/.7071 = 1.131; the last .2/1.0002 = .20.
		{"d", "Two groups.", "Item\tA / Mean\tA / SD\tB / Mean\tB / SD\td\na\t4.20\t1.10\t3.60\t1.00\t0.57\nb\t3.90\t0.90\t3.40\t1.00\t0.53\nc\t3.10\t1.15\t3.40\t1.05\t0.27\nd\t4.60\t0.80\t3.70\t0.90\t1.06\nf\t4.00\t1.00\t2.00\t1.00\t2.00\ng\t3.00\t0.60\t2.20\t0.80\t1.13\ne\t2.50\t1.02\t2.30\t0.98\t0.02", "", "t1[e, d] 0.02 effect size"},
		// Over sqrt(100): .21, .31, .45, .12, .53, .08; the last is printed .18.
		// Over sqrt(64) = 8: 1.2 .15, .9 .1125, 1.52 .19, 2.33 .29125, 2.08 .26, .64 .08, 1.76 .22, 1.12 .14; the last is printed .44.
		{"standard error, n in the text", "Scores.", "Item\tMean\tSD\tSE\na\t3.10\t1.20\t0.15\nb\t2.70\t0.90\t0.11\nc\t3.50\t1.52\t0.19\nd\t2.20\t2.33\t0.29\nf\t2.40\t2.08\t0.26\ng\t2.90\t0.64\t0.08\nh\t2.30\t1.76\t0.22\ne\t4.00\t1.12\t0.44", "We asked 64 participants.", "t1[e, SE] 0.44 standard error"},
		{"d of t", "Paired tests.", "Pair\tt\tCohen's d\na\t2.11\t0.21\nb\t3.14\t0.31\nc\t4.52\t0.45\nd\t1.22\t0.12\nf\t5.31\t0.53\ng\t6.44\t0.64\nh\t2.73\t0.27\ne\t0.80\t0.18", "We compare on 100 tasks.", "t1[e, Cohen's d] 0.18 effect size"},
		{"pass@k", "Results.", "Model\tpass@1\tpass@5\na\t20.0\t45.0\nb\t31.0\t60.0\nc\t42.0\t70.0\nd\t55.0\t81.0\ne\t12.0\t72.0", "", "t1[e, pass@5] 72.0 pass@k"},
		// Over runs, not trials: nothing explains these, and nothing is said.
		{"over seeds", "Success (%).", "Run\tSuccess (%)\na\t78.9 ± 1.2\nb\t70.5 ± 0.8\nc\t52.6 ± 2.1\nd\t48.4 ± 1.7\ne\t29.5 ± 9.4", "We evaluate on 95 tasks.", ""},
	} {
		var before []string
		if c.text != "" {
			before = append(before, c.text)
		}
		got := told(Read(tabled(c.caption, c.rows, before...)))
		if got != c.want && (c.want == "" || !strings.HasSuffix(got, c.want[strings.LastIndex(c.want, "]")+1:]) || strings.Contains(got, ";")) {
			t.Errorf("%s: %q; want %q", c.name, got, c.want)
		}
	}
}

// madeTable is a table of true numbers in which a relation is shown, and the columns whose
// changed digits it should find.
type madeTable struct {
	caption string
	grid    [][]string
	columns []int
	text    string
}

// madeTables make tables of every family.
var madeTables = []struct {
	name string
	make func(m maker, rows int) madeTable
}{
	{"standard errors", func(m maker, rows int) madeTable {
		t := madeTable{"Summary.", [][]string{{"Group", "N", "Mean", "SD", "SE"}}, []int{3, 4}, ""}
		for i := range rows {
			n, sd := 10+m.IntN(90), 5+10*m.Float64()
			t.grid = append(t.grid, []string{rowName(i), fmt.Sprint(n), m.print(50+10*m.NormFloat64(), 2), m.print(sd, 2), m.print(sd/math.Sqrt(float64(n)), 2)})
		}
		return t
	}},
	{"intervals of means", func(m maker, rows int) madeTable {
		t := madeTable{"Summary.", [][]string{{"Group", "N", "Mean", "SD", "Lower", "Upper"}}, []int{4, 5}, ""}
		for i := range rows {
			n, sd, mean := 10+m.IntN(90), 5+10*m.Float64(), 50+10*m.NormFloat64()
			h := stats.StudentTISF(.025, float64(n-1)) * sd / math.Sqrt(float64(n))
			t.grid = append(t.grid, []string{rowName(i), fmt.Sprint(n), m.print(mean, 2), m.print(sd, 2), m.print(mean-h, 2), m.print(mean+h, 2)})
		}
		return t
	}},
	{"ratings", func(m maker, rows int) madeTable {
		t := madeTable{"Ratings from 1 to 5, means and standard deviations.", [][]string{{"Item", "n", "Mean", "SD"}}, []int{2, 3}, ""}
		for i := range rows {
			n := 6 + m.IntN(8)
			x := make([]float64, n)
			level := 1.5 + 3*m.Float64()
			for k := range x {
				x[k] = math.Round(math.Min(5, math.Max(1, level+m.NormFloat64())))
			}
			d, _ := stats.Describe(x)
			t.grid = append(t.grid, []string{rowName(i), fmt.Sprint(n), m.print(d.Mean, 2), m.print(d.SD, 2)})
		}
		return t
	}},
	{"intervals of shares", func(m maker, rows int) madeTable {
		method := shareMethods[m.IntN(3)]
		n := 60 + m.IntN(100)
		t := madeTable{"Success (%) with 95% intervals.", [][]string{{"Run", "Success (%)"}}, []int{1}, fmt.Sprintf("We evaluate on %d tasks.", n)}
		for i := range rows {
			k := n/10 + m.IntN(8*n/10)
			iv, _ := method.of(k, n, .95)
			t.grid = append(t.grid, []string{rowName(i), fmt.Sprintf("%s [%s, %s]", m.print(100*float64(k)/float64(n), 1), m.print(100*iv.Low, 1), m.print(100*iv.High, 1))})
		}
		return t
	}},
	{"standard errors of shares", func(m maker, rows int) madeTable {
		n := 60 + m.IntN(100)
		t := madeTable{"Success (%).", [][]string{{"Run", "Success (%)"}}, []int{1}, fmt.Sprintf("We evaluate on %d tasks.", n)}
		for i := range rows {
			p := (float64(n/10) + float64(m.IntN(8*n/10))) / float64(n)
			t.grid = append(t.grid, []string{rowName(i), fmt.Sprintf("%s ± %s", m.print(100*p, 2), m.print(100*math.Sqrt(p*(1-p)/float64(n)), 2))})
		}
		return t
	}},
	{"effects", func(m maker, rows int) madeTable {
		t := madeTable{"Two groups.", [][]string{{"Item", "A / Mean", "A / SD", "B / Mean", "B / SD", "d"}}, []int{1, 3, 5}, ""}
		for i := range rows {
			a, b, s, u := 5+m.NormFloat64(), 5+m.NormFloat64(), .8+m.Float64(), .8+m.Float64()
			t.grid = append(t.grid, []string{rowName(i), m.print(a, 2), m.print(s, 2), m.print(b, 2), m.print(u, 2), m.print(math.Abs(a-b)/math.Sqrt((s*s+u*u)/2), 2)})
		}
		return t
	}},
	{"rates of counts", func(m maker, rows int) madeTable {
		t := madeTable{"Judges.", [][]string{{"Judge", "TP", "FP", "FN", "TN", "Precision", "Recall", "F1", "Accuracy"}}, []int{1, 2, 5, 6, 7, 8}, ""}
		for i := range rows {
			a, b, c, d := float64(20+m.IntN(80)), float64(3+m.IntN(30)), float64(3+m.IntN(30)), float64(20+m.IntN(80))
			t.grid = append(t.grid, []string{rowName(i), fmt.Sprint(a), fmt.Sprint(b), fmt.Sprint(c), fmt.Sprint(d),
				m.print(a/(a+b), 3), m.print(a/(a+c), 3), m.print(2*a/(2*a+b+c), 3), m.print((a+d)/(a+b+c+d), 3)})
		}
		return t
	}},
	{"discordant counts", func(m maker, rows int) madeTable {
		t := madeTable{"Pairs.", [][]string{{"Pair", "b", "c", "p"}}, []int{3}, ""}
		test := []func(b, c int) (stats.Result, error){stats.McNemarExact, stats.McNemarMidP}[m.IntN(2)]
		for i := range rows {
			b, c := 5+m.IntN(25), 5+m.IntN(25)
			p, _ := test(b, c)
			t.grid = append(t.grid, []string{rowName(i), fmt.Sprint(b), fmt.Sprint(c), m.print(p.P, 3)})
		}
		return t
	}},
	{"passes", func(m maker, rows int) madeTable {
		t := madeTable{"Trials.", [][]string{{"Model", "pass@1", "pass@3", "pass^3"}}, nil, ""}
		for i := range rows {
			one, any, all := 0.0, 0.0, 0.0
			level := m.Float64()
			for range 50 {
				p := math.Min(1, math.Max(0, level+.3*m.NormFloat64()))
				one, any, all = one+p/50, any+(1-(1-p)*(1-p)*(1-p))/50, all+p*p*p/50
			}
			t.grid = append(t.grid, []string{rowName(i), m.print(100*one, 1), m.print(100*any, 1), m.print(100*all, 1)})
		}
		return t
	}},
	{"spreads over seeds", func(m maker, rows int) madeTable {
		t := madeTable{"Accuracy (%), mean and standard deviation over 3 seeds.", [][]string{{"Run", "Accuracy (%)", "Mean", "SD"}}, nil, "We evaluate on 95 tasks of 200 questions."}
		for i := range rows {
			a := 30 + 60*m.Float64()
			t.grid = append(t.grid, []string{rowName(i), m.print(a, 1) + " ± " + m.print(3*m.Float64(), 1), m.print(a+m.NormFloat64(), 2), m.print(2*m.Float64(), 2)})
		}
		return t
	}},
}

func rowName(i int) string { return fmt.Sprintf("System %c%d", 'A'+i, i) }

func (t madeTable) document() *document.Document {
	lines := make([]string, len(t.grid))
	for i, row := range t.grid {
		lines[i] = strings.Join(row, "\t")
	}
	if t.text == "" {
		return tabled(t.caption, strings.Join(lines, "\n"))
	}
	return tabled(t.caption, strings.Join(lines, "\n"), t.text)
}

// TestMadeStatistics: tables of true numbers, however they are rounded, have no finding; of
// digits that are changed in them at least 60% are found.
func TestMadeStatistics(t *testing.T) {
	seeds := uint64(12)
	if testlength.Long() {
		seeds = 400
	}
	for _, k := range madeTables {
		tried, found, wrong := 0, 0, 0
		for seed := range seeds {
			m := maker{rand.New(rand.NewPCG(seed, 23)), int(seed % 4), 1}
			made := k.make(m, 6+m.IntN(6))
			if got := told(Read(made.document())); got != "" {
				wrong++
				t.Errorf("%s, seed %d: %s\n%v", k.name, seed, got, made)
			}
			if made.columns == nil {
				continue
			}
			r, c := 1+m.IntN(len(made.grid)-1), made.columns[m.IntN(len(made.columns))]
			made.grid[r][c] = mutated(m.Rand, made.grid[r][c])
			tried++
			report := Read(made.document())
			if slices.ContainsFunc(report.Claims(), func(x result.Claim) bool {
				return x.Verdict == result.Inconsistent && x.Place != nil && strings.Contains(x.ID, made.grid[r][0]+",")
			}) {
				found++
			}
		}
		t.Logf("%s: %d of %d changed digits found, %d of %d right tables accused", k.name, found, tried, wrong, seeds)
		if found*10 < tried*6 {
			t.Errorf("%s: %d of %d changed digits found; expected 60%%", k.name, found, tried)
		}
	}
}
