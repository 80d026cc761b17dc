package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestWholeSums: sums of whole numbers are those of the draws added one by one, up to the largest
// values that fit, whether or not their number fills a block.
func TestWholeSums(t *testing.T) {
	const units, replicates = 41, 9
	largest := math.Floor(math.MaxUint32 / float64(units))
	for _, vectors := range []int{7, 8, 16, 17, 33, 40} {
		rng := rand.New(rand.NewPCG(uint64(vectors), 1))
		x := make([][]float64, vectors)
		for v := range x {
			x[v] = make([]float64, units)
			for i := range x[v] {
				x[v][i] = largest - float64(rng.IntN(100)*v)
			}
		}
		x[2][5] = largest + 1 // does not fit: summed as doubles
		x[3][5] = -1
		rs := Resampler{Units: units, Replicates: replicates, Seed: 7}
		got, err := rs.Sums(x)
		if err != nil {
			t.Fatal(err)
		}
		wantSums(t, rs, x, got)
	}
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

// TestPackable: the bound is on what all draws of the largest value add up to.
func TestPackable(t *testing.T) {
	for _, c := range []struct {
		x    float64
		n    int
		want bool
	}{
		{0, 5000, true}, {858993, 5000, true}, {858994, 5000, false}, // 5000 * 858993 = 4294965000; 2^32 = 4294967296
		{math.MaxUint32, 1, true}, {1 << 32, 1, false}, {-1, 10, false}, {0.5, 10, false}, {math.NaN(), 10, false}, {math.Inf(1), 10, false},
	} {
		if got := packable([]float64{1, c.x}, c.n); got != c.want {
			t.Errorf("%v, %d units: %v", c.x, c.n, got)
		}
	}
}
