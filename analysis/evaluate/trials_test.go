package evaluate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// By hand: run a has 1, 0 | 1, 1 and b 0, 0 | 1, 0. Of a: means .5 and 1, SSW .5 on 2 degrees of freedom, so
// within .25; between is var(.5, 1) - .25/2 = .125 - .125 = 0, and the standard error is that of four
// attempts whose variance is Q/3 with Q = .5 + .25 = .75: sqrt(.25/4) = .25, all of it from trials. The
// difference is .5 at both tasks: between 0, within .25 + .25, SE sqrt((.5/2)/2) = .354. An attempt of c
// without outcome is a failure: c has 1, 0 | 1, 1 as a.
func TestTrialVariancesByHand(t *testing.T) {
	var records []table.Record
	for run, scores := range map[string][][]float64{"a": {{1, 0}, {1, 1}}, "b": {{0, 0}, {1, 0}}, "c": {{1, -1}, {1, 1}}, "d": {{1}, {0}}} {
		for task, trials := range scores {
			for k, v := range trials {
				records = append(records, tabletest.Attempted(run, fmt.Sprint("t", task), k, v))
			}
		}
	}
	res, err := Evaluate(tabletest.Of(t, "error", records...), result.Plan{Metrics: []string{"success"}, Resamples: 100}, tabletest.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]result.TrialVariance{}
	for _, v := range res.Trials {
		found[v.A+v.B] = v
	}
	if len(found) != 6 { // a, b, c and their pairs: d has one attempt a task
		t.Errorf("%+v", res.Trials)
	}
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	for _, run := range []string{"a", "c"} {
		v := found[run]
		near("within "+run, v.Within, 0.25)
		near("between "+run, v.Between, 0)
		near("SE "+run, v.SE, 0.25)
		near("share "+run, *v.ShareTrials, 1)
	}
	near("SE a-b", found["ab"].SE, math.Sqrt(0.125))
	near("SE a-b of 2 trials", found["ab"].At[1].SE, math.Sqrt(0.125))
	near("SE a-b of 20 trials", found["ab"].At[5].SE, math.Sqrt(0.5/20/2))
}

// The posterior of a comparison is that of its data: of verdicts the paired table's, of lower-is-better turned
// round, of several trials the Bayesian bootstrap's; and none without the plan's word.
func TestPosteriors(t *testing.T) {
	records := gateRecords(60, 12, 4, 24) // new alone solves 12, base alone 4
	evaluate := func(plan result.Plan, records ...table.Record) result.Comparison {
		plan.Runs, plan.Metrics, plan.Resamples = []string{"new", "base"}, []string{"success"}, 2000
		res, err := Evaluate(tabletest.Of(t, "error", records...), plan, tabletest.Catalog)
		if err != nil || len(res.Comparisons) != 1 {
			t.Fatal(len(res.Comparisons), err)
		}
		return res.Comparisons[0]
	}
	if p := evaluate(result.Plan{}, records...).Posterior; p != nil {
		t.Errorf("nobody asked for %+v", p)
	}
	c := evaluate(result.Plan{Bayes: true, Margin: 0.02}, records...)
	first, second := 12, 4
	if c.A == "base" {
		first, second = 4, 12
	}
	want, err := stats.PairedDirichlet(stats.PairedTable{Both: 60, FirstOnly: first, SecondOnly: second, Neither: 24}, stats.DirichletOptions{Margin: 0.02})
	if p := c.Posterior; err != nil || p.Method != "posterior_dirichlet" || p.Better != want.Better || p.Equal != want.Equivalent || p.Worse != want.Worse || float64(p.Interval.Low) != want.Interval.Low {
		t.Errorf("%+v, want %+v", p, want)
	}
	turned := evaluate(result.Plan{Bayes: true, Margin: 0.02, Better: map[string]string{"success": "lower"}, Missing: "drop"}, records...)
	if turned.Posterior.Better != want.Worse || turned.Posterior.Worse != want.Better {
		t.Errorf("%+v", turned.Posterior)
	}
	// Two trials a task: near the normal posterior with the mean and the standard error of the differences.
	var graded []table.Record
	rng := rand.New(rand.NewPCG(1, 2))
	var d []float64
	for i := range 80 {
		sum := 0.0
		for k := range 2 {
			a, b := float64(rng.IntN(2)), float64(rng.IntN(2))
			sum += (a - b) / 2
			graded = append(graded, tabletest.Attempted("new", fmt.Sprint(i), k, a), tabletest.Attempted("base", fmt.Sprint(i), k, b))
		}
		d = append(d, sum)
	}
	c = evaluate(result.Plan{Bayes: true}, graded...)
	m, _ := stats.Describe(d)
	sign := 1.0
	if c.A == "base" {
		sign = -1
	}
	if p := c.Posterior; p.Method != "posterior_bootstrap" || math.Abs(p.Better-stats.NormalSF(-sign*m.Mean/m.SE)) > 0.04 {
		t.Errorf("%+v, mean %v, SE %v", p, m.Mean, m.SE)
	}
}
