package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// KendallCorrelation must count what a look at every pair of pairs counts. The
// values are tenths, some of them sums that miss the nearest double of the tenth.
func TestKendallCountsEveryPair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(t, "n")
		levels := rapid.IntRange(2, 12).Draw(t, "levels")
		x, y := make([]float64, n), make([]float64, n)
		ix, iy := make([]int, n), make([]int, n)
		draw := func(to []float64, integers []int) {
			for i := range to {
				integers[i] = rapid.IntRange(0, levels).Draw(t, "value")
				to[i] = float64(integers[i]) / 10
				if rapid.Bool().Draw(t, "as a sum") {
					to[i] = 0
					for range integers[i] {
						to[i] += 0.1
					}
				}
			}
		}
		draw(x, ix)
		draw(y, iy)
		want := Kendall{N: n}
		for i := range n {
			for j := range i {
				dx, dy := ix[i]-ix[j], iy[i]-iy[j]
				switch {
				case dx*dy > 0:
					want.Concordant++
				case dx*dy < 0:
					want.Discordant++
				}
				if dx == 0 {
					want.TiedX++
				}
				if dy == 0 {
					want.TiedY++
				}
				if dx == 0 && dy == 0 {
					want.TiedXY++
				}
			}
		}
		got, err := KendallCorrelation(x, y)
		n0 := int64(n) * int64(n-1) / 2
		if want.TiedX == n0 || want.TiedY == n0 {
			var undefined *UndefinedError
			if !errors.As(err, &undefined) {
				t.Fatalf("constant input: %v", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		counts := Kendall{N: got.N, Concordant: got.Concordant, Discordant: got.Discordant, TiedX: got.TiedX, TiedY: got.TiedY, TiedXY: got.TiedXY}
		if diff := cmp.Diff(want, counts); diff != "" {
			t.Fatal(diff)
		}
	})
}

// Without ties the distribution of inversions and the enumeration of all orders
// are two ways to one number.
func TestKendallExactEqualsEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for n := 2; n <= 9; n++ {
		for range 5 {
			x, y := make([]float64, n), make([]float64, n)
			for i, v := range rng.Perm(n) {
				x[i], y[i] = float64(i), float64(v)
			}
			k, err := KendallCorrelation(x, y)
			if err != nil {
				t.Fatal(err)
			}
			exact, ok := k.ExactP()
			enumerated, err := KendallPermutationP(x, y)
			if !ok || err != nil || math.Abs(exact-enumerated) > 1e-14 {
				t.Errorf("n=%d, D=%d: %v against %v, %v", n, k.Discordant, exact, enumerated, err)
			}
		}
	}
}

// The identity permutation of n has p = 2/n!, which must not lose its digits.
func TestKendallExactFarTail(t *testing.T) {
	x := make([]float64, 120)
	for i := range x {
		x[i] = float64(i)
	}
	k, err := KendallCorrelation(x, x)
	if err != nil {
		t.Fatal(err)
	}
	lg, _ := math.Lgamma(121)
	p, ok := k.ExactP()
	if want := 2 * math.Exp(-lg); !ok || math.Abs(p-want) > 1e-11*want {
		t.Errorf("p = %v, want %v", p, want)
	}
}

func BenchmarkKendallTies(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 5))
	x, y := make([]float64, 100000), make([]float64, 100000)
	for i := range x {
		x[i] = float64(rng.IntN(500)) / 500
		y[i] = float64(rng.IntN(300)) + 100*x[i]
	}
	for b.Loop() {
		if _, err := KendallCorrelation(x, y); err != nil {
			b.Fatal(err)
		}
	}
}
