package power

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The plan is the cheapest on the whole grid of tasks and trials, and so is every row of its table for its
// number of trials, by trying every number of tasks.
func TestPlanTrialsOnTheGrid(t *testing.T) {
	// R: qnorm(.975) + qnorm(.8), qnorm(.95) + qnorm(.9).
	quantiles := map[[2]float64]float64{{0.05, 0.8}: 1.959963984540054 + 0.8416212335729143, {0.1, 0.9}: 1.6448536269514722 + 1.2815515655446004}
	rapid.Check(t, func(t *rapid.T) {
		p := TrialPlan{
			Difference: rapid.Float64Range(0.1, 1).Draw(t, "difference") * rapid.SampledFrom([]float64{1, -1}).Draw(t, "sign"),
			Between:    rapid.Float64Range(0, 0.5).Draw(t, "between"), Within: rapid.Float64Range(0, 0.5).Draw(t, "within"),
			CostTask: rapid.Float64Range(0, 20).Draw(t, "task"), CostTrial: rapid.Float64Range(0.1, 5).Draw(t, "trial"), MaxTrials: rapid.IntRange(1, 12).Draw(t, "max"),
		}
		at := rapid.SampledFrom([][2]float64{{0.05, 0.8}, {0.1, 0.9}}).Draw(t, "level and power")
		p.Alpha, p.Power = at[0], at[1]
		s, err := PlanTrials(p)
		if err != nil {
			t.Fatal(err)
		}
		least := math.Inf(1)
		for k := 1; k <= p.MaxTrials; k++ {
			m := 2
			for quantiles[at]*math.Sqrt((p.Between+p.Within/float64(k))/float64(m)) > math.Abs(p.Difference)*(1+1e-12) {
				m++
			}
			cost := float64(m) * (p.CostTask + float64(k)*p.CostTrial)
			least = min(least, cost)
			if c := s.Choices[k-1]; c.Trials != k || c.Tasks != m || math.Abs(c.Cost-cost) > 1e-9*cost || math.Abs(c.SE*c.SE*float64(m)-p.Between-p.Within/float64(k)) > 1e-9 {
				t.Fatalf("%d trials: %+v, the grid has %d tasks for %v", k, c, m, cost)
			}
		}
		if math.Abs(s.Best.Cost-least) > 1e-9*least {
			t.Fatalf("%+v, the grid has %v", s.Best, least)
		}
	})
}

func TestPlanTrialsRefuses(t *testing.T) {
	good := TrialPlan{Difference: 0.1, Between: 0.1, Within: 0.1, CostTrial: 1}
	for want, change := range map[string]func(*TrialPlan){
		"difference to be seen": func(p *TrialPlan) { p.Difference = 0 },
		"no variance":           func(p *TrialPlan) { p.Between = -1 },
		"costs are 0 or more":   func(p *TrialPlan) { p.CostTrial = 0 },
		"alpha is":              func(p *TrialPlan) { p.Alpha = 2 },
		"power is":              func(p *TrialPlan) { p.Power = 0.01 },
		"trials":                func(p *TrialPlan) { p.MaxTrials = -1 },
	} {
		p := good
		change(&p)
		if _, err := PlanTrials(p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
