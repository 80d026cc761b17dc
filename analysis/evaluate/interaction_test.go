package evaluate

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
)

// Every difference of differences is the mean over tasks of four cells, its t that mean over its
// standard error; with two levels each F is the square of that t and has its p, and with three
// by two T^2 is n m' S^-1 m, the inverse of two by two written out.
func TestInteractionAgainstBruteForce(t *testing.T) {
	full := 0
	rapid.Check(t, func(t *rapid.T) {
		c := drawCrossed(t)
		if len(c.runs) < 2 {
			return
		}
		a := c.ask(t, "interaction rows=agent columns=model metric=steps")[0]
		run := map[[2]string]int{}
		var agents, models []string
		for r := range c.runs {
			run[[2]string{c.agents[r], c.models[r]}] = r
		}
		for _, agent := range []string{"base", "plan", "react"} {
			_, one := run[[2]string{agent, "m1"}]
			_, other := run[[2]string{agent, "m2"}]
			if one || other {
				agents = append(agents, agent)
			}
		}
		for _, model := range []string{"m1", "m2"} {
			for _, agent := range agents {
				if _, ok := run[[2]string{agent, model}]; ok {
					models = append(models, model)
					break
				}
			}
		}
		if len(c.runs) < len(agents)*len(models) || len(agents) < 2 || len(models) < 2 {
			if a.Unanswered == "" {
				t.Fatalf("%v crossed with %v was answered", c.agents, c.models)
			}
			return
		}
		full++
		x := a.Interaction
		contrast := func(first, second string, task int) float64 {
			at := func(agent, model string) float64 { return c.steps[run[[2]string{agent, model}]][task] }
			return (at(first, "m1") - at(second, "m1")) - (at(first, "m2") - at(second, "m2"))
		}
		n := float64(c.tasks)
		moments := func(x, y []float64) (mean, covariance float64) {
			for i := range x {
				covariance += (x[i] - plainMean(x)) * (y[i] - plainMean(y))
			}
			return plainMean(x), covariance / (n - 1)
		}
		for _, k := range x.Contrasts {
			var d []float64
			for task := range c.tasks {
				d = append(d, contrast(k.A, k.B, task))
			}
			mean, variance := moments(d, d)
			if math.Abs(k.Value-mean) > 1e-9 {
				t.Fatalf("%s and %s: %v, want %v", k.A, k.B, k.Value, mean)
			}
			if k.T == nil {
				if variance > 1e-12 {
					t.Fatalf("%s and %s have no t: %v", k.A, k.B, k.Notes)
				}
				continue
			}
			if want := mean / math.Sqrt(variance/n); math.Abs(*k.T-want) > 1e-9*max(1, math.Abs(want)) || *k.DF != n-1 {
				t.Fatalf("t %v on %v, want %v", *k.T, *k.DF, want)
			}
			if len(agents) == 2 && (math.Abs(*x.F-*k.T**k.T) > 1e-8*max(1, *x.F) || math.Abs(*x.P-*k.P) > 1e-9) {
				t.Fatalf("F %v, t %v; p %v and %v", *x.F, *k.T, *x.P, *k.P)
			}
		}
		if len(agents) == 3 && x.F != nil {
			var d [2][]float64
			for task := range c.tasks {
				d[0], d[1] = append(d[0], contrast(agents[1], agents[0], task)), append(d[1], contrast(agents[2], agents[0], task))
			}
			m1, s11 := moments(d[0], d[0])
			m2, s22 := moments(d[1], d[1])
			_, s12 := moments(d[0], d[1])
			t2 := n * (m1*m1*s22 - 2*m1*m2*s12 + m2*m2*s11) / (s11*s22 - s12*s12)
			if f := t2 * (n - 2) / (2 * (n - 1)); math.Abs(*x.F-f) > 1e-7*max(1, f) || x.DF[0] != 2 || x.DF[1] != n-2 {
				t.Fatalf("F %v on %v, want %v", *x.F, x.DF, f)
			}
		}
	})
	if full == 0 {
		t.Error("no design was full")
	}
}

// What cannot be tested is said: a level alone, cells without runs, a fact of tasks, and no more
// tasks than contrasts, where the differences of differences still stand by themselves.
func TestInteractionSaysWhyNot(t *testing.T) {
	c := crossedLog{runs: []string{"a", "b", "c", "d"}, agents: []string{"x", "x", "y", "y"}, models: []string{"m", "n", "m", "n"}, tasks: 2, level: []string{"1", "2"},
		success: [][]float64{{1, 0}, {0, 0}, {0, 1}, {1, 1}}, steps: [][]float64{{1, 2}, {1, 1}, {3, 1}, {1, 1}}}
	res, err := Evaluate(c.table(t), result.Plan{Resamples: 100, Primary: "success", Ask: []string{
		"interaction rows=agent columns=model where=agent=x", "interaction rows=agent columns=run", "interaction rows=agent columns=level",
		"interaction rows=agent columns=agent", "interaction rows=agent columns=colour", "interaction rows=agent columns=model metric=steps where=level=1",
	}}, tabletest.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		"agent has one level, x: there is no interaction to test", "agent and run are not crossed: no run is x with c, x with d, y with a and 1 more; choose levels that are (where)",
		"level is a fact of tasks, and this test pairs the values of one task; effect by=level compares within it", "rows and columns are both agent",
		"no run states colour as one fact of all its attempts", "",
	} {
		if got := res.Answers[i].Unanswered; got != want {
			t.Errorf("%s: %q, want %q", res.Answers[i].Question, got, want)
		}
	}
	x := res.Answers[5].Interaction
	if x == nil || x.P != nil || len(x.Notes) != 1 || x.Notes[0] != "hotelling_t2 undefined: 1 units are no more than 1 variables, so that their covariances are not known" {
		t.Fatalf("%+v", x)
	}
	// (1 - 3) - (1 - 1) of the one task.
	if k := x.Contrasts[0]; k.Value != -2 || k.P != nil || len(k.Notes) != 1 {
		t.Errorf("%+v", k)
	}
}

// By hand: at four tasks run a has 1 1 1 0 and b 0 0 1 0, so that a - b is 1 1 0 0 with the mean
// .5 and the standard deviation sqrt(1/3): t = .5 / sqrt(1/12) = sqrt 3, d_z = .5 sqrt 3, on 3
// degrees of freedom, also where McNemar's test is the rule. b has the lower mean, so that the
// baseline is a; c, which has the highest, is set apart.
func TestEffectsOfABaseline(t *testing.T) {
	c := crossedLog{runs: []string{"a", "b", "c"}, agents: []string{"x", "y", "z"}, models: []string{"m", "m", "m"}, tasks: 4, level: []string{"1", "1", "1", "1"},
		success: [][]float64{{1, 1, 1, 0}, {0, 0, 1, 0}, {1, 1, 1, 1}}, steps: [][]float64{{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}}}
	ask := []string{"effect factor=run of=baseline test=t", "effect factor=agent against=baseline", "effect factor=run against=a of=b", "effect factor=run test=z", "effect factor=run metric=steps of=baseline"}
	res, err := Evaluate(c.table(t), result.Plan{Resamples: 100, Primary: "success", Reference: []string{"agent=z"}, Better: map[string]string{"steps": "neither"}, Ask: ask}, tabletest.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	x := res.Answers[0].Effects
	if x.Reference != "a" || !x.Best || len(x.Effects) != 2 {
		t.Fatalf("%+v", x)
	}
	e := x.Effects[0]
	if e.A != "a" || e.B != "b" || e.Method != "paired_t" || math.Abs(*e.Statistic-math.Sqrt(3)) > 1e-12 || e.DF[0] != 3 || math.Abs(*e.Dz-math.Sqrt(3)/2) > 1e-12 {
		t.Errorf("%+v: t %v", e, *e.Statistic)
	}
	// The family is two: Holm doubles the smaller p.
	if other := x.Effects[1]; math.Abs(*e.PAdjusted-min(1, 2*min(*e.P, *other.P))) > 1e-12 && *e.P < *other.P {
		t.Errorf("p %v and %v corrected to %v", *e.P, *other.P, *e.PAdjusted)
	}
	if y := res.Answers[1].Effects; y.Reference != "x" || y.Effects[0].A != "y" || y.Effects[0].B != "x" || y.Effects[0].Method != "mcnemar_exact" {
		t.Errorf("%+v", y)
	}
	for i, want := range map[int]string{
		2: "against and of both name the level that all differences are to; give one of them", 3: `test is "z"; expected rule or t`,
		4: "which direction of steps is better is not known, so that no level of run is the best; name one, or a baseline in the plan",
	} {
		if got := res.Answers[i].Unanswered; got != want {
			t.Errorf("%s: %q, want %q", ask[i], got, want)
		}
	}
	res, err = Evaluate(c.table(t), result.Plan{Resamples: 100, Primary: "success", Baseline: "b", Ask: ask[:2]}, tabletest.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	if x, y := res.Answers[0].Effects, res.Answers[1].Effects; x.Reference != "b" || x.Best || y.Reference != "y" {
		t.Errorf("the plan's baseline: %+v, %+v", x, y)
	}
}
