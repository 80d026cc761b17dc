package failures

import (
	"fmt"
	"strings"

	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// Beside is one line of an attempt's plan held beside its calls: a need with the call that
// answers it, a need without one, or a call without a need.
type Beside struct {
	Need   int         // index into Expected; -1: the plan does not hold the call
	Call   *trace.Call // nil: the need was never met
	How    Meeting
	Differ string // of a call with other arguments: what was made, and what was planned
}

// Meeting is how a call answers a need.
type Meeting uint8

// The ways in which plan and calls meet.
const (
	AsPlanned      Meeting = iota // the tool, and the arguments as far as the plan names them
	OtherArguments                // the tool with other arguments
	CallFailed                    // the call was made and failed, and no other that succeeded answers the need
	NeverCalled
	NotPlanned
)

// PlanBeside pairs an attempt's calls with its plan for a reader, one to one: first what
// agrees in tool and arguments, then what agrees in the tool, calls that succeeded before
// calls that failed. It judges nothing. The rules of this package each compare what they
// need and no more: reads in another order or number are no failure, and are listed here all
// the same. The lines come in the order of the plan, calls beyond it where they were made. It is
// nil where no plan is known or the log's calls are not. Where the log has no messages, the calls are
// those that the agent planned, at step -1.
func PlanBeside(t *datasets.Trajectory) []Beside {
	if len(t.Expected) == 0 || t.Steps == nil && t.Predicted == nil || t.CallsUnread() {
		return nil
	}
	calls := executions(trace.Calls(t))
	if t.Steps == nil {
		for _, item := range t.Predicted {
			if item = trace.PlannedTool(item); !trace.IsRejection(item) {
				server, tool := trace.SplitTool(item)
				calls = append(calls, &trace.Call{Execution: trace.Execution{Server: server, Tool: tool}, Step: -1})
			}
		}
	}
	b := besides{t: t, by: make([]int, len(t.Expected)), how: make([]Meeting, len(t.Expected)), taken: make([]bool, len(calls)), calls: calls}
	for j := range b.by {
		b.by[j], b.how[j] = -1, NeverCalled
		b.planned = append(b.planned, objectOf(t.Expected[j].Arguments))
	}
	for _, c := range calls {
		b.made = append(b.made, objectOf(c.Arguments))
	}
	for _, failed := range []bool{false, true} {
		for _, equal := range []bool{true, false} {
			b.pass(failed, equal)
		}
	}
	return b.lines()
}

// besides is a pairing while it is made.
type besides struct {
	t             *datasets.Trajectory
	calls         []*trace.Call
	planned, made []map[string]any
	by            []int // by need: index of its call, or -1
	how           []Meeting
	taken         []bool // by call
}

// pass gives needs that are still open a call that failed or did not, of equal arguments or
// of any.
func (b *besides) pass(failed, equal bool) {
	open := 0
	for j := range b.by {
		if b.by[j] < 0 {
			open++
		}
	}
	for i, c := range b.calls {
		if open == 0 {
			return
		}
		if b.taken[i] || c.Failed != failed {
			continue
		}
		for j := range b.t.Expected {
			if b.by[j] >= 0 || !c.IsAny(b.t.Expected[j].AnyOf) || equal && !b.agree(j, i) {
				continue
			}
			b.by[j], b.taken[i] = i, true
			open--
			switch {
			case failed:
				b.how[j] = CallFailed
			case equal:
				b.how[j] = AsPlanned
			default:
				b.how[j] = OtherArguments
			}
			break
		}
	}
}

// agree tells whether a call carries what the plan names; where either's arguments are not
// known, the tool decides.
func (b *besides) agree(need, call int) bool {
	if b.planned[need] == nil || b.calls[call].Arguments == "" {
		return true
	}
	return len(differences(b.planned[need], b.made[call])) == 0
}

func (b *besides) lines() []Beside {
	var out []Beside
	next := 0 // the first call that is not listed
	upTo := func(end int) {
		for ; next < end; next++ {
			if !b.taken[next] {
				out = append(out, Beside{Need: -1, Call: b.calls[next], How: NotPlanned})
			}
		}
	}
	for j, i := range b.by {
		line := Beside{Need: j, How: b.how[j]}
		if i >= 0 {
			upTo(i)
			line.Call = b.calls[i]
			if line.How == OtherArguments {
				w := wrongCall{need: j, made: line.Call, diff: differences(b.planned[j], b.made[i])}
				line.Differ = w.text(b.t)
			}
		}
		out = append(out, line)
	}
	upTo(len(b.calls))
	return out
}

// text is what differs, as evidence says it.
func (w *wrongCall) text(t *datasets.Trajectory) string {
	parts := make([]string, len(w.diff))
	for i, a := range w.diff {
		made := a.made
		if made == "" {
			made = "none"
		}
		parts[i] = fmt.Sprintf("%s: %s, planned %s", a.name, made, a.planned)
	}
	if len(parts) == 0 { // arguments that are no object, or that name nothing that was planned
		return "planned " + t.Expected[w.need].Arguments
	}
	return strings.Join(parts, "; ")
}
