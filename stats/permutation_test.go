package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// TestPermutationAgainstEnumeration: tenths are a lattice; the same numbers plus
// distinct powers of 2^-30 have none, and are listed half by half.
func TestPermutationAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tenths := rapid.SliceOfN(rapid.IntRange(-40, 40), 1, 11).Draw(t, "tenths")
		a := make([]float64, len(tenths))
		var weights []int
		sum := 0
		for i, v := range tenths {
			a[i] = float64(v) / 10
			sum += v
			if v != 0 {
				weights = append(weights, max(v, -v))
			}
		}
		all := math.Ldexp(1, len(weights))
		b := make([]float64, len(a))
		for alt, limit := range map[Alternative]int{Greater: sum, Less: -sum, TwoSided: max(sum, -sum)} {
			want := float64(enumerateSigns(weights, limit)) / all
			if alt == TwoSided {
				want = math.Min(1, 2*want)
			}
			r, err := PermutationPaired(subtracted(a, b), PermutationOptions{Alternative: alt})
			if err != nil || !r.Exact || r.P != want {
				t.Fatalf("alternative %d: p=%v exact=%v (%v), want %v", alt, r.P, r.Exact, err, want)
			}
		}
	})
}

func TestPermutationWithoutLattice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 11).Draw(t, "n")
		a := rapid.SliceOfN(rapid.Float64Range(-1, 1), n, n).Draw(t, "a")
		diff, err := Subtract(a, make([]float64, n))
		if err != nil {
			t.Fatal(err)
		}
		f, err := newFlipSum(diff)
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for mask := range 1 << len(f.size) {
			s := 0.0
			for i, v := range f.size {
				s += v * float64(2*(mask>>i&1)-1)
			}
			if s >= f.sum-f.tol {
				count++
			}
		}
		if got := f.enumerate(Greater); got != float64(count) {
			t.Fatalf("%v at least as large, want %d", got, count)
		}
	})
}

// TestPermutationMonteCarlo: the sampled p lies within 5 standard errors of the exact one
// and repeats with the seed.
func TestPermutationMonteCarlo(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	a, b := make([]float64, 30), make([]float64, 30)
	for i := range a {
		a[i], b[i] = rng.NormFloat64()+0.3, rng.NormFloat64()
	}
	for _, alt := range []Alternative{TwoSided, Greater, Less} {
		exact, err := PermutationPaired(subtracted(a, b), PermutationOptions{Alternative: alt, Null: Exact})
		if err != nil || !exact.Exact {
			t.Fatalf("%+v (%v)", exact, err)
		}
		opt := PermutationOptions{Alternative: alt, Null: Asymptotic, Resamples: 100000, Seed: 7}
		sampled, err := PermutationPaired(subtracted(a, b), opt)
		if err != nil || sampled.Exact || len(sampled.Notes) == 0 {
			t.Fatalf("%+v (%v)", sampled, err)
		}
		if se := math.Sqrt(exact.P * (1 - exact.P) / 100000); math.Abs(sampled.P-exact.P) > 5*se {
			t.Errorf("alternative %d: sampled %v, exact %v, standard error %v", alt, sampled.P, exact.P, se)
		}
		if again, _ := PermutationPaired(subtracted(a, b), opt); again.P != sampled.P {
			t.Errorf("the same seed gave %v and %v", sampled.P, again.P)
		}
	}
}

func TestPermutationEdges(t *testing.T) {
	if r, err := PermutationPaired(subtracted([]float64{1, 2}, []float64{1, 2}), PermutationOptions{}); err != nil || r.P != 1 || len(r.Notes) != 1 {
		t.Errorf("all zero: %+v (%v)", r, err)
	}
	for _, scale := range []float64{1e-300, 1e200} {
		// All of one sign: 2 of 2^5 sign flips.
		a := []float64{1 * scale, 2.7 * scale, 3.1 * scale, math.Pi * scale, math.E * scale}
		if r, err := PermutationPaired(subtracted(a, make([]float64, 5)), PermutationOptions{}); err != nil || r.P != 2.0/32 {
			t.Errorf("scale %v: p=%v (%v), want 1/16", scale, r.P, err)
		}
	}
	rng := rand.New(rand.NewPCG(1, 9))
	a := make([]float64, 60)
	for i := range a {
		a[i] = rng.Float64()
	}
	var argument *ArgumentError
	if _, err := PermutationPaired(subtracted(a, make([]float64, 60)), PermutationOptions{Null: Exact}); !errors.As(err, &argument) {
		t.Errorf("60 irregular differences, exact: %v", err)
	}
}

func TestSignTestCounts(t *testing.T) {
	// .1+.2-.3 is zero up to rounding; 3 plus, 1 minus: 2 P(X<=1) = 2*5/16.
	r, err := SignTest(subtracted([]float64{1, 2, 3, 0, .1 + .2}, []float64{0, 1, 1, 1, .3}), TwoSided)
	if err != nil || r.Plus != 3 || r.Minus != 1 || r.Zero != 1 || r.P != 10.0/16 {
		t.Errorf("%+v (%v)", r, err)
	}
}

func BenchmarkPermutationMonteCarlo1000(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	x, y := make([]float64, 1000), make([]float64, 1000)
	for i := range x {
		x[i], y[i] = rng.Float64(), rng.Float64()
	}
	for b.Loop() {
		if _, err := PermutationPaired(subtracted(x, y), PermutationOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPermutationExactTrialMeans1000(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	x, y := make([]float64, 1000), make([]float64, 1000)
	for i := range x {
		x[i], y[i] = float64(rng.IntN(4))/3, float64(rng.IntN(4))/3
	}
	for b.Loop() {
		if r, err := PermutationPaired(subtracted(x, y), PermutationOptions{}); err != nil || !r.Exact {
			b.Fatal(r, err)
		}
	}
}

func BenchmarkPermutationExact26Irregular(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	x, y := make([]float64, 26), make([]float64, 26)
	for i := range x {
		x[i], y[i] = rng.Float64(), rng.Float64()
	}
	for b.Loop() {
		if r, err := PermutationPaired(subtracted(x, y), PermutationOptions{}); err != nil || !r.Exact {
			b.Fatal(r, err)
		}
	}
}
