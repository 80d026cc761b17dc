package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// simpsonLogLik is the marginal likelihood by Simpson's rule on a fixed fine grid, written
// from the model and nothing else: y[group][column] of n[group][column].
func simpsonLogLik(y, n [][]float64, c []float64, a func(j int) float64) float64 {
	const nodes, reach = 4000, 12.0
	total := 0.0
	for g := range y {
		sum := 0.0
		for q := range nodes + 1 {
			u := reach * (2*float64(q)/nodes - 1)
			f := math.Exp(-u*u/2) / math.Sqrt(2*math.Pi)
			for j := range c {
				p := 1 / (1 + math.Exp(-c[j]-a(j)*u))
				f *= math.Pow(p, y[g][j]) * math.Pow(1-p, n[g][j]-y[g][j])
			}
			weight := 2.0
			switch {
			case q == 0 || q == nodes:
				weight = 1
			case q%2 == 1:
				weight = 4
			}
			sum += weight * f
		}
		total += math.Log(sum * 2 * reach / nodes / 3)
	}
	return total
}

// simulatedOutcomes are attempts of runs at tasks from the model itself.
func simulatedOutcomes(rng *rand.Rand, abilities []float64, tasks, trials int, sigma float64) Outcomes {
	var o Outcomes
	for task := range tasks {
		u := sigma * rng.NormFloat64()
		for run, ability := range abilities {
			for range trials {
				o.Pass = append(o.Pass, rng.Float64() < 1/(1+math.Exp(-ability-u)))
				o.Task, o.Run = append(o.Task, task), append(o.Run, run)
			}
		}
	}
	return o
}

// The likelihood is Simpson's, and nothing around the estimates is more likely by it.
func TestMixedLogisticIsTheMaximum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		o := simulatedOutcomes(rng, []float64{0.5, -0.3}, rapid.IntRange(4, 10).Draw(t, "tasks"), 2, rapid.Float64Range(0, 2).Draw(t, "sigma"))
		f, err := FitMixedLogistic(o, 0)
		var undefined *UndefinedError
		if errors.As(err, &undefined) {
			t.Skip()
		}
		if err != nil {
			t.Fatal(err)
		}
		m, _ := o.cells("")
		var y, n [][]float64
		for g := range m.groups {
			y, n = append(y, m.y[g*2:g*2+2]), append(n, m.n[g*2:g*2+2])
		}
		loglik := func(a, b, sigma float64) float64 {
			return simpsonLogLik(y, n, []float64{a, b}, func(int) float64 { return sigma })
		}
		best := loglik(f.Ability[0], f.Ability[1], f.Sigma)
		if math.Abs(best-f.LogLik) > 1e-9*math.Abs(best) {
			t.Fatalf("%+v, Simpson has %v", f, best)
		}
		for _, d := range []float64{-0.5, -0.02, 0.02, 0.5} {
			for _, l := range []float64{loglik(f.Ability[0]+d, f.Ability[1], f.Sigma), loglik(f.Ability[0], f.Ability[1]+d, f.Sigma), loglik(f.Ability[0]+d, f.Ability[1]+d, math.Abs(f.Sigma+d))} {
				if l > best+1e-9 {
					t.Fatalf("%+v has %v, %v nearby", f, best, l)
				}
			}
		}
		// Standard errors are of the curvature: second differences of Simpson's likelihood.
		if !f.Edge && f.Sigma > 0.3 && f.Sigma < 4 {
			const h = 1e-3
			at := []float64{f.Ability[0], f.Ability[1], f.Sigma}
			value := func(i, k int, si, sk float64) float64 {
				p := append([]float64(nil), at...)
				p[i] += si * h
				p[k] += sk * h
				return loglik(p[0], p[1], p[2])
			}
			information := make([][]float64, 3)
			for i := range 3 {
				information[i] = make([]float64, 3)
				for k := range i + 1 {
					information[i][k] = -(value(i, k, 1, 1) - value(i, k, 1, -1) - value(i, k, -1, 1) + value(i, k, -1, -1)) / (4 * h * h)
				}
			}
			l, ok := newCholesky(information)
			if !ok {
				t.Fatal("no curvature")
			}
			if v := l.inverse(); math.Abs(math.Sqrt(v[0][0])/f.SE[0]-1) > 1e-3 || math.Abs(math.Sqrt(v[2][2])/f.SigmaSE-1) > 1e-3 {
				t.Fatalf("%+v, second differences give %v", f, v)
			}
		}
	})
}

func TestMixedLogisticUndefined(t *testing.T) {
	var undefined *UndefinedError
	var wrong *ArgumentError
	all := []bool{true, true, true, true}
	for name, o := range map[string]Outcomes{
		"one task":                    {Pass: []bool{true, false}, Task: []int{0, 0}, Run: []int{0, 0}},
		"single attempts":             {Pass: []bool{true, false, true}, Task: []int{0, 1, 2}, Run: []int{0, 0, 0}},
		"a run that always passes":    {Pass: all, Task: []int{0, 0, 1, 1}, Run: []int{0, 0, 0, 0}},
		"tasks that always end alike": {Pass: []bool{true, true, false, false, true, true}, Task: []int{0, 0, 1, 1, 2, 2}, Run: []int{0, 0, 0, 0, 0, 0}},
	} {
		if f, err := FitMixedLogistic(o, 0); !errors.As(err, &undefined) {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
	}
	if _, err := FitMixedLogistic(Outcomes{Pass: all, Task: []int{0}}, 0); !errors.As(err, &wrong) {
		t.Error(err)
	}
	if _, err := FitMixedLogistic(simulatedOutcomes(rand.New(rand.NewPCG(1, 1)), []float64{0}, 20, 2, 1), 4); !errors.As(err, &wrong) {
		t.Error(err)
	}
}

// Calibration: intervals of a difference of two runs cover it near their level.
func TestMixedLogisticCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 18))
	const studies = 300
	covered, fitted := 0, 0
	for range studies {
		f, err := FitMixedLogistic(simulatedOutcomes(rng, []float64{0.4, 0}, 50, 2, 1.2), 0)
		if err != nil {
			continue
		}
		fitted++
		if math.Abs(f.Coef[1]+0.4) <= 1.96*f.SE[1] {
			covered++
		}
	}
	// Three binomial standard errors of 300 at 95% are 0.038.
	if c := float64(covered) / float64(fitted); fitted < studies-3 || math.Abs(c-0.95) > 0.038 {
		t.Errorf("covers %v of %d", c, fitted)
	}
}

func BenchmarkMixedLogistic(b *testing.B) {
	abilities := make([]float64, 20)
	for i := range abilities {
		abilities[i] = float64(i)/10 - 1
	}
	o := simulatedOutcomes(rand.New(rand.NewPCG(1, 1)), abilities, 1000, 5, 1.5)
	for range b.N {
		if _, err := FitMixedLogistic(o, 0); err != nil {
			b.Fatal(err)
		}
	}
}
