package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// wright is the algorithm of Wright (1992), Biometrics 48, appendix, which looks at
// every p-value for every size of an intersection.
func wright(p []float64) []float64 {
	n := len(p)
	adjusted := slices.Clone(p)
	for m := n; m >= 2; m-- {
		size := float64(m)
		bound := math.Inf(1)
		for j := n - m + 1; j < n; j++ {
			bound = math.Min(bound, size*p[j]/float64(m+j-n+1))
		}
		for j := n - m + 1; j < n; j++ {
			adjusted[j] = math.Max(adjusted[j], math.Min(bound, size*p[n-m]))
		}
		for j := 0; j <= n-m; j++ {
			adjusted[j] = math.Max(adjusted[j], math.Min(bound, size*p[j]))
		}
	}
	return adjusted
}

// Every bit is Wright's, with ties, zeros, subnormal p-values, and p-values on a line,
// whose quotients are all alike but for rounding.
func TestHommelIsWrights(t *testing.T) {
	draw := rapid.Custom(func(t *rapid.T) float64 {
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			return rapid.Float64Range(0, 1).Draw(t, "any")
		case 1:
			return float64(rapid.IntRange(0, 50).Draw(t, "p*50")) / 50
		case 2:
			return 0.01 * float64(rapid.IntRange(1, 100).Draw(t, "p/0.01"))
		case 3:
			return math.Pow(10, -rapid.Float64Range(0, 324).Draw(t, "-log10 p"))
		case 4:
			return math.SmallestNonzeroFloat64 * float64(rapid.IntRange(0, 40).Draw(t, "p*2^1074"))
		}
		return math.Float64frombits(math.Float64bits(0.03) + uint64(rapid.IntRange(0, 8).Draw(t, "units above 0.03")))
	})
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(draw, 0, 60).Draw(t, "p")
		slices.Sort(p)
		if got, want := hommel(p), wright(p); !slices.Equal(got, want) {
			t.Fatalf("of %v\n%v, Wright's\n%v", p, got, want)
		}
	})
	rng := rand.New(rand.NewPCG(7, 7))
	for _, n := range []int{2, 3, 10, 100, 1000} {
		for range 20 {
			// p rises along a line that meets the axis at one of the places.
			start, slope := float64(rng.IntN(n)), rng.Float64()/float64(n)
			p := make([]float64, n)
			for k := range p {
				p[k] = slope * math.Max(0, float64(k+1)-start)
				if rng.IntN(4) == 0 {
					p[k] = math.Nextafter(p[k], rng.Float64())
				}
			}
			slices.Sort(p)
			if got, want := hommel(p), wright(p); !slices.Equal(got, want) {
				t.Fatalf("%d on a line of slope %v from %v: not Wright's", n, slope, start)
			}
		}
	}
}

func BenchmarkHommel(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 7))
	p := make([]float64, 20000)
	for k := range p {
		p[k] = rng.Float64()
	}
	slices.Sort(p)
	for b.Loop() {
		hommel(p)
	}
}
