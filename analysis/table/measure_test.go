package table

import (
	"fmt"
	"testing"

	"mcpstats/analysis/result"
)

// A run of which a metric is nowhere known, and whose attempts are judged by another, has no
// mean of that metric; one of which it is known somewhere, and one that nothing judges, is
// held to what it lacks.
func TestMetricThatALogLacks(t *testing.T) {
	catalog := Catalog{
		{Name: "coverage", Doc: "d", Cite: "c", Better: result.Higher, Missing: result.FailWhereScored},
		{Name: "tool_call_recall", Doc: "d", Cite: "c", Better: result.Higher, Missing: result.FailWhereScored},
		{Name: "steps", Doc: "d", Cite: "c", Better: result.Lower, Missing: result.Drop},
	}
	b := NewBuilder()
	at := 0
	add := func(run string, task int, values ...Value) {
		b.Add(Origin{Record: at}, Record{Attempt: Attempt{Run: run, Task: fmt.Sprint("t", task), PlanLength: -1}, Values: values})
		at++
	}
	for task := range 4 {
		add("whole", task, Value{"coverage", 1}, Value{"tool_call_recall", 1})
		add("judged", task, Value{"coverage", .5})
		add("crashed", task, Value{"steps", 3})
		if task == 0 {
			add("partly", task, Value{"coverage", 1}, Value{"tool_call_recall", 1})
		} else {
			add("partly", task)
		}
	}
	tab, err := b.Build("error")
	if err != nil {
		t.Fatal(err)
	}
	plan := result.Plan{Missing: "fail"}
	bench, err := tab.Benchmarks[0].Hold(&plan)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"whole": "1 of 4", "judged": "0 of 0", "crashed": "0 of 4", "partly": "0.25 of 4"}
	for _, m := range bench.Measures(catalog, &plan) {
		if m.Name != "tool_call_recall" {
			continue
		}
		for r, run := range bench.Runs {
			c := bench.Read(&m, r, plan.Missing)
			sum := 0.0
			for task, ok := range c.Ok {
				if ok {
					sum += c.Value[task]
				}
			}
			if got := fmt.Sprintf("%v of %d", sum/float64(max(1, c.Tasks)), c.Tasks); got != want[run] {
				t.Errorf("%s: %s, want %s", run, got, want[run])
			}
		}
	}
}
