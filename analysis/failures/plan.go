package failures

import (
	"fmt"
	"slices"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// planRun is how an attempt met the plan that would have been right: what it executed, or
// what it planned where the log has no executions, matched one to one and greedily to the
// needs that list it, as the plan metrics do. A call meets its need by being made: whether
// it succeeded is for other rules to ask.
type planRun struct {
	t     *datasets.Trajectory
	needs []datasets.Need
	calls []planCall
	by    []int  // by need: index of the call that met it, or -1
	taken []bool // by call: it met a need
	met   int
}

type planCall struct {
	trace.Execution
	step datasets.Maybe[int]
}

// followPlan is false where the expected plan is not known or empty, or neither
// calls nor a predicted plan are known, or the log does not say which tools ran.
func followPlan(t *datasets.Trajectory) (*planRun, bool) {
	if !slices.ContainsFunc(t.Expected, func(n datasets.Need) bool { return len(n.AnyOf) > 0 }) {
		return nil, false
	}
	if t.Steps == nil && t.Predicted == nil || t.CallsUnread() {
		return nil, false
	}
	r := &planRun{t: t, needs: t.Expected}
	executed := executions(trace.Calls(t))
	if !trace.Identified(executed) {
		return nil, false
	}
	for _, c := range executed {
		r.calls = append(r.calls, planCall{c.Execution, datasets.Known(c.Step)})
	}
	if len(r.calls) == 0 {
		for _, item := range t.Predicted {
			if item = trace.PlannedTool(item); !trace.IsRejection(item) {
				server, tool := trace.SplitTool(item)
				r.calls = append(r.calls, planCall{trace.Execution{Server: server, Tool: tool}, datasets.Maybe[int]{}})
			}
		}
	}
	r.match()
	return r, true
}

// match is greedy in the order of the calls, as the plan metrics are defined, and not the
// best matching: where two needs share tools, a call may take the need that a later call
// could not do without.
func (r *planRun) match() {
	r.by, r.taken = make([]int, len(r.needs)), make([]bool, len(r.calls))
	for j := range r.by {
		r.by[j] = -1
	}
	for i := range r.calls {
		for j := range r.needs {
			if r.by[j] < 0 && r.calls[i].IsAny(r.needs[j].AnyOf) {
				r.by[j], r.taken[i] = i, true
				r.met++
				break
			}
		}
	}
}

// open is the first need that can be met and was not, or -1.
func (r *planRun) open() int {
	for j := range r.needs {
		if r.by[j] < 0 && len(r.needs[j].AnyOf) > 0 {
			return j
		}
	}
	return -1
}

// atCall is evidence in the i-th call.
func (r *planRun) atCall(i int, excerpt string) table.Hit {
	c := &r.calls[i]
	tool := c.Tool
	if c.Server != "" {
		tool = c.Server + "::" + c.Tool
	}
	if c.step.Known {
		return atStep(r.t, c.step.Value, tool, excerpt)
	}
	return table.Hit{Place: place(i, len(r.calls)), Tool: tool, Excerpt: excerpt}
}

// atNeed is evidence in a need that was not met: where in the plan it stands.
func (r *planRun) atNeed(j int) table.Hit {
	return table.Hit{Place: place(j, len(r.needs)), Tool: r.needs[j].AnyOf[0], Excerpt: fmt.Sprintf("need %d of %d is not met", j+1, len(r.needs))}
}
