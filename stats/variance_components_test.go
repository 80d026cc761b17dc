package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// restricted is -2 the restricted log-likelihood of one-way data, from the dense
// covariance matrix: log|V| + log(1'V^-1 1) + (y-mu)'V^-1(y-mu).
func restricted(scores [][]float64, between, within float64) float64 {
	var y []float64
	var task []int
	for t, s := range scores {
		for _, x := range s {
			y, task = append(y, x), append(task, t)
		}
	}
	n := len(y)
	v := make([][]float64, n) // [V | 1 | y], eliminated in place
	for i := range v {
		v[i] = make([]float64, n+2)
		for j := range n {
			if task[i] == task[j] {
				v[i][j] = between
			}
		}
		v[i][i] += within
		v[i][n], v[i][n+1] = 1, y[i]
	}
	logDet := 0.0
	for i := range n {
		logDet += math.Log(v[i][i])
		for r := range n {
			if r != i {
				f := v[r][i] / v[i][i]
				for c := i; c < n+2; c++ {
					v[r][c] -= f * v[i][c]
				}
			}
		}
	}
	ones, cross, squares := 0.0, 0.0, 0.0
	for i := range n {
		ones += v[i][n] / v[i][i]
		cross += v[i][n+1] / v[i][i]
		squares += y[i] * v[i][n+1] / v[i][i]
	}
	return logDet + math.Log(ones) + squares - cross*cross/ones
}

func drawnTrials(t *rapid.T, label string) [][]float64 {
	tasks := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(-20, 20), 1, 4), 2, 6).Draw(t, label)
	out := make([][]float64, len(tasks))
	for i, task := range tasks {
		for _, x := range task {
			out[i] = append(out[i], float64(x)/8)
		}
	}
	return out
}

// No variance near or far is more likely than the estimates, by the dense likelihood.
func TestTaskTrialVarianceIsTheMaximum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := drawnTrials(t, "scores")
		v, err := TaskTrialVariance(scores)
		var undefined *UndefinedError
		if errors.As(err, &undefined) {
			t.Skip()
		}
		if err != nil {
			t.Fatal(err)
		}
		if v.Within == 0 {
			t.Skip()
		}
		least := restricted(scores, v.Between, v.Within)
		for _, b := range []float64{0, 0.01, 0.5, 0.9, 0.999, 1.001, 1.1, 2, 30} {
			for _, w := range []float64{0.1, 0.5, 0.999, 1.001, 2, 10} {
				between := v.Between * b
				if v.Between == 0 {
					between = v.Within * b
				}
				if other := restricted(scores, between, v.Within*w); other < least-1e-8 {
					t.Fatalf("between %v, within %v: %v, and %v at %v, %v", v.Between, v.Within, least, other, between, v.Within*w)
				}
			}
		}
	})
}

// What must not matter does not: the order of tasks and of trials, an offset, the unit.
func TestTaskTrialVarianceInvariance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := drawnTrials(t, "scores")
		v, err := TaskTrialVariance(scores)
		if err != nil {
			t.Skip()
		}
		moved := make([][]float64, len(scores))
		for i, task := range scores {
			for _, x := range task {
				moved[len(scores)-1-i] = append(moved[len(scores)-1-i], 4*x+3)
			}
			slices.Reverse(moved[len(scores)-1-i])
		}
		w, err := TaskTrialVariance(moved)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range [][2]float64{{w.Between, 16 * v.Between}, {w.Within, 16 * v.Within}, {w.SE, 4 * v.SE}, {w.SEGLS, 4 * v.SEGLS}, {w.Mean, 4*v.Mean + 3}} {
			if math.Abs(c[0]-c[1]) > 1e-9*(1+math.Abs(c[1])) {
				t.Fatalf("%+v became %+v", v, w)
			}
		}
		a, b := drawnTrials(t, "a"), drawnTrials(t, "b")
		m := min(len(a), len(b))
		x, err := PairedTrialVariance(a[:m], b[:m])
		if err != nil {
			return
		}
		y, err := PairedTrialVariance(b[:m], a[:m])
		if err != nil || math.Abs(x.Between-y.Between) > 1e-9*(1+x.Between) || math.Abs(x.Mean+y.Mean) > 1e-12 || math.Abs(x.SE-y.SE) > 1e-9*(1+x.SE) {
			t.Fatalf("a - b %+v, b - a %+v, %v", x, y, err)
		}
	})
}

// By hand: tasks 0, 2 | 4, 6: means 1 and 5, SSW 4 on 2 degrees of freedom, MSW 2; MSB =
// 2((1-3)^2 + (5-3)^2) = 16, between (16-2)/2 = 7. Mean 3, SE^2 = 7/2 + 2/(2 2) = 4, of which
// trials cause 1/8. Against zeros: d = 1, 5, var 8, v = 2/2, between 7.
func TestTaskTrialVarianceByHand(t *testing.T) {
	v, err := TaskTrialVariance([][]float64{{0, 2}, {4, 6}})
	share, _ := v.ShareTrials()
	if err != nil || v.Between != 7 || v.Within != 2 || v.Mean != 3 || v.SE != 2 || share != 0.125 {
		t.Errorf("%+v, share %v, %v", v, share, err)
	}
	d, err := PairedTrialVariance([][]float64{{0, 2}, {4, 6}}, [][]float64{{0, 0}, {0, 0}})
	if err != nil || d.Between != 7 || d.WithinA != 2 || d.WithinB != 0 || d.Mean != 3 || d.SE != 2 || d.SEPaired != 2 {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestTaskTrialVarianceUndefined(t *testing.T) {
	var undefined *UndefinedError
	for name, scores := range map[string][][]float64{
		"one task":      {{0, 1, 1}},
		"single trials": {{0}, {1}, {0.5}},
	} {
		if _, err := TaskTrialVariance(scores); !errors.As(err, &undefined) {
			t.Errorf("%s: %v", name, err)
		}
	}
	constant, err := TaskTrialVariance([][]float64{{0.1, 0.1, 0.1}, {0.1, 0.1}})
	if err != nil || constant.Between > 1e-30 || constant.Within != 0 {
		t.Errorf("equal scores: %+v, %v", constant, err)
	}
	if _, err := constant.ShareTrials(); constant.SE == 0 && !errors.As(err, &undefined) {
		t.Errorf("equal scores have a share: %v", err)
	}
	var wrong *ArgumentError
	for name, scores := range map[string][][]float64{
		"an empty task": {{1, 2}, {}},
		"a NaN":         {{1, math.NaN()}, {1}},
		"nothing":       {},
	} {
		if _, err := TaskTrialVariance(scores); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := PairedTrialVariance([][]float64{{1, 2}, {3, 1}}, [][]float64{{1}, {0}}); !errors.As(err, &undefined) {
		t.Errorf("a run without repeated trials: %v", err)
	}
}

// The plan is the cheapest of all, by trying them.
func TestPlanTrialsByBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		between, within := rapid.Float64Range(0, 1).Draw(t, "between"), rapid.Float64Range(0, 1).Draw(t, "within")
		plan := TrialPlan{Difference: rapid.Float64Range(0.2, 1).Draw(t, "d"), CostTask: rapid.Float64Range(0, 5).Draw(t, "task"),
			CostTrial: rapid.Float64Range(0.1, 5).Draw(t, "trial"), MaxTrials: rapid.IntRange(1, 8).Draw(t, "max")}
		got, err := PlanTrials(between, within, plan)
		if err != nil {
			t.Fatal(err)
		}
		const z = 1.959963984540054 + 0.8416212335729143
		cost := math.Inf(1)
		for k := 1; k <= plan.MaxTrials; k++ {
			m := 2
			for z*z*(between+within/float64(k))/float64(m) > plan.Difference*plan.Difference {
				m++
			}
			cost = min(cost, float64(m)*(plan.CostTask+float64(k)*plan.CostTrial))
		}
		if math.Abs(got.Cost-cost) > 1e-9*cost {
			t.Fatalf("%+v, brute force finds %v", got, cost)
		}
	})
}

// Calibration: over simulated runs the standard error predicted for five trials from two
// is near what five trials show, and intervals from it cover the mean.
func TestTaskTrialVarianceCalibration(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 18))
	const studies, tasks = 400, 60
	predicted, shown, covered := 0.0, 0.0, 0
	for range studies {
		scores := make([][]float64, tasks)
		for i := range scores {
			p := 1 / (1 + math.Exp(-1.5*rng.NormFloat64()))
			for range 5 {
				x := 0.0
				if rng.Float64() < p {
					x = 1
				}
				scores[i] = append(scores[i], x)
			}
		}
		two := make([][]float64, tasks)
		for i := range two {
			two[i] = scores[i][:2]
		}
		v, err := TaskTrialVariance(two)
		if err != nil {
			t.Fatal(err)
		}
		at, _ := StandardErrorAt(v.Between, v.Within, tasks, 5)
		full, err := TaskTrialVariance(scores)
		if err != nil {
			t.Fatal(err)
		}
		predicted, shown = predicted+at, shown+full.SE
		if math.Abs(full.Mean-0.5) <= 2.001*full.SE { // t with 59 degrees of freedom
			covered++
		}
	}
	if r := predicted / shown; math.Abs(r-1) > 0.01 {
		t.Errorf("predicted standard errors are %v of those shown", r)
	}
	// Three binomial standard errors of 400 at 95%: 0.0327.
	if c := float64(covered) / studies; math.Abs(c-0.95) > 0.033 {
		t.Errorf("intervals cover in %v of the studies", c)
	}
}

func BenchmarkTaskTrialVariance(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	scores := make([][]float64, 1000)
	for i := range scores {
		for range 1 + rng.IntN(5) {
			scores[i] = append(scores[i], float64(rng.IntN(2)))
		}
	}
	b.Run("one run", func(b *testing.B) {
		for range b.N {
			_, _ = TaskTrialVariance(scores)
		}
	})
	b.Run("difference", func(b *testing.B) {
		other := slices.Clone(scores)
		slices.Reverse(other)
		for range b.N {
			_, _ = PairedTrialVariance(scores, other)
		}
	})
}
