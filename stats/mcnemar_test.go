package stats

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestMcNemarByHand(t *testing.T) {
	// b=1, c=7: P(X<=1) = 9/256. Fagerland et al. (2013) print .0703, .0391 and
	// chi-square p .0339.
	exact, err := McNemarExact(1, 7)
	if err != nil || exact.P != 18.0/256 || !exact.Exact || exact.NUsed != 8 {
		t.Errorf("%+v (%v)", exact, err)
	}
	midp, err := McNemarMidP(1, 7)
	if err != nil || relativeError(midp.P, 10.0/256) > 1e-14 {
		t.Errorf("mid-p %v, want 10/256 (%v)", midp.P, err)
	}
	chi2, err := McNemarChi2(1, 7, false)
	if err != nil || chi2.Statistic != 4.5 {
		t.Errorf("chi-square %v, want 36/8 (%v)", chi2.Statistic, err)
	}
	if cc, err := McNemarChi2(6, 6, true); err != nil || cc.Statistic != 0 || cc.P != 1 {
		t.Errorf("b = c: %+v (%v), want no correction, as R", cc, err)
	}
}

func TestMcNemarWithoutDiscordance(t *testing.T) {
	for _, test := range []func(b, c int) (Result, error){McNemarExact, McNemarMidP} {
		if r, err := test(0, 0); err != nil || r.P != 1 || len(r.Notes) != 1 {
			t.Errorf("%+v (%v), want p = 1 with a note", r, err)
		}
	}
	var undefined *UndefinedError
	if _, err := McNemarChi2(0, 0, true); !errors.As(err, &undefined) {
		t.Errorf("chi-square: %v", err)
	}
	var argument *ArgumentError
	if _, err := McNemarExact(-1, 3); !errors.As(err, &argument) {
		t.Errorf("negative count: %v", err)
	}
}

// TestMcNemarKeepsItsLevel: the exact test's size, computed over its null
// distribution, never exceeds the level.
func TestMcNemarKeepsItsLevel(t *testing.T) {
	for n := 1; n <= 120; n++ {
		for _, alpha := range []float64{0.001, 0.01, 0.05, 0.1, 0.5} {
			size := 0.0
			for b := range n + 1 {
				if r, err := McNemarExact(b, n-b); err != nil {
					t.Fatal(err)
				} else if r.P <= alpha {
					size += BinomialPMF(b, n, 0.5)
				}
			}
			if size > alpha*(1+1e-12) {
				t.Errorf("n=%d: size %v above level %v", n, size, alpha)
			}
		}
	}
}

// TestMcNemarRelations: the versions agree with each other where mathematics says so.
func TestMcNemarRelations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, c := rapid.IntRange(0, 400).Draw(t, "b"), rapid.IntRange(1, 400).Draw(t, "c")
		exact, _ := McNemarExact(b, c)
		swapped, _ := McNemarExact(c, b)
		midp, _ := McNemarMidP(b, c)
		greater, _ := McNemarExactAlt(b, c, Greater)
		less, _ := McNemarExactAlt(b, c, Less)
		if exact.P != swapped.P || midp.P > exact.P {
			t.Fatalf("exact %v, swapped %v, mid-p %v", exact.P, swapped.P, midp.P)
		}
		if p := math.Min(1, 2*math.Min(greater.P, less.P)); relativeError(exact.P, p) > 1e-13 {
			t.Fatalf("two-sided %v, twice the smaller tail %v", exact.P, p)
		}
		if sum := greater.P + less.P - BinomialPMF(b, b+c, 0.5); math.Abs(sum-1) > 1e-13 {
			t.Fatalf("tails less the common point add up to %v", sum)
		}
	})
}
