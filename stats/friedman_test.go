package stats

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestCochranOfTwoIsMcNemar: with two treatments Q is McNemar's chi-square.
func TestCochranOfTwoIsMcNemar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		blocks := make([][]float64, n)
		b, c := 0, 0
		for i := range blocks {
			x, y := rapid.IntRange(0, 1).Draw(t, "x"), rapid.IntRange(0, 1).Draw(t, "y")
			blocks[i] = []float64{float64(x), float64(y)}
			if x > y {
				b++
			} else if y > x {
				c++
			}
		}
		q, err := CochranQ(blocks)
		m, merr := McNemarChi2(b, c, false)
		if (err == nil) != (merr == nil) {
			t.Fatalf("Cochran %v, McNemar %v", err, merr)
		}
		if err == nil && (relativeError(q.Statistic, m.Statistic) > 1e-14 || q.NUsed != b+c) {
			t.Fatalf("Q=%v used %d, chi-square %v of %d", q.Statistic, q.NUsed, m.Statistic, b+c)
		}
	})
}

// TestFriedmanOfTwoIsSignTest: with two treatments and ties dropped by the
// correction, chi-square is (plus-minus)^2/(plus+minus).
func TestFriedmanOfTwoIsSignTest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		blocks := make([][]float64, n)
		a, b := make([]float64, n), make([]float64, n)
		for i := range blocks {
			a[i], b[i] = float64(rapid.IntRange(0, 3).Draw(t, "a"))/10, float64(rapid.IntRange(0, 3).Draw(t, "b"))/10
			blocks[i] = []float64{a[i], b[i]}
		}
		s, err := SignTest(subtracted(a, b), TwoSided)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Friedman(blocks)
		var undefined *UndefinedError
		if s.NUsed == 0 {
			if !errors.As(err, &undefined) || !undefined.Degenerate {
				t.Fatalf("all ties: %v", err)
			}
			return
		}
		gap := float64(s.Plus - s.Minus)
		if err != nil || math.Abs(f.Statistic-gap*gap/float64(s.NUsed)) > 1e-12 {
			t.Fatalf("chi-square %v (%v), want %v/%d", f.Statistic, err, gap*gap, s.NUsed)
		}
	})
}

func TestFriedmanTiesUpToRounding(t *testing.T) {
	exact, err := Friedman([][]float64{{3, 3, 1}, {2, 5, 4}, {1, 2, 2}})
	noisy, err2 := Friedman([][]float64{{.3, .1 + .2, .1}, {.2, .5, .4}, {.1, .2, .6 / 3}})
	if err != nil || err2 != nil || exact.Statistic != noisy.Statistic {
		t.Errorf("%v (%v), with rounding %v (%v)", exact.Statistic, err, noisy.Statistic, err2)
	}
}

func TestFriedmanCompleteAgreement(t *testing.T) {
	r, err := Friedman([][]float64{{1, 2, 3}, {4, 5, 6}, {1, 5, 9}})
	// chi-square = n(k-1) W = 6, W = 1; F is infinite.
	if err != nil || r.Statistic != 6 || r.KendallW != 1 || r.HasImanDavenport || len(r.Notes) != 1 {
		t.Errorf("%+v (%v)", r, err)
	}
}

func TestBlockErrors(t *testing.T) {
	var argument *ArgumentError
	for _, blocks := range [][][]float64{nil, {{1}}, {{1, 0}, {1}}, {{1, math.NaN()}}} {
		if _, err := Friedman(blocks); !errors.As(err, &argument) {
			t.Errorf("Friedman(%v): %v", blocks, err)
		}
		if _, err := CochranQ(blocks); !errors.As(err, &argument) {
			t.Errorf("CochranQ(%v): %v", blocks, err)
		}
	}
	if _, err := CochranQ([][]float64{{1, 0.5}}); !errors.As(err, &argument) {
		t.Errorf("CochranQ of a half: %v", err)
	}
	if _, err := NemenyiCD(1, 5, 0.05); !errors.As(err, &argument) {
		t.Errorf("NemenyiCD of one treatment: %v", err)
	}
}

// TestNemenyiAtTheCriticalDifference: at the critical difference p is alpha.
func TestNemenyiAtTheCriticalDifference(t *testing.T) {
	for _, k := range []int{2, 5, 20, 100} {
		for _, alpha := range []float64{0.5, 0.05, 1e-6} {
			cd, err := NemenyiCD(k, 30, alpha)
			if err != nil {
				t.Fatal(err)
			}
			if p, err := NemenyiP(-cd, k, 30); err != nil || relativeError(p, alpha) > 1e-11 {
				t.Errorf("k=%d: p=%v at the critical difference of %v (%v)", k, p, alpha, err)
			}
		}
	}
}
