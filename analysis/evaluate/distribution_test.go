package evaluate

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
)

// plainQuantile is type 7 by its definition: of n ordered values the p-quantile stands at
// 1 + (n-1) p, between neighbours in proportion.
func plainQuantile(x []float64, p float64) float64 {
	x = slices.Sorted(slices.Values(x))
	h := float64(len(x)-1) * p
	i := int(math.Floor(h))
	if i+1 >= len(x) {
		return x[len(x)-1]
	}
	return x[i] + (h-float64(i))*(x[i+1]-x[i])
}

// Rows of runs, of factors within strata, and of runs' means hold the summaries of the values
// that belong to them, and the steps count every one of them.
func TestDistributionsAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCrossed(t)
		if len(c.runs) < 2 {
			return
		}
		answers := c.ask(t, "distribution metrics=steps", "distribution metrics=steps rows=agent by=level", "distribution metrics=steps,success over=runs",
			"distribution metrics=steps rows=level over=attempts", "distribution metrics=steps over=runs rows=level")
		chosen := func(q int, p *result.DistributionPart, r, task int) bool {
			switch q {
			case 0:
				return p.Name == c.runs[r]
			case 1:
				return p.Name == c.agents[r] && p.Stratum.Value == c.level[task]
			case 3, 4:
				return p.Name == c.level[task]
			}
			return true
		}
		for q, a := range answers {
			for _, d := range a.Distributions {
				of := c.steps
				if d.Metric == "success" {
					of = c.success
				}
				for i := range d.Spread {
					p := &d.Spread[i]
					sums, counts := map[int]float64{}, map[int]float64{}
					var want []float64
					for r := range c.runs {
						for task := range c.tasks {
							if !chosen(q, p, r, task) {
								continue
							}
							unit := task
							switch d.Over {
							case "attempts":
								unit = r*c.tasks + task
							case "runs":
								unit = r
							}
							sums[unit] += of[r][task]
							counts[unit]++
						}
					}
					for unit, sum := range sums {
						want = append(want, sum/counts[unit])
					}
					checkPart(t, d.Metric, p, want)
				}
			}
		}
	})
}

func checkPart(t *rapid.T, name string, p *result.DistributionPart, want []float64) {
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-9 {
			t.Fatalf("%s of %s: %s is %v, want %v", name, p.Name, what, got, want)
		}
	}
	if p.N != len(want) {
		t.Fatalf("%s of %s: n is %d, want %d", name, p.Name, p.N, len(want))
	}
	near("mean", p.Mean, plainMean(want))
	q1, q3 := plainQuantile(want, .25), plainQuantile(want, .75)
	near("minimum", p.Min, slices.Min(want))
	near("first quartile", p.Q1, q1)
	near("median", p.Median, plainQuantile(want, .5))
	near("third quartile", p.Q3, q3)
	near("maximum", p.Max, slices.Max(want))
	near("interquartile range", p.IQR, q3-q1)
	low, high, beyond := q1, q3, 0
	for _, v := range want {
		switch {
		case v < q1-1.5*(q3-q1)-1e-9 || v > q3+1.5*(q3-q1)+1e-9:
			beyond++
		default:
			low, high = min(low, v), max(high, v)
		}
	}
	near("lower whisker", p.WhiskerLow, low)
	near("upper whisker", p.WhiskerHigh, high)
	count, at := 0, 0
	for _, s := range p.Beyond {
		beyond -= s.Count
	}
	if beyond != 0 {
		t.Fatalf("%s of %s: %v beyond the whiskers, %d not listed", name, p.Name, p.Beyond, beyond)
	}
	for _, s := range p.Steps {
		count += s.Count
		at = 0
		for _, v := range want {
			if v <= s.Value+1e-12 {
				at++
			}
		}
		near("share up to a step", s.UpTo, float64(at)/float64(len(want)))
	}
	if count != len(want) {
		t.Fatalf("%s of %s: steps count %d of %d values", name, p.Name, count, len(want))
	}
}

// By hand, type 7 puts the p-quantile of n values at 1 + (n-1)p: of .1 .2 .4 .8 the quartiles
// stand at 1.75, 2.5 and 3.25, that is .1+.75x.1 = .175, .3 and .4+.25x.4 = .5; the mean is .375.
// Whiskers reach to .5 + 1.5 x .325 = .9875 at most: to .8.
func TestDistributionOverRunsByHand(t *testing.T) {
	c := crossedLog{tasks: 10, level: slices.Repeat([]string{"1"}, 10)}
	for run, successes := range map[string]int{"a": 4, "b": 1, "c": 8, "d": 2} {
		c.runs, c.agents, c.models = append(c.runs, run), append(c.agents, "x"), append(c.models, "m")
		c.success = append(c.success, append(slices.Repeat([]float64{1}, successes), slices.Repeat([]float64{0}, 10-successes)...))
		c.steps = append(c.steps, slices.Repeat([]float64{1}, 10))
	}
	res, err := Evaluate(c.table(t), result.Plan{Resamples: 100, Primary: "success", Ask: []string{
		"distribution metrics=success over=runs", "distribution over=runs rows=run", "distribution over=days", "distribution rows=colour", "distribution by=run rows=run", "distribution metrics=none",
	}}, tabletest.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	p := res.Answers[0].Distributions[0].Spread[0]
	near := func(x, y float64) bool { return math.Abs(x-y) < 1e-12 }
	if p.N != 4 || p.Lowest != "b" || p.Highest != "c" || !near(p.Min, .1) || !near(p.Max, .8) || !near(p.Q1, .175) || !near(p.Median, .3) || !near(p.Q3, .5) || !near(p.Mean, .375) || !near(p.WhiskerHigh, .8) || !near(p.IQR, .325) {
		t.Errorf("%+v", p)
	}
	for i, want := range map[int]string{
		1: "over runs a row by run would have one value; rows can be all, a factor of runs or a fact of tasks", 2: `over is "days"; expected tasks, attempts or runs`,
		3: `no factor of runs and no fact of tasks is called "colour"`, 4: "rows and by are both run", 5: `no metric is called "none"; there are success, steps`,
	} {
		if got := res.Answers[i].Unanswered; got != want {
			t.Errorf("%s: %q, want %q", res.Answers[i].Question, got, want)
		}
	}
}
