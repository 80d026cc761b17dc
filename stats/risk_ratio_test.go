package stats

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// profileScore is the score statistic with the restricted maximum of the likelihood
// found by search instead of by formula.
func profileScore(k1, n1, k0, n0, ratio float64) float64 {
	term := func(k, p float64) float64 {
		if k == 0 {
			return 0
		}
		return k * math.Log(p)
	}
	likelihood := func(p0 float64) float64 {
		p1 := ratio * p0
		return term(k1, p1) + term(n1-k1, 1-p1) + term(k0, p0) + term(n0-k0, 1-p0)
	}
	low, high := 0.0, min(1, 1/ratio)
	for range 300 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if likelihood(a) < likelihood(b) {
			low = a
		} else {
			high = b
		}
	}
	p0 := (low + high) / 2
	p1 := ratio * p0
	d := k1/n1 - ratio*k0/n0
	return d * d / (p1*(1-p1)/n1 + ratio*ratio*p0*(1-p0)/n0)
}

func TestKoopmanEndsLieOnTheScore(t *testing.T) {
	z2 := NormalISF(0.025) * NormalISF(0.025)
	rapid.Check(t, func(rt *rapid.T) {
		n1, n0 := rapid.IntRange(3, 60).Draw(rt, "n1"), rapid.IntRange(3, 60).Draw(rt, "n0")
		k1, k0 := rapid.IntRange(0, n1-1).Draw(rt, "k1"), rapid.IntRange(0, n0-1).Draw(rt, "k0")
		e, err := RiskRatioKoopman(float64(k1), float64(n1), float64(k0), float64(n0), 0.95)
		if k1+k0 == 0 {
			var undefined *UndefinedError
			if !errors.As(err, &undefined) {
				rt.Fatalf("both 0: %v", err)
			}
			return
		}
		if err != nil {
			rt.Fatal(err)
		}
		for _, end := range []float64{e.Interval.Low, e.Interval.High} {
			if end == 0 && k1 == 0 || math.IsInf(end, 1) && k0 == 0 {
				continue
			}
			if s := profileScore(float64(k1), float64(n1), float64(k0), float64(n0), end); math.Abs(s-z2) > 1e-4*z2 {
				rt.Fatalf("%d/%d against %d/%d: at the end %v the score is %v, not %v", k1, n1, k0, n0, end, s, z2)
			}
		}
		// The ratio turned round has the interval turned round.
		if k1 > 0 && k0 > 0 {
			r, err := RiskRatioKoopman(float64(k0), float64(n0), float64(k1), float64(n1), 0.95)
			if err != nil || math.Abs(r.Interval.Low*e.Interval.High-1) > 1e-9 || math.Abs(r.Interval.High*e.Interval.Low-1) > 1e-9 {
				rt.Fatalf("%+v turned round is %+v (%v)", e.Interval, r.Interval, err)
			}
		}
	})
}

// The example of Koopman's paper: 36 of 40 against 16 of 80, ratio 4.5, for which
// it prints the limits 2.94 and 7.15.
func TestKoopmanPaper(t *testing.T) {
	e, err := RiskRatioKoopman(36, 40, 16, 80, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	if e.Value != 4.5 || math.Round(e.Interval.Low*100) != 294 || math.Round(e.Interval.High*100) != 715 {
		t.Errorf("%+v", e)
	}
}

func TestKoopmanRefuses(t *testing.T) {
	var bad *ArgumentError
	for _, c := range [][4]float64{{1, 0, 1, 1}, {2, 1, 1, 1}, {-1, 1, 1, 1}, {1, 1, math.NaN(), 1}} {
		if _, err := RiskRatioKoopman(c[0], c[1], c[2], c[3], 0.95); !errors.As(err, &bad) {
			t.Errorf("%v: %v", c, err)
		}
	}
}
