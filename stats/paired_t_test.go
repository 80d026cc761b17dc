package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// TestPairedTAtAnyScale: d = (1, 2, 1, 1.5)*2^k has t = mean/(sd/2) = 1.375/(sqrt(11/48)/2)
// whatever k: (1.375-d)^2 sum to .140625+.390625+.140625+.015625 = .6875 = 11/16.
func TestPairedTAtAnyScale(t *testing.T) {
	want := 1.375 / (math.Sqrt(11.0/48) / 2)
	for _, exp := range []int{-1060, -1000, -300, 0, 300, 1000, 1020} {
		s := math.Ldexp(1, exp)
		r, err := PairedT(subtracted([]float64{s, 2 * s, s, 1.5 * s}, make([]float64, 4)), PairedTOptions{})
		if err != nil {
			t.Fatalf("2^%d: %v", exp, err)
		}
		if relativeError(r.Statistic, want) > 1e-15 || relativeError(r.MeanDiff, 1.375*s) > 1e-15 {
			t.Errorf("2^%d: t=%v, want %v; mean %v", exp, r.Statistic, want, r.MeanDiff)
		}
	}
	// Decimal scales of the same pairs, each with its own rounding.
	for _, s := range []float64{1e-300, 1e-100, 1e100, 1e200, 1e300} {
		r, err := PairedT(subtracted([]float64{3 * s, 5 * s, 4 * s}, []float64{1 * s, 2 * s, 2 * s}), PairedTOptions{})
		// d = (2, 3, 2): mean 7/3, sd 1/sqrt 3, t = 7.
		if err != nil || relativeError(r.Statistic, 7) > 1e-14 {
			t.Errorf("%v: t=%v, want 7 (%v)", s, r.Statistic, err)
		}
	}
}

func TestPairedTDegenerate(t *testing.T) {
	for name, c := range map[string][2][]float64{
		"one pair":              {{1}, {2}},
		"all zero":              {{1, 2, 3}, {1, 2, 3}},
		"zero up to rounding":   {{.1 + .2, .3, .5}, {.3, .3, .5}},
		"constant":              {{1.5, 2.5}, {1, 2}},
		"constant in decimals":  {{.3, .4, 1.1, 10.1}, {.2, .3, 1.0, 10}},
		"constant after a mean": {{(1. + 1 + 0) / 3, (.1 + .2 + .3) / 3}, {(0. + 1 + 0) / 3, -(.4 / 3)}},
	} {
		r, err := PairedT(subtracted(c[0], c[1]), PairedTOptions{})
		var undefined *UndefinedError
		if !errors.As(err, &undefined) || !undefined.Degenerate {
			t.Errorf("%s: t=%v, error %v; want a degenerate UndefinedError", name, r.Statistic, err)
		}
	}
	// A spread that is small but no rounding is kept.
	if r, err := PairedT(subtracted([]float64{1, 1 + 1e-9, 1}, make([]float64, 3)), PairedTOptions{}); err != nil || relativeError(r.Statistic, 3e9) > 1e-6 {
		t.Errorf("spread of 1e-9: t=%v (%v), want 1/(1e-9/3)", r.Statistic, err)
	}
}

func TestPairedTUnderflow(t *testing.T) {
	a := make([]float64, 2000)
	for i := range a {
		a[i] = 1 + 1e-3*float64(i%2)
	}
	r, err := PairedT(subtracted(a, make([]float64, 2000)), PairedTOptions{})
	if err != nil || !(r.P > 0) || r.P > 1e-320 || len(r.Notes) != 1 {
		t.Errorf("p=%v notes %q (%v); want the smallest double with a note", r.P, r.Notes, err)
	}
}

// subtracted is Subtract of pairs that a test knows to be complete.
func subtracted(a, b []float64) Differences {
	diff, err := Subtract(a, b)
	if err != nil {
		panic(err)
	}
	return diff
}

func TestPairedTArguments(t *testing.T) {
	var argument *ArgumentError
	for _, c := range []struct {
		a, b []float64
		opt  PairedTOptions
	}{
		{nil, nil, PairedTOptions{}},
		{[]float64{1, 2}, []float64{1}, PairedTOptions{}},
		{[]float64{1, math.NaN()}, []float64{1, 2}, PairedTOptions{}},
		{[]float64{1, math.Inf(1)}, []float64{1, 2}, PairedTOptions{}},
		{[]float64{1, 3}, []float64{1, 2}, PairedTOptions{Level: 1}},
		{[]float64{1, 3}, []float64{1, 2}, PairedTOptions{Alternative: 9}},
	} {
		diff, err := Subtract(c.a, c.b)
		if err == nil {
			_, err = PairedT(diff, c.opt)
		}
		if !errors.As(err, &argument) {
			t.Errorf("%v, %v, %+v: error %v is no ArgumentError", c.a, c.b, c.opt, err)
		}
	}
	if _, err := PairedT(Differences{}, PairedTOptions{}); !errors.As(err, &argument) {
		t.Errorf("empty Differences: %v", err)
	}
}

// TestPairedTSwaps: swapping the samples turns t, the alternatives and the interval around.
func TestPairedTSwaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 30).Draw(t, "n")
		score := rapid.SliceOfN(rapid.Float64Range(-5, 5), n, n)
		a, b := score.Draw(t, "a"), score.Draw(t, "b")
		ab, err := PairedT(subtracted(a, b), PairedTOptions{Alternative: Greater})
		ba, err2 := PairedT(subtracted(b, a), PairedTOptions{Alternative: Less})
		if err != nil || err2 != nil {
			return // constant draws
		}
		if ab.Statistic != -ba.Statistic || ab.P != ba.P || ab.Interval.Low != -ba.Interval.High {
			t.Fatalf("%+v against %+v", ab, ba)
		}
	})
}

// TestPairedTKeepsItsLevel: on normal differences the test is exact, so the share of
// rejections lies within 4 Monte-Carlo standard errors of the level.
func TestPairedTKeepsItsLevel(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	const runs, n, alpha = 20000, 7, 0.05
	rejected := 0
	a, b := make([]float64, n), make([]float64, n)
	for range runs {
		for i := range a {
			a[i], b[i] = rng.NormFloat64(), rng.NormFloat64()
		}
		r, err := PairedT(subtracted(a, b), PairedTOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if r.P <= alpha {
			rejected++
		}
	}
	rate := float64(rejected) / runs
	if se := math.Sqrt(alpha * (1 - alpha) / runs); math.Abs(rate-alpha) > 4*se {
		t.Errorf("rejects %v of the time at level %v (standard error %.4f)", rate, alpha, se)
	}
}

func TestDescribeInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Whole numbers up to 2^20 on an offset of 2^40: both moments are known exactly.
		x := rapid.SliceOfN(rapid.IntRange(0, 1<<20), 2, 50).Draw(t, "x")
		shifted := make([]float64, len(x))
		sum, squares := 0, 0
		for i, v := range x {
			sum += v
			squares += v * v
			shifted[i] = float64(v) + 0x1p40
		}
		n := len(x)
		m, err := Describe(shifted)
		if err != nil {
			t.Fatal(err)
		}
		if want := 0x1p40 + float64(sum)/float64(n); relativeError(m.Mean, want) > 2e-16 {
			t.Fatalf("mean %v, want %v", m.Mean, want)
		}
		want := math.Sqrt(float64(n*squares-sum*sum) / float64(n*(n-1)))
		if relativeError(m.SD, want) > 1e-14 {
			t.Fatalf("sd %v, want %v", m.SD, want)
		}
	})
}

func BenchmarkPairedT1000(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	x, y := make([]float64, 1000), make([]float64, 1000)
	for i := range x {
		x[i], y[i] = rng.Float64(), rng.Float64()
	}
	for b.Loop() {
		if _, err := PairedT(subtracted(x, y), PairedTOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
