package reports

import (
	"fmt"

	"mcpstats/analysis/result"
)

// transitions shows what became of one run's failures in another: the first two
// runs in the report, every pair in the breakdown by itself.
func (c *composer) transitions(v *view) {
	b := c.breakdown(v)
	if b == nil {
		return
	}
	first := true
	for i := range b.Transitions {
		t := &b.Transitions[i]
		if !c.allFailures && !(len(v.runs) > 1 && joins(t, v.runs[0], v.runs[1])) {
			continue
		}
		if first {
			c.heading(3, c.id(v, "transitions-section"), "What becomes of a failure in another run")
			first = false
		}
		c.transition(v, t)
	}
}

func joins(t *result.Transition, a, b string) bool {
	return t.A == a && t.B == b || t.A == b && t.B == a
}

func (c *composer) transition(v *view, t *result.Transition) {
	slug := c.transitionID(v, t)
	c.add(c.transitionFigure(v, t, slug+"-figure"))
	c.add(c.transitionTable(t, slug))
	c.add(c.changeTable(t, slug+"-modes"))
}

// transitionID names a transition's blocks.
func (c *composer) transitionID(v *view, t *result.Transition) string {
	parts := []string{"transition", v.slug, t.Source}
	if t.Annotator != "" {
		parts = append(parts, t.Annotator)
	}
	return c.names.id(append(parts, t.A, t.B)...)
}

// transitionTable lists the moves that some task made, most frequent first in the
// order of the states.
func (c *composer) transitionTable(t *result.Transition, id string) Table {
	a, b := c.names.show(t.A), c.names.show(t.B)
	out := Table{ID: id, Caption: "Moves from " + a + " to " + b + ", in tasks, by primary mode " + sourced(t) + "." + fractional(t), Long: !c.allFailures,
		Columns: []Column{{"In " + a, "from", Text}, {"In " + b, "to", Text}, {"Tasks", "tasks", Number}}}
	for s, row := range t.Matrix {
		for u, n := range row {
			if n > 0 {
				out.Rows = append(out.Rows, []Cell{modeCell(t.States[s]), modeCell(t.States[u]), {Text: tasksText(n), Value: n, HasValue: true, Kind: Number}})
			}
		}
	}
	return out
}

// changeTable tests every mode between the two runs.
func (c *composer) changeTable(t *result.Transition, id string) Table {
	a, b := c.names.show(t.A), c.names.show(t.B)
	out := Table{ID: id, Columns: []Column{{"Mode", "mode", Text}, {"Tasks in " + a, "a", Number}, {"Tasks in " + b, "b", Number}, {"Only in " + a, "only_a", Number}, {"Only in " + b, "only_b", Number},
		{"p", "p", PValue}, {"Adjusted p", "p_adjusted", PValue}, {"Separated", "significant", Text}}}
	method := ""
	tasks := func(n float64) Cell { return Cell{Text: tasksText(n), Value: n, HasValue: true, Kind: Number} }
	for _, m := range t.Changes {
		method = m.Test.Method
		out.Rows = append(out.Rows, []Cell{modeCell(m.Mode), tasks(m.A), tasks(m.B), tasks(m.OnlyA), tasks(m.OnlyB), pCell(m.Test.P, c.alpha()), pCell(m.PAdjusted, c.alpha()), yes(m.Significant)})
	}
	out.Caption = fmt.Sprintf("Whether a primary mode %s is as frequent in %s as in %s, over %s: %s, %s over the modes.", sourced(t), a, b, plural(t.NTasks, "task"), c.method(method), c.method(correctionOfModes(c.res.Provenance.Plan.Correction)))
	return out
}

// correctionOfModes is how p-values of modes are corrected: by the plan's method, or
// Holm's where that needs the runs' values.
func correctionOfModes(name string) string {
	if name == "max-t" {
		return "holm"
	}
	return name
}

// ComposeTransitions makes what became of the failures of run a in run b, task by
// task, for a terminal.
func ComposeTransitions(res *result.Results, a, b string) (*Document, error) {
	c, err := newComposer(res, Options{})
	if err != nil {
		return nil, err
	}
	c.allFailures = true
	for _, v := range c.views {
		breakdown := c.breakdown(v)
		if breakdown == nil {
			continue
		}
		for i := range breakdown.Transitions {
			t := &breakdown.Transitions[i]
			if joins(t, a, b) {
				slug := c.transitionID(v, t)
				c.add(c.transitionTable(t, slug))
				c.add(c.changeTable(t, slug+"-modes"))
			}
		}
	}
	if len(c.doc.Blocks) == 0 {
		c.para(text("No task of both runs has an outcome and a failure mode in these logs."))
	}
	return c.doc, nil
}
