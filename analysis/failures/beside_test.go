package failures

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

// The plan is to read 1, to cancel 1, to mail and to book. Of two cancellations the equal one
// answers the plan, though it comes later; the mail failed; nothing was booked; the search was
// nobody's plan.
func TestPlanBesideByHand(t *testing.T) {
	one := func(tool, arguments string, failed bool) datasets.Step {
		return datasets.Step{Role: "assistant", Calls: []datasets.ToolCall{{Tool: tool, Arguments: arguments, IsError: datasets.Known(failed)}}}
	}
	attempt := &datasets.Trajectory{
		Expected: []datasets.Need{{AnyOf: []string{"get_order"}}, {AnyOf: []string{"cancel_order"}, Arguments: `{"id":1}`}, {AnyOf: []string{"send_mail"}, Arguments: `{}`}, {AnyOf: []string{"book"}, Arguments: `{}`}},
		Steps:    []datasets.Step{one("get_order", `{"id":2}`, false), one("cancel_order", `{"id":3}`, false), one("search", `{}`, false), one("cancel_order", `{"id":1.0}`, false), one("send_mail", `{}`, true)},
	}
	var got []string
	for _, l := range PlanBeside(attempt) {
		step := -1
		if l.Call != nil {
			step = l.Call.Step
		}
		got = append(got, fmt.Sprint(l.Need, " ", step, " ", l.How))
	}
	want := []string{
		fmt.Sprint("0 0 ", AsPlanned), fmt.Sprint("-1 1 ", NotPlanned), fmt.Sprint("-1 2 ", NotPlanned), fmt.Sprint("1 3 ", AsPlanned),
		fmt.Sprint("2 4 ", CallFailed), fmt.Sprint("3 -1 ", NeverCalled),
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("plan beside calls (-want +got):\n%s", d)
	}
	if PlanBeside(&datasets.Trajectory{Steps: attempt.Steps}) != nil {
		t.Error("a plan that is not known is laid beside the calls")
	}
}
