package evaluate

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// crossedLog is a random log of runs by agent and model: every score and every factor is known to
// the test.
type crossedLog struct {
	runs, agents, models []string
	tasks                int
	success, steps       [][]float64 // by run and task
	level                []string    // by task
}

func drawCrossed(t *rapid.T) crossedLog {
	c := crossedLog{tasks: rapid.IntRange(3, 12).Draw(t, "tasks")}
	for _, agent := range []string{"base", "plan", "react"} {
		for _, model := range []string{"m1", "m2"} {
			if rapid.IntRange(0, 6).Draw(t, "left out") == 0 {
				continue
			}
			c.runs, c.agents, c.models = append(c.runs, agent+" "+model), append(c.agents, agent), append(c.models, model)
			var success, steps []float64
			for range c.tasks {
				success = append(success, float64(rapid.IntRange(0, 1).Draw(t, "success")))
				steps = append(steps, float64(rapid.IntRange(1, 9).Draw(t, "steps")))
			}
			c.success, c.steps = append(c.success, success), append(c.steps, steps)
		}
	}
	for range c.tasks {
		c.level = append(c.level, rapid.SampledFrom([]string{"1", "2", "3"}).Draw(t, "level"))
	}
	return c
}

func (c crossedLog) table(t interface{ Fatal(...any) }) *table.Table {
	b := table.NewBuilder()
	b.Attributes = []string{"agent", "model"}
	at := 0
	for r, run := range c.runs {
		for task := range c.tasks {
			rec := tabletest.Attempted(run, fmt.Sprint("t", task), 0, c.success[r][task])
			rec.Values = append(rec.Values, table.Value{Metric: "steps", Value: c.steps[r][task]})
			rec.Attempt.Attributes = []string{c.agents[r], c.models[r]}
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

func (c crossedLog) ask(t *rapid.T, questions ...string) []result.Answer {
	res, err := Evaluate(c.table(t), result.Plan{Resamples: 100, Primary: "success", Strata: []string{"none"}, Ask: questions, Better: map[string]string{"steps": "lower"}}, tabletest.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	return res.Answers
}

func plainMean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// The coefficients, written as their definitions are.
func plainPearson(x, y []float64) float64 {
	mx, my := plainMean(x), plainMean(y)
	var xy, xx, yy float64
	for i := range x {
		xy, xx, yy = xy+(x[i]-mx)*(y[i]-my), xx+(x[i]-mx)*(x[i]-mx), yy+(y[i]-my)*(y[i]-my)
	}
	return xy / math.Sqrt(xx*yy)
}

func plainRanks(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		for _, w := range x {
			if math.Abs(w-v) < 1e-12 {
				out[i] += .5
			} else if w < v {
				out[i]++
			}
		}
		out[i] += .5
	}
	return out
}

func plainTauB(x, y []float64) float64 {
	sign := func(d float64) float64 {
		switch {
		case d > 1e-12:
			return 1
		case d < -1e-12:
			return -1
		}
		return 0
	}
	var s, nx, ny float64
	for i := range x {
		for j := range i {
			a, b := sign(x[i]-x[j]), sign(y[i]-y[j])
			s, nx, ny = s+a*b, nx+a*a, ny+b*b
		}
	}
	return s / math.Sqrt(nx*ny)
}

func constant(x []float64) bool {
	return !slices.ContainsFunc(x, func(v float64) bool { return math.Abs(v-x[0]) > 1e-12 })
}

func checkCorrelations(t *rapid.T, what string, found []result.Correlation, run string, x, y []float64) {
	want := map[string]float64{}
	if len(x) > 1 && !constant(x) && !constant(y) {
		want["pearson"], want["spearman"], want["kendall_tau_b"] = plainPearson(x, y), plainPearson(plainRanks(x), plainRanks(y)), plainTauB(x, y)
	}
	seen := 0
	for _, c := range found {
		if c.Run != run {
			continue
		}
		seen++
		w, defined := want[c.Method]
		if c.N != len(x) || (c.Value != nil) != defined || defined && math.Abs(*c.Value-w) > 1e-9 {
			t.Fatalf("%s, %s of %q: %v of %d pairs, want %v (%v) of %d", what, c.Method, run, value(c.Value), c.N, w, defined, len(x))
		}
		if c.Interval != nil && c.Interval.Method != "percentile" && (float64(c.Interval.Low) > *c.Value+1e-9 || float64(c.Interval.High) < *c.Value-1e-9) {
			t.Fatalf("%s: %v is outside of its interval", what, *c.Value)
		}
	}
	if seen != len(result.CorrelationMethods) {
		t.Fatalf("%s: %d coefficients of %q", what, seen, run)
	}
}

// Correlations over runs, tasks and attempts, the frontier and ratios to a baseline are those
// that their definitions give.
func TestRelationsAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCrossed(t)
		if len(c.runs) < 2 {
			return
		}
		answers := c.ask(t, "relation x=steps y=success colour=model mark=agent", "relation x=steps y=success over=tasks", "relation x=steps y=success over=attempts", "ratio metric=steps relative=agent=base")
		var x, y []float64
		for r := range c.runs {
			x, y = append(x, plainMean(c.steps[r])), append(y, plainMean(c.success[r]))
		}
		runs := answers[0].Relation
		checkCorrelations(t, "runs", runs.Correlations, "", x, y)
		for i, p := range runs.Points {
			r := slices.Index(c.runs, p.Run)
			if math.Abs(p.X-x[r]) > 1e-12 || math.Abs(p.Y-y[r]) > 1e-12 || p.Colour != c.models[r] || p.Mark != c.agents[r] {
				t.Fatalf("point %d is %+v", i, p)
			}
			on := true
			for o := range c.runs {
				if x[o] <= p.X && y[o] >= p.Y && (x[o] < p.X || y[o] > p.Y) {
					on = false
				}
			}
			if p.OnFront == nil || *p.OnFront != on {
				t.Fatalf("%s on the frontier: %v, want %v", p.Run, p.OnFront, on)
			}
		}
		if len(runs.Points) != len(c.runs) {
			t.Fatalf("%d points of %d runs", len(runs.Points), len(c.runs))
		}
		overTasks, overAttempts := answers[1].Relation, answers[2].Relation
		meanX, meanY := make([]float64, c.tasks), make([]float64, c.tasks)
		for r, run := range c.runs {
			checkCorrelations(t, "tasks", overTasks.Correlations, run, c.steps[r], c.success[r])
			checkCorrelations(t, "attempts", overAttempts.Correlations, run, c.steps[r], c.success[r])
			for task := range c.tasks {
				meanX[task] += c.steps[r][task] / float64(len(c.runs))
				meanY[task] += c.success[r][task] / float64(len(c.runs))
			}
		}
		checkCorrelations(t, "tasks", overTasks.Correlations, "", meanX, meanY)
		if len(overTasks.Points) != c.tasks*len(c.runs) {
			t.Fatalf("%d points of %d tasks and %d runs", len(overTasks.Points), c.tasks, len(c.runs))
		}
		checkRatios(t, c, answers[3])
	})
}

func checkRatios(t *rapid.T, c crossedLog, a result.Answer) {
	want := map[string]float64{}
	for r, run := range c.runs {
		for b := range c.runs {
			if c.agents[r] != "base" && c.agents[b] == "base" && c.models[b] == c.models[r] {
				want[run] = plainMean(c.steps[r]) / plainMean(c.steps[b])
			}
		}
	}
	if a.Ratios == nil {
		if len(want) > 0 || a.Unanswered == "" {
			t.Fatalf("no ratios (%q), want %v", a.Unanswered, want)
		}
		return
	}
	if len(a.Ratios.Rows) != len(want) {
		t.Fatalf("%d ratios, want %v", len(a.Ratios.Rows), want)
	}
	for _, row := range a.Ratios.Rows {
		if row.Value == nil || math.Abs(*row.Value-want[row.Run]) > 1e-12 {
			t.Fatalf("%s: %v, want %v", row.Run, value(row.Value), want[row.Run])
		}
	}
	for _, l := range a.Ratios.Largest {
		high, low := want["plan "+l.Held], want["react "+l.Held]
		if high == 0 || low == 0 || math.Abs(*l.Value-max(high, low)/min(high, low)) > 1e-12 {
			t.Fatalf("largest of %s: %v of %v and %v", l.Held, *l.Value, high, low)
		}
	}
}

// What cannot be answered is said in a line.
func TestRelationsThatCannotBe(t *testing.T) {
	b := crossedLog{runs: []string{"a", "b"}, agents: []string{"x", "y"}, models: []string{"m", "m"}, tasks: 3, success: [][]float64{{1, 0, 1}, {0, 0, 1}}, steps: [][]float64{{1, 2, 3}, {2, 3, 4}}, level: []string{"1", "1", "2"}}
	res, err := Evaluate(b.table(t), result.Plan{Resamples: 100, Ask: []string{
		"relation x=stepz", "ratio metric=steps relative=agent=z", "ratio metric=steps relative=colour=z", "ratio metric=steps relative=agent", "relation x=steps over=apples",
	}}, tabletest.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		`no metric is called "stepz"; there are success, steps`, "no run has agent=z; there is x, y", "no run states colour",
		`"agent" names no baseline; expected factor=value, such as agent=ReAct`, `over is "apples", expected runs, tasks or attempts`,
	} {
		if res.Answers[i].Unanswered != want {
			t.Errorf("%s: %q, want %q", res.Answers[i].Question, res.Answers[i].Unanswered, want)
		}
	}
}
