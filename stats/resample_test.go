package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestDeriveSeedTellsKeysApart(t *testing.T) {
	seen := map[uint64]string{}
	for _, keys := range [][]string{nil, {""}, {"", ""}, {"ab", "c"}, {"a", "bc"}, {"abc"}, {"c", "ab"}} {
		for seed := range uint64(3) {
			s := DeriveSeed(seed, keys...)
			name := fmt.Sprintf("%d %q", seed, keys)
			if other, ok := seen[s]; ok {
				t.Errorf("%s and %s derive the same seed", name, other)
			}
			seen[s] = name
		}
	}
}

// Sums must equal the totals over the draws taken one by one. Data are small
// integers and quarters, whose totals are exact in any order.
func TestSumsAreTotalsOverTheDraws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 300).Draw(t, "n")
		levels := rapid.SliceOfN(rapid.SampledFrom([]int{1, 2, 3, 6, 7, 40}), 1, 20).Draw(t, "levels")
		rs := Resampler{Units: n, Replicates: rapid.IntRange(1, 70).Draw(t, "replicates"), Seed: rapid.Uint64().Draw(t, "seed")}
		x := make([][]float64, len(levels))
		for v := range x {
			x[v] = make([]float64, n)
			for i := range x[v] {
				x[v][i] = float64(rapid.IntRange(-1, levels[v]-2).Draw(t, "x")) / 4
			}
		}
		got, err := rs.Sums(x)
		if err != nil {
			t.Fatal(err)
		}
		want := make([][]float64, len(x))
		draws := make([]uint32, n)
		for v := range x {
			want[v] = make([]float64, rs.Replicates)
			for r := range want[v] {
				rs.Draw(r, draws)
				for _, i := range draws {
					want[v][r] += x[v][i]
				}
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// As many units as leave room for three groups of resamples side by side, and for one.
func TestSumsOfManyUnits(t *testing.T) {
	for _, n := range []int{5000, 20000} {
		x := mixedVectors(n, 3)
		for v := range x {
			for i := range x[v] {
				x[v][i] = math.Trunc(8 * x[v][i]) // totals are exact in any order
			}
		}
		rs := Resampler{Units: n, Replicates: 19, Seed: 4}
		got, err := rs.Sums(x)
		if err != nil {
			t.Fatal(err)
		}
		wantSums(t, rs, x, got)
	}
}

// Rates of up to five attempts are summed by counting each value: by hand 1/3 c1 + 2/3 c2 + 1 c3,
// whatever the order of the draws, so that resamples of the same counts have the same sum.
func TestSumsOfRatesFollowTheCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		attempts := rapid.IntRange(1, 5).Draw(t, "attempts")
		successes := rapid.SliceOfN(rapid.IntRange(0, attempts), 1, 200).Draw(t, "successes")
		rate := make([]float64, len(successes))
		for i, k := range successes {
			rate[i] = float64(k) / float64(attempts)
		}
		rs := Resampler{Units: len(rate), Replicates: 30, Seed: rapid.Uint64().Draw(t, "seed")}
		got, err := rs.Sums([][]float64{rate})
		if err != nil {
			t.Fatal(err)
		}
		draws := make([]uint32, len(rate))
		seen := map[[6]int]float64{}
		for r, sum := range got[0] {
			rs.Draw(r, draws)
			var counts [6]int
			total := 0
			for _, i := range draws {
				counts[successes[i]]++
				total += successes[i]
			}
			if same, ok := seen[counts]; ok && same != sum {
				t.Fatalf("counts %v sum to %v and to %v", counts, same, sum)
			}
			seen[counts] = sum
			// Six products and sums round by half a unit of the last place each.
			if want := float64(total) / float64(attempts); math.Abs(sum-want) > 6*0x1p-52*want {
				t.Fatalf("resample %d: %v, want %v", r, sum, want)
			}
		}
	})
}

// wantSums fails where a resample's sum is not that of its draws, added one by one.
func wantSums(t *testing.T, rs Resampler, x, got [][]float64) {
	t.Helper()
	draws := make([]uint32, rs.Units)
	for r := range rs.Replicates {
		rs.Draw(r, draws)
		for v := range x {
			want := 0.0
			for _, i := range draws {
				want += x[v][i]
			}
			if got[v][r] != want {
				t.Fatalf("%d units, vector %d of %d, resample %d: %v, added one by one %v", rs.Units, v, len(x), r, got[v][r], want)
			}
		}
	}
}

// The mean of a unit's count over B resamples of n is 1, its variance (n-1)/n,
// and the counts of two units correlate by -1/(n-1).
func TestDrawsAreUniform(t *testing.T) {
	const n, replicates = 37, 40000
	rs := Resampler{Units: n, Replicates: replicates, Seed: 3}
	draws := make([]uint32, n)
	total, square := make([]float64, n), make([]float64, n)
	neighbours := 0.0
	for r := range replicates {
		var count [n]float64
		rs.Draw(r, draws)
		for _, i := range draws {
			count[i]++
		}
		for i, c := range count {
			total[i] += c
			square[i] += (c - 1) * (c - 1)
			neighbours += (c - 1) * (count[(i+1)%n] - 1)
		}
	}
	variance := float64(n-1) / n
	for i := range n {
		// 5 standard errors in 37 units: one failure in 5e4 seeds, and the seed is fixed.
		if z := (total[i] - replicates) / math.Sqrt(replicates*variance); math.Abs(z) > 5 {
			t.Errorf("unit %d is drawn %v times a resample, z = %.1f", i, total[i]/replicates, z)
		}
		// The fourth central moment of Binomial(n, 1/n) is v(1+3v(n-2)/n): about 3.7.
		if z := (square[i]/replicates - variance) / math.Sqrt((3.7-variance*variance)/replicates); math.Abs(z) > 5 {
			t.Errorf("count of unit %d has variance %v, want %v (z = %.1f)", i, square[i]/replicates, variance, z)
		}
	}
	if c := neighbours / (n * replicates); math.Abs(c+1./n) > 0.005 {
		t.Errorf("covariance of neighbours %v, want %v", c, -1./n)
	}
}

func TestSumsDoNotDependOnProcessors(t *testing.T) {
	x := mixedVectors(500, 3)
	rs := Resampler{Units: 500, Replicates: 1000, Seed: 9}
	var first [][]float64
	for _, procs := range []int{1, 2, 7} {
		previous := runtime.GOMAXPROCS(procs)
		got, err := rs.Sums(x)
		runtime.GOMAXPROCS(previous)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = got
		} else if diff := cmp.Diff(first, got); diff != "" {
			t.Fatalf("GOMAXPROCS=%d: %s", procs, diff)
		}
	}
}

// mixedVectors makes 6 vectors a run: two 0/1 metrics, one of a hundred levels,
// one of twenty, two continuous.
func mixedVectors(n, runs int) [][]float64 {
	rng := rand.New(rand.NewPCG(1, 2))
	var x [][]float64
	for range runs {
		for _, draw := range []func() float64{
			func() float64 { return float64(rng.IntN(2)) },
			func() float64 { return float64(rng.IntN(2)) },
			func() float64 { return float64(rng.IntN(101)) / 100 },
			func() float64 { return float64(rng.IntN(20)) },
			rng.Float64,
			rng.ExpFloat64,
		} {
			v := make([]float64, n)
			for i := range v {
				v[i] = draw()
			}
			x = append(x, v)
		}
	}
	return x
}

func BenchmarkSums(b *testing.B) {
	for _, kind := range []struct {
		name string
		x    [][]float64
	}{
		{"mixed72", mixedVectors(1000, 12)},
		{"binary1", mixedVectors(1000, 1)[:1]},
		{"continuous1", mixedVectors(1000, 1)[4:5]},
		{"mixed120", mixedVectors(5000, 20)}, // blocks beyond the second-level cache
	} {
		units := len(kind.x[0])
		b.Run(fmt.Sprintf("%s/n=%d/B=10000", kind.name, units), func(b *testing.B) {
			rs := Resampler{Units: units, Replicates: 10000, Seed: 1}
			for b.Loop() {
				if _, err := rs.Sums(kind.x); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkDraw(b *testing.B) {
	rs := Resampler{Units: 1000, Replicates: 10000, Seed: 1}
	draws := make([]uint32, 1000)
	for b.Loop() {
		for r := range rs.Replicates {
			rs.Draw(r, draws)
		}
	}
}
