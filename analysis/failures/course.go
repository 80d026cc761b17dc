package failures

import (
	"slices"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// What follows holds an attempt against what should have been done, for the first deviating
// step and the cause of its failure (table.Course).

// followPlannedCalls departs at the first call that changes something otherwise than planned,
// or tries to: one that failed departs too, unless the plan holds that very call.
func followPlannedCalls(t *datasets.Trajectory) table.Followed {
	var f table.Followed
	first := func(step int) {
		if !f.Departs.Known || step < f.Departs.Value {
			f.Departs = datasets.Known(step)
		}
	}
	d, looks, ok := comparePlan(t)
	if !ok {
		return f
	}
	if !looks {
		for _, c := range d.surplus {
			first(c.Step)
		}
		for _, c := range executions(trace.Calls(t)) {
			if c.Failed && changesSomething(t, c) && d.turnOf(c) < 0 {
				first(c.Step)
			}
		}
	}
	for i := range d.wrong {
		first(d.wrong[i].made.Step)
	}
	if !looks && !f.Departs.Known {
		f.Breaks = spoilt(d)
	}
	untold, _ := missingOutput().Detect(t)
	departs, known := d.departs(looks)
	f.Compared, f.Conforms = known, known && !departs && len(untold) == 0
	return f
}

// spoilt finds a call of the plan that was made before its turn and so made an earlier one
// impossible: the earlier one was tried as planned afterwards, and failed.
func spoilt(d *deviations) datasets.Maybe[int] {
	calls := executions(trace.Calls(d.t))
	for i, c := range calls {
		if !c.Failed || !changesSomething(d.t, c) {
			continue
		}
		turn := d.turnOf(c)
		if turn < 0 || !slices.Contains(d.missing, turn) {
			continue
		}
		for _, b := range calls[:i] {
			if !b.Failed && changesSomething(d.t, b) && d.turnOf(b) > turn {
				return datasets.Known(b.Step)
			}
		}
	}
	return datasets.Maybe[int]{}
}

// turnOf is the need that asks for a call as it was made, or -1.
func (d *deviations) turnOf(c *trace.Call) int {
	return slices.IndexFunc(d.t.Expected, func(n datasets.Need) bool {
		return c.IsAny(n.AnyOf) && len(differences(objectOf(n.Arguments), objectOf(c.Arguments))) == 0
	})
}

// followState conforms where the state became what it should be, and nothing else changed.
func followState(t *datasets.Trajectory) table.Followed {
	change, known, err := trace.CompareStates(t)
	return table.Followed{Compared: err == nil && known, Conforms: change.Achieved == change.Required && change.Misbehaving == 0}
}

// followErrors breaks at the first failed call that the agent did not recover from.
func followErrors(t *datasets.Trajectory) table.Followed {
	if hits := unrecovered(t); len(hits) > 0 {
		return table.Followed{Breaks: hits[0].Step}
	}
	return table.Followed{}
}
