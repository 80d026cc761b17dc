package evaluate

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/result"
)

// GateStateError is a state of earlier looks that belongs to something else than what is asked.
type GateStateError struct{ What, Had, Has string }

func (e *GateStateError) Error() string {
	return fmt.Sprintf("the state is of another gate: %s was %s, and is %s now", e.What, e.Had, e.Has)
}

// newGateState is the state of a plan without a look.
func newGateState(plan *result.Plan, opt GateOptions) *result.GateState {
	return &result.GateState{
		Version: result.Version, Base: plan.Runs[0], New: plan.Runs[1], Alpha: plan.Alpha, Order: orderOf(opt), Seed: plan.Seed,
		Missing: plan.Missing, Where: plan.Where, Streams: []result.GateStream{},
	}
}

// sameGate refuses a state whose question was another one.
func sameGate(now, before *result.GateState) error {
	if before == nil {
		return nil
	}
	for _, f := range []struct{ what, had, has string }{
		{"the base", quoted(before.Base), quoted(now.Base)},
		{"the new run", quoted(before.New), quoted(now.New)},
		{"alpha", fmt.Sprint(before.Alpha), fmt.Sprint(now.Alpha)},
		{"the order of tasks", before.Order, now.Order},
		{"the seed", fmt.Sprint(before.Seed), fmt.Sprint(now.Seed)},
		{"the rule for what is missing", before.Missing, now.Missing},
		{"the slice", "where " + quoted(strings.Join(before.Where, ",")), "where " + quoted(strings.Join(now.Where, ","))},
	} {
		if f.had != f.has {
			return &GateStateError{f.what, f.had, f.has}
		}
	}
	return nil
}

func quoted(s string) string { return fmt.Sprintf("%q", s) }

// streamOf is the state of a metric; nil where there is none.
func streamOf(state *result.GateState, benchmark, metric string) *result.GateStream {
	if state == nil {
		return nil
	}
	i := slices.IndexFunc(state.Streams, func(s result.GateStream) bool { return s.Benchmark == benchmark && s.Metric == metric })
	if i < 0 {
		return nil
	}
	return &state.Streams[i]
}

// sameStreams refuses a state that saw something else of the tasks than these logs say: tasks are
// appended, never changed.
func sameStreams(now, before *result.GateState) error {
	if before == nil {
		return nil
	}
	if had, has := namesOfStreams(before), namesOfStreams(now); had != has {
		return &GateStateError{"what it is about", had, has}
	}
	for i := range now.Streams {
		s, old := &now.Streams[i], streamOf(before, now.Streams[i].Benchmark, now.Streams[i].Metric)
		if s.Margin != old.Margin || s.Better != old.Better {
			return &GateStateError{"the margin of " + s.Metric, fmt.Sprintf("%v, %s is better", old.Margin, old.Better), fmt.Sprintf("%v, %s is better", s.Margin, s.Better)}
		}
		for k, seen := range old.Seen {
			if k >= len(s.Seen) {
				return &GateStateError{fmt.Sprintf("%s at task %q", s.Metric, seen.Task), pairOf(seen), "not in the logs"}
			}
			if had, has := pairOf(seen), pairOf(s.Seen[k]); had != has || seen.Task != s.Seen[k].Task {
				return &GateStateError{fmt.Sprintf("%s at task %q", s.Metric, seen.Task), had, has}
			}
		}
	}
	return nil
}

func namesOfStreams(state *result.GateState) string {
	var names []string
	for _, s := range state.Streams {
		names = append(names, strings.TrimSpace(s.Benchmark+" "+s.Metric))
	}
	return strings.Join(names, ", ")
}

// pairOf are a task's two values.
func pairOf(s result.GateSeen) string {
	word := func(v *float64) string {
		if v == nil {
			return "none"
		}
		return fmt.Sprint(*v)
	}
	return word(s.Base) + " against " + word(s.New)
}
