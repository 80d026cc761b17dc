package stats

import (
	"math"
	"slices"
	"testing"
)

// The weights' frequencies are those of Poisson(1), e^-1/k!, within five standard
// errors of a million draws; mean and variance are 1.
func TestPoissonWeightsDistribution(t *testing.T) {
	const units, replicates = 1000, 1000
	count := map[uint8]int{}
	w := make([]uint8, replicates)
	for u := range units {
		PoissonWeights(DeriveSeed(7, string(rune('a'+u))), w)
		for _, k := range w {
			count[k]++
		}
	}
	const n = units * replicates
	p := math.Exp(-1)
	for k := range uint8(9) {
		if k > 0 {
			p /= float64(k)
		}
		if got, se := float64(count[k])/n, math.Sqrt(p*(1-p)/n); math.Abs(got-p) > 5*se {
			t.Errorf("weight %d: share %v, Poisson(1) says %v (se %v)", k, got, p, se)
		}
	}
}

// Weights of different units are uncorrelated over the replicates: r of 1000 pairs
// lies within five standard errors.
func TestPoissonWeightsOfUnitsAreUnrelated(t *testing.T) {
	const n = 4000
	a, b := make([]uint8, n), make([]uint8, n)
	PoissonWeights(DeriveSeed(1, "bench", "task 1"), a)
	PoissonWeights(DeriveSeed(1, "bench", "task 2"), b)
	sum := 0.0
	for i := range a {
		sum += (float64(a[i]) - 1) * (float64(b[i]) - 1)
	}
	if r := sum / n; math.Abs(r) > 5/math.Sqrt(n) {
		t.Errorf("correlation %v", r)
	}
	c := make([]uint8, n)
	PoissonWeights(DeriveSeed(1, "bench", "task 1"), c)
	if string(a) != string(c) {
		t.Error("the same unit has other weights the second time")
	}
}

// Two units of values 0 and 1: the replicate mean is W1/(W0+W1) of independent
// Poisson(1) weights, of which P(mean <= x) is the sum of e^-2/(i! j!) over the
// pairs i, j with i+j > 0 and j <= x(i+j), divided by 1-e^-2.
func TestPoissonBootstrapOfTwoUnitsEnumerates(t *testing.T) {
	const replicates = 200_000
	w0, w1 := make([]uint8, replicates), make([]uint8, replicates)
	PoissonWeights(DeriveSeed(3, "0"), w0)
	PoissonWeights(DeriveSeed(3, "1"), w1)
	for _, x := range []float64{0, 0.25, 1.0 / 3, 0.5, 0.75} {
		got, n := 0.0, 0.0
		for r := range w0 {
			if s := float64(w0[r]) + float64(w1[r]); s > 0 {
				n++
				if float64(w1[r]) <= x*s {
					got++
				}
			}
		}
		got /= n
		want, factorial := 0.0, [20]float64{1}
		for i := range 19 {
			factorial[i+1] = factorial[i] * float64(i+1)
		}
		for i := range 20 {
			for j := range 20 {
				if i+j > 0 && float64(j) <= x*float64(i+j) {
					want += math.Exp(-2) / factorial[i] / factorial[j]
				}
			}
		}
		want /= 1 - math.Exp(-2)
		if se := math.Sqrt(want * (1 - want) / n); math.Abs(got-want) > 5*se {
			t.Errorf("P(mean <= %v) = %v over %v replicates, enumerated %v (se %v)", x, got, n, want, se)
		}
	}
}

// poissonMeans are the replicate means of values, one unit each.
func poissonMeans(x []float64, replicates int, seed uint64) []float64 {
	sum, weight := make([]float64, replicates), make([]float64, replicates)
	w := make([]uint8, replicates)
	for i, v := range x {
		PoissonWeights(DeriveSeed(seed, string(rune(i+1))), w)
		for r, k := range w {
			sum[r] += float64(k) * v
			weight[r] += float64(k)
		}
	}
	for r := range sum {
		sum[r] /= weight[r]
	}
	return sum
}

// The Poisson bootstrap agrees with the ordinary one on 200 skewed values: the
// standard errors within what 20,000 replicates leave open (their own standard
// error is se/sqrt(2B) = 0.5%) and the 1/n between the two, the bounds within 5% of
// the interval's width.
func TestPoissonBootstrapAgreesWithTheOrdinary(t *testing.T) {
	const n, replicates = 200, 20_000
	x := make([]float64, n)
	for i := range x {
		x[i] = math.Exp(2 * math.Sin(float64(i*i))) // 0.14 to 7.4, skewed to the right
	}
	poisson, se, err := PoissonInterval(poissonMeans(x, replicates, 5), 0.95)
	if err != nil {
		t.Fatal(err)
	}
	sums, err := Resampler{Units: n, Replicates: replicates, Seed: 9}.Sums([][]float64{x})
	if err != nil {
		t.Fatal(err)
	}
	for r := range sums[0] {
		sums[0][r] /= n
	}
	ordinary, ordinarySE, err := PoissonInterval(sums[0], 0.95)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(se/ordinarySE-1) > 0.03 {
		t.Errorf("standard error %v, ordinary %v", se, ordinarySE)
	}
	width := ordinary.High - ordinary.Low
	if math.Abs(poisson.Low-ordinary.Low) > 0.05*width || math.Abs(poisson.High-ordinary.High) > 0.05*width {
		t.Errorf("interval %v, ordinary %v", poisson, ordinary)
	}
	if poisson.Method != "poisson_percentile" {
		t.Errorf("method %q", poisson.Method)
	}
}

// Over 400 samples of 100 exponential values, whose mean is 1, 90% intervals cover 1
// nearly as often as they say: percentile intervals of skewed data fall a little
// short, the ordinary bootstrap's too. 0.805 to 0.965 is five standard errors, each
// sqrt(.885 .115 / 400) = .016, around 0.885.
func TestPoissonIntervalCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("400 bootstraps")
	}
	const samples, n, replicates = 400, 100, 400
	covered := 0
	for s := range samples {
		x := make([]float64, n)
		rng := DeriveSeed(11, "sample", string(rune(s+1)))
		for i := range x {
			rng = mix64(rng + uint64(i))
			x[i] = -math.Log((float64(rng>>11) + 0.5) / (1 << 53))
		}
		iv, _, err := PoissonInterval(poissonMeans(x, replicates, uint64(s)), 0.90)
		if err != nil {
			t.Fatal(err)
		}
		if iv.Low <= 1 && 1 <= iv.High {
			covered++
		}
	}
	if share := float64(covered) / samples; share < 0.805 || share > 0.965 {
		t.Errorf("the interval covers %v of the samples' means, expected 0.9 or a little less", share)
	}
}

// Units of 1 to 10 tasks, 55 in all, whose squares add up to 385: 55^2/385 = 7.857 of
// one size. A hundred single tasks are a hundred units.
func TestPoissonUnits(t *testing.T) {
	const replicates = 20_000
	for _, c := range []struct {
		sizes []int
		want  float64
	}{
		{[]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 7.857},
		{slices.Repeat([]int{1}, 100), 100},
		{slices.Repeat([]int{25}, 4), 4},
		{[]int{1000}, 1},
	} {
		weights, drawn, n := make([]float64, replicates), make([]uint8, replicates), 0
		for u, size := range c.sizes {
			PoissonWeights(uint64(u), drawn)
			for r, w := range drawn {
				weights[r] += float64(size) * float64(w)
			}
			n += size
		}
		got, err := PoissonUnits(weights, n)
		if err != nil || math.Abs(float64(got)-c.want) > 0.5+5*c.want*math.Sqrt(2.0/replicates) || got > n {
			t.Errorf("%v: %d units, %v; want %v", c.sizes, got, err, c.want)
		}
	}
	if _, err := PoissonUnits([]float64{1}, 1); err == nil {
		t.Error("one replicate is no error")
	}
	if _, err := PoissonUnits([]float64{1, 2}, 0); err == nil {
		t.Error("no tasks are no error")
	}
}

// R: 2*pt(-2.093024054408263, 19) = 0.05; a bootstrap's standard error of sqrt(19/20)
// is one of 1.
func TestPoissonT(t *testing.T) {
	r, err := PoissonT(2.093024054408263, math.Sqrt(19.0/20), 20)
	if err != nil || math.Abs(r.P-0.05) > 1e-12 || math.Abs(r.Statistic-2.093024054408263) > 1e-14 || len(r.DF) != 1 || r.DF[0] != 19 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := PoissonT(1, 0, 10); err == nil {
		t.Error("no spread is no error")
	}
	if _, err := PoissonT(1, 1, 1); err == nil {
		t.Error("one unit is no error")
	}
	if r, err := PoissonT(1e9, 1, 10_000); err != nil || r.P <= 0 {
		t.Errorf("far tail: %+v, %v", r, err)
	}
}

func BenchmarkPoissonWeights(b *testing.B) {
	w := make([]uint8, 1000)
	for i := range b.N {
		PoissonWeights(uint64(i), w)
	}
}
