package failures

import (
	"cmp"
	"encoding/json"
	"slices"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// deviations is how the calls that were made depart from those of a plan that says with
// which arguments: one to one, as a benchmark does that compares the state afterwards.
type deviations struct {
	t       *datasets.Trajectory
	wrong   []wrongCall // planned calls that were made with other arguments, in the order of the calls
	surplus []*trace.Call
	missing []int // needs for which no call was made, in the plan's order
}

// wrongCall is a call of the plan with other arguments than the plan's.
type wrongCall struct {
	need int
	made *trace.Call
	diff []argument
}

// argument is one argument in which a call departs from its plan.
type argument struct {
	name          string
	planned, made string // JSON; made is empty where the call lacks the argument
}

// changesMade compares the calls that changed something with those of the plan. It is false
// where the plan or the arguments of such calls are not known, nothing should have been
// called at all, or it is open whether a call succeeded: one that failed changed nothing, and
// counts as not made.
func changesMade(t *datasets.Trajectory) (*deviations, bool) {
	if len(t.Expected) == 0 && !t.ReadOnly.Value {
		return nil, false
	}
	calls, ok := madeCalls(t)
	if !ok {
		return nil, false
	}
	calls = slices.DeleteFunc(calls, func(c *trace.Call) bool { return !changesSomething(t, c) })
	if slices.ContainsFunc(calls, func(c *trace.Call) bool { return !answered(c) }) {
		return nil, false
	}
	calls = slices.DeleteFunc(calls, func(c *trace.Call) bool { return c.Failed })
	return compareCalls(t, needsThat(t, true), calls)
}

// looksMade compares all calls with the plan where neither changes anything. Where one
// does, what is changed decides: there are many ways to look.
func looksMade(t *datasets.Trajectory) (*deviations, bool) {
	looks := needsThat(t, false)
	if len(looks) == 0 || len(needsThat(t, true)) > 0 {
		return nil, false
	}
	calls, ok := madeCalls(t)
	if !ok || slices.ContainsFunc(calls, func(c *trace.Call) bool { return changesSomething(t, c) }) {
		return nil, false
	}
	return compareCalls(t, looks, calls)
}

// comparePlan holds an attempt against its plan: all calls where neither changes anything
// (looks), else those that change something.
func comparePlan(t *datasets.Trajectory) (d *deviations, looks, ok bool) {
	if d, ok = looksMade(t); ok {
		return d, true, true
	}
	d, ok = changesMade(t)
	return d, false, ok
}

// madeCalls are an attempt's executions, where the log says of all what they ran.
func madeCalls(t *datasets.Trajectory) ([]*trace.Call, bool) {
	if t.Steps == nil || t.CallsUnread() {
		return nil, false
	}
	calls := executions(trace.Calls(t))
	return calls, trace.Identified(calls)
}

// needsThat are the needs that calls meet which change something, or the others.
func needsThat(t *datasets.Trajectory, change bool) []int {
	var out []int
	for j, n := range t.Expected {
		if len(n.AnyOf) > 0 && writes(t, n) == change {
			out = append(out, j)
		}
	}
	return out
}

// compareCalls is false where a planned call or one that was made has arguments that are not
// known.
func compareCalls(t *datasets.Trajectory, needs []int, calls []*trace.Call) (*deviations, bool) {
	for _, j := range needs {
		if t.Expected[j].Arguments == "" {
			return nil, false
		}
	}
	if slices.ContainsFunc(calls, func(c *trace.Call) bool { return c.Arguments == "" || trace.IsDigest(c.Arguments) }) {
		return nil, false
	}
	d := &deviations{t: t}
	d.match(needs, calls)
	return d, true
}

// writes tells whether a need is met by calls that change something.
func writes(t *datasets.Trajectory, n datasets.Need) bool {
	return slices.ContainsFunc(n.AnyOf, func(id string) bool {
		server, tool := trace.SplitTool(id)
		return trace.EffectIn(t, server, tool).Effect == trace.Writes
	})
}

// changesSomething tells whether a call is of a tool that writes.
func changesSomething(t *datasets.Trajectory, c *trace.Call) bool {
	return trace.EffectIn(t, c.Server, c.Tool).Effect == trace.Writes
}

// withSource puts behind evidence from where it is known what the tool does, unless that is its
// name, which is the rule.
func withSource(evidence string, k trace.Knowledge) string {
	if said := k.Said(); said != "" {
		return evidence + " (the tool " + said + ")"
	}
	return evidence
}

// answered tells whether the log says how a call ended.
func answered(c *trace.Call) bool {
	return c.Failed || c.Logged.IsError.Known || c.Logged.Result != "" && !trace.IsDigest(c.Logged.Result)
}

// match takes out what is equal, one to one, and pairs what is left of one tool in its
// order: the two are one call that was made otherwise.
func (d *deviations) match(needs []int, calls []*trace.Call) {
	planned := map[int]map[string]any{}
	for _, j := range needs {
		planned[j] = objectOf(d.t.Expected[j].Arguments)
	}
	open := slices.Clone(needs)
	left := calls[:0:0]
	for _, c := range calls {
		made := objectOf(c.Arguments)
		at := slices.IndexFunc(open, func(j int) bool {
			return c.IsAny(d.t.Expected[j].AnyOf) && len(differences(planned[j], made)) == 0
		})
		if at >= 0 {
			open = slices.Delete(open, at, at+1)
		} else {
			left = append(left, c)
		}
	}
	for _, c := range left {
		at := slices.IndexFunc(open, func(j int) bool { return c.IsAny(d.t.Expected[j].AnyOf) })
		if at < 0 {
			d.surplus = append(d.surplus, c)
			continue
		}
		d.wrong = append(d.wrong, wrongCall{open[at], c, differences(planned[open[at]], objectOf(c.Arguments))})
		open = slices.Delete(open, at, at+1)
	}
	d.missing = open
}

// objectOf reads arguments; nil where they are no JSON object.
func objectOf(arguments string) map[string]any {
	v, ok := trace.DecodeJSON(arguments)
	if !ok {
		return nil
	}
	o, _ := v.(map[string]any)
	return o
}

// differences lists the planned arguments that a call lacks or has otherwise, by name. What
// the plan does not name is not compared: plans leave out what may be chosen.
func differences(planned, made map[string]any) []argument {
	var out []argument
	for name, want := range planned {
		got, there := made[name]
		if there && alike(want, got) || !there && want == nil {
			continue
		}
		a := argument{name: name, planned: encode(want)}
		if there {
			a.made = encode(got)
		}
		out = append(out, a)
	}
	slices.SortFunc(out, func(a, b argument) int { return cmp.Compare(a.name, b.name) })
	return out
}

// freeWords is from how many words on a text is prose, which nobody repeats word for word.
const freeWords = 6

// alike compares two arguments: numbers and JSON by value, prose by its words.
func alike(want, got any) bool {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		return ok && len(w) == len(g) && len(differences(w, g)) == 0
	case []any:
		g, ok := got.([]any)
		return ok && slices.EqualFunc(w, g, alike)
	case string:
		g, ok := got.(string)
		return ok && (w == g || sameWords(w, g))
	}
	return want == got
}

// sameWords tells whether two texts of many words share four words in five, in any order.
func sameWords(a, b string) bool {
	x, y := map[string]bool{}, map[string]bool{}
	n := 0
	eachWord(a, func(w string) { x[w] = true; n++ })
	eachWord(b, func(w string) { y[w] = true })
	if n < freeWords {
		return false
	}
	shared := 0
	for w := range x {
		if y[w] {
			shared++
		}
	}
	return 5*shared >= 4*max(len(x), len(y))
}

func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}

// evidence is the wrong call with what differs: what was made, and what was planned.
func (w *wrongCall) evidence(t *datasets.Trajectory) table.Hit {
	return atStep(t, w.made.Step, toolOf(w.made), w.text(t))
}
