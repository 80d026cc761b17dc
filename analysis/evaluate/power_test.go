package evaluate

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/power"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

func share(v float64) *float64 { return &v }

// TestPlanPower holds the answers against statsmodels 0.13.5, R 4.2.2 and, for
// McNemar's exact test, sums over all tables.
func TestPlanPower(t *testing.T) {
	for _, tt := range []struct {
		name string
		plan power.Plan
		want float64 // power with N tasks
		n    int     // tasks for the power wanted
	}{
		{"paired t, d_z 0.2", power.Plan{Test: "paired_t", DZ: share(0.2), N: 100}, 0.5082648066210373, 199},
		{"paired t, d_z 0.1 by difference and sd", power.Plan{Test: "paired_t", Difference: share(-0.03), SD: share(0.3), N: 582, Power: 0.9}, 0.6731152301970821, 1053},
		{"paired t, level .01", power.Plan{Test: "paired_t", DZ: share(0.3), N: 50, Alpha: 0.01}, 0.29946949114615146, 0},
		{"two proportions", power.Plan{Test: "two_proportions", P1: share(0.5), P2: share(0.6), N: 300}, 0.6936315166546111, 0},
		{"two proportions, the other way", power.Plan{Test: "two_proportions", P1: share(0.2), P2: share(0.1), N: 100}, 0.5186855412975448, 0},
		{"two proportions by difference", power.Plan{Test: "two_proportions", P1: share(0.8), Difference: share(0.05), N: 582}, 0.6141122426873582, 0},
		{"McNemar, .15 and .1", power.Plan{Test: "mcnemar_exact", Difference: share(0.05), Discordance: share(0.25), N: 582}, 0.6487685883633865, 0},
		{"McNemar, .2 and .1 by odds", power.Plan{Test: "mcnemar_exact", Odds: share(2), Discordance: share(0.3), N: 100}, 0.37307708430182046, 0},
		{"McNemar, .3 and .15 by odds below 1", power.Plan{Test: "mcnemar_exact", Odds: share(0.5), Discordance: share(0.45), N: 60}, 0.3332317273122487, 0},
		// Independent runs of rates p and q are discordant on p(1-q) and q(1-p) of the tasks: .3 and .1 are .27 and .07.
		{"McNemar, independent", power.Plan{Test: "mcnemar_exact", P1: share(0.3), P2: share(0.1), N: 50}, trinomialPower(50, 0.27, 0.07, 0.05), 0},
	} {
		res, err := power.PlanPower(tt.plan)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		s := res.Studies[0]
		if s.PowerAtN == nil || math.Abs(*s.PowerAtN/tt.want-1) > 1e-8 {
			t.Errorf("%s: power %v, want %v", tt.name, *s.PowerAtN, tt.want)
		}
		for _, needed := range s.Needed {
			if needed.N == nil {
				t.Errorf("%s: no number of tasks for a power of %v: %q", tt.name, needed.Power, s.Notes)
				continue
			}
			if needed.Power == s.Power && tt.n > 0 && *needed.N != tt.n {
				t.Errorf("%s: %d tasks needed, want %d", tt.name, *needed.N, tt.n)
			}
			// What is told to be needed suffices.
			plan := tt.plan
			plan.N = *needed.N
			again, err := power.PlanPower(plan)
			if err != nil || *again.Studies[0].PowerAtN < needed.Power-1e-9 {
				t.Errorf("%s: %d tasks for a power of %v have %v (%v)", tt.name, plan.N, needed.Power, *again.Studies[0].PowerAtN, err)
			}
		}
		// The smallest detectable difference, planned for, has the power wanted.
		plan := power.Plan{Test: tt.plan.Test, N: tt.plan.N, Alpha: tt.plan.Alpha, Power: tt.plan.Power, Difference: s.Detectable, SD: s.SD, Discordance: s.Discordance}
		switch {
		case s.Unit == "standard deviations":
			plan.Difference, plan.DZ = nil, s.Detectable
		case tt.plan.Test == "two_proportions":
			if plan.P1, plan.Difference = s.P1, nil; *s.P2 < *s.P1 {
				plan.P2 = share(*s.P1 - *s.Detectable)
			} else {
				plan.P2 = share(*s.P1 + *s.Detectable)
			}
		}
		if again, err := power.PlanPower(plan); err != nil || math.Abs(*again.Studies[0].PowerAtN-s.Power) > 1e-8 {
			t.Errorf("%s: the detectable difference %v has another power than %v (%v)", tt.name, *s.Detectable, s.Power, err)
		}
	}
}

// trinomialPower sums over every table of n tasks; the exact test's p is twice
// the tail of fair coin throws.
func trinomialPower(n int, p10, p01, alpha float64) float64 {
	choose := func(n, k int) float64 {
		c := 1.0
		for i := range k {
			c = c * float64(n-i) / float64(i+1)
		}
		return c
	}
	power := 0.0
	for b := range n + 1 {
		for c := range n - b + 1 {
			tail := 0.0
			for k := range min(b, c) + 1 {
				tail += choose(b+c, k) * math.Pow(0.5, float64(b+c))
			}
			if b+c > 0 && 2*tail <= alpha {
				power += choose(n, b) * choose(n-b, c) * math.Pow(p10, float64(b)) * math.Pow(p01, float64(c)) * math.Pow(1-p10-p01, float64(n-b-c))
			}
		}
	}
	return power
}

func TestPlanPowerWithoutDifference(t *testing.T) {
	// Six tasks, all discordant: only 6 to 0 is significant (2/64), so that the
	// power is q^6, the other tail below 1e-8; q = .8^(1/6), and the difference 2q-1.
	res, err := power.PlanPower(power.Plan{Test: "mcnemar_exact", Discordance: share(1), N: 6})
	if err != nil {
		t.Fatal(err)
	}
	s := res.Studies[0]
	if want := 2*math.Pow(0.8, 1.0/6) - 1; s.Detectable == nil || math.Abs(*s.Detectable-want) > 1e-8 || s.Source != result.DifferenceDetectable {
		t.Errorf("detectable %v from %s, want %v", *s.Detectable, s.Source, want)
	}
	// Five cannot: 2/32 is above .05.
	res, err = power.PlanPower(power.Plan{Test: "mcnemar_exact", Discordance: share(1), N: 5})
	if err != nil {
		t.Fatal(err)
	}
	if s := res.Studies[0]; s.Difference != nil || s.Detectable != nil || len(s.Notes) != 1 {
		t.Errorf("five tasks: %+v", s)
	}
}

func TestPlanPowerRefuses(t *testing.T) {
	for message, p := range map[string]power.Plan{
		`test is "wilcoxon"`:          {Test: "wilcoxon"},
		"give n for the smallest":     {Test: "paired_t", SD: share(1)},
		"sd is needed":                {Test: "paired_t", Difference: share(0.1)},
		"dz and difference":           {Test: "paired_t", Difference: share(0.1), DZ: share(0.1)},
		"discordance is needed":       {Test: "mcnemar_exact", Difference: share(0.1)},
		"p1 is needed":                {Test: "two_proportions", N: 100},
		"no success rate is above 1":  {Test: "two_proportions", P1: share(0.9), Difference: share(0.2)},
		"success rates cannot differ": {Test: "mcnemar_exact", Difference: share(0.3), Discordance: share(0.2)},
		"differ on at most 0.3":       {Test: "mcnemar_exact", P1: share(0.1), P2: share(0.2), Discordance: share(0.4)},
		"odds of 1":                   {Test: "mcnemar_exact", Odds: share(1), Discordance: share(0.4)},
		"odds and a difference":       {Test: "mcnemar_exact", Odds: share(2), Discordance: share(0.4), Difference: share(0.1)},
		"one too many":                {Test: "mcnemar_exact", P1: share(0.1), P2: share(0.2), Difference: share(0.1)},
		"sd means nothing":            {Test: "mcnemar_exact", SD: share(0.1)},
		"alpha is 2":                  {Test: "paired_t", DZ: share(0.1), Alpha: 2},
		"power is 0.04":               {Test: "paired_t", DZ: share(0.1), Power: 0.04},
		"n is -1":                     {Test: "paired_t", DZ: share(0.1), N: -1},
		"difference of 0":             {Test: "paired_t", DZ: share(0)},
		"sd is 0":                     {Test: "paired_t", SD: share(0), N: 5},
		"p2 is 1.1":                   {Test: "two_proportions", P1: share(0.9), P2: share(1.1)},
		"discordance is NaN":          {Test: "mcnemar_exact", Discordance: share(math.NaN()), N: 5},
	} {
		if res, err := power.PlanPower(p); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%+v: error %v, want one that says %q (%v)", p, err, message, res)
		}
	}
}

// observedTable holds runs a and b on 40 tasks: 14 solved by both, 12 by a
// alone, 4 by b alone.
func observedTable(t *testing.T) *table.Table {
	var records []table.Record
	for i := range 40 {
		var x, y float64
		if i < 26 {
			x = 1
		}
		if i < 14 || i >= 36 {
			y = 1
		}
		records = append(records, tabletest.Attempted("a", fmt.Sprint(i), 0, x), tabletest.Attempted("b", fmt.Sprint(i), 0, y))
	}
	return tabletest.Of(t, "error", records...)
}

func TestObservedPower(t *testing.T) {
	res, err := ObservedPower(observedTable(t), result.Plan{Runs: []string{"a", "b"}, Resamples: 4000}, tabletest.Catalog, power.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Studies) != 1 {
		t.Fatalf("%d studies, want that of success", len(res.Studies))
	}
	s := res.Studies[0]
	if s.Test != "mcnemar_exact" || s.N != 40 || math.Abs(*s.Difference-0.2) > 1e-15 || math.Abs(*s.Discordance-0.4) > 1e-15 || s.Source != result.DifferenceObserved {
		t.Errorf("study %+v", s)
	}
	want := trinomialPower(40, 0.3, 0.1, 0.05)
	if math.Abs(*s.PowerAtN-want) > 1e-12 {
		t.Errorf("power %v, want %v", *s.PowerAtN, want)
	}
	if len(s.Simulated) != 2 {
		t.Fatalf("simulated %v, want with the tasks at hand and with those needed", s.Simulated)
	}
	if r := s.Simulated[0]; r.N != 40 || r.Runs != 4000 || math.Abs(r.Power-want) > 4*r.SE {
		t.Errorf("simulated %+v, want about %v", r, want)
	}
	if r := s.Simulated[1]; math.Abs(r.Power-0.8) > 4*r.SE+0.02 {
		t.Errorf("simulated with the tasks needed %+v, want about .8", r)
	}
	again, err := ObservedPower(observedTable(t), result.Plan{Runs: []string{"a", "b"}, Resamples: 4000}, tabletest.Catalog, power.Plan{})
	if diff := cmp.Diff(res, again); err != nil || diff != "" {
		t.Errorf("a second run differs (%v): %s", err, diff)
	}

	// A difference beyond the observed discordance raises it.
	res, err = ObservedPower(observedTable(t), result.Plan{Runs: []string{"b", "a"}, Resamples: 100}, tabletest.Catalog, power.Plan{Difference: share(0.5), N: 30})
	if err != nil {
		t.Fatal(err)
	}
	if s := res.Studies[0]; *s.Discordance != 0.5 || s.N != 30 || s.Source != result.DifferenceGiven {
		t.Errorf("study %+v", s)
	}
}

// TestObservedPowerOfMeans: two attempts a task make the metric graded. The
// differences are 1, 0, .5 and .5, of standard deviation sqrt(.5/3).
func TestObservedPowerOfMeans(t *testing.T) {
	var records []table.Record
	for i, solved := range [][2]float64{{1, 1}, {0, 0}, {1, 0}, {0, 1}} {
		for trial, x := range solved {
			records = append(records, tabletest.Attempted("a", fmt.Sprint(i), trial, x), tabletest.Attempted("b", fmt.Sprint(i), trial, 0))
		}
	}
	res, err := ObservedPower(tabletest.Of(t, "error", records...), result.Plan{Runs: []string{"a", "b"}, Resamples: 100}, tabletest.Catalog, power.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	s := res.Studies[0]
	if s.Test != "paired_t" || s.SD == nil || math.Abs(*s.SD-math.Sqrt(0.5/3)) > 1e-15 || *s.Difference != 0.5 {
		t.Errorf("study %+v", s)
	}
	want, err := stats.PairedTPower(0.5/math.Sqrt(0.5/3), 4, stats.PowerOptions{})
	if err != nil || math.Abs(*s.PowerAtN-want) > 1e-12 {
		t.Errorf("power %v, want %v (%v)", *s.PowerAtN, want, err)
	}
}

func TestObservedPowerOfEqualRuns(t *testing.T) {
	res, err := ObservedPower(tabletest.Of(t, "error", tabletest.Attempted("a", "1", 0, 1), tabletest.Attempted("b", "1", 0, 1), tabletest.Attempted("a", "2", 0, 0), tabletest.Attempted("b", "2", 0, 0)),
		result.Plan{Runs: []string{"a", "b"}, Resamples: 100}, tabletest.Catalog, power.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	if s := res.Studies[0]; s.Difference != nil || len(s.Notes) != 1 || !strings.Contains(s.Notes[0], "agree on every task") {
		t.Errorf("study %+v", s)
	}
}

// TestDetectableOfComparison: the power of the headline test at the detectable
// difference is .8, and twins in one cluster add nothing.
func TestDetectableOfComparison(t *testing.T) {
	res := evaluated(t, observedTable(t), result.Plan{})
	d := res.Comparisons[0].Detectable
	if d == nil || d.Test != "mcnemar_exact" || d.Difference == nil {
		t.Fatalf("detectable %+v", d)
	}
	if p := trinomialPower(40, (0.4+*d.Difference)/2, (0.4-*d.Difference)/2, 0.05); math.Abs(p-0.8) > 1e-9 {
		t.Errorf("power %v at %v", p, *d.Difference)
	}

	graded := func(twins int) *result.Detectable {
		var records []table.Record
		for i := range 12 {
			for twin := range twins {
				for trial := range 2 {
					x, y := float64((i+trial)%3/2), float64(i*(trial+1)%4/3)
					for run, v := range map[string]float64{"a": x, "b": y} {
						r := tabletest.Attempted(run, fmt.Sprint(i, " ", twin), trial, v)
						if twins > 1 {
							r.Attempt.Cluster = fmt.Sprint(i)
						}
						records = append(records, r)
					}
				}
			}
		}
		return evaluated(t, tabletest.Of(t, "error", records...), result.Plan{}).Comparisons[0].Detectable
	}
	alone, twins := graded(1), graded(3)
	if alone == nil || twins == nil || alone.Test != "paired_t" || twins.Test != "cluster_robust_t" {
		t.Fatalf("detectable %+v and with twins %+v", alone, twins)
	}
	if math.Abs(*alone.Difference-*twins.Difference) > 1e-12 {
		t.Errorf("detectable %v, with twins %v", *alone.Difference, *twins.Difference)
	}
}
