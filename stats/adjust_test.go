package stats

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// closedTest adjusts by the closure principle (Marcus, Peritz & Gabriel 1976): the
// largest p-value of the tests of all intersections that contain the hypothesis.
func closedTest(p []float64, intersection func(sorted []float64) float64) []float64 {
	adjusted := make([]float64, len(p))
	for mask := 1; mask < 1<<len(p); mask++ {
		var part []float64
		for i, v := range p {
			if mask>>i&1 == 1 {
				part = append(part, v)
			}
		}
		slices.Sort(part)
		level := math.Min(1, intersection(part))
		for i := range p {
			if mask>>i&1 == 1 {
				adjusted[i] = math.Max(adjusted[i], level)
			}
		}
	}
	return adjusted
}

func TestAdjustIsClosedTesting(t *testing.T) {
	m := func(p []float64) float64 { return float64(len(p)) }
	for method, intersection := range map[Adjustment]func([]float64) float64{
		Holm:      func(p []float64) float64 { return m(p) * p[0] },                // Bonferroni
		HolmSidak: func(p []float64) float64 { return 1 - math.Pow(1-p[0], m(p)) }, // Sidak
		Hommel: func(p []float64) float64 { // Simes
			least := 1.0
			for i, v := range p {
				least = math.Min(least, m(p)*v/float64(i+1))
			}
			return least
		},
	} {
		rapid.Check(t, func(t *rapid.T) {
			p := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) float64 {
				return float64(rapid.IntRange(0, 200).Draw(t, "p*200")) / 200 // with ties
			}), 1, 7).Draw(t, "p")
			got, err := Adjust(method, p)
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range closedTest(p, intersection) {
				if math.Abs(got[i]-want) > 1e-14 {
					t.Fatalf("%s of %v: [%d] = %v, want %v", method, p, i, got[i], want)
				}
			}
		})
	}
}

// TestAdjustOrder: where one method is known to be at least as powerful as another,
// and that adjustment keeps the order of the p-values and never lowers one.
func TestAdjustOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 30).Draw(t, "p")
		by := map[Adjustment][]float64{}
		for _, method := range Adjustments() {
			adjusted, err := Adjust(method, p)
			if err != nil {
				t.Fatal(err)
			}
			by[method] = adjusted
			for i := range p {
				if adjusted[i] < p[i]*(1-1e-14) || adjusted[i] > 1 {
					t.Fatalf("%s turned %v into %v", method, p[i], adjusted[i])
				}
				for j := range p {
					if p[i] < p[j] && adjusted[i] > adjusted[j] {
						t.Fatalf("%s changed the order of %v and %v", method, p[i], p[j])
					}
				}
			}
		}
		for _, pair := range [][2]Adjustment{{BH, Hommel}, {Hommel, Hochberg}, {Hochberg, Holm}, {Holm, Bonferroni}, {HolmSidak, Holm}, {HolmSidak, Sidak}, {Sidak, Bonferroni}, {BH, BY}} {
			for i := range p {
				if by[pair[0]][i] > by[pair[1]][i]*(1+1e-13) {
					t.Fatalf("%s gave %v, more than %v by %s", pair[0], by[pair[0]][i], by[pair[1]][i], pair[1])
				}
			}
		}
	})
}

func TestAdjustLeavesOutNaN(t *testing.T) {
	nan := math.NaN()
	got, err := Adjust(Holm, []float64{nan, 0.01, nan, 0.04})
	if err != nil || !math.IsNaN(got[0]) || got[1] != 0.02 || got[3] != 0.04 {
		t.Errorf("%v (%v), want NaN, 0.02, NaN, 0.04", got, err)
	}
	if got, err := Adjust(BH, nil); err != nil || len(got) != 0 {
		t.Errorf("empty family: %v (%v)", got, err)
	}
	var argument *ArgumentError
	for _, p := range []float64{-0.1, 1.5, math.Inf(1)} {
		if _, err := Adjust(Holm, []float64{p}); !errors.As(err, &argument) {
			t.Errorf("p=%v: %v", p, err)
		}
	}
	if _, err := Adjust("holmes", []float64{0.1}); !errors.As(err, &argument) {
		t.Errorf("unknown method: %v", err)
	}
}
