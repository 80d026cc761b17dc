package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// By hand: 8 scores, 2 dropped at either end, leave 0.2, 0.4, 0.6, 0.8.
func TestInterquartileMeanByHand(t *testing.T) {
	a, err := AggregateScores([][]float64{{9, 0.8, 0.2, -7}, {0.1, 0.6, 0.4, 0.9}}, AggregateOptions{Taus: []float64{0.6}})
	if err != nil || math.Abs(a.IQM-0.5) > 1e-15 || a.Profile[0] != 3.0/8 || a.ProfileOfMeans[0] != 2.0/4 {
		t.Errorf("%+v, %v", a, err)
	}
}

// Order of trials and tasks does not matter; the interquartile mean lies between the
// quartiles; what one system wins the other loses.
func TestAggregateProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tasks := rapid.IntRange(1, 6).Draw(t, "tasks")
		matrix := func(label string) [][]float64 {
			rows := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(-4, 4), tasks, tasks), 1, 5).Draw(t, label)
			out := make([][]float64, len(rows))
			for i, row := range rows {
				for _, v := range row {
					out[i] = append(out[i], float64(v)/4)
				}
			}
			return out
		}
		x, y := matrix("x"), matrix("y")
		a, err := AggregateScores(x, AggregateOptions{})
		if err != nil {
			t.Fatal(err)
		}
		turned := slices.Clone(x)
		slices.Reverse(turned)
		for i := range turned {
			turned[i] = slices.Clone(turned[i])
			slices.Reverse(turned[i])
		}
		b, _ := AggregateScores(turned, AggregateOptions{})
		if math.Abs(a.IQM-b.IQM) > 1e-15 || math.Abs(a.Mean-b.Mean) > 1e-15 || a.Median != b.Median || math.Abs(a.OptimalityGap-b.OptimalityGap) > 1e-15 {
			t.Fatalf("%+v, in another order %+v", a, b)
		}
		p, _, err := ProbabilityOfImprovement(x, y)
		q, _, err2 := ProbabilityOfImprovement(y, x)
		if err != nil || err2 != nil || math.Abs(p+q-1) > 1e-15 {
			t.Fatalf("%v and %v, %v, %v", p, q, err, err2)
		}
	})
}

// Calibration: over simulated systems with 10 trials a task the stratified interval of the
// interquartile mean covers what many trials show. Percentile intervals of 10 trials are a little short.
func TestStratifiedBootstrapCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 18))
	const studies, tasks, trials = 200, 12, 10
	draw := func(n int) [][]float64 {
		out := make([][]float64, n)
		for i := range out {
			for j := range tasks {
				out[i] = append(out[i], float64(j)/tasks+0.3*rng.NormFloat64())
			}
		}
		return out
	}
	iqm := func(s [][][]float64) (float64, error) {
		a, err := AggregateScores(s[0], AggregateOptions{})
		return a.IQM, err
	}
	truth, err := iqm([][][]float64{draw(20000)})
	if err != nil {
		t.Fatal(err)
	}
	covered := 0
	for range studies {
		b, err := StratifiedBootstrap([][][]float64{draw(trials)}, iqm, BootstrapOptions{Replicates: 300, Seed: rng.Uint64()})
		if err != nil {
			t.Fatal(err)
		}
		if b.Interval.Low <= truth && truth <= b.Interval.High {
			covered++
		}
	}
	// Drawing 10 of 10 has 9/10 of the variance: 1.96 sqrt(0.9) = 1.86 covers 93.7%; three
	// binomial standard errors of 200 are 0.052.
	if c := float64(covered) / studies; c < 0.937-0.052 {
		t.Errorf("covers %v", c)
	}
}

func TestAggregateRefuses(t *testing.T) {
	var wrong *ArgumentError
	for _, m := range [][][]float64{nil, {{}}, {{1}, {1, 2}}, {{math.NaN()}}} {
		if _, err := AggregateScores(m, AggregateOptions{}); !errors.As(err, &wrong) {
			t.Errorf("%v: %v", m, err)
		}
	}
	if _, _, err := ProbabilityOfImprovement([][]float64{{1}}, [][]float64{{1, 2}}); !errors.As(err, &wrong) {
		t.Error(err)
	}
	var undefined *UndefinedError
	if _, err := StratifiedBootstrap([][][]float64{{{1, 2}}}, nil, BootstrapOptions{}); !errors.As(err, &undefined) {
		t.Error(err)
	}
}

func BenchmarkAggregate(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 4))
	x := make([][]float64, 5)
	for i := range x {
		for range 1000 {
			x[i] = append(x[i], rng.Float64())
		}
	}
	b.Run("aggregate", func(b *testing.B) {
		for range b.N {
			_, _ = AggregateScores(x, AggregateOptions{})
		}
	})
	b.Run("improvement", func(b *testing.B) {
		for range b.N {
			_, _, _ = ProbabilityOfImprovement(x, x)
		}
	})
}
