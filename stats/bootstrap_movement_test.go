package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestMovementIsThatOfSeeds holds Movement to what it estimates: the root mean square
// difference of the limits of two seeds, measured over 60 seeds of the same data.
func TestMovementIsThatOfSeeds(t *testing.T) {
	for name, draw := range map[string]func(*rand.Rand) float64{
		"normal": (*rand.Rand).NormFloat64,
		"pareto": func(rng *rand.Rand) float64 { return math.Pow(1-rng.Float64(), -1/1.1) },
	} {
		for _, method := range []BootstrapMethod{BCa, Percentile} {
			rng := rand.New(rand.NewPCG(3, 7))
			x := make([]float64, 40)
			for i := range x {
				x[i] = draw(rng)
			}
			const seeds = 60
			var low, high, width, told [seeds]float64
			for s := range seeds {
				b, err := BootstrapMean(x, BootstrapOptions{Method: method, Seed: uint64(s), Replicates: 4000})
				if err != nil {
					t.Fatal(err)
				}
				low[s], high[s], width[s] = b.Interval.Low, b.Interval.High, b.Interval.High-b.Interval.Low
				told[s] = b.Movement()
			}
			spread := func(v []float64) float64 { return math.Sqrt(2 * squaresAbout(v) / (seeds - 1)) }
			average := func(v []float64) float64 {
				sum := 0.0
				for _, w := range v {
					sum += w
				}
				return sum / seeds
			}
			seen := max(spread(low[:]), spread(high[:])) / average(width[:])
			// The standard error of a standard deviation of 60 is 9%.
			if ratio := average(told[:]) / seen; ratio < 0.7 || ratio > 1.45 {
				t.Errorf("%s, %v: Movement says %.4f, seeds move by %.4f", name, method, average(told[:]), seen)
			}
		}
	}
}

// TestMovementOfNormalReplicates: at B = 10,000 and the level .95 the percentile limits
// have the standard error sqrt(.025*.975/B)/phi(1.96) = .0267 standard deviations, of a
// width of 3.92; BCa's .0336, from the variance .02437 + .293^2/4 - 2*.293*.0125 = .0385.
func TestMovementOfNormalReplicates(t *testing.T) {
	replicates := make([]float64, 10_000)
	for i := range replicates {
		replicates[i] = NormalQuantile((float64(i) + 0.5) / 10_000)
	}
	for method, want := range map[BootstrapMethod]float64{Percentile: math.Sqrt2 * 0.0267 / 3.92, BCa: math.Sqrt2 * 0.0336 / 3.92} {
		b, err := BootstrapFromReplicates(replicates, 0, Acceleration{}, BootstrapOptions{Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Movement(); math.Abs(got/want-1) > 0.02 {
			t.Errorf("%v: %.5f, want %.5f", method, got, want)
		}
	}
}
