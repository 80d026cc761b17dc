package evaluate

import (
	"path/filepath"
	"slices"
	"testing"

	"mcpstats/analysis/evaluate/stability"
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/internal/methodnames"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// A declaration without a function is a promise that nobody keeps; a function without a
// declaration would be printed without a title or a source. The engine's lists and the
// declared ones hold the same.
func TestDeclaredMethodsAreBound(t *testing.T) {
	var tests, sizes []string
	for _, x := range study.PairTests {
		tests = append(tests, x.Name)
		if x.Kind != result.PairedTest || x.Of == nil {
			t.Errorf("%s is bound as a test of two runs", x.Name)
		}
	}
	for _, x := range study.Effects {
		sizes = append(sizes, x.Name)
		if x.Kind != result.EffectMethod || x.Of == nil {
			t.Errorf("%s is bound as an effect size", x.Name)
		}
	}
	sameNames(t, "tests of two runs", tests, result.MethodsOf(result.PairedTest))
	sameNames(t, "effect sizes", sizes, result.MethodsOf(result.EffectMethod))
	for _, names := range stability.SaneTests {
		for _, name := range names {
			study.TestNamed(name) // panics where there is none
		}
	}
	for headline, check := range study.Checks {
		study.TestNamed(headline)
		study.TestNamed(check)
	}
	for _, name := range slices.Concat(stability.SaneCorrections, study.Familywise) {
		if _, ok := result.MethodNamed(name, result.CorrectionMethod); !ok {
			t.Errorf("the correction %q is not declared", name)
		}
	}
	for _, name := range result.Corrections {
		if name == result.MaxT { // has a way of its own
			continue
		}
		if _, err := study.Adjust(name, []float64{0.01, 0.2}); err != nil {
			t.Errorf("the correction %q is declared and not bound: %v", name, err)
		}
	}
}

func sameNames(t *testing.T, what string, bound []string, declared []result.Method) {
	t.Helper()
	var names []string
	for _, m := range declared {
		names = append(names, m.Name)
	}
	slices.Sort(names)
	slices.Sort(bound)
	if !slices.Equal(names, bound) {
		t.Errorf("%s: declared in analysis/result %q, bound in analysis/evaluate %q", what, names, bound)
	}
}

// TestMethodsThatStatisticsNameAreDeclared reads the source of package stats: whatever it
// names as the method of a result or an interval can stand in results.
func TestMethodsThatStatisticsNameAreDeclared(t *testing.T) {
	makes, err := methodnames.In(filepath.Join("..", "..", "stats"))
	if err != nil {
		t.Fatal(err)
	}
	intervals, tests := map[string]bool{}, map[string]bool{}
	for _, list := range makes {
		for _, m := range list {
			if m.Interval {
				intervals[m.Name] = true
			} else {
				tests[m.Name] = true
			}
		}
	}
	if len(intervals) < 20 || len(tests) < 10 {
		t.Fatalf("found %v and %v", intervals, tests)
	}
	for _, m := range []stats.BootstrapMethod{stats.BCa, stats.Percentile, stats.Basic, stats.Studentized} {
		intervals[m.String()] = true
	}
	for name := range intervals {
		if _, ok := result.MethodNamed(name, result.IntervalMethod); !ok {
			t.Errorf("stats makes the interval %q, which analysis/result does not declare", name)
		}
	}
	for name := range tests {
		if _, ok := result.MethodNamed(name, result.PairedTest, result.OtherTest); !ok {
			t.Errorf("stats makes the test %q, which analysis/result does not declare", name)
		}
	}
}
