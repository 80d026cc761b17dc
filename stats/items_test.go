package stats

import (
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// simulatedResponses are runs' answers by the two-parameter model.
func simulatedResponses(rng *rand.Rand, runs int, a, b []float64) Responses {
	rows := make([][]float64, runs)
	for i := range rows {
		theta := rng.NormFloat64()
		for j := range a {
			x := 0.0
			if rng.Float64() < 1/(1+math.Exp(-a[j]*(theta-b[j]))) {
				x = 1
			}
			rows[i] = append(rows[i], x)
		}
	}
	r, _ := SingleResponses(rows)
	return r
}

func evenly(n int, low, high float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = low + (high-low)*float64(i)/float64(n-1)
	}
	return out
}

// By hand: three runs, items 1 1 0 | 1 0 0 | 0 0 1. Rests of the first: 1, 0, 1; item and rest
// have deviations 1/3 1/3 -2/3 and 1/3 -2/3 1/3: correlation (1/9-2/9-2/9)/(6/9) = -1/2.
func TestClassicalItemsByHand(t *testing.T) {
	r, err := SingleResponses([][]float64{{1, 1, 0}, {1, 0, 0}, {0, 0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	list, err := ClassicalItems(r)
	if err != nil || math.Abs(list[0].Difficulty-2.0/3) > 1e-15 || math.Abs(list[0].ItemRest+0.5) > 1e-15 {
		t.Errorf("%+v, %v", list, err)
	}
}

// Fitting items of equal totals as one changes nothing: neither the likelihood's maximum nor
// a standard error is another than of all items one by one.
func TestRaschClassesChangeNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2))
	ones := make([]float64, 14)
	for i := range ones {
		ones[i] = 1
	}
	r := simulatedResponses(rng, 9, ones, evenly(14, -1, 1))
	f, err := FitRasch(r)
	if err != nil {
		t.Fatal(err)
	}
	alive := r.alive()
	m := &logisticNormal{groups: 9, columns: len(alive), common: true}
	for i := range r.Solved {
		for _, j := range alive {
			m.y, m.n = append(m.y, float64(r.Solved[i][j])), append(m.n, 1)
		}
	}
	one, edge, err := m.fitCommon("rasch")
	if err != nil || edge {
		t.Fatal(edge, err)
	}
	if _, first := r.classes(alive); len(first) == len(alive) {
		t.Fatal("no two items are equal")
	}
	for c, j := range alive {
		if math.Abs(f.B[j]+one.params[c]) > 1e-7 || math.Abs(f.BSE[j]-math.Sqrt(one.covariance[c][c])) > 1e-7 {
			t.Errorf("item %d: %v (%v), by itself %v (%v)", j, f.B[j], f.BSE[j], -one.params[c], math.Sqrt(one.covariance[c][c]))
		}
	}
	if math.Abs(f.LogLik-one.at.loglik) > 1e-9 || math.Abs(f.SigmaSE-math.Sqrt(one.covariance[m.columns][m.columns])) > 1e-7 {
		t.Errorf("%v, %v", f.LogLik, one.at.loglik)
	}
}

// Simulation: known difficulties, discriminations and abilities come back; a shuffled
// matrix shows no ability; a mislabelled item points the wrong way.
func TestItemModelsBySimulation(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 18))
	a, b := []float64{1, 1.5, 0.8, 1.2, 2, 1, -1, 1.4}, evenly(8, -1.5, 1.5)
	r := simulatedResponses(rng, 2000, a, b)
	f, err := FitTwoParameter(r)
	if err != nil {
		t.Fatal(err)
	}
	for j := range a {
		if math.Abs(f.A[j]-a[j]) > 4*f.ASE[j] || math.Abs(f.B[j]-b[j]) > 4*f.BSE[j] {
			t.Errorf("item %d: a %v (%v), b %v (%v); drawn with %v, %v", j, f.A[j], f.ASE[j], f.B[j], f.BSE[j], a[j], b[j])
		}
	}
	list, _ := ClassicalItems(r)
	if list[6].ItemRest > -0.05 {
		t.Errorf("the item that points the wrong way: %+v", list[6])
	}
	ones := []float64{1, 1, 1, 1, 1, 1, 1, 1}
	rasch, err := FitRasch(simulatedResponses(rng, 2000, ones, b))
	if err != nil || math.Abs(rasch.Sigma-1) > 4*rasch.SigmaSE {
		t.Errorf("sigma %v (%v), %v", rasch.Sigma, rasch.SigmaSE, err)
	}
	for j, fit := range rasch.Infit {
		if fit < 0.7 || fit > 1.1 { // posterior means shrink, so that residuals are a little small
			t.Errorf("item %d: infit %v", j, fit)
		}
	}
	shuffled := simulatedResponses(rng, 40, ones, b)
	for j := range b {
		rng.Shuffle(40, func(x, y int) {
			shuffled.Solved[x][j], shuffled.Solved[y][j] = shuffled.Solved[y][j], shuffled.Solved[x][j]
		})
	}
	none, err := FitRasch(shuffled)
	if err != nil || none.Sigma > 0.6 {
		t.Errorf("a shuffled matrix: sigma %v, %v", none.Sigma, err)
	}
}

// The conditional likelihood, its gradient and its information are those of all answers with
// the same total, written out.
func TestRaschConditionalByEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(2, 6).Draw(t, "items")
		b := rapid.SliceOfN(rapid.Float64Range(-2, 2), k, k).Draw(t, "b")
		total := rapid.IntRange(1, k-1).Draw(t, "total")
		items, totals := make([]int, k), make([]int, k+1)
		for i := range items {
			items[i] = i
		}
		totals[total] = 1
		solved := make([]float64, k)
		for i := range total {
			solved[i] = 1
		}
		gradient, information, loglik := conditional([]pattern{{items, totals}}, solved, b)
		gamma, one, two := 0.0, make([]float64, k), make([][]float64, k)
		for i := range two {
			two[i] = make([]float64, k)
		}
		weight := func(x uint) float64 {
			w := 1.0
			for i := range k {
				if x>>i&1 == 1 {
					w *= math.Exp(-b[i])
				}
			}
			return w
		}
		for x := range uint(1) << k {
			if bits.OnesCount(x) != total {
				continue
			}
			w := weight(x)
			gamma += w
			for i := range k {
				for j := range k {
					if x>>i&1 == 1 && x>>j&1 == 1 {
						two[i][j] += w
					}
				}
			}
		}
		for i := range k {
			one[i] = two[i][i] / gamma
		}
		if want := math.Log(weight(1<<total-1) / gamma); math.Abs(loglik-want) > 1e-12 {
			t.Fatalf("%v, want %v", loglik, want)
		}
		for i := range k {
			if math.Abs(gradient[i]-(one[i]-solved[i])) > 1e-12 {
				t.Fatalf("gradient %v, shares %v", gradient, one)
			}
			for j := range k {
				if math.Abs(information[i][j]-(two[i][j]/gamma-one[i]*one[j])) > 1e-12 {
					t.Fatalf("information %v", information)
				}
			}
		}
	})
}

// Abilities with a flat prior's worth of items are near where the information says.
func TestAbilitiesAndInformation(t *testing.T) {
	a, b := make([]float64, 400), evenly(400, -2, 2)
	for j := range a {
		a[j] = 1.3
	}
	rng := rand.New(rand.NewPCG(4, 4))
	r := simulatedResponses(rng, 5, a, b)
	ability, sd, err := Abilities(r, a, b, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	information, err := ItemInformation(a, b, ability)
	if err != nil {
		t.Fatal(err)
	}
	for i := range sd {
		if math.Abs(sd[i]*math.Sqrt(information[i])-1) > 0.02 {
			t.Errorf("run %d: sd %v, information %v", i, sd[i], information[i])
		}
	}
}

func TestItemsUndefined(t *testing.T) {
	var undefined *UndefinedError
	for name, rows := range map[string][][]float64{
		"one run":         {{1, 0, 1}},
		"dead items":      {{1, 0, 1}, {1, 0, 0}},
		"no variation":    {{1, 1, 1}, {1, 1, 1}},
		"a perfect scale": {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {0, 0, 0}},
	} {
		r, err := SingleResponses(rows)
		if err != nil {
			t.Fatal(err)
		}
		if f, err := FitRasch(r); !errors.As(err, &undefined) {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
		if f, err := FitTwoParameter(r); !errors.As(err, &undefined) {
			t.Errorf("%s, two parameters: %+v, %v", name, f, err)
		}
		if f, err := FitRaschConditional(r); !errors.As(err, &undefined) {
			t.Errorf("%s, conditional: %+v, %v", name, f, err)
		}
	}
	var wrong *ArgumentError
	for _, rows := range [][][]float64{nil, {{}}, {{1}, {1, 0}}, {{0.5}}} {
		if _, err := SingleResponses(rows); !errors.As(err, &wrong) {
			t.Errorf("%v: %v", rows, err)
		}
	}
}

func BenchmarkItems(b *testing.B) {
	ones := make([]float64, 1000)
	for i := range ones {
		ones[i] = 1
	}
	r := simulatedResponses(rand.New(rand.NewPCG(1, 1)), 20, ones, evenly(1000, -2, 2))
	b.Run("rasch 20x1000", func(b *testing.B) {
		for range b.N {
			if _, err := FitRasch(r); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("classical 20x1000", func(b *testing.B) {
		for range b.N {
			_, _ = ClassicalItems(r)
		}
	})
	small := simulatedResponses(rand.New(rand.NewPCG(1, 1)), 300, ones[:40], evenly(40, -2, 2))
	b.Run("two-parameter 300x40", func(b *testing.B) {
		for range b.N {
			if _, err := FitTwoParameter(small); err != nil {
				b.Fatal(err)
			}
		}
	})
}
