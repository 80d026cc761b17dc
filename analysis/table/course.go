package table

import "mcpstats/datasets"

// courses finds an attempt's Course while its modes are detected, in the order of the
// taxonomy.
//
// The primary mode is, of those that can explain a failure by themselves, the one whose
// step comes first: what went wrong later went wrong in an attempt that was lost already.
// A mode of absence is of the last step, since up to there it could have been mended, and
// so is one that the log does not place. Ties go by the order of the taxonomy. Where no
// mode explains the failure, the first of the taxonomy that the attempt shows is the
// primary one.
type courses struct {
	t        *datasets.Trajectory
	best     choice
	departs  datasets.Maybe[int]
	breaks   datasets.Maybe[int]
	conforms bool
	compared bool
	outage   datasets.Maybe[int] // the first step at which the environment failed for good
}

// choice is the best candidate for the primary mode so far.
type choice struct {
	mode, step, last int
	explains, found  bool
	detector         *Detector
}

func (c *courses) follow(f Followed) {
	if f.Departs.Known && (!c.departs.Known || f.Departs.Value < c.departs.Value) {
		c.departs = f.Departs
	}
	c.breaks = earlier(c.breaks, f.Breaks)
	if f.Compared {
		c.conforms = f.Conforms && (c.conforms || !c.compared)
		c.compared = true
	}
}

// see takes the hits of one mode.
func (c *courses) see(mode int, d *Detector, hits []Hit) {
	end, _ := LastStep(c.t)
	one := choice{mode: mode, step: end, last: end, detector: d, found: true}
	placed := false
	for i := range hits {
		h := &hits[i]
		one.explains = one.explains || d.Explains && !h.Mended
		if h.Mended && d.Explains || !h.Step.Known || d.Absence {
			continue
		}
		if !placed {
			one.step = h.Step.Value
			placed = true
		}
		one.last = h.Step.Value
	}
	if one.explains && d.Environment && placed && (!c.outage.Known || one.step < c.outage.Value) {
		c.outage = datasets.Known(one.step)
	}
	switch {
	case !c.best.found, one.explains && !c.best.explains, one.explains && one.step < c.best.step:
		c.best = one
	}
}

func earlier(a, b datasets.Maybe[int]) datasets.Maybe[int] {
	if !a.Known || b.Known && b.Value < a.Value {
		return b
	}
	return a
}

// LastStep is the agent's last message, up to which things could still have gone otherwise,
// or the last message where none is the agent's; ok is false without a conversation.
func LastStep(t *datasets.Trajectory) (step int, ok bool) {
	for i := len(t.Steps) - 1; i >= 0; i-- {
		if t.Steps[i].Role == "assistant" {
			return i, true
		}
	}
	return len(t.Steps) - 1, len(t.Steps) > 0
}

// end is the course as far as the attempt itself tells it.
func (c *courses) end() Course {
	out := Course{First: c.departs, Conforms: c.compared && c.conforms}
	if c.t.Exit == datasets.ExitHarnessError {
		out.Cause = CauseEnvironment
	}
	if !c.best.found {
		return out
	}
	out.Primary = datasets.Known(c.best.mode)
	if len(c.t.Steps) > 0 {
		out.Last = datasets.Known(c.best.last)
		if !out.First.Known {
			out.First = earlier(c.outage, c.breaks)
		}
		if !out.First.Known {
			out.First = datasets.Known(c.best.step)
		}
	}
	switch {
	case out.Cause != CauseUnknown:
	// What departs from the plan before anything broke is the agent's, whatever broke later.
	case c.outage.Known && !(c.best.explains && !c.best.detector.Environment && c.best.step < c.outage.Value):
		out.Cause = CauseEnvironment
	case c.best.detector.Environment && c.best.explains:
		out.Cause = CauseEnvironment
	default:
		out.Cause = CauseAgent
	}
	return out
}
