package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// orderStatistics must pick what sorting picks, whatever the distribution over cells.
func TestOrderStatisticsEqualSorting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 2, 511, 512, 700, 3000}).Draw(t, "n")
		kind := rapid.IntRange(0, 4).Draw(t, "kind")
		seed := rapid.Uint32().Draw(t, "seed")
		x := make([]float64, n)
		state := uint64(seed)
		for i := range x {
			state = mix64(state)
			u := float64(state>>11) / (1 << 53)
			switch kind {
			case 0:
				x[i] = u
			case 1:
				x[i] = math.Floor(u * 5)
			case 2:
				x[i] = math.Pow(10, 600*(u-0.5)) // one cell holds nearly all
			case 3:
				x[i] = 3
			case 4:
				x[i] = (u - 0.5) * math.MaxFloat64 * 2 // the range overflows
			}
		}
		sorted := slices.Sorted(slices.Values(x))
		ranks := []int{0, n / 40, n / 2, n - 1 - n/40, n - 1, 0}
		for i, v := range orderStatistics(x, ranks) {
			if v != sorted[ranks[i]] {
				t.Fatalf("rank %d: got %v, want %v", ranks[i], v, sorted[ranks[i]])
			}
		}
	})
}

// Type 7 of 1..4 at 0.5 is 2.5, at 0.1 is 1.3; boot.ci's rule at (4+1)*0.4 = 2 is
// the second value, and at level 0.3 it lies on the normal scale between 1 and 2.
func TestQuantilesByHand(t *testing.T) {
	x := []float64{3, 1, 4, 2}
	got, err := Quantiles(x, []float64{0.5, 0.1, 0, 1}, QuantileType7)
	if err != nil || got[0] != 2.5 || math.Abs(got[1]-1.3) > 1e-15 || got[2] != 1 || got[3] != 4 {
		t.Errorf("type 7: %v, %v", got, err)
	}
	got, err = Quantiles(x, []float64{0.4, 0.3, 0.05, 0.99}, QuantileNormal)
	// qnorm(.2) = -0.8416212335729143, qnorm(.3) = -0.5244005127080407, qnorm(.4) = -0.2533471031357997
	want := 1 + (-0.5244005127080407+0.8416212335729143)/(-0.2533471031357997+0.8416212335729143)
	if err != nil || got[0] != 2 || math.Abs(got[1]-want) > 1e-14 || got[2] != 1 || got[3] != 4 {
		t.Errorf("normal rule: %v, %v, want %v", got, err, want)
	}
}

func TestBootstrapMeanOfEqualValues(t *testing.T) {
	for _, cluster := range [][]int{nil, {0, 0, 1, 2}} {
		b, err := BootstrapMean([]float64{0.1, 0.1, 0.1, 0.1}, BootstrapOptions{Cluster: cluster, Replicates: 200})
		if err != nil || b.Interval.Low != 0.1 || b.Interval.High != 0.1 || b.Interval.Method != "percentile" || len(b.Notes) != 1 {
			t.Errorf("cluster %v: %+v, %v; want the point 0.1 as a percentile interval and a note", cluster, b, err)
		}
		if _, err := BootstrapMean([]float64{0.1, 0.1, 0.1, 0.1}, BootstrapOptions{Method: Studentized, Cluster: cluster, Replicates: 200}); err == nil {
			t.Errorf("cluster %v: a studentized interval of equal values", cluster)
		}
	}
}

// Intervals move and stretch with the data, over the range of float64.
func TestBootstrapMeanScales(t *testing.T) {
	x := []float64{1, 5, 2, 8, 3, 3, 9, 1.5, 2.25, 4, 0, 7}
	for method := BCa; method <= Studentized; method++ {
		base, err := BootstrapMean(x, BootstrapOptions{Method: method, Replicates: 999, Seed: 4})
		if err != nil {
			t.Fatal(err)
		}
		for _, exp := range []int{-1000, -300, 300, 990} {
			scaled := make([]float64, len(x))
			for i := range x {
				scaled[i] = math.Ldexp(x[i], exp)
			}
			b, err := BootstrapMean(scaled, BootstrapOptions{Method: method, Replicates: 999, Seed: 4})
			if err != nil {
				t.Fatal(err)
			}
			for _, pair := range [][2]float64{{b.Interval.Low, base.Interval.Low}, {b.Interval.High, base.Interval.High}, {b.SE, base.SE}} {
				if want := math.Ldexp(pair[1], exp); math.Abs(pair[0]-want) > 1e-12*math.Abs(want) {
					t.Errorf("%v at 2^%d: got %v, want %v", method, exp, pair[0], want)
				}
			}
		}
	}
}

// Clusters of one value are no clusters: only the generator's use is the same.
func TestSingletonClustersAreValues(t *testing.T) {
	x := []float64{1, 5, 2, 8, 3, 3, 9, 1.5, 2.25, 4, 0, 7}
	labels := []int{7, 3, 1, 4, 5, 12, 9, 0, 11, 2, 6, -8}
	for method := BCa; method <= Studentized; method++ {
		opt := BootstrapOptions{Method: method, Replicates: 999, Seed: 4}
		plain, err := BootstrapMean(x, opt)
		if err != nil {
			t.Fatal(err)
		}
		opt.Cluster = labels
		clustered, err := BootstrapMean(x, opt)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(plain.Interval.Low-clustered.Interval.Low) > 1e-12 || math.Abs(plain.Interval.High-clustered.Interval.High) > 1e-12 {
			t.Errorf("%v: %v against %v", method, plain.Interval, clustered.Interval)
		}
	}
}

func BenchmarkBootstrapFromReplicates(b *testing.B) {
	x := mixedVectors(1000, 1)
	rs := Resampler{Units: 1000, Replicates: 10000, Seed: 1}
	sums, err := rs.Sums(x)
	if err != nil {
		b.Fatal(err)
	}
	for _, kind := range []struct {
		name string
		v    int
	}{{"binary", 0}, {"continuous", 4}} {
		a := MeanAcceleration(x[kind.v])
		b.Run(kind.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := BootstrapFromReplicates(sums[kind.v], 500, a, BootstrapOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
