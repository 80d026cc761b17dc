package evaluate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// costsOf is a table of one metric of two runs.
func costsOf(t *testing.T, tasks int, draw func(*rand.Rand) float64) *table.Table {
	t.Helper()
	rng := rand.New(rand.NewPCG(11, 4))
	b := table.NewBuilder()
	for run := range 2 {
		for task := range tasks {
			r := table.Record{Attempt: table.Attempt{Benchmark: "b", Run: fmt.Sprint("run", run), Task: fmt.Sprint("t", task)}}
			r.Values = append(r.Values, table.Value{Metric: "share", Value: draw(rng)})
			b.Add(table.Origin{Record: run*tasks + task}, r)
		}
	}
	table, err := b.Build("error")
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestHeavyTailsAgreeOrSaySo: the limits of two seeds lie within the bound of each other,
// three times the typical movement (16 limits are held to it: twice would fail by chance), or the interval and its notes say that they move.
func TestHeavyTailsAgreeOrSaySo(t *testing.T) {
	heavy := func(rng *rand.Rand) float64 { return math.Pow(1-rng.Float64(), -1/1.1) }
	said, redrawn := 0, 0
	for _, tasks := range []int{20, 25, 40, 60} {
		table := costsOf(t, tasks, heavy)
		var of [2]*result.Results
		for seed := range of {
			of[seed] = evaluated(t, table, result.Plan{Seed: uint64(seed + 1), Resamples: study.SteadyResamples, Strata: []string{"none"}})
		}
		for s := range of[0].Summaries {
			first, second := of[0].Summaries[s], of[1].Summaries[s]
			i, j := first.Interval, second.Interval
			if i == nil || i.Method != "bca" {
				t.Fatalf("%d tasks: no bca headline, %+v", tasks, i)
			}
			if i.Movement > study.SteadyMovement && j.Movement > study.SteadyMovement {
				said++
				if len(first.Notes) == 0 || len(second.Notes) == 0 {
					t.Errorf("%d tasks: limits move by %v, and no note says so", tasks, i.Movement)
				}
				continue
			}
			redrawn++
			width := float64(i.High - i.Low)
			if moved := max(math.Abs(float64(i.Low-j.Low)), math.Abs(float64(i.High-j.High))) / width; moved > 3*study.SteadyMovement {
				t.Errorf("%d tasks: the limits of two seeds lie %.3f of the width apart, and nothing says so", tasks, moved)
			}
		}
	}
	t.Logf("%d said to move, %d steady", said, redrawn)
}

// TestOrdinaryDataAreNotRedrawn: normal values keep the interval of the plan's resamples.
func TestOrdinaryDataAreNotRedrawn(t *testing.T) {
	for _, tasks := range []int{20, 60, 200} {
		table := costsOf(t, tasks, (*rand.Rand).NormFloat64)
		res := evaluated(t, table, result.Plan{Seed: 5, Resamples: study.SteadyResamples, Strata: []string{"none"}})
		for _, s := range res.Summaries {
			if s.Interval.Movement != 0 || len(s.Notes) != 0 {
				t.Errorf("%d tasks: %+v, %v", tasks, s.Interval, s.Notes)
			}
		}
	}
}

func TestRedrawn(t *testing.T) {
	for _, tt := range []struct {
		movement          float64
		replicates, units int
		want              int
	}{
		{0.012, 10_000, 100, 0},     // steady
		{0.03, 10_000, 50, 90_000},  // 4 (3/2)^2 = 9 times
		{0.05, 10_000, 20, 160_000}, // at most 16 times
		{0.05, 10_000, 250, 40_000}, // ten million draws
		{0.05, 10_000, 1_000, 0},    // not even twice
		{0.05, 2_000, 20, 0},        // the plan asked for few
	} {
		if got := study.Redrawn(tt.movement, tt.replicates, tt.units); got != tt.want {
			t.Errorf("%+v: %d", tt, got)
		}
	}
}
