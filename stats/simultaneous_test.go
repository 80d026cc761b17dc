package stats

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// By hand for counts 23, 12, 44 at 95%: n = 79, and the upper 0.05/3 quantile of
// chi-square with one degree of freedom is 5.731141 (z = 2.393980). For the first
// category: A = 5.731141, low and high are
// (A + 2*23 -+ sqrt(A (A + 4*23*56/79))) / (2 (79 + A))
// = (51.731141 -+ sqrt(406.603427)) / 169.462282
// = (51.731141 -+ 20.164410) / 169.462282 = 0.186276, 0.424257.
func TestGoodmanByHand(t *testing.T) {
	got, err := Goodman([]float64{23, 12, 44}, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 || math.Abs(got[0].Low-0.186276) > 1e-6 || math.Abs(got[0].High-0.424257) > 1e-6 {
		t.Errorf("%+v", got)
	}
}

// Each end p of an interval solves (c - n p)^2 = A n p (1-p) with A the Bonferroni
// quantile, here found by bisection on the chi-square tail.
func TestGoodmanEndsSolveTheScoreEquation(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		counts := rapid.SliceOfN(rapid.Float64Range(0, 40), 2, 8).Draw(rt, "counts")
		counts[0]++
		level := rapid.SampledFrom([]float64{0.8, 0.9, 0.95, 0.99}).Draw(rt, "level")
		got, err := Goodman(counts, level)
		if err != nil {
			rt.Fatal(err)
		}
		tail := (1 - level) / float64(len(counts))
		low, high := 0.0, 100.0
		for range 200 {
			if m := (low + high) / 2; ChiSquareSF(m, 1) > tail {
				low = m
			} else {
				high = m
			}
		}
		n := 0.0
		for _, c := range counts {
			n += c
		}
		for i, c := range counts {
			for _, p := range []float64{got[i].Low, got[i].High} {
				if p == 0 && c == 0 || p == 1 && c == n {
					continue
				}
				if d := (c-n*p)*(c-n*p) - low*n*p*(1-p); math.Abs(d) > 1e-8*(1+n*n) {
					rt.Fatalf("category %d: end %v is off by %v", i, p, d)
				}
			}
		}
	})
}

// All outcomes of 15 observations in three categories, enumerated: the intervals
// hold together with at least nearly their level (they are approximate).
func TestGoodmanCoversTogether(t *testing.T) {
	const n = 15
	for _, p := range [][3]float64{{1. / 3, 1. / 3, 1. / 3}, {0.6, 0.3, 0.1}, {0.8, 0.15, 0.05}} {
		covered := 0.0
		for a := 0; a <= n; a++ {
			for b := 0; a+b <= n; b++ {
				c := n - a - b
				lg := func(x int) float64 { v, _ := math.Lgamma(float64(x) + 1); return v }
				prob := math.Exp(lg(n) - lg(a) - lg(b) - lg(c) + float64(a)*math.Log(p[0]) + float64(b)*math.Log(p[1]) + float64(c)*math.Log(p[2]))
				ivs, err := Goodman([]float64{float64(a), float64(b), float64(c)}, 0.95)
				if err != nil {
					t.Fatal(err)
				}
				all := true
				for i, iv := range ivs {
					all = all && iv.Low <= p[i] && p[i] <= iv.High
				}
				if all {
					covered += prob
				}
			}
		}
		if covered < 0.94 {
			t.Errorf("p = %v: the intervals cover together with probability %.4f", p, covered)
		}
	}
}

func TestGoodmanOfOneTailIsWilson(t *testing.T) {
	// Two categories at level 0.9 are Wilson's interval at 0.95 and its mirror.
	got, err := Goodman([]float64{3, 17}, 0.9)
	if err != nil {
		t.Fatal(err)
	}
	w, err := Wilson(3, 20, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(got[0].Low-w.Low) > 1e-12 || math.Abs(got[0].High-w.High) > 1e-12 || math.Abs(got[1].Low-(1-w.High)) > 1e-12 {
		t.Errorf("%+v, Wilson's are %+v", got, w)
	}
	e, err := WilsonEffective(3, 20, 0.95)
	if err != nil || e != w {
		t.Errorf("WilsonEffective of whole counts is %+v, Wilson %+v (%v)", e, w, err)
	}
}

func TestSimultaneousRefuses(t *testing.T) {
	var bad *ArgumentError
	for _, counts := range [][]float64{nil, {3}, {1, -1}, {1, math.NaN()}, {math.Inf(1), 1}, {0, 0}} {
		if _, err := Goodman(counts, 0.95); !errors.As(err, &bad) {
			t.Errorf("Goodman(%v): %v", counts, err)
		}
	}
	for _, k := range [][2]float64{{1, 0}, {2, 1}, {-1, 1}, {math.NaN(), 1}} {
		if _, err := WilsonEffective(k[0], k[1], 0.95); !errors.As(err, &bad) {
			t.Errorf("WilsonEffective(%v): %v", k, err)
		}
	}
	if _, err := Goodman([]float64{1, 1}, 1); !errors.As(err, &bad) {
		t.Errorf("level 1: %v", err)
	}
}
