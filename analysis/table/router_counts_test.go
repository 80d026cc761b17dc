package table

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Where some attempt of a benchmark used the router, one that made no call has 0 executions;
// where none did, there are no executions to speak of. One that only searched executed no tool.
func TestRouterCounts(t *testing.T) {
	build := func(metric string, values ...float64) map[string]float64 {
		b := NewBuilder()
		for i, v := range values {
			r := Record{Values: []Value{{Metric: "executions", Value: v}, {Metric: "distinct_tools", Value: max(1, v)}}}
			r.Attempt.Run, r.Attempt.Task = "a", fmt.Sprint("t", i)
			b.Add(Origin{Record: i}, r)
		}
		tab, err := b.Build("error")
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]float64{}
		for s := range tab.Scores() {
			if s.Metric == metric {
				got[s.Task] = s.Value
			}
		}
		return got
	}
	if d := cmp.Diff(map[string]float64{"t0": 3, "t1": 0}, build("executions", 3, 0)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(map[string]float64{}, build("executions", 0, 0)); d != "" {
		t.Error(d)
	}
	// The search for tools, which is all that the second attempt called, is none of the tools.
	if d := cmp.Diff(map[string]float64{"t0": 3, "t1": 0}, build("distinct_tools", 3, 0)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(map[string]float64{"t0": 1, "t1": 1}, build("distinct_tools", 0, 0)); d != "" {
		t.Error(d)
	}
}
