package evaluate

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
)

// Effects are means over tasks of the differences of all runs that agree in the held factor, and
// t is their mean over its standard error.
func TestEffectsAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCrossed(t)
		if len(c.runs) < 2 {
			return
		}
		a := c.ask(t, "effect factor=agent metric=steps holding=model", "effect factor=agent metric=steps holding=model by=level against=base")
		want := func(first, second, level string) (d []float64) {
			for task := range c.tasks {
				if level != "" && c.level[task] != level {
					continue
				}
				sum, n := 0.0, 0.0
				for x := range c.runs {
					for y := range c.runs {
						if c.agents[x] == first && c.agents[y] == second && c.models[x] == c.models[y] {
							sum, n = sum+c.steps[x][task]-c.steps[y][task], n+1
						}
					}
				}
				if n > 0 {
					d = append(d, sum/n)
				}
			}
			return d
		}
		for _, answer := range a {
			if answer.Effects == nil {
				continue
			}
			for _, e := range answer.Effects.Effects {
				level := ""
				if e.Stratum != nil {
					level = e.Stratum.Value
				}
				d := want(e.A, e.B, level)
				if e.NTasks != len(d) || math.Abs(e.Difference-plainMean(d)) > 1e-9 || math.Abs(e.MeanA-e.MeanB-e.Difference) > 1e-9 {
					t.Fatalf("%s minus %s %s: %v of %d tasks, want %v of %d", e.A, e.B, level, e.Difference, e.NTasks, plainMean(d), len(d))
				}
				if e.Dz == nil {
					continue
				}
				ss := 0.0
				for _, v := range d {
					ss += (v - plainMean(d)) * (v - plainMean(d))
				}
				if dz := plainMean(d) / math.Sqrt(ss/float64(len(d)-1)); math.Abs(*e.Dz-dz) > 1e-9*max(1, math.Abs(dz)) {
					t.Fatalf("d_z %v, want %v", *e.Dz, dz)
				}
				if *e.PAdjusted < *e.P {
					t.Fatalf("p %v corrected to %v", *e.P, *e.PAdjusted)
				}
			}
		}
	})
}

// By hand: run a succeeds alone at 4 tasks, b alone at 1: McNemar's exact p = 2 (1+5)/32 = .375.
// A factor of one level, one that no run states, and one that cannot be told from a held one
// are said.
func TestEffectsByHand(t *testing.T) {
	c := crossedLog{runs: []string{"a", "b"}, agents: []string{"x", "y"}, models: []string{"m", "n"}, tasks: 6, level: []string{"1", "1", "1", "1", "1", "1"},
		success: [][]float64{{1, 1, 1, 1, 0, 0}, {0, 0, 0, 0, 1, 0}}, steps: [][]float64{{1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}}}
	res, err := Evaluate(c.table(t), result.Plan{Resamples: 100, Primary: "success", Ask: []string{
		"effect factor=run", "effect factor=agent", "effect factor=colour", "effect factor=agent against=z", "effect factor=run where=agent=x",
	}}, tabletest.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	e := res.Answers[0].Effects.Effects[0]
	if e.Method != "mcnemar_exact" || math.Abs(*e.P-.375) > 1e-12 || e.Higher != 4 || e.Lower != 1 || math.Abs(e.Difference-.5) > 1e-12 {
		t.Errorf("%+v, p %v", e, *e.P)
	}
	for i, want := range map[int]string{
		1: "agent has no pair of runs with a common task; confounded: no two runs that agree in model join x and y of agent",
		2: "no run states colour as one fact of all its attempts", 3: "no run has agent=z; there is x, y", 4: "run has one level, a: there is nothing to compare",
	} {
		if got := res.Answers[i].Unanswered; got != want {
			t.Errorf("%s: %q, want %q", res.Answers[i].Question, got, want)
		}
	}
}
