package table

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Where some attempt of a benchmark used the router, one that made no call has 0 executions;
// where none did, there are no executions to speak of.
func TestRouterCounts(t *testing.T) {
	build := func(values ...float64) map[string]float64 {
		b := NewBuilder()
		for i, v := range values {
			r := Record{Values: []Value{{Metric: "executions", Value: v}, {Metric: "tool_calls", Value: v}}}
			r.Attempt.Run, r.Attempt.Task = "a", fmt.Sprint("t", i)
			b.Add(Origin{Record: i}, r)
		}
		tab, err := b.Build("error")
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]float64{}
		for s := range tab.Scores() {
			if s.Metric == "executions" {
				got[s.Task] = s.Value
			}
		}
		return got
	}
	if d := cmp.Diff(map[string]float64{"t0": 3, "t1": 0}, build(3, 0)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(map[string]float64{}, build(0, 0)); d != "" {
		t.Error(d)
	}
}
