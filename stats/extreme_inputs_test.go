package stats

import (
	"errors"
	"math"
	"testing"
)

func TestUpperQuantilesNearOne(t *testing.T) {
	p := 1 - 1e-12 // the double: 1-p is exact
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"chi2, 2 df: -2 ln p", ChiSquareISF(p, 2), -2 * math.Log1p(-(1 - p))},
		{"chi2, 1000 df: R 4.2.2 qchisq", ChiSquareISF(p, 1000), 716.94936861703934},
		{"F(2, inf): -ln p", FISF(p, 2, math.Inf(1)), -math.Log1p(-(1 - p))},
	} {
		if relativeError(c.got, c.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}

func TestNoncentralTAtInfinity(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ t, delta, want float64 }{{1, inf, 1}, {1, -inf, 0}, {inf, 1, 0}, {-inf, 1, 1}, {inf, -inf, 0}, {-inf, inf, 1}} {
		if got := NoncentralTSF(c.t, 3, c.delta); got != c.want {
			t.Errorf("t=%v delta=%v: %v, want %v", c.t, c.delta, got, c.want)
		}
	}
	if got := NoncentralTSF(inf, 3, inf); !math.IsNaN(got) {
		t.Errorf("both infinite: %v", got)
	}
}

func TestKappaStandardErrorOfConstantRater(t *testing.T) {
	// The second rater says 1 always: kappa is 0 whatever the first does, so that
	// neither standard error has anything to vary.
	k, err := CohenKappa([][]int{{1, 0, 0}, {1, 0, 0}, {1, 0, 0}}, KappaOptions{})
	if err != nil || k.Value != 0 || k.SE != 0 || k.SE0 != 0 {
		t.Errorf("%+v (%v), want 0 and no standard error", k, err)
	}
}

func TestDiscordantCountsBeyondFloat64(t *testing.T) {
	var wrong *ArgumentError
	if _, err := McNemarExact(9e18, 9e18); !errors.As(err, &wrong) {
		t.Errorf("McNemarExact: %v", err)
	}
	if _, err := CohensG(9e18, 9e18, 0); !errors.As(err, &wrong) {
		t.Errorf("CohensG: %v", err)
	}
}

func TestNDCGOfExtremeGrades(t *testing.T) {
	// The second of two judged items alone, found at rank 1, against both in order:
	// for a grade of 2000 and one of 1999, 2^1999 / (2^2000 + 2^1999/log2(3)).
	items := []string{"b"}
	for _, c := range []struct {
		gain Gain
		a, b float64
		want float64
	}{
		{ExponentialGain, 2000, 1999, 1 / (2 + 1/math.Log2(3))},
		{LinearGain, 1e308, 1e308, 1 / (1 + 1/math.Log2(3))},
		{ExponentialGain, 1e-20, 1e-20, 1 / (1 + 1/math.Log2(3))},
	} {
		r, err := JudgeRanking(items, map[string]float64{"a": c.a, "b": c.b}, DropRepeats)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.NDCG(5, c.gain); relativeError(got, c.want) > 1e-14 {
			t.Errorf("grades %v and %v: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

func TestChiSquareOfManyDegreesOfFreedom(t *testing.T) {
	for _, c := range []struct{ x, df, want float64 }{ // R 4.2.2 pchisq
		{1e10, 1e10, 0.49999811936805483}, {1e12, 1e12, 0.49999981193680548}, {1e15, 1e15, 0.49999999405291962},
		{10000707106.781187, 1e10, 2.8681981538003953e-07}, {1000007071067.8119, 1e12, 2.8666839256888586e-07},
	} {
		if got := ChiSquareSF(c.x, c.df); relativeError(got, c.want) > 1e-11 {
			t.Errorf("x=%v df=%v: %v, want %v", c.x, c.df, got, c.want)
		}
	}
}

func TestSizesOutOfReach(t *testing.T) {
	var wrong *ArgumentError
	if _, err := BootstrapMean([]float64{1, 2, 4}, BootstrapOptions{Replicates: 1e15}); !errors.As(err, &wrong) {
		t.Errorf("bootstrap: %v", err)
	}
	if _, err := PermutationPaired(Differences{D: []float64{1, 2, 4}}, PermutationOptions{Resamples: 1e15}); !errors.As(err, &wrong) {
		t.Errorf("permutation: %v", err)
	}
	if _, err := McNemarPower(0.2, 0.1, 1e9, McNemarTestExact, PowerOptions{}); !errors.As(err, &wrong) {
		t.Errorf("power: %v", err)
	}
	if _, err := Tango(PairedTable{Both: 9e18, FirstOnly: 1, SecondOnly: 2, Neither: 9e18}, 0); !errors.As(err, &wrong) {
		t.Errorf("paired proportions: %v", err)
	}
}

func TestPassKOfManyAttempts(t *testing.T) {
	// C(n-2, k)/C(n, k) = (n-k)(n-k-1)/(n(n-1)), whatever k.
	const n, k = 1_000_000_000_000_000, 250_000_000_000_000
	hat, err := PassHatK(n, n-2, k)
	if want := 0.75 * 0.75; err != nil || relativeError(hat, want) > 1e-12 {
		t.Errorf("pass^k %v, want %v (%v)", hat, want, err)
	}
	if at, err := PassAtK(n, n/2, k); err != nil || relativeError(at, 1) > 1e-14 {
		t.Errorf("pass@k %v (%v), want 1: it differs by 2^-k", at, err)
	}
}
