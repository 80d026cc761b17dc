package evaluate

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// Curves along a fact of tasks, of runs and of attempts hold at every point the mean over the
// tasks that have the number there, and no point elsewhere.
func TestCurvesAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCrossed(t)
		if len(c.runs) < 2 {
			return
		}
		number := map[string]string{"base": "5", "plan": "10", "react": "0.5"} // k of the run, by agent
		res, err := Evaluate(c.tableWith(t, func(r int) string { return number[c.agents[r]] }), result.Plan{Resamples: 100, Primary: "success", Strata: []string{"none"}, Ask: []string{
			"curve along=level", "curve along=k holding=model", "curve along=steps lines=all", "curve along=k lines=level",
		}}, tabletest.Catalog)
		if err != nil {
			t.Fatal(err)
		}
		k := func(r int) float64 {
			return map[string]float64{"base": 5, "plan": 10, "react": .5}[c.agents[r]]
		}
		at := func(x float64) string { return fmt.Sprint(x) }
		// value is the mean over tasks of the mean over the scores that belong to a line's point.
		check := func(i int, line func(r, task int) string, x func(r, task int) float64) {
			sums, counts := map[string]map[int]float64{}, map[string]map[int]float64{}
			for r := range c.runs {
				for task := range c.tasks {
					key := line(r, task) + " at " + at(x(r, task))
					if sums[key] == nil {
						sums[key], counts[key] = map[int]float64{}, map[int]float64{}
					}
					sums[key][task] += c.success[r][task]
					counts[key][task]++
				}
			}
			want, tasks := map[string]float64{}, map[string]int{}
			places := map[string]int{}
			for key := range sums {
				total := 0.0
				for task := range sums[key] {
					total += sums[key][task] / counts[key][task]
				}
				want[key], tasks[key] = total/float64(len(sums[key])), len(sums[key])
				name := key[:strings.Index(key, " at ")]
				places[name]++
			}
			several := false
			for _, n := range places {
				several = several || n > 1
			}
			a := res.Answers[i]
			if a.Curve == nil {
				if several || a.Unanswered == "" {
					t.Fatalf("%s: no curve (%q), want %v", a.Question, a.Unanswered, want)
				}
				return
			}
			seen := 0
			for _, l := range a.Curve.Sweep.Lines {
				for _, p := range l.Points {
					key := l.Run + " at " + at(p.X)
					if w, ok := want[key]; !ok || math.Abs(p.Mean-w) > 1e-12 || p.NTasks != tasks[key] {
						t.Fatalf("%s: %s is %v of %d tasks, want %v of %d (%v)", a.Question, key, p.Mean, p.NTasks, w, tasks[key], ok)
					}
					seen++
				}
			}
			if seen != len(want) {
				t.Fatalf("%s: %d points, want %v", a.Question, seen, want)
			}
		}
		models := map[string]bool{}
		for _, m := range c.models {
			models[m] = true
		}
		check(0, func(r, _ int) string { return c.runs[r] }, func(_, task int) float64 { return float64(c.level[task][0] - '0') })
		check(1, func(r, _ int) string {
			if len(models) == 1 {
				return "all runs"
			}
			return c.models[r]
		}, func(r, _ int) float64 { return k(r) })
		check(2, func(int, int) string { return "all runs" }, func(r, task int) float64 { return c.steps[r][task] })
		check(3, func(_, task int) string { return c.level[task] }, func(r, _ int) float64 { return k(r) })
	})
}

// tableWith is the log whose runs state one more number, k.
func (c crossedLog) tableWith(t interface{ Fatal(...any) }, k func(r int) string) *table.Table {
	b := table.NewBuilder()
	b.Attributes = []string{"agent", "model", "k"}
	at := 0
	for r, run := range c.runs {
		for task := range c.tasks {
			rec := tabletest.Attempted(run, fmt.Sprint("t", task), 0, c.success[r][task])
			rec.Values = append(rec.Values, table.Value{Metric: "steps", Value: c.steps[r][task]})
			rec.Attempt.Attributes = []string{c.agents[r], c.models[r], k(r)}
			rec.Attempt.Strata = map[string]string{"level": c.level[task]}
			b.Add(table.Origin{Record: at}, rec)
			at++
		}
	}
	tab, err := b.Build("error")
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// A metric with many values is put into bins that lose no attempt.
func TestCurveBinsLoseNothing(t *testing.T) {
	const n = 400
	b := crossedLog{runs: []string{"a"}, agents: []string{"x"}, models: []string{"m"}, tasks: n}
	var success, steps []float64
	for i := range n {
		success, steps, b.level = append(success, float64(i%3/2)), append(steps, float64(i*i%997)), append(b.level, "1")
	}
	b.success, b.steps = [][]float64{success}, [][]float64{steps}
	res, err := Evaluate(b.table(t), result.Plan{Resamples: 100, Primary: "success", Ask: []string{"curve along=steps", "curve along=agent", "curve along=nothing", "curve along=level", "curve along=steps lines=colour"}}, tabletest.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	line := res.Answers[0].Curve.Sweep.Lines[0]
	tasks, sumX, sumY := 0, 0.0, 0.0
	for _, p := range line.Points {
		tasks, sumX, sumY = tasks+p.NTasks, sumX+p.X*float64(p.NTasks), sumY+p.Mean*float64(p.NTasks)
		if p.NTasks < n/20 || p.NTasks > n/5 {
			t.Errorf("a bin of %d of %d attempts", p.NTasks, n)
		}
	}
	if tasks != n || math.Abs(sumX/n-plainMean(steps)) > 1e-9 || math.Abs(sumY/n-plainMean(success)) > 1e-12 {
		t.Errorf("%d tasks, means %v and %v, want %d, %v, %v", tasks, sumX/n, sumY/n, n, plainMean(steps), plainMean(success))
	}
	for i, want := range map[int]string{
		1: `agent is no number: of some run it is "x"; a pivot can be by it`,
		2: `no attempt states "nothing", and no metric is called so; a curve goes along an attribute or a stratum that is a number, a metric, plan_length, plan_position or tools_offered`,
		3: "level has one value where success is known: there is no curve", 4: `lines: no stratum and no factor of runs is called "colour"`,
	} {
		if got := res.Answers[i].Unanswered; got != want {
			t.Errorf("%s: %q, want %q", res.Answers[i].Question, got, want)
		}
	}
}
