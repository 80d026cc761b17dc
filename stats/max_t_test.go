package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestMaxTByEnumeration holds the sums of halves against the plainest listing of all
// sign vectors, each t taken from its own flipped differences.
func TestMaxTByEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, rows := rapid.IntRange(1, 8).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "rows")
		d := make([][]float64, rows)
		for j := range d {
			for range n {
				d[j] = append(d[j], float64(rapid.IntRange(-3, 3).Draw(t, "d"))/4)
			}
		}
		statistic := rapid.SampledFrom([]MaxTStatistic{StudentizedMean, PlainMean}).Draw(t, "statistic")
		got, err := MaxT(d, MaxTOptions{Statistic: statistic, Null: Exact})
		if err != nil {
			t.Fatal(err)
		}
		single, down := listedMaxT(d, statistic)
		for j := range d {
			if math.Abs(got.SingleStep[j]-single[j]) > 1e-12 || math.Abs(got.StepDown[j]-down[j]) > 1e-12 {
				t.Fatalf("comparison %d: %v and %v, listed %v and %v", j, got.SingleStep[j], got.StepDown[j], single[j], down[j])
			}
		}
	})
}

func listedMaxT(d [][]float64, statistic MaxTStatistic) (single, down []float64) {
	n, rows := len(d[0]), len(d)
	of := func(signs int, j int) float64 {
		sum, squares := 0.0, 0.0
		for i, v := range d[j] {
			if signs>>i&1 == 1 {
				v = -v
			}
			sum += v
			squares += v * v
		}
		if statistic == PlainMean {
			return math.Abs(sum) / float64(n)
		}
		// Quarters and their squares are exact doubles, and so is this comparison.
		left := float64(n)*squares - sum*sum
		switch {
		case sum == 0:
			return 0
		case left == 0 || n == 1:
			return math.Inf(1)
		}
		return math.Abs(sum) * math.Sqrt(float64(n-1)/left)
	}
	order := make([]int, rows)
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := of(0, a), of(0, b); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	single, down = make([]float64, rows), make([]float64, rows)
	most := 0.0
	for k, j := range order {
		observed := of(0, j) * (1 - 1e-9)
		all, later := 0, 0
		for signs := range 1 << n {
			a, l := 0.0, 0.0
			for at, other := range order {
				v := of(signs, other)
				a = max(a, v)
				if at >= k {
					l = max(l, v)
				}
			}
			if a >= observed {
				all++
			}
			if l >= observed {
				later++
			}
		}
		single[j] = math.Ldexp(float64(all), -n)
		most = max(most, math.Ldexp(float64(later), -n))
		down[j] = most
	}
	return single, down
}

// TestMaxTOfOneComparison: with one comparison the flips are those of the permutation
// test, and of McNemar's exact test where outcomes are 0 and 1.
func TestMaxTOfOneComparison(t *testing.T) {
	d := []float64{0.88, 0.45, -0.07, 2.29, 0.08, -0.1, 0.87, -0.08, 1.42, -0.34}
	diff, err := DifferencesOf(d)
	if err != nil {
		t.Fatal(err)
	}
	want, err := PermutationPaired(diff, PermutationOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, statistic := range []MaxTStatistic{StudentizedMean, PlainMean} {
		got, err := MaxT([][]float64{d}, MaxTOptions{Statistic: statistic})
		if err != nil || got.SingleStep[0] != want.P || got.StepDown[0] != want.P {
			t.Errorf("statistic %d: %+v, %v; the permutation test has p = %v", statistic, got, err, want.P)
		}
	}
	binary := []float64{1, 1, 1, 1, 1, 1, -1, 0, 0, 0, 0, 0, 0, 0}
	mcnemar, err := McNemarExact(6, 1)
	if err != nil {
		t.Fatal(err)
	}
	got, err := MaxT([][]float64{binary}, MaxTOptions{})
	if err != nil || math.Abs(got.SingleStep[0]-mcnemar.P) > 1e-15 {
		t.Errorf("%+v, %v; McNemar's exact test has p = %v", got, err, mcnemar.P)
	}
}

// TestMaxTMonteCarlo: random sign vectors agree with all of them within four
// Monte-Carlo standard errors, and never give p = 0.
func TestMaxTMonteCarlo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	d := make([][]float64, 3)
	for j := range d {
		for range 12 {
			d[j] = append(d[j], rng.NormFloat64()+0.5*float64(j))
		}
	}
	exact, err := MaxT(d, MaxTOptions{Null: Exact})
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := MaxT(d, MaxTOptions{Null: Asymptotic, Seed: 3})
	if err != nil || drawn.Exact || len(drawn.Notes) == 0 {
		t.Fatalf("%+v, %v", drawn, err)
	}
	for j := range d {
		for _, p := range [][2]float64{{exact.SingleStep[j], drawn.SingleStep[j]}, {exact.StepDown[j], drawn.StepDown[j]}} {
			if se := math.Sqrt(p[0] * (1 - p[0]) / 9999); math.Abs(p[0]-p[1]) > 4*se+1e-4 || p[1] < 1e-4 {
				t.Errorf("comparison %d: drawn %v, exact %v", j, p[1], p[0])
			}
		}
	}
}

// TestMaxTIntervalsByUnit: a cluster that is resampled whole is its sum and its size,
// and tasks alone are clusters of one.
func TestMaxTIntervalsByUnit(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	var rows, pairs []UnitDifferences
	for range 3 {
		d := make([]float64, 20)
		size := make([]float64, 20)
		sum := make([]float64, 20)
		for i := range d {
			d[i] = rng.NormFloat64()
			size[i], sum[i] = 2, 2*d[i] // two equal differences each
		}
		rows, pairs = append(rows, TaskDifferences(d)), append(pairs, UnitDifferences{sum, size})
	}
	for _, by := range []Studentization{ByReplicate, BySample} {
		opt := MaxTIntervalOptions{Studentize: by, Replicates: 300, Seed: 6}
		a, errA := MaxTIntervals(rows, opt)
		b, errB := MaxTIntervals(pairs, opt)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		for j := range rows {
			if math.Abs(a.Intervals[j].Low-b.Intervals[j].Low) > 1e-10 || math.Abs(a.P[j]-b.P[j]) > 1e-12 {
				t.Errorf("comparison %d: %v by task, %v in pairs", j, a.Intervals[j], b.Intervals[j])
			}
			// The interval leaves zero out where the p-value is below its level.
			if out := a.Intervals[j].Low > 0 || a.Intervals[j].High < 0; out != (a.P[j] < 0.05) {
				t.Errorf("comparison %d: interval %v beside p = %v", j, a.Intervals[j], a.P[j])
			}
		}
	}
	want, err := ClusterRobustMean([]float64{1, 2, 4, 7}, []int{0, 0, 1, 1}, 0)
	if err != nil {
		t.Fatal(err)
	}
	got, err := MaxTIntervals([]UnitDifferences{{Sum: []float64{3, 11}, Size: []float64{2, 2}}}, MaxTIntervalOptions{Studentize: BySample, Replicates: 100})
	if err != nil || math.Abs(got.SE[0]-want.SECR1) > 1e-14 {
		t.Errorf("standard error %v, %v; cluster-robust %v", got.SE, err, want.SECR1)
	}
}

func TestMaxTOfEqualDifferences(t *testing.T) {
	equal, varied := []float64{0.1, 0.1, 0.1, 0.1}, []float64{1, 2, -1, 3}
	got, err := MaxTIntervals([]UnitDifferences{TaskDifferences(equal), TaskDifferences(varied)}, MaxTIntervalOptions{Studentize: BySample, Replicates: 100})
	if err != nil || got.Intervals[0].Low != got.Estimate[0] || got.Intervals[0].High != got.Estimate[0] || !math.IsNaN(got.P[0]) || math.IsNaN(got.P[1]) {
		t.Errorf("%+v, %v", got, err)
	}
	var undefined *UndefinedError
	if _, err := MaxTIntervals([]UnitDifferences{TaskDifferences(equal)}, MaxTIntervalOptions{Replicates: 100}); !errors.As(err, &undefined) {
		t.Errorf("error %v; none of the comparisons varies", err)
	}
	flips, err := MaxT([][]float64{equal, varied}, MaxTOptions{})
	// An infinite t: only the flips that make all four equal reach it, 2 of 16.
	if err != nil || !math.IsInf(flips.Statistic[0], 1) || flips.SingleStep[0] != 0.125 {
		t.Errorf("%+v, %v", flips, err)
	}
}

func TestMaxTRefuses(t *testing.T) {
	var argument *ArgumentError
	for name, d := range map[string][][]float64{
		"none": {}, "unequal": {{1, 2}, {1}}, "NaN": {{1, math.NaN()}}, "infinite": {{1, math.Inf(1)}}, "empty": {{}},
	} {
		if _, err := MaxT(d, MaxTOptions{}); !errors.As(err, &argument) {
			t.Errorf("%s: error %v", name, err)
		}
		var rows []UnitDifferences
		for _, row := range d {
			rows = append(rows, TaskDifferences(row))
		}
		if _, err := MaxTIntervals(rows, MaxTIntervalOptions{Replicates: 10}); !errors.As(err, &argument) {
			t.Errorf("%s: intervals: error %v", name, err)
		}
	}
}
