package calc

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mcpstats/analysis/internal/methodnames"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// TestEveryMethodIsOffered: a method that results can name can be computed by itself,
// but for the steps between methods, which are no numbers.
func TestEveryMethodIsOffered(t *testing.T) {
	for _, m := range result.Methods {
		offered := slices.ContainsFunc(Statistics(), func(s Statistic) bool { return computes(s, m) })
		if !offered && m.Kind != result.ProcedureMethod {
			t.Errorf("no statistic of calc computes the %s %s", m.Kind, m.Name)
		}
	}
}

func computes(s Statistic, m result.Method) bool {
	return slices.ContainsFunc(s.Methods, func(c result.Method) bool { return c.Kind == m.Kind && c.Name == m.Name })
}

// onTheWay are methods that a statistic computes and does not show.
var onTheWay = map[string][]string{
	"tost":            {"cluster_robust_t", "cr0_z"}, // the tests against the margins have the same standard error
	"rank_sets":       {"t"},                         // the paired t test's p-value alone
	"effect_sizes":    {"wilcoxon_signed_rank"},      // its rank sums, for the rank-biserial correlation
	"clustered_judge": {"fleiss_cohen_everitt"},      // replaced by the bootstrap's interval
}

// TestStatisticsNameTheirMethods reads the source: where a statistic comes by a
// function of package stats that names its result as a declared method, the statistic
// names the method too, and is thus listed with its source.
func TestStatisticsNameTheirMethods(t *testing.T) {
	makes, err := methodnames.In(filepath.Join("..", "..", "stats"))
	if err != nil {
		t.Fatal(err)
	}
	uses, entries := sources(t)
	found := 0
	for _, s := range Statistics() {
		reached := map[string]bool{}
		reach(entries[s.Name], uses, reached)
		if !reached[entries[s.Name]] || entries[s.Name] == "" {
			t.Fatalf("%s: its function is not found", s.Name)
		}
		for f := range reached {
			for _, made := range makes[f] {
				found++
				kinds := []result.MethodKind{result.PairedTest, result.OtherTest}
				if made.Interval {
					kinds = []result.MethodKind{result.IntervalMethod}
				}
				named := slices.ContainsFunc(s.Methods, func(m result.Method) bool { return m.Name == made.Name && slices.Contains(kinds, m.Kind) })
				if !named && !slices.Contains(onTheWay[s.Name], made.Name) {
					t.Errorf("%s calls stats.%s, which makes a %s %q: name it among the statistic's methods", s.Name, f, kinds[len(kinds)-1], made.Name)
				}
			}
		}
	}
	if found < 40 {
		t.Errorf("%d methods are found in what the statistics call", found)
	}
}

// sources are what each function and list of package calc speaks of, functions of
// package stats and methods included, and the function that each statistic is bound to.
func sources(t *testing.T) (uses map[string][]string, entries map[string]string) {
	t.Helper()
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	uses, entries = map[string][]string{}, map[string]string{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				uses[d.Name.Name] = append(uses[d.Name.Name], identifiers(d.Body)...)
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					v, ok := spec.(*ast.ValueSpec)
					if !ok || strings.HasSuffix(v.Names[0].Name, "andlers") {
						continue
					}
					for _, value := range v.Values {
						uses[v.Names[0].Name] = append(uses[v.Names[0].Name], identifiers(value)...)
					}
				}
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 2 {
				return true
			}
			literal, isStatistic := call.Args[0].(*ast.CompositeLit)
			compute, isName := call.Args[1].(*ast.Ident)
			if define, ok := call.Fun.(*ast.Ident); !ok || define.Name != "define" || !isStatistic || !isName {
				return true
			}
			name := literal.Elts[0].(*ast.KeyValueExpr).Value.(*ast.BasicLit).Value
			entries[strings.Trim(name, `"`)] = compute.Name
			return true
		})
	}
	return uses, entries
}

func identifiers(n ast.Node) []string {
	var out []string
	ast.Inspect(n, func(n ast.Node) bool {
		if name, ok := n.(*ast.Ident); ok {
			out = append(out, name.Name)
		}
		return true
	})
	return out
}

func reach(name string, uses map[string][]string, reached map[string]bool) {
	if reached[name] {
		return
	}
	reached[name] = true
	for _, next := range uses[name] {
		reach(next, uses, reached)
	}
}

// What the engine reports and oracles of package stats hold, by calc.
func TestMethodsByHand(t *testing.T) {
	half := 2 * math.Tan(0.3*math.Pi)
	robust := 18 / math.Sqrt(84)
	for name, c := range map[string]struct {
		stat, inputs, options string
		want                  map[string]any
	}{
		// Differences 1, 3 | -1, 5 in two clusters: mean 2, CR1 = 2 on one degree of freedom.
		// Against 0 and 6: t = 1 and -2; of a t of one, the upper tail at 1 is 1/4.
		"tost_clustered": {"tost", `{"d": [1, 3, -1, null, 5], "cluster": ["a", "b", "a", "b", "b"]}`, `{"low": 0, "high": 6, "alpha": 0.2}`,
			map[string]any{"n": 4, "n_dropped": 1, "df": 1, "t_lower": 1, "t_upper": -2, "p": 0.25, "ci_low": 2 - half, "ci_high": 2 + half}},
		// 1, 1 | 2, 2 | 6, 6: mean 3, cluster sums of deviations -4, -2, 6, CR1 = sqrt(84)/6,
		// on two degrees of freedom P(|T| > t) = 1 - t/sqrt(t^2+2).
		"cluster_robust_t": {"clustered_se", `{"y": [1, 1, 2, 2, 6, 6], "cluster": [7, 7, 8, 8, 9, 9]}`, `{}`,
			map[string]any{"se_cr1": math.Sqrt(84) / 6, "t": robust, "df": 2, "p": 1 - robust/math.Sqrt(robust*robust+2)}},
		// Sums 3, 4, -1 of clusters of 2, 1 and 1: of eight flips of signs 6 = |3+4-1| or more
		// comes of 3+4+1, 3+4-1 and their opposites: 4 of 8.
		"cluster_permutation": {"sign_permutation", `{"d": [1, 4, 2, -1], "cluster": ["a", "b", "a", "c"]}`, `{"test": "cluster_permutation"}`,
			map[string]any{"n": 4, "G": 3, "n_nonzero": 3, "sum": 6, "mean": 1.5, "n_perm": 8, "count_two_sided": 4, "p_two_sided": 0.5, "p_greater": 0.25, "exact": true}},
		// The example of Koopman's paper, which prints the limits 2.94 and 7.15.
		"koopman": {"proportions", `{"k": 36, "n": 40, "k0": 16, "n0": 80}`, `{}`,
			map[string]any{"estimate": 4.5, "koopman": []any{rounded{2.94}, rounded{7.15}}}},
		// The upper 0.05/3 quantile of chi-square with one degree of freedom is 5.731141:
		// (51.731141 -+ 20.164410) / 169.462282 of the first category. Wilson's interval at
		// 1 - 0.05/3 is the same formula.
		"goodman": {"proportions", `{"counts": [23, 12, 44]}`, `{}`,
			map[string]any{"goodman": []any{[]any{rounded{0.19}, rounded{0.42}}, nil, nil}, "wilson_bonferroni": []any{[]any{rounded{0.19}, rounded{0.42}}, nil, nil}}},
		// Clusters 2/2, 0/2, 1/2: SE^2 = 1/12, design effect 2, three attempts count. At 1-0.05/5
		// t = 0.99 sqrt(2/(4 0.995 0.005)) on two degrees of freedom; half-width t/2 / sqrt(3+t^2).
		"wilson_effective_bonferroni": {"failure_share", `{"failed": [1, 1, 0, 0, 0, 1], "cluster": [1, 1, 2, 2, 3, 3]}`, `{"among": 5}`,
			map[string]any{"design_effect": 2, "interval": scoreOfThree(0.95), "interval_bonferroni": scoreOfThree(0.99)}},
		// Replicates 1, 2, 3, 4, 5: standard error sqrt(2.5). With six units t = 3/sqrt(2.5 6/5) =
		// sqrt 3 on 5 degrees of freedom.
		"poisson_bootstrap_t": {"bootstrap", `{"replicates": [1, 2, 3, 4, 5], "theta_hat": 3, "poisson_units": 6}`, `{"conf_level": 0.5}`,
			map[string]any{"poisson_percentile": []any{2, 4}, "poisson_se": math.Sqrt(2.5), "poisson_t": math.Sqrt(3), "poisson_df": 5, "poisson_p": 2 * stats.StudentTSF(math.Sqrt(3), 5)}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := computeDecoded(oracleCase{Stat: c.stat, Inputs: json.RawMessage(c.inputs), Options: json.RawMessage(c.options)})
			if err != nil {
				t.Fatal(err)
			}
			for key, want := range c.want {
				agree(t, key, want, got[key])
			}
		})
	}
}

// rounded is a number as printed, with two decimals.
type rounded struct{ value float64 }

func scoreOfThree(level float64) []any {
	upper := (1 + level) / 2
	q := level * math.Sqrt(2/(4*upper*(1-upper)))
	half := q / 2 / math.Sqrt(3+q*q)
	return []any{0.5 - half, 0.5 + half}
}

func agree(t *testing.T, key string, want, got any) {
	t.Helper()
	number, isNumber := got.(float64)
	switch want := want.(type) {
	case nil:
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) != len(want) {
			t.Fatalf("%s: got %v, want %v", key, got, want)
		}
		for i := range want {
			agree(t, key, want[i], list[i])
		}
	case int:
		agree(t, key, float64(want), got)
	case float64:
		if !isNumber || math.Abs(number-want) > 1e-12*math.Max(1, math.Abs(want)) {
			t.Errorf("%s: got %v, want %v", key, got, want)
		}
	case rounded:
		if !isNumber || math.Round(number*100) != math.Round(want.value*100) {
			t.Errorf("%s: got %v, want %v", key, got, want.value)
		}
	default:
		if want != got {
			t.Errorf("%s: got %v, want %v", key, got, want)
		}
	}
}
