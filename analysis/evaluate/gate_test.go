package evaluate

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// gateRecords are two runs' verdicts: tasks of which both, the new one, the base, none solved.
func gateRecords(both, fresh, base, none int) []table.Record {
	var out []table.Record
	task := 0
	for _, c := range []struct {
		n          int
		base, next float64
	}{{both, 1, 1}, {fresh, 0, 1}, {base, 1, 0}, {none, 0, 0}} {
		for range c.n {
			id := fmt.Sprintf("t%03d", task)
			task++
			out = append(out, tabletest.Attempted("base", id, 0, c.base), tabletest.Attempted("new", id, 0, c.next))
		}
	}
	return out
}

func gateOf(t *testing.T, plan result.Plan, opt GateOptions, records ...table.Record) (*result.GateResults, *result.GateState) {
	t.Helper()
	plan.Runs = []string{"base", "new"}
	res, state, err := Gate(tabletest.Of(t, "error", records...), plan, tabletest.Catalog, opt)
	if err != nil {
		t.Fatal(err)
	}
	return res, state
}

// By hand: of 100 tasks 5 are solved by new alone and 5 by the base. At -.05 the constrained
// estimate is (sqrt(400 - 210) + 20)/400 = .08446, the variance 100(.16892 - .0525) = 11.64 and z =
// 5/3.412 = 1.465, below 1.645: undecided. At -.06 it is (sqrt(484 - 254.4) + 22)/400 = .09288, the variance
// 12.216 and z = 6/3.495 = 1.717: a pass.
func TestGateOnce(t *testing.T) {
	records := gateRecords(60, 5, 5, 30)
	for margin, want := range map[float64]result.GateDecision{5: result.GateUndecided, 6: result.GatePass} {
		res, _ := gateOf(t, result.Plan{}, GateOptions{Margin: &margin}, records...)
		g := res.Gates[0]
		ci, err := stats.Tango(stats.PairedTable{Both: 60, FirstOnly: 5, SecondOnly: 5, Neither: 30}, 0.9)
		if err != nil || g.Decision != want || g.Test != "not_worse_tango" || g.Tasks != 100 || *g.Difference != 0 || math.Abs(float64(*g.Worst)-ci.Low) > 1e-9 || math.Abs(g.Margin-margin/100) > 1e-15 {
			t.Errorf("margin %v: %+v, want %v", margin, g, want)
		}
	}
	// 40 tasks lost and none gained of 100: worse by more than 5 points.
	res, _ := gateOf(t, result.Plan{}, GateOptions{}, gateRecords(30, 0, 40, 30)...)
	if g := res.Gates[0]; g.Decision != result.GateFail || g.Margin != 0.05 || *g.Difference != -0.4 || g.Needed.AsObserved != nil || res.Decision != result.GateFail {
		t.Errorf("%+v", g)
	}
	// The same with the failures counted: lower is better, and everything turns round.
	turned := result.Plan{Better: map[string]string{"success": "lower"}, Missing: "drop"}
	res, _ = gateOf(t, turned, GateOptions{}, gateRecords(30, 0, 40, 30)...)
	if g := res.Gates[0]; g.Decision != result.GatePass || *g.Worst >= 0 || float64(*g.Worst) < *g.Difference {
		t.Errorf("%+v", g)
	}
}

// Two attempts a task are graded: the t test. All differences equal have no t: the sign test, p = 2^-n.
func TestGateGraded(t *testing.T) {
	var records, equal []table.Record
	var d []float64
	for i := range 30 {
		id := fmt.Sprint("t", i)
		b := []float64{1, float64(i % 2)}
		n := []float64{float64(min(1, i%3)), 1}
		d = append(d, (n[0]+n[1]-b[0]-b[1])/2)
		for k := range 2 {
			records = append(records, tabletest.Attempted("base", id, k, b[k]), tabletest.Attempted("new", id, k, n[k]))
			equal = append(equal, tabletest.Attempted("base", id, k, 1), tabletest.Attempted("new", id, k, 1))
		}
	}
	diff, _ := stats.DifferencesOf(d)
	want, err := stats.PairedT(diff, stats.PairedTOptions{Alternative: stats.Greater, Level: 0.95})
	res, _ := gateOf(t, result.Plan{}, GateOptions{}, records...)
	if g := res.Gates[0]; err != nil || g.Test != "not_worse_t" || math.Abs(float64(*g.Worst)-want.Interval.Low) > 1e-12 {
		t.Errorf("%+v, want from %v (%v)", g, want.Interval.Low, err)
	}
	res, _ = gateOf(t, result.Plan{}, GateOptions{}, equal...)
	if g := res.Gates[0]; g.Test != "sign" || *g.P != math.Ldexp(1, -30) || g.Decision != result.GatePass || g.Worst != nil || len(g.Notes) == 0 {
		t.Errorf("%+v", g)
	}
}

// A sequence takes tasks in the drawn order up to the first that has no result, whatever comes later; each
// look sees what a gambler with the same differences does; and the decision stays.
func TestGateSequence(t *testing.T) {
	records := gateRecords(60, 20, 4, 40)
	whole, state := gateOf(t, result.Plan{}, GateOptions{Sequential: true}, records...)
	order := state.Streams[0].Tasks
	if len(order) != 124 || slices.IsSorted(order) {
		t.Fatalf("order %v", order)
	}
	value := map[string]float64{}
	for _, r := range records {
		sign := 1.0
		if r.Attempt.Run == "base" {
			sign = -1
		}
		value[r.Attempt.Task] += sign * r.Values[0].Value
	}
	bet, _ := stats.NewBetting(stats.BettingOptions{Margin: 0.05})
	for _, id := range order {
		if err := bet.Add(value[id]); err != nil {
			t.Fatal(err)
		}
	}
	g := whole.Gates[0]
	if float64(g.Told.NotWorse) != bet.NotWorse() || g.Told.DecidedAt != bet.FirstNotWorse() || g.Decision != result.GateDecision(bet.Decision()) || !g.Told.Guaranteed {
		t.Errorf("%+v, %+v", g, g.Told)
	}

	// Without the new run's attempt at the 31st task of the order, and with it again.
	without := slices.DeleteFunc(slices.Clone(records), func(r table.Record) bool {
		return r.Attempt.Run == "new" && r.Attempt.Task == order[30]
	})
	early, first := gateOf(t, result.Plan{Missing: "drop"}, GateOptions{Sequential: true}, without...)
	if s := early.Gates[0].Told; early.Gates[0].Tasks != 30 || s.Next != order[30] || s.Waiting != 93 || len(s.Looks) != 1 {
		t.Errorf("%+v", s)
	}
	later, second := gateOf(t, result.Plan{Missing: "drop"}, GateOptions{Sequential: true, State: first}, records...)
	if s := later.Gates[0].Told; later.Gates[0].Tasks != 124 || len(s.Looks) != 2 || s.Looks[0].Tasks != 30 || s.Waiting != 0 {
		t.Errorf("%+v", s)
	}
	again, third := gateOf(t, result.Plan{Missing: "drop"}, GateOptions{Sequential: true, State: second}, records...)
	if len(again.Gates[0].Told.Looks) != 2 || len(third.Streams[0].Looks) != 2 {
		t.Error("a look without a new task is counted")
	}
	logged, _ := gateOf(t, result.Plan{}, GateOptions{Sequential: true, Order: result.GateLogOrder}, records...)
	if s := logged.Gates[0].Told; s.Guaranteed || s.Planned != 124 {
		t.Errorf("%+v", s)
	}
}

// A state is refused where anything differs that it rests on.
func TestGateStateRefuses(t *testing.T) {
	records := gateRecords(30, 5, 5, 30)
	_, state := gateOf(t, result.Plan{}, GateOptions{Sequential: true}, records...)
	changed := slices.Clone(records)
	changed[1] = tabletest.Attempted("new", changed[1].Attempt.Task, 0, 0)
	margin := 7.0
	runs := []string{"base", "new"}
	for want, c := range map[string]struct {
		plan    result.Plan
		opt     GateOptions
		records []table.Record
	}{
		"the seed was":        {result.Plan{Runs: runs, Seed: 5}, GateOptions{}, records},
		"alpha was 0.05":      {result.Plan{Runs: runs, Alpha: 0.01}, GateOptions{}, records},
		"the base was":        {result.Plan{Runs: []string{"new", "base"}}, GateOptions{}, records},
		"the margin of":       {result.Plan{Runs: runs}, GateOptions{Margin: &margin}, records},
		"success at task":     {result.Plan{Runs: runs}, GateOptions{}, changed},
		"not in the logs now": {result.Plan{Runs: runs}, GateOptions{}, records[:40]},
		"what is missing was": {result.Plan{Runs: runs, Missing: "drop"}, GateOptions{}, records},
		"order of tasks was":  {result.Plan{Runs: runs}, GateOptions{Order: result.GateLogOrder}, records},
	} {
		c.opt.Sequential, c.opt.State = true, state
		_, _, err := Gate(tabletest.Of(t, "error", c.records...), c.plan, tabletest.Catalog, c.opt)
		var other *GateStateError
		if !errors.As(err, &other) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
